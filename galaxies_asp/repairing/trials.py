"""Small changes tried one by one under the standard rules.

Propagation on bit sets refutes nearly all changed puzzles of a setter at once, so that
every change at a cost of 1 can be tried; the others are solved. Where all were tried
and none is a repair, every repair costs more. Then pairs of added dots are tried.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.fixpoint import settled
from galaxies_asp.repairing.changes import (
    Allowed,
    Change,
    Kind,
    changed,
    contested,
    is_next,
)
from galaxies_asp.repairing.rivals import drawable
from galaxies_asp.solving.result import Result

_CELLS = 2500
"""The largest board on which changes are tried."""

_SOLVED = 50_000
"""The cells of the boards that are solved; nothing is tried after that."""

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

    Attributes
    ----------
    number
        The number of puzzles that were tried.
    is_complete
        Whether all were tried that were asked for.
    """

    def __init__(
        self, puzzle: Puzzle, allowed: Allowed, solved: Callable[[Puzzle], Result]
    ) -> None:
        self.number = 0
        self.is_complete = puzzle.width * puzzle.height <= _CELLS
        self._puzzle, self._solved = puzzle, solved
        self._kinds = {kind for kind, weight in allowed.weights.items() if weight == 1}
        self._free = [dot for dot in puzzle.centers if dot not in allowed.kept]
        edges = puzzle.lattice.edge_ends
        self._points = set(puzzle.places()) - {*puzzle.centers, *puzzle.walls}
        self._points -= {end for wall in puzzle.walls for end in edges(wall)}
        self._left = _SOLVED

    def doubles(self) -> Iterator[Solution]:
        """Try to remove dots that touch the same cell as another."""
        double = contested(self._puzzle)
        if Kind.REMOVE in self._kinds:
            changes = (Change(Kind.REMOVE, dot) for dot in self._free if dot in double)
            yield from self._tried((change,) for change in changes)

    def singles(self) -> Iterator[Solution]:
        """Try every other change at a cost of 1."""
        yield from self._tried((change,) for change in self._singles())

    def _singles(self) -> Iterator[Change]:
        puzzle, kinds = self._puzzle, self._kinds
        double = contested(puzzle)
        if Kind.ADD in kinds:
            yield from (Change(Kind.ADD, point) for point in sorted(self._points))
        for dot in self._free:
            if Kind.MOVE in kinds:
                near = sorted(point for point in self._points if is_next(dot, point))
                yield from (Change(Kind.MOVE, dot, point) for point in near)
            if Kind.REMOVE in kinds and dot not in double:
                yield Change(Kind.REMOVE, dot)
        if Kind.ERASE in kinds:
            yield from (Change(Kind.ERASE, wall) for wall in sorted(puzzle.walls))
        if Kind.DRAW in kinds:
            edges = drawable(puzzle, set(puzzle.edges()) - puzzle.walls)
            yield from (Change(Kind.DRAW, edge) for edge in sorted(edges))

    def pairs(self) -> Iterator[Solution]:
        """Try pairs of added dots, if one dot costs 1."""
        if Kind.ADD in self._kinds and not contested(self._puzzle):
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
            change = Change(Kind.ADD, point)
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
            board = Bitboard(puzzle)
            if board.is_contested:
                continue
            try:
                settled(board)
            except NoSolutionError:
                continue
            self._left -= puzzle.width * puzzle.height
            self.is_complete = self._left >= 0
            result = self._solved(puzzle)
            if result.status == "unique":
                yield result.solutions[0]
