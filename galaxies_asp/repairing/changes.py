"""Changes of a puzzle: their kinds, their costs, and their effect."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import product
from math import inf
from typing import Annotated

from galaxies_asp.board.answer import Part
from galaxies_asp.board.declarations import Clue
from galaxies_asp.board.errors import OptionError
from galaxies_asp.board.grid import Point, in_reading_order
from galaxies_asp.board.puzzle import Puzzle, Solution

APPEARANCE = 2
"""The shift of an added or removed dot; that of a moved dot is its distance."""


_MOST_CELLS = 100
"""The largest board on which all moves to a next point and all added dots are tried."""


class Kind(StrEnum):
    """The kind of a change."""

    ADD = "add"
    REMOVE = "remove"
    MOVE = "move"
    DRAW = "draw"
    ERASE = "erase"
    WRITE = "write"
    DELETE = "delete"


DOT_KINDS = (Kind.ADD, Kind.REMOVE, Kind.MOVE)
WALL_KINDS = (Kind.DRAW, Kind.ERASE)
CLUE_KINDS = (Kind.WRITE, Kind.DELETE)

WEIGHTS: Mapping[Kind, int] = dict.fromkeys(Kind, 1) | {Kind.DRAW: 2}
"""Default costs. A drawn wall costs two, since most notations have no given walls.
"""


@dataclass(frozen=True)
class Change(Part):
    """A change of a dot, a wall or a clue."""

    kind: Annotated[Kind, "Kind of the change."]
    at: Annotated[Point, "Place of the dot, wall or clue; [0, 0]: it has none."]
    to: Annotated[Point | None, "Where the dot moves."] = None
    clue: Annotated[str, "The clue."] = ""

    @property
    def shift(self) -> int:
        """The disturbance: the distance of a move, 0 for a wall or a clue."""
        if self.to is not None:
            return _distance(self.at, self.to)
        return APPEARANCE if self.kind in DOT_KINDS else 0


@dataclass(frozen=True)
class Allowed:
    """The allowed changes and their costs.

    Parameters
    ----------
    weights
        The cost of each kind that is allowed, at least 1.
    kept
        Dots that stay.
    """

    weights: Mapping[Kind, int]
    kept: frozenset[Point] = frozenset()

    def __post_init__(self) -> None:
        if not self.weights:
            raise OptionError("no kind of change is allowed")
        for kind, weight in self.weights.items():
            if not 1 <= weight <= 1000:
                raise OptionError(f"{kind} costs {weight}: 1 to 1000 are possible")

    def cost(self, changes: tuple[Change, ...]) -> int:
        """Return the cost of some changes, all of them allowed."""
        return sum(self.weights[change.kind] for change in changes)

    def moves(self, removed: int, added: int) -> list[int]:
        """Return an upper bound of the number of moves."""

        def cost(moves: int) -> float:
            counts = (added - moves, removed - moves, moves)
            return sum(
                count * self.weights.get(kind, inf)
                for kind, count in zip(DOT_KINDS, counts, strict=True)
                if count
            )

        numbers = range(min(removed, added) + 1)
        least = min(map(cost, numbers))
        return [number for number in numbers if cost(number) == least]

    def removals(self, budget: int) -> int:
        """Return how many dots can be removed or moved at this cost."""
        ways = [
            self.weights[kind]
            for kind in (Kind.REMOVE, Kind.MOVE)
            if kind in self.weights
        ]
        return budget // min(ways) if ways else 0


def undoing(puzzle: Puzzle, allowed: Allowed) -> Iterator[Change]:
    """Yield the single changes at a cost of 1 that undo a slip, see `Repair.oddity`.

    Dots that touch the same cell as another are removed first. On boards of up to
    `_MOST_CELLS` cells, dots move to a next point, and dots are added.
    """
    kinds = {kind for kind, weight in allowed.weights.items() if weight == 1}
    free = [dot for dot in puzzle.centers if dot not in allowed.kept]
    contested = _contested(puzzle)
    if Kind.REMOVE in kinds:
        yield from (Change(Kind.REMOVE, dot) for dot in free if dot in contested)
    if puzzle.width * puzzle.height > _MOST_CELLS:
        return
    points = set(puzzle.places()) - {*puzzle.centers, *puzzle.walls}
    points -= {end for wall in puzzle.walls for end in puzzle.lattice.edge_ends(wall)}
    if Kind.MOVE in kinds:
        for x, y in free:
            for place in product((x - 1, x, x + 1), (y - 1, y, y + 1)):
                if place in points:
                    yield Change(Kind.MOVE, Point(x, y), Point(*place))
    if Kind.ADD in kinds:
        yield from (Change(Kind.ADD, point) for point in sorted(points))


def _contested(puzzle: Puzzle) -> set[Point]:
    """Return the dots that touch the same cell as another."""
    groups = puzzle.contested_cells().values()
    return {puzzle.centers[dot] for dots in groups for dot in dots}


@dataclass(frozen=True)
class Repair:
    """Changes after which the puzzle has exactly one solution.

    Attributes
    ----------
    changes
        What is changed.
    cost
        The sum of their weights.
    solution
        The only solution, of the changed puzzle.
    """

    changes: tuple[Change, ...]
    cost: int
    solution: Solution

    @property
    def puzzle(self) -> Puzzle:
        """The changed puzzle."""
        return self.solution.puzzle

    @property
    def shift(self) -> int:
        """The total disturbance; see `Change.shift`."""
        return shift(self.changes)

    def oddity(self, before: Puzzle) -> tuple[int, ...]:
        """Return a key by which likely repairs of a puzzle come first.

        A change is likely if it undoes a slip: it removes one of two dots that touch
        the same cell, moves a dot to the next point, or adds what was forgotten, a dot
        or a clue. A solution with
        many walls is likelier than one whose large regions fill what is left over.
        """
        contested = _contested(before)
        doubles = unlikely = 0
        for change in self.changes:
            if change.to is not None:
                across, down = change.to.x - change.at.x, change.to.y - change.at.y
                unlikely += max(abs(across), abs(down)) > 1
            elif change.kind is Kind.REMOVE and change.at in contested:
                doubles += 1
            else:
                unlikely += change.kind not in (Kind.ADD, Kind.WRITE)
        walls = len(self.solution.walls)
        return unlikely, self.shift if unlikely else 0, -doubles, -walls, self.shift


def changes_between(
    puzzle: Puzzle,
    dots: frozenset[Point],
    walls: frozenset[Point],
    allowed: Allowed,
    clues: Iterable[Clue] = (),
) -> tuple[Change, ...]:
    """Return the cheapest changes that give the puzzle these dots, walls and clues.

    Among equally cheap changes, those with the least shift.
    """
    removed = tuple(dot for dot in puzzle.centers if dot not in dots)
    added = tuple(in_reading_order(dots - set(puzzle.centers)))
    ways = (
        _dot_changes(removed, added, moves)
        for moves in allowed.moves(len(removed), len(added))
    )
    return (
        *min(ways, key=shift),
        *(Change(Kind.ERASE, at) for at in in_reading_order(puzzle.walls - walls)),
        *(Change(Kind.DRAW, at) for at in in_reading_order(walls - puzzle.walls)),
        *_clue_changes(Kind.DELETE, set(puzzle.clues).difference(clues)),
        *_clue_changes(Kind.WRITE, set(clues).difference(puzzle.clues)),
    )


def shift(changes: Iterable[Change]) -> int:
    """Return the total disturbance of some changes."""
    return sum(change.shift for change in changes)


def changed(puzzle: Puzzle, changes: tuple[Change, ...]) -> Puzzle:
    """Return the puzzle after some changes.

    A dot that moves keeps its color and its place in the order; new dots are white and
    come last.
    """
    to = {change.at: change.to for change in changes if change.kind in DOT_KINDS}
    kept = [to.get(dot, dot) for dot in puzzle.centers]
    new = [change.at for change in changes if change.kind is Kind.ADD]
    black = {to.get(dot, dot) for dot in puzzle.black}
    drawn = {change.at for change in changes if change.kind is Kind.DRAW}
    erased = {change.at for change in changes if change.kind is Kind.ERASE}
    clues = {
        kind: {Clue(change.clue) for change in changes if change.kind is kind}
        for kind in CLUE_KINDS
    }
    return replace(
        puzzle,
        centers=(*(dot for dot in kept if dot is not None), *new),
        black=frozenset(dot for dot in black if dot is not None),
        walls=(puzzle.walls - erased) | drawn,
        clues=tuple((set(puzzle.clues) - clues[Kind.DELETE]) | clues[Kind.WRITE]),
    )


def _dot_changes(
    removed: tuple[Point, ...], added: tuple[Point, ...], moves: int
) -> tuple[Change, ...]:
    """Return moves of least total distance, and the other changes."""
    moved = _nearest(removed, added, moves)
    sources, targets = {start for start, _ in moved}, {end for _, end in moved}
    return (
        *(Change(Kind.MOVE, start, end) for start, end in moved),
        *(Change(Kind.REMOVE, dot) for dot in removed if dot not in sources),
        *(Change(Kind.ADD, dot) for dot in added if dot not in targets),
    )


def _clue_changes(kind: Kind, clues: Iterable[Clue]) -> list[Change]:
    return [
        Change(kind, Point(*(clue.point() or (0, 0))), clue=str(clue))
        for clue in sorted(clues)
    ]


def _nearest(
    removed: tuple[Point, ...], added: tuple[Point, ...], moves: int
) -> tuple[tuple[Point, Point], ...]:
    """Return moves from removed to added dots, of least total distance."""

    @cache
    def best(
        first: int, used: int, left: int
    ) -> tuple[int, tuple[tuple[Point, Point], ...]]:
        if not left:
            return 0, ()
        ways = []
        if first + left < len(removed):
            ways.append(best(first + 1, used, left))
        for index, target in enumerate(added):
            if not used >> index & 1:
                distance, rest = best(first + 1, used | 1 << index, left - 1)
                distance += _distance(removed[first], target)
                ways.append((distance, ((removed[first], target), *rest)))
        return min(ways)

    return best(0, 0, moves)[1]


def _distance(start: Point, end: Point) -> int:
    return abs(start.x - end.x) + abs(start.y - end.y)
