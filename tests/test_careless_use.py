"""Wrong arguments of what the package offers: an error, and no wrong answer."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from galaxies_asp import (
    Position,
    Puzzle,
    count,
    enumerate_solutions,
    forced,
    hint,
    is_unique,
    parse,
    solve,
    verify,
)
from galaxies_asp.core.board.errors import OptionError, PuzzleError
from galaxies_asp.core.board.grid import HEXAGONAL
from galaxies_asp.generating import Recipe, make

PUZZLE = parse("7x7:cghsppedzzaccdtce")
QUESTIONS = [solve, enumerate_solutions, is_unique, count, forced]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("other", ["7x7:cghsppedzzaccdtce", [PUZZLE]])
def test_what_is_no_puzzle(question: Callable[[Any], object], other: object) -> None:
    with pytest.raises(TypeError, match=f"{type(other).__name__} is no puzzle; parse"):
        question(other)


def test_a_position_is_asked_about_its_puzzle() -> None:
    position = Position(PUZZLE)
    assert solve(position).solutions == solve(PUZZLE).solutions
    assert [*enumerate_solutions(position)] == [*enumerate_solutions(PUZZLE)]
    assert is_unique(position)
    assert count(position).total == 1
    assert forced(position).dots == forced(PUZZLE).dots


@pytest.mark.parametrize("question", [*QUESTIONS, hint])
@pytest.mark.parametrize("rules", [None, ["grow"]])
def test_what_are_no_rules(question: Callable[..., object], rules: object) -> None:
    with pytest.raises(TypeError, match=r"rules are Rules or a text, not \w+"):
        question(PUZZLE, rules=rules)


@pytest.mark.parametrize("variants", [{"rectangel"}, ["x"], [1]])
def test_unknown_variants(variants: Any) -> None:
    (solution,) = solve(PUZZLE).solutions
    with pytest.raises(PuzzleError, match=r"no variant .*; there are toroidal"):
        verify(solution, variants=variants)
    with pytest.raises(PuzzleError, match=r"no variant .*; there are toroidal"):
        Puzzle(3, 3, variants=variants)


def test_names_of_variants_from_any_iterable() -> None:
    puzzle: Any = Puzzle(3, 3, ((3, 3),), variants=(name for name in ["thin"]))
    assert puzzle == Puzzle(3, 3, ((3, 3),), variants={"thin"})
    (whole,) = solve(Puzzle(3, 3, ((3, 3),))).solutions
    assert verify(whole) == []
    assert len(verify(whole, variants=(name for name in ["thin"]))) == 4


@pytest.mark.parametrize("level", [0, -1, 9, float("nan")])
def test_levels_of_hints_that_do_not_exist(level: Any) -> None:
    with pytest.raises(OptionError, match=f"level {level}: 1 to 8 are possible"):
        hint(PUZZLE, level=level)


def test_sizes_and_lattices_of_other_types() -> None:
    width: Any = np.int64(3)
    assert Puzzle(width, 1, ((3, 1),)) == Puzzle(3, 1, ((3, 1),))
    lattice: Any = "hexagonal"
    assert Puzzle(3, 3, ((3, 3),), lattice=lattice).lattice == HEXAGONAL
    for wrong in (2.0, "3", True):
        with pytest.raises(PuzzleError, match=f"width is {wrong!r}, which is no whole"):
            Puzzle(wrong, 1)  # type: ignore[arg-type]
    lattice = "triangular"
    with pytest.raises(PuzzleError, match="no lattice 'triangular'; there are square"):
        Puzzle(3, 3, lattice=lattice)


def test_rules_of_recipes_by_name() -> None:
    rules: Any = "grow"
    made = make(Recipe(4, 4, rules=rules))
    assert solve(made.puzzle, rules="grow").status == "unique"
    with pytest.raises(TypeError, match="rules are Rules or a text, not list"):
        Recipe(4, 4, rules=[rules])  # type: ignore[arg-type]
