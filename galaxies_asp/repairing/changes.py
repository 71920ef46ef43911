"""Changes of a puzzle: their kinds, costs and effects, and rivals that exclude them.

Two solutions of a puzzle differ in some groups of dots; each group divides the same
cells in one way or in the other, whatever the rest of the board does. So a puzzle that
leaves both ways open for one group has several solutions, and not only this puzzle:
every one with the same dots among the same cells, if these can be kept apart from the
others and no given wall lies inside the regions of one of the two ways. Each such way
is a rival.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from itertools import product
from math import inf, log
from operator import itemgetter
from typing import Annotated, Self

from galaxies_asp.core.board.answer import Part
from galaxies_asp.core.board.declarations import Clue
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import (
    Lattice,
    Point,
    in_reading_order,
    points,
    sides,
)
from galaxies_asp.core.board.labels import differing, known
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.sheet import AnySheet

_ODD = {"add": 1, "write": 1, "move": 0.5, "remove": -2}
"""How odd a slip is that a change undoes; few rectangles make up for it."""

FAR = 2
"""A move farther than to a next point costs this many times as much."""


class Edit(StrEnum):
    """The kind of a change."""

    ADD = "add"
    REMOVE = "remove"
    MOVE = "move"
    DRAW = "draw"
    ERASE = "erase"
    WRITE = "write"
    DELETE = "delete"


DOT_KINDS = (Edit.ADD, Edit.REMOVE, Edit.MOVE)
WALL_KINDS = (Edit.DRAW, Edit.ERASE)
CLUE_KINDS = (Edit.WRITE, Edit.DELETE)


def kinds_of(sheet: AnySheet) -> tuple[Edit, ...]:
    """Return the kinds of changes of a puzzle: a family's own clues are all it has."""
    return CLUE_KINDS if sheet.family.clues else tuple(Edit)


def check_kinds(sheet: AnySheet, kinds: Iterable[Edit]) -> None:
    """Raise `OptionError` at a kind of change that the family does not have."""
    known = kinds_of(sheet)
    for kind in kinds:
        if kind not in known:
            raise OptionError(
                f"{kind}: puzzles of {sheet.family.name} have no such changes; there "
                f"are {' and '.join(known)}"
            )


WEIGHTS: Mapping[Edit, int] = dict.fromkeys(Edit, 1) | {Edit.DRAW: 2}
"""Default costs. A drawn wall costs two, since most notations have no given walls."""


@dataclass(frozen=True)
class Change(Part):
    """A change of a dot, a wall or a clue."""

    kind: Annotated[Edit, "Kind of the change."]
    at: Annotated[Point, "Place of the dot, wall or clue; [0, 0]: it has none."]
    to: Annotated[Point | None, "Where the dot moves."] = None
    clue: Annotated[str, "The clue."] = ""

    def is_far(self, lattice: Lattice) -> bool:
        """Tell whether a dot moves farther than to a next point."""
        return self.to is not None and not lattice.is_next(self.at, self.to)


