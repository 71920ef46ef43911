"""Families as the lab reads them: instances, their parts, and what is compared.

A family of Galaxies may have variants of its rules, which its name lists after `+`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.atoms import Atoms, joined, texts_of
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.family import Family, projected_to

P = TypeVar("P")

_MALFORMED = (ValueError, TypeError, LookupError, RuntimeError)
"""What the methods of a family raise at atoms that are no answer."""


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance, or a set of instances."""

    name: str
    """Its name for people."""
    facts: str
    """The facts that all encodings read."""
    choices: str = ""
    """Rules that choose further facts, so that one program has the solutions of many
    instances; empty for a single instance."""


@dataclass(frozen=True, slots=True)
class Output:
    """An answer of an encoding."""

    atoms: Atoms
    """The atoms of the output."""
    given: Atoms = frozenset()
    """The facts of the instance that were chosen; see `Instance.choices`."""

    def cost(self) -> tuple[object, ...]:
        """Return the sort key: few chosen facts come first."""
        return len(self.given), texts_of(self.given), texts_of(self.atoms)


class Subject(Generic[P]):
    """A family whose encodings are compared.

    Attributes
    ----------
    name
        The name of the family.
    outputs, inputs
        The signatures of the output and of the facts.
    ignorable
        Those of the facts that do not affect the rules.
    output_meaning
        What the output says, for messages about models without it.
    instances
        Facts by name.
    stated
        Numbers of solutions that instances are said to have, by name.
    native
        Encodings that are no texts.
    """

    ignorable: tuple[str, ...] = ()
    output_meaning: str = ""
    stated: Mapping[str, int] = {}
    native: tuple[str, ...] = ()

    def __init__(
        self, family: Family[P], instances: Mapping[str, str] | None = None
    ) -> None:
        self.family, self.name = family, family.name
        self.instances = instances or {}
        self.inputs, self.outputs = family.inputs, family.outputs

    @property
    def has_verifier(self) -> bool:
        """Whether answers are verified."""
        return self.family.has_verifier

    @property
    def encodings(self) -> tuple[str, ...]:
        """The built-in encodings, and those that are no texts."""
        return (*self.native, *self.family.encodings)

    def text(self, encoding: str) -> Text:
        """Return the program of an encoding."""
        return self.family.source(encoding)

    def program(self, board: Instance) -> str:
        """Return the facts and choices of an instance."""
        return f"{self.family.adjusted(board.facts)}{board.choices}\n"

    def projection(self, board: Instance) -> str:
        """Return the statements that project models to answers."""
        return projected_to([*self.outputs, *(self.inputs if board.choices else ())])

    def faults(self, board: Instance, answer: Output) -> tuple[str, ...]:
        """Return the rules that an answer breaks; nothing without a verifier."""
        if not self.has_verifier:
            return ()
        try:
            facts = instance_of(board, answer).facts
            return tuple(self._faults(self.family.puzzle(facts), answer.atoms))
        except _MALFORMED as error:
            return (f"the atoms are no answer on this board ({error})",)

    def _faults(self, puzzle: P, atoms: Atoms) -> Iterable[str]:
        return map(str, self.family.verify(self.family.drawn(puzzle, atoms)))

    def draw(self, facts: str, atoms: Atoms | None = None) -> str:
        """Return an instance as text, with the atoms of an answer."""
        puzzle = self.family.puzzle(facts)
        drawn = puzzle if atoms is None else self.family.drawn(puzzle, atoms)
        return self.family.text(drawn, PLAIN)

    def normalize(self, answer: Output) -> Output:
        """Return the answer without what the comparison ignores."""
        return answer

    @property
    def is_normalized(self) -> bool:
        """Whether answers are compared as they are."""
        return type(self).normalize is Subject.normalize

    def smaller(self, facts: str) -> Iterable[str]:
        """Yield instances that lack a part of an instance."""
        return without_each_fact(facts)

    def spaces(self, width: int, height: int) -> Sequence[Instance]:
        """Return the sets of all instances up to a size, those with few cells first.

        Nothing where a family does not enumerate them.
        """
        choices = self.family.opened()
        if not choices or self.family.frame(1, 1) is None:
            return ()
        return [
            Instance(f"{self.said} {w}x{h}", self.family.frame(w, h) or "", choices)
            for w, h in sizes_up_to(width, height)
        ]

    said: str = "all boards of"
    """What the sets contain, before the size of the board in their names."""

    def all_boards(self, width: int, height: int) -> Sequence[Instance]:
        """Return the sets of all instances up to a size, with every kind of fact.

        They are searched rather than enumerated.
        """
        return self.spaces(width, height)

    def random(self, rng: Random, cells: int) -> str | None:
        """Return the facts of a random instance with about this number of cells."""
        return self.family.random_facts(rng, cells)

    def size(self, facts: str) -> int:
        """Return the size of an instance for plots."""
        return self.family.size(self.family.puzzle(facts))[0]


def instance_of(board: Instance, answer: Output) -> Instance:
    """Return the instance to which an answer belongs."""
    if not board.choices:
        return board
    chosen = "".join(f" {fact}." for fact in texts_of(answer.given))
    return Instance(board.name, f"{board.facts}{chosen}")


def sizes_up_to(width: int, height: int) -> list[tuple[int, int]]:
    """Return the sizes of boards up to a size, those with few cells first."""
    sizes = product(range(1, width + 1), range(1, height + 1))
    return sorted(sizes, key=lambda size: (size[0] * size[1], size[1]))


def without_each_fact(facts: str, *kept: str) -> Iterator[str]:
    """Yield the facts without one of them; those with some names are kept."""
    every = facts_of(facts)
    for index, fact in enumerate(every):
        if fact.name not in kept:
            yield joined([*every[:index], *every[index + 1 :]])


def boards_of(subject: Subject[Any], names: Sequence[str]) -> Iterator[Instance]:
    """Yield the instances with these names, or all; a name may be that of a file.

    Raises
    ------
    OptionError
        If there is none with this name.
    """
    for name in names or subject.instances:
        if name in subject.instances:
            yield Instance(name, subject.instances[name])
        elif Path(name).is_file():
            yield Instance(Path(name).stem, Path(name).read_text(encoding="utf-8"))
        else:
            known = ", ".join(subject.instances) or "none"
            raise OptionError(f"no instance {name!r}; there are: {known}")


def random_boards(
    subject: Subject[Any], count: int, cells: int, seed: int
) -> list[Instance]:
    """Return random instances of growing size, the largest with this many cells.

    Raises
    ------
    GalaxiesError
        If the family makes none.
    """
    rng, boards = Random(seed), []
    for number in range(1, count + 1):
        facts = subject.random(rng, max(1, cells * number // count))
        if facts is None:
            raise GalaxiesError(f"the family {subject.name} makes no random instances")
        boards.append(Instance(f"random board {number}", facts))
    return boards
