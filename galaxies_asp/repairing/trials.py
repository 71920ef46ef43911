"""Repairs under the standard rules: small changes tried one by one, and added dots.

Propagation refutes nearly all changed puzzles of a setter at once, so that
every change at a cost of 1 can be tried; the others are solved. Where all were tried
and none is a repair, every repair costs more. Then pairs of added dots are tried.

Quick but expensive repairs only add dots. A puzzle without a solution gets one by dots
where a solution is missing, and it gets only one by dots for the cells in which
solutions differ.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import chain, combinations, islice
from operator import or_
from typing import NamedTuple

from galaxies_asp.core.board.grid import Point, mirror, reachable, sides
from galaxies_asp.core.board.labels import known
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Puzzle, Rows, Solution
from galaxies_asp.core.result import Result
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.covering import cover
from galaxies_asp.fast.kernel import Kernel, has_kernel
from galaxies_asp.fast.propagation import Propagation
from galaxies_asp.fast.rules import Labeling
from galaxies_asp.repairing.changes import (
    Allowed,
    Change,
    Edit,
    changed,
    contested,
    drawable,
)
from galaxies_asp.solving.search import solve

COVERING_WORK = 3000
"""The work of the search for a partial solution, for each cell of the board."""

_CELLS = 2500
"""The largest board on which changes are tried."""

_SOLVED = 50_000
"""The cells of the boards that are solved; nothing is tried after that."""

_ROUNDS = 1000
"""The rounds of propagation that may refute a changed puzzle."""

_PAIRS = 50_000
"""The number of pairs that are tried."""


class _Added(NamedTuple):
    """An added dot: the cells that it touches, those that it and no other dot reach."""

    change: Change
    core: Bits
    reached: Bits
    missed: Bits


class Trials:
    """The changes of a puzzle that are tried.

    `number`: the number of puzzles that were tried. `is_complete`: whether all were
    tried that were asked for.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        allowed: Allowed,
        solved: Callable[[Puzzle], Result[Solution]],
    ) -> None:
        self.number = 0
        self.is_complete = puzzle.width * puzzle.height <= _CELLS
        self._puzzle, self._solved = puzzle, solved
        self._double = contested(puzzle)
        self._kinds = {kind for kind, weight in allowed.weights.items() if weight == 1}
        self._unsure = allowed.unsure
        self._free = [dot for dot in puzzle.centers if dot not in allowed.kept]
        edges = puzzle.lattice.edge_ends
        self._points = set(puzzle.places()) - {*puzzle.centers, *puzzle.walls}
        self._points -= {end for wall in puzzle.walls for end in edges(wall)}
        self._left = _SOLVED

    def doubles(self) -> Iterator[Solution]:
        """Try to remove dots that touch the same cell as another."""
        double = (dot for dot in self._free if dot in self._double)
        return self._singly(Change(Edit.REMOVE, dot) for dot in double)

    def singles(self) -> Iterator[Solution]:
        """Try every other change at a cost of 1."""
        return self._singly(self._singles())

    def _singles(self) -> Iterator[Change]:
        puzzle, points = self._puzzle, sorted(self._points)
        yield from (Change(Edit.ADD, point) for point in points)
        for dot in self._free:
            near = (point for point in points if puzzle.lattice.is_next(dot, point))
            yield from (Change(Edit.MOVE, dot, point) for point in near)
            if dot not in self._double:
                yield Change(Edit.REMOVE, dot)
        yield from (Change(Edit.ERASE, wall) for wall in sorted(puzzle.walls))
        edges = drawable(puzzle, set(puzzle.edges()) - puzzle.walls)
        yield from (Change(Edit.DRAW, edge) for edge in sorted(edges))

    def _singly(self, changes: Iterable[Change]) -> Iterator[Solution]:
        """Yield the solution of each puzzle that an allowed change makes unique."""
        allowed = (change for change in changes if change.kind in self._kinds)
        return self._tried((change,) for change in allowed)

    def unsure_pairs(self) -> Iterator[Solution]:
        """Try pairs of changes at unsure points."""
        unsure = [
            change
            for change in (self._singles() if self._unsure else ())
            if change.kind in self._kinds
            and not self._unsure.isdisjoint((change.at, change.to or change.at))
        ]
        pairs = (
            (one, other)
            for one, other in combinations(unsure, 2)
            if one.at != other.at and not (one.to and one.to in (other.at, other.to))
        )
        return self._tried(islice(pairs, _PAIRS))

    def pairs(self) -> Iterator[Solution]:
        """Try pairs of added dots, if one dot costs 1."""
        if Edit.ADD in self._kinds and not self._double:
            yield from self._tried(self._pairs())

    def _pairs(self) -> Iterator[tuple[Change, ...]]:
        """Yield pairs that leave no cell without a dot that reaches it."""
        tried = 0
        for one, other in combinations(self._added(), 2):
            missed = (one.missed | other.missed) & ~(one.reached | other.reached)
            if not missed and not one.core & other.core and tried < _PAIRS:
                tried += 1
                yield one.change, other.change

    def _added(self) -> Iterator[_Added]:
        """Yield the dots that touch no cell of another one."""
        for point in sorted(self._points):
            change = Change(Edit.ADD, point)
            board = Bitboard(changed(self._puzzle, (change,)))
            if not board.is_contested:
                *others, own = board.span
                missed = board.cells & ~reduce(or_, others, 0)
                yield _Added(change, board.core[-1], own, missed)

    def _tried(self, ways: Iterable[tuple[Change, ...]]) -> Iterator[Solution]:
        """Yield the solution of each changed puzzle that has exactly one."""
        for changes in ways:
            if not self.is_complete:
                return
            self.number += 1
            puzzle = changed(self._puzzle, changes)
            if _is_refuted(puzzle):
                continue
            self._left -= puzzle.width * puzzle.height
            self.is_complete = self._left >= 0
            result = self._solved(puzzle)
            if result.status == "unique":
                yield result.solutions[0]