@dataclass(frozen=True)
class Allowed:
    """The allowed changes and their costs."""

    weights: Mapping[Edit, int]
    """The cost of each kind that is allowed, at least 1."""
    kept: frozenset[Point] = frozenset()
    """Dots that stay."""
    unsure: frozenset[Point] = frozenset()
    """Points at which changes are likelier than elsewhere."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", frozenset(points("kept", self.kept)))
        if not self.weights:
            raise OptionError("no kind of change is allowed")
        for kind, weight in self.weights.items():
            if kind not in [*Edit]:
                known = ", ".join(Edit)
                raise OptionError(f"no change {str(kind)!r}; there are {known}")
            if not 1 <= weight <= 1000:
                raise OptionError(f"{kind} costs {weight}: 1 to 1000 are possible")

    @classmethod
    def of(cls, sheet: AnySheet) -> Self:
        """Return all changes of a puzzle at their default costs."""
        return cls({kind: WEIGHTS[kind] for kind in kinds_of(sheet)})

    def cost(self, changes: Iterable[Change], lattice: Lattice) -> float:
        """Return the cost of some changes; infinite if one is not allowed."""
        return sum(
            self.weights.get(change.kind, inf) * (FAR if change.is_far(lattice) else 1)
            for change in changes
        )

    def removals(self, budget: int) -> int:
        """Return how many dots can be removed or moved at this cost."""
        ways = self.weights.keys() & {Edit.REMOVE, Edit.MOVE}
        return budget // min(self.weights[kind] for kind in ways) if ways else 0


def contested(puzzle: Puzzle) -> set[Point]:
    """Return the dots that touch the same cell as another."""
    groups = puzzle.contested_cells().values()
    return {puzzle.centers[dot] for dots in groups for dot in dots}


@dataclass(frozen=True)
class Repair:
    """Changes after which the puzzle has exactly one solution."""

    changes: tuple[Change, ...]
    """What is changed."""
    cost: int
    """The sum of their weights; a clue in place of another one costs what a written one
    does, where the clues are those of a family."""
    solved: AnySheet
    """The changed puzzle with its only solution."""
    oddity: tuple[float, ...] = field(default=(), compare=False)
    """A key by which likely repairs come first."""

    @property
    def puzzle(self) -> Puzzle:
        """The changed puzzle of Galaxies."""
        return self.solution.puzzle

    @property
    def solution(self) -> Solution:
        """The only solution of the changed puzzle of Galaxies."""
        solution: Solution = self.solved.position
        return solution


def oddity(
    before: Puzzle,
    changes: Iterable[Change],
    solution: Solution,
    unsure: frozenset[Point] = frozenset(),
) -> tuple[float, ...]:
    """Return a key by which likely repairs of a puzzle come first.

    The likeliest changes are at unsure points; the next ones undo a slip: one removes
    one of two dots that touch the same cell or lie near each other, moves a dot to the
    next point, or adds what was forgotten, a dot or a clue. A solution is likely if it
    has few rectangles of four or more cells, and few regions: by hand, dots seldom lie
    so. Of equals, the one with the smallest product of sizes, in halves, is likely.
    """
    double = contested(before)
    doubles = unlikely = sure = 0
    odd = float(_rectangles(solution))
    for change in changes:
        if unsure:
            sure += unsure.isdisjoint((change.at, change.to or change.at))
        is_removed = change.kind is Edit.REMOVE
        if is_removed and change.at in double:
            doubles += 1
        elif (
            change.kind not in _ODD
            or change.is_far(before.lattice)
            or (is_removed and not _is_twin(before, change.at))
        ):
            unlikely += 1
        odd += _ODD.get(change.kind, 0)
    sizes = Counter(dot for _, dot in known(solution.rows()))
    return sure, unlikely, -doubles, odd, sum(log(n / 2) for n in sizes.values())


def _is_twin(puzzle: Puzzle, dot: Point) -> bool:
    """Tell whether another dot lies within two points."""
    near = (max(abs(x - dot.x), abs(y - dot.y)) for x, y in puzzle.centers)
    return sum(far <= 2 for far in near) > 1


def _rectangles(solution: Solution) -> int:
    """Return the number of regions of four or more cells that are rectangles."""
    places: dict[int, list[Point]] = {}
    for cell, dot in known(solution.rows()):
        places.setdefault(dot, []).append(cell)
    count = 0
    for cells in places.values():
        xs, ys = zip(*cells, strict=True)
        area = (max(xs) - min(xs) + 2) * (max(ys) - min(ys) + 2) // 4
        count += area == len(cells) > 3
    return count


def changes_between(
    puzzle: Puzzle,
    dots: frozenset[Point],
    walls: frozenset[Point],
    allowed: Allowed,
    clues: Iterable[Clue] = (),
) -> tuple[Change, ...]:
    """Return the cheapest changes that give the puzzle these dots, walls and clues.

    Among equally cheap changes, those with the most moves, and of these with the
    shortest ones.
    """
    removed = tuple(dot for dot in puzzle.centers if dot not in dots)
    added = tuple(in_reading_order(dots - set(puzzle.centers)))
    return (
        *_dot_changes(removed, added, allowed, puzzle.lattice),
        *(Change(Edit.ERASE, at) for at in in_reading_order(puzzle.walls - walls)),
        *(Change(Edit.DRAW, at) for at in in_reading_order(walls - puzzle.walls)),
        *clue_changes(Edit.DELETE, set(puzzle.clues).difference(clues)),
        *clue_changes(Edit.WRITE, set(clues).difference(puzzle.clues)),
    )


def changed(puzzle: Puzzle, changes: tuple[Change, ...]) -> Puzzle:
    """Return the puzzle after some changes.

    A dot that moves keeps its color and its place in the order; new dots are white and
    come last.
    """
    to = {change.at: change.to for change in changes if change.kind in DOT_KINDS}
    kept = [to.get(dot, dot) for dot in puzzle.centers]
    new = [change.at for change in changes if change.kind is Edit.ADD]
    black = {to.get(dot, dot) for dot in puzzle.black}
    drawn = {change.at for change in changes if change.kind is Edit.DRAW}
    erased = {change.at for change in changes if change.kind is Edit.ERASE}
    clues = {
        kind: {Clue(change.clue) for change in changes if change.kind is kind}
        for kind in CLUE_KINDS
    }
    return replace(
        puzzle,
        centers=(*(dot for dot in kept if dot is not None), *new),
        black=frozenset(dot for dot in black if dot is not None),
        walls=(puzzle.walls - erased) | drawn,
        clues=tuple((set(puzzle.clues) - clues[Edit.DELETE]) | clues[Edit.WRITE]),
    )


def _dot_changes(
    removed: tuple[Point, ...],
    added: tuple[Point, ...],
    allowed: Allowed,
    lattice: Lattice,
) -> tuple[Change, ...]:
    """Return the cheapest changes of dots, moves first."""

    def cost(*changes: Change) -> float:
        return allowed.cost(changes, lattice)

    @cache
    def best(first: int, used: int) -> tuple[float, int, int, tuple[Change, ...]]:
        """Return cost, number, distance and changes from a removed dot on."""
        if first == len(removed):
            left = (dot for n, dot in enumerate(added) if not used >> n & 1)
            come = tuple(Change(Edit.ADD, dot) for dot in left)
            return cost(*come), len(come), 0, come
        start = removed[first]
        ways = [(0, best(first + 1, used), Change(Edit.REMOVE, start))]
        for n, end in enumerate(added):
            if not used >> n & 1:
                distance = abs(start.x - end.x) + abs(start.y - end.y)
                rest = best(first + 1, used | 1 << n)
                ways.append((distance, rest, Change(Edit.MOVE, start, end)))
        return min(
            (
                (paid + cost(change), number + 1, far + way, (change, *more))
                for way, (paid, number, far, more), change in ways
            ),
            key=itemgetter(0, 1, 2),
        )

    return tuple(sorted(best(0, 0)[3], key=lambda change: change.kind is not Edit.MOVE))


def clue_changes(kind: Edit, clues: Iterable[Clue]) -> list[Change]:
    """Return changes of one kind of some clues, in order."""
    return [
        Change(kind, Point(*(clue.point() or (0, 0))), clue=str(clue))
        for clue in sorted(clues)
    ]


@dataclass(frozen=True)
class Rival:
    """One way to divide some cells into galaxies."""

    cells: frozenset[Point]
    dots: frozenset[Point]
    """The dots of the galaxies."""
    rim: frozenset[Point]
    """The edges between these cells and others."""
    passages: frozenset[Point]
    """The edges inside the galaxies."""

    def aliens(self, lattice: Lattice) -> list[Point]:
        """Return the points among the cells where this rival has no dot."""
        around = tuple(product((-1, 0, 1), repeat=2))
        near = {Point(x + i, y + j) for x, y in self.cells for i, j in around}
        points, touched = sorted(near - self.dots), lattice.touched_cells
        return [point for point in points if self.cells.issuperset(touched(point))]


def rivals_between(
    witness: Solution, other: Solution, *, is_local: bool
) -> list[Rival]:
    """Return both ways to divide the board, or the cells of each group of dots."""
    puzzle = witness.puzzle
    whole = frozenset(puzzle.centers), frozenset(puzzle.cells())
    rivals = []
    for dots, cells in _groups(witness, other) if is_local else [whole]:
        edges: list[list[Point]] = [[], [], []]
        for edge in puzzle.edges():
            edges[sum(side in cells for side in sides(edge))].append(edge)
        _, rim, inner = map(frozenset, edges)
        for walls in dict.fromkeys((witness.walls, other.walls)):
            rivals.append(Rival(cells, dots, rim, inner - walls))
    return rivals


def _groups(
    witness: Solution, other: Solution
) -> Iterator[tuple[frozenset[Point], frozenset[Point]]]:
    """Yield the dots and the cells of each group in which two solutions differ."""
    ours, centers = dict(known(witness.rows())), witness.puzzle.centers
    for members in differing(ours, dict(known(other.rows()))):
        cells = frozenset(cell for cell, dot in ours.items() if dot in members)
        yield frozenset(centers[dot] for dot in members), cells


def drawable(puzzle: Puzzle, walls: Iterable[Point]) -> list[Point]:
    """Return those of the walls that can be given: no dot is on one or at its end."""
    dots, edge_ends = {*puzzle.centers}, puzzle.lattice.edge_ends
    return [wall for wall in walls if dots.isdisjoint((wall, *edge_ends(wall)))]
