"""Comparisons of what the program says with what all solutions of a board say."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.facts import Fact, Kind
from tests.harness.matrix.board import Board


class Comparison(NamedTuple):
    """Two answers to the same question, the first by brute force."""

    what: str
    expected: object
    found: object


@dataclass(frozen=True)
class Column:
    """A question.

    Attributes
    ----------
    ask
        Asks the program about a board, and yields comparisons.
    counted
        What counts as one comparison.
    cells
        The number of cells of the largest boards.
    """

    name: str
    ask: Callable[[Board, Random], Iterator[Comparison]]
    counted: str
    cells: int = 12


class Place(NamedTuple):
    """What an atom is about: its predicate and its first point."""

    name: str
    at: object

    @classmethod
    def of(cls, atom: Atom) -> "Place":
        """Return the place of an atom."""
        return cls(atom.name, atom.arguments[0])


def by_place(atoms: Iterable[Atom]) -> dict[Place, Atoms]:
    """Return atoms by what they are about."""
    found: dict[Place, Atoms] = {}
    for atom in atoms:
        place = Place.of(atom)
        found[place] = found.get(place, frozenset()) | {atom}
    return found


def shared(seen: Sequence[Atoms]) -> tuple[Atoms, Atoms]:
    """Return the atoms of all, and of some but not all of at least one solution."""
    always, ever = frozenset.intersection(*seen), frozenset.union(*seen)
    return always, ever - always


def holds(fact: Fact, seen: Atoms) -> bool:
    """Tell whether a solution shows a fact."""
    match fact.kind:
        case Kind.ATOM:
            return fact.atom in seen
        case Kind.NO_ATOM:
            return fact.atom not in seen
        case Kind.COMPLETE:
            region = {cell for cell, dot in _pairs(seen) if dot == fact.at}
            return region == set(fact.cells)
        case Kind.CELL:
            return (fact.at, fact.center) in _pairs(seen)
        case Kind.EMPTY:
            return all(cell != fact.at for cell, _ in _pairs(seen))
        case Kind.WALL:
            return Atom("wall", (fact.at,)) in seen
        case Kind.OPEN:
            return Atom("wall", (fact.at,)) not in seen
    raise ValueError(f"{fact} says nothing about a solution")


def _pairs(seen: Atoms) -> list[tuple[Point, Point]]:
    return [atom.arguments for atom in seen if atom.name == "galaxy"]


def stated(facts: Iterable[Fact]) -> Atoms:
    """Return the atoms that facts say are there."""
    found = set[Atom]()
    for fact in facts:
        if fact.kind is Kind.ATOM and fact.atom:
            found.add(fact.atom)
        elif fact.kind is Kind.CELL and fact.center:
            found.add(Atom("galaxy", (fact.at, fact.center)))
        elif fact.kind is Kind.WALL:
            found.add(Atom("wall", (fact.at,)))
    return frozenset(found)
