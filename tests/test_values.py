"""Frozen dataclasses behave like those of the standard library."""

import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from galaxies_asp.board import values
from galaxies_asp.board.variants import RuleVariant


def classes(decorate: Callable[..., Any]) -> tuple[type, type]:
    """Return a class, and one that is derived from it."""

    @decorate(frozen=True)
    class Base:
        first: int
        name: str = dataclasses.field(default="", compare=False)
        many: tuple[int, ...] = dataclasses.field(default=(), repr=False)

        def __post_init__(self) -> None:
            if self.first < 0:
                raise ValueError("negative")

    @decorate(frozen=True, kw_only=True)
    class Derived(Base):  # type: ignore[misc, valid-type]
        last: list[int] = dataclasses.field(default_factory=list)

    Base.__qualname__, Derived.__qualname__ = "Base", "Derived"
    return Base, Derived


OURS, PYTHONS = classes(values.dataclass), classes(dataclasses.dataclass)
ARGUMENTS = [
    ((1,), {}),
    ((1, "a"), {}),
    ((1,), {"many": (2, 3)}),
    ((2, "b", (4,)), {}),
]


def observed(cls: type) -> list[object]:
    """Return everything that can be seen of the objects of a class."""
    made = [cls(*given, **named) for given, named in ARGUMENTS]
    changed = [dataclasses.replace(one, first=1) for one in made]
    pairs = [(one == other, one != other) for one in made for other in changed]
    return [*map(repr, made), pairs, [one == 1 for one in made]]


@pytest.mark.parametrize("kind", [0, 1], ids=["base", "derived"])
def test_like_those_of_python(kind: int) -> None:
    ours, pythons = OURS[kind], PYTHONS[kind]
    assert observed(ours) == observed(pythons)
    for wrong in ((), (1, 2, 3, 4, 5)):
        with pytest.raises(TypeError):
            ours(*wrong)
    with pytest.raises(ValueError, match="negative"):
        ours(-1)
    one = ours(1)
    for name in ("first", "many", "unknown"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, name, 2)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(one, name)


def test_equal_objects_have_equal_hashes() -> None:
    base = OURS[0]
    assert len({base(1, "a"), base(1, "b"), base(2)}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(OURS[1](1))


def test_objects_of_derived_classes_differ() -> None:
    base, derived = OURS
    assert base(1) != derived(1)


def test_classes_of_both_kinds_derive_from_each_other() -> None:
    """Users derive from classes of the package with Python's own decorator."""

    @dataclasses.dataclass(frozen=True)
    class Other(OURS[0]):  # type: ignore[misc, valid-type]
        more: int = 3

    @values.dataclass(frozen=True)
    class Third(Other):
        most: int = 4

    third = Third(1, more=5)
    assert (third.first, third.more, third.most) == (1, 5, 4)
    with pytest.raises(dataclasses.FrozenInstanceError):
        third.most = 6  # type: ignore[misc]


def test_pickled_objects_are_equal() -> None:
    from galaxies_asp import Puzzle

    puzzle = Puzzle(2, 1, [(2, 1)], variants=frozenset({RuleVariant.THIN}))
    copied = pickle.loads(pickle.dumps(puzzle))
    assert copied == puzzle
    assert hash(copied) == hash(puzzle)