def _is_refuted(puzzle: Puzzle) -> bool:
    """Tell whether propagation finds that there is no solution.

    Sites have no compiled library, and a search takes them a second.
    """
    try:
        if has_kernel():
            Kernel.settled(puzzle)
        elif not (board := Bitboard(puzzle)).is_contested:
            return Propagation.of_all_rules(board).fails(_ROUNDS)
        else:
            return True
    except NoSolutionError:
        return True
    return False


def completion(puzzle: Puzzle, seed: int = 0) -> tuple[Puzzle, Rows]:
    """Return a puzzle with further dots, so that it has a solution, and this one.

    A partial solution leaves as few cells uncovered as a short search finds. Each group
    of these cells becomes a region of its own, or each of its cells does. Of two dots
    that touch one cell, all but the first one are removed.
    """
    twice = {dot for dots in puzzle.contested_cells().values() for dot in dots[1:]}
    gone = (Change(Edit.REMOVE, puzzle.centers[dot]) for dot in twice)
    puzzle = changed(puzzle, tuple(gone))
    centers = list(puzzle.centers)
    witness = _partial(puzzle, seed)
    uncovered = {*puzzle.cells()}.difference(cell for cell, _ in known(witness))
    for region in _regions(puzzle, uncovered):
        for x, y in region:
            witness[y // 2][x // 2] = len(centers)
        centers.append(_middle(region))
    return replace(puzzle, centers=tuple(centers)), witness


def _partial(puzzle: Puzzle, seed: int) -> Rows:
    """Return labels, `NO_DOT` where a cell stays uncovered."""
    pairs = Kernel.of(puzzle).open_lists()
    work = COVERING_WORK * puzzle.width * puzzle.height
    best, _ = cover(pairs, seed, work)
    return Labeling(pairs, puzzle.width).rows(lambda atom: atom - 1 in best)


def _regions(puzzle: Puzzle, cells: set[Point]) -> Iterator[set[Point]]:
    """Divide cells into connected groups that are symmetric, and single cells."""
    adjacent_cells = puzzle.lattice.adjacent_cells
    while cells:
        group = reachable({min(cells)}, lambda c: cells.intersection(adjacent_cells(c)))
        cells.difference_update(group)
        middle = _middle(group)
        walls = any(group.issuperset(sides(wall)) for wall in puzzle.walls)
        if (
            not walls
            and group.issuperset(puzzle.lattice.touched_cells(middle))
            and group == {mirror(middle, cell) for cell in group}
        ):
            yield group
        else:
            yield from ({cell} for cell in sorted(group))


def _middle(cells: set[Point]) -> Point:
    """Return the center of the cells, if they are symmetric."""
    xs, ys = zip(*cells, strict=True)
    return Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)


def divided(puzzle: Puzzle, witness: Rows) -> Puzzle:
    """Return the puzzle with further dots, so that it has exactly one solution.

    Where a second solution differs from the witness, the outermost cells of a region
    get a dot each. The rest of the region is still connected and symmetric, so that the
    witness goes on as a solution of the new puzzle; when nothing but the cells that
    touch dots is left, it is the only one. Dots that are not needed are removed again.

    `witness`: the labels of one of its solutions.
    """
    labels = [[*row] for row in witness]
    added: list[tuple[Point, ...]] = []
    while (other := _other(puzzle, labels)) is not None:
        pairs = zip(chain(*labels), chain(*other), strict=True)
        dot = next(mine for mine, rival in pairs if mine != rival)
        outermost = _outermost(puzzle, labels, dot)
        for number, (x, y) in enumerate(outermost, len(puzzle.centers)):
            labels[y // 2][x // 2] = number
        puzzle = replace(puzzle, centers=puzzle.centers + outermost)
        added.append(outermost)
    for cells in reversed(added):
        dots = tuple(dot for dot in puzzle.centers if dot not in cells)
        fewer = replace(puzzle, centers=dots)
        if solve(fewer, 2).status == "unique":
            puzzle = fewer
    return puzzle


def _other(puzzle: Puzzle, labels: Rows) -> Rows | None:
    """Return another solution, if there is one."""
    for solution in solve(puzzle, 2).solutions:
        if (rows := solution.rows()) != labels:
            return rows
    return None


def _outermost(puzzle: Puzzle, labels: Rows, dot: int) -> tuple[Point, ...]:
    """Return the cell of a region that is farthest from the dot, and its image."""
    center = puzzle.centers[dot]
    lattice = puzzle.lattice
    layer = list(lattice.touched_cells(center))
    left = {cell for cell, one in known(labels) if one == dot}.difference(layer)
    while layer:
        last = layer[-1]
        neighbors = {cell for at in layer for cell in lattice.adjacent_cells(at)}
        layer = sorted(neighbors & left)
        left -= neighbors
    return tuple(sorted({last, mirror(center, last)}))
