"""Possible places of dots, and the extent of their regions, if few dots are removed.

A region cannot contain a cell that another dot touches, unless that dot is removed.
Few changes therefore exclude most places and cells, which keeps the program small.
"""

from collections.abc import Iterator
from dataclasses import replace

from galaxies_asp.board.grid import Point, mirror
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.fast.bitboard import Bitboard, Bits

EXACT = 2
"""With more dots to remove than this, all of them count as removable."""


class Reach:
    """The pairs of cells that dots can reach.

    Parameters
    ----------
    puzzle
        The puzzle before the changes.
    places
        Where dots may lie, its own dots among them; no place is on or at the rim of a
        hole.
    movable
        The dots that may be removed or moved.

    Raises `PuzzleError` if the board is too large for a `Bitboard`.
    """

    def __init__(
        self, puzzle: Puzzle, places: tuple[Point, ...], movable: frozenset[Point]
    ) -> None:
        bare = replace(
            puzzle, centers=places, black=frozenset(), walls=frozenset(), name=""
        )
        self._board = Bitboard(bare)
        core = dict(zip(places, self._board.core, strict=True))
        self._movable = {dot: core[dot] for dot in puzzle.centers if dot in movable}
        self._fixed = {dot: core[dot] for dot in puzzle.centers if dot not in movable}

    def candidates(self, removals: int) -> Iterator[tuple[Point, Point]]:
        """Yield the pairs that are reached if at most so many dots are removed.

        Each is the smaller of two mirrored cells, and the place of the dot. A place
        that no dot can take has none.
        """
        for index, place in enumerate(self._board.puzzle.centers):
            for cell in self._board.points(self._reached(index, place, removals)):
                if cell <= mirror(place, cell):
                    yield cell, place

    def _reached(self, index: int, place: Point, removals: int) -> Bits:
        core = self._board.core[index]
        others = {dot: at for dot, at in self._movable.items() if dot != place}
        free = self._board.cells
        for dot, at in self._fixed.items():
            if dot != place:
                free &= ~at
        if core & ~free:
            return 0
        if removals > EXACT:
            return self._spread(index, free)
        gone = frozenset(dot for dot, at in others.items() if at & core)
        if len(gone) > removals:
            return 0
        reached, seen, open_ = 0, {gone}, [gone]
        while open_:
            gone = open_.pop()
            allowed = free
            for dot, at in others.items():
                if dot not in gone:
                    allowed &= ~at
            region = self._spread(index, allowed)
            reached |= region
            if len(gone) == removals:
                continue
            rim = self._board.beside(region) & self._board.cells & ~region
            rim |= self._board.mirrored(index, rim)
            for dot, at in others.items():
                more = gone | {dot}
                if at & rim and more not in seen:
                    seen.add(more)
                    open_.append(more)
        return reached

    def _spread(self, index: int, free: Bits) -> Bits:
        board, core = self._board, self._board.core[index]
        return board.flood(core, core | (free & board.mirrored(index, free)))
