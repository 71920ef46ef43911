"""The instances of the rules, and the targets that may follow from them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from galaxies_asp.board.grid import Point, is_cell, touched_cells
from galaxies_asp.board.puzzle import NO_DOT, Position, Puzzle


class Rule(StrEnum):
    """The rules, named as in `encodings/galaxies/questions/reasons.lp`."""

    CENTER = "center"
    SYMMETRY = "symmetry"
    CONNECTED = "connected"
    COVER = "cover"
    LABEL = "label"
    WALL = "wall"


@dataclass(frozen=True, slots=True, order=True)
class Instance:
    """A rule at a place, or something drawn there.

    Attributes
    ----------
    rule
        Which rule it is.
    at
        The cell of `COVER` and `LABEL`, the edge of `WALL`, otherwise the dot.
    dot
        The number of the dot; `NO_DOT` for `COVER` and `WALL`.
    """

    rule: Rule
    at: Point
    dot: int = NO_DOT


class Asked(StrEnum):
    """The kinds of targets."""

    CELL = "cell"
    EMPTY = "empty"
    WALL = "wall"
    OPEN = "open"
    NO_SOLUTION = "no solution"


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """Something that follows from the rules.

    `CELL`: the cell `at` belongs to `dot`. `EMPTY`: it belongs to none. `WALL` and
    `OPEN`: the two sides of the edge `at` belong to different regions, or to the same.
    `NO_SOLUTION`: no solution exists.
    """

    asked: Asked
    at: Point
    dot: int = NO_DOT


NO_SOLUTION = Target(Asked.NO_SOLUTION, Point(0, 0))
"""The target without a place: `at` is not used."""


def rules_of(puzzle: Puzzle) -> Iterator[Instance]:
    """Yield the instances of all rules on a puzzle, given walls included."""
    for dot, center in enumerate(puzzle.centers):
        for rule in (Rule.CENTER, Rule.SYMMETRY, Rule.CONNECTED):
            yield Instance(rule, center, dot)
    for cell in puzzle.cells():
        yield Instance(Rule.COVER, cell)
    for wall in sorted(puzzle.walls):
        yield Instance(Rule.WALL, wall)


def drawn_on(position: Position) -> Iterator[Instance]:
    """Yield the drawn labels, and the drawn walls that are not given."""
    puzzle = position.puzzle
    if (rows := position.rows()) is not None:
        for cell in puzzle.cells():
            dot = rows[cell.y // 2][cell.x // 2]
            if dot != NO_DOT:
                yield Instance(Rule.LABEL, cell, dot)
    if position.walls is not None:
        for wall in sorted(position.inner_walls() - puzzle.walls):
            yield Instance(Rule.WALL, wall)


def distance(instance: Instance, place: Point) -> int:
    """Return the distance of an instance from a place, in points."""
    return max(abs(instance.at.x - place.x), abs(instance.at.y - place.y))


_RANK = {rule: rank for rank, rule in enumerate(Rule)}


def in_order(instances: Iterable[Instance]) -> tuple[Instance, ...]:
    """Return the instances in the order of the rules, each in reading order."""
    return tuple(sorted(instances, key=lambda i: (_RANK[i.rule], i.at.y, i.at.x)))


def by_distance(instances: Iterable[Instance], place: Point) -> tuple[Instance, ...]:
    """Return the instances by their distance from a place, otherwise as they are."""
    x, y = place
    return tuple(
        sorted(instances, key=lambda i: max(abs(i.at[0] - x), abs(i.at[1] - y)))
    )


def cells_of(place: Point) -> tuple[Point, ...]:
    """Return the cell itself, or the two sides of an edge."""
    return (place,) if is_cell(place) else touched_cells(place)
