"""The instances of the rules, and what can be asked to follow from them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from galaxies_asp.grid import Point, is_cell, touched_cells
from galaxies_asp.puzzle import NO_DOT, Position, Puzzle


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
    """A rule at a place, or something that is drawn there.

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
    """What can be asked to follow."""

    CELL = "cell"
    WALL = "wall"
    OPEN = "open"
    NO_SOLUTION = "no solution"


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """Something that follows from the rules.

    `CELL`: the cell `at` belongs to `dot`. `WALL` and `OPEN`: the two sides of the edge
    `at` belong to different regions, or to the same. `NO_SOLUTION`: nothing is left.
    """

    asked: Asked
    at: Point
    dot: int = NO_DOT


NO_SOLUTION = Target(Asked.NO_SOLUTION, Point(0, 0))
"""There is no place to it: `at` means nothing."""


def rules_of(puzzle: Puzzle) -> Iterator[Instance]:
    """Yield the instances of all rules on a puzzle, its given walls among them."""
    for dot, center in enumerate(puzzle.centers):
        for rule in (Rule.CENTER, Rule.SYMMETRY, Rule.CONNECTED):
            yield Instance(rule, center, dot)
    for cell in puzzle.cells():
        yield Instance(Rule.COVER, cell)
    for wall in sorted(puzzle.walls):
        yield Instance(Rule.WALL, wall)


def drawn_on(position: Position) -> Iterator[Instance]:
    """Yield what is drawn: the labels of cells, and walls that are not given."""
    puzzle = position.puzzle
    if position.labels is not None:
        for cell in puzzle.cells():
            dot = int(position.labels[cell.y // 2, cell.x // 2])
            if dot != NO_DOT:
                yield Instance(Rule.LABEL, cell, dot)
    if position.walls is not None:
        for wall in sorted(position.inner_walls() - puzzle.walls):
            yield Instance(Rule.WALL, wall)


def distance(instance: Instance, place: Point) -> int:
    """Return how far an instance is from a cell or an edge, in points."""
    return max(abs(instance.at.x - place.x), abs(instance.at.y - place.y))


def cells_of(place: Point) -> tuple[Point, ...]:
    """Return the cell itself, or the two sides of an edge."""
    return (place,) if is_cell(place) else touched_cells(place)
