"""Facts about a board: what is known on it, and what follows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.facts import GALAXY
from galaxies_asp.core.board.grid import Point, is_cell, sides
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Solution
from galaxies_asp.core.board.regions import pairs_of


class Kind(StrEnum):
    """What a fact states."""

    CELL = "cell"
    """The cell belongs to a dot that the fact names."""
    NOT_CELL = "not cell"
    """The cell does not belong to the dot that the fact names."""
    COMPLETE = "complete"
    """The region of the dot has no other cells than those that the fact names."""
    WALL = "wall"
    """The two sides of the edge belong to different regions."""
    OPEN = "open"
    """The two sides of the edge belong to the same region."""
    EMPTY = "empty"
    """The cell belongs to no dot."""
    ATOM = "atom"
    """An atom of the output holds; of puzzles of other families than Galaxies."""
    NO_ATOM = "no atom"
    """An atom of the output does not hold."""
    NO_SOLUTION = "no solution"
    """No solution exists."""


BROKEN = "_broken"
"""The predicate of atoms that state that a rule of an encoding is broken."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that holds on a board."""

    kind: Kind
    at: Point
    """The cell, the edge or the dot that it is about; the first point of an atom."""
    center: Point | None = None
    """The place of the dot, for `CELL` and `NOT_CELL` only."""
    atom: Atom | None = None
    """The atom, for `ATOM` and `NO_ATOM` only."""
    cells: tuple[Point, ...] = field(default=(), kw_only=True)
    """The cells of the region, for `COMPLETE` only."""

    @property
    def holds(self) -> bool:
        """Whether something is there: no atom is excluded, and no dot."""
        return self.kind not in (Kind.NO_ATOM, Kind.NOT_CELL)


NO_SOLUTION = Fact(Kind.NO_SOLUTION, Point(0, 0))
"""The fact without a place: `at` is not used."""


def drawn_on(position: Position) -> Iterator[Fact]:
    """Yield the drawn labels, and the drawn walls that are not given."""
    yield from (Fact(Kind.CELL, *pair) for pair in pairs_of(position))
    if position.walls is not None:
        for wall in sorted(position.inner_walls() - position.puzzle.walls):
            yield Fact(Kind.WALL, wall)


def distance(one: Point, other: Point) -> int:
    """Return how far two points are apart: in columns or rows, whichever are more."""
    return max(abs(one.x - other.x), abs(one.y - other.y))


def in_turn(fact: Fact) -> tuple[object, ...]:
    """Return the sort key of facts by place, and of the atoms at a place by name."""
    return fact.at.y, fact.at.x, not fact.holds, str(fact.atom or ""), fact.kind


def cells_of(place: Point) -> tuple[Point, ...]:
    """Return the cell itself, or the two sides of an edge."""
    return (place,) if is_cell(place) else sides(place)


def cells_about(facts: Iterable[Fact]) -> tuple[Point, ...]:
    """Return the cells that facts are about, each of them once."""
    return tuple(dict.fromkeys(cell for fact in facts for cell in cells_of(fact.at)))


def drawn(position: Position, facts: Iterable[Fact]) -> Position:
    """Return the position with some facts drawn on it, if they can be drawn."""
    some, centers = list(facts), position.puzzle.centers
    walls = [fact.at for fact in some if fact.kind is Kind.WALL]
    dots = {
        fact.at: centers.index(fact.center)
        for fact in some
        if fact.kind is Kind.CELL and fact.center is not None
    }
    return position.adding(walls, dots)


def erased(position: Position, facts: Iterable[Fact]) -> Position:
    """Return the position without some cells and walls that are drawn on it."""
    rows, walls = position.rows(), position.walls
    for fact in facts:
        if rows is not None and fact.kind is Kind.CELL:
            rows[fact.at.y // 2][fact.at.x // 2] = NO_DOT
        elif walls is not None:
            walls -= {fact.at}
    return Position(position.puzzle, walls, rows)


def wrong_in(facts: Iterable[Fact], solution: Solution) -> tuple[Fact, ...]:
    """Return the cells and walls among facts that a solution does not have."""
    centers = solution.puzzle.centers
    return tuple(
        fact
        for fact in facts
        if fact.at not in solution.walls
        if fact.center is None or centers[solution.label(fact.at)] != fact.center
    )


_EXCLUDED = {"wall/1": Kind.OPEN, "region/1": Kind.EMPTY, f"{GALAXY}/2": Kind.NOT_CELL}
"""What is known of a board of Galaxies on which such an atom is excluded."""


def excluded_by(fact: Fact) -> Atom | None:
    """Return the atom that a fact about a board of Galaxies excludes, if any."""
    if fact.kind not in _EXCLUDED.values():
        return None
    names = {kind: name.partition("/")[0] for name, kind in _EXCLUDED.items()}
    places = (fact.at,) if fact.center is None else (fact.at, fact.center)
    return Atom(names[fact.kind], places)


def fact_excluding(atom: Atom) -> Fact:
    """Return what is known of a board of Galaxies on which an atom is excluded."""
    at, *centers = atom.arguments
    return Fact(_EXCLUDED[atom.signature], at, *centers)
