"""Verify many solutions of one puzzle at once.

`verify.rules` checks the first solution. The others are compared with it, and only
regions in which some of them differ are checked again. A plane belongs to a cell and a
dot and has one bit per solution: whether the cell belongs to the dot. The rules are
operations on planes, 64 solutions at a time.

This is separate from all other propagation because verification shares no code with
solving.
"""

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.labels import point_array
from galaxies_asp.core.board.puzzle import NO_DOT, Labels, Puzzle
from galaxies_asp.core.verifying.rules import is_solution

Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]
Words = NDArray[np.uint64]

_AT_ONCE = 2048
"""More solutions at once do not fit into the cache, and take longer."""


class ManyVerifier:
    """The verifier of one puzzle, for many batches."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.mask = puzzle.cell_mask().ravel()
        self.centers = point_array(puzzle.centers)
        self.touching = np.full(puzzle.height * puzzle.width, NO_DOT, np.int32)
        for dot, center in enumerate(puzzle.centers):
            for x, y in puzzle.lattice.touched_cells(center):
                self.touching[y // 2 * puzzle.width + x // 2] = dot
        self._right: Labels | None = None

    def judge(self, labels: Labels) -> Bools:
        """Return (n,): which of the (n, H, W) labels are solutions."""
        verdict = np.zeros(len(labels), dtype=bool)
        if self._right is None:
            right = (rows for rows in labels if is_solution(self.puzzle, rows))
            self._right = next(right, None)
        if self._right is not None:
            flat = labels.reshape(len(labels), len(self.mask))
            known = self._right.reshape(-1).astype(labels.dtype)
            for first in range(0, len(flat), _AT_ONCE):
                some = slice(first, first + _AT_ONCE)
                verdict[some] = self._compared(known, flat[some])
        return verdict

    def _compared(self, right: Labels, flat: Labels) -> Bools:
        """Return (n,): which of the (n, H * W) labels are solutions, as `right` is."""
        varying = np.flatnonzero((flat != right).any(axis=0))
        labels = np.ascontiguousarray(flat.T[varying])
        in_range = (labels >= 0) & (labels < len(self.centers))
        holes = ~self.mask[varying]
        in_range[holes] = labels[holes] == NO_DOT
        verdict: Bools = np.logical_and.reduce(in_range, axis=0)
        if varying.size and verdict.any():
            labels[:, ~verdict] = right[varying, None]
            part = _ChangedPart(self, right, labels[~holes], varying[~holes])
            verdict &= ~part.faults()[: len(flat)]
        return verdict


class _ChangedPart:
    """The cells of all regions that are not the same in all solutions.

    `cells`, `dots`: (q,) each: a cell, as its index into the flat board, and a dot that
    it has in some solution; all of them. `planes`: (q + 1, w) of 64-bit words: the
    solutions in which it has this dot. The last plane is empty and stands for a cell
    that never has the dot.
    """

    def __init__(
        self, verifier: ManyVerifier, right: Labels, labels: Labels, varying: Ints
    ) -> None:
        self.verifier, self.puzzle = verifier, verifier.puzzle
        size = len(verifier.centers)
        occurs = np.zeros(len(varying) * size, dtype=bool)
        first_of_row = size * np.arange(len(varying), dtype=np.int32)
        occurs[labels + first_of_row[:, None]] = True
        row, dots = np.divmod(np.flatnonzero(occurs), size)
        is_changed = np.zeros(size + 1, dtype=bool)
        is_changed[dots] = is_changed[right[varying]] = True
        # Cells that do not vary are labelled in the right solution as in all.
        is_constant = is_changed[right]
        is_constant[varying] = False
        constant = np.flatnonzero(is_constant)
        self.cells = np.concatenate([varying[row], constant])
        self.dots = np.concatenate([dots, right[constant]])
        self.planes = _packed(
            labels[row] == dots.astype(labels.dtype)[:, None], len(constant)
        )
        self.numbers = is_changed.cumsum() - 1
        shape = len(verifier.mask) + 1, int(is_changed.sum())
        self.place = np.full(shape, len(self.cells))
        self.place[self.cells, self.numbers[self.dots]] = np.arange(len(self.cells))

    def faults(self) -> Bools:
        """Return (64 w,): which of the solutions break a rule."""
        broken = self._asymmetric() | self._unconnected() | self._walled()
        return np.unpackbits(broken.view(np.uint8), bitorder="little").astype(bool)

    def _of_same_dot(self, rows: Ints, columns: Ints) -> Ints:
        """Return the planes of other cells and the same dots; q for cells off board."""
        puzzle = self.puzzle
        inside = (rows >= 0) & (rows < puzzle.height)
        inside &= (columns >= 0) & (columns < puzzle.width)
        cells = np.where(inside, rows * puzzle.width + columns, len(self.place) - 1)
        places: Ints = self.place[cells, self.numbers[self.dots]]
        return places

    def _asymmetric(self) -> Words:
        """Return the solutions in which a mirror image belongs to another dot."""
        rows, columns = np.divmod(self.cells, self.puzzle.width)
        x, y = self.verifier.centers[self.dots].T
        image = self._of_same_dot(y - 1 - rows, x - 1 - columns)
        return _any(self.planes[:-1] & ~self.planes[image])

    def _unconnected(self) -> Words:
        """Return the solutions with a cell that is not connected to its dot."""
        touching = self.verifier.touching[self.cells]
        planes = self.planes[:-1]
        foreign = planes[(touching != NO_DOT) & (touching != self.dots)]
        rows, columns = np.divmod(self.cells, self.puzzle.width)
        beside = [
            self._of_same_dot(rows + way * (y // 2), columns + way * (x // 2))
            for x, y in self.puzzle.lattice.steps
            for way in (1, -1)
        ]
        reached = np.zeros_like(self.planes)
        core = touching == self.dots
        reached[:-1][core] = planes[core]
        while True:
            further = reduce(np.bitwise_or, (reached[way] for way in beside))
            further = further & planes | reached[:-1]
            if np.array_equal(further, reached[:-1]):
                return _any(foreign) | _any(planes & ~further)
            reached[:-1] = further

    def _walled(self) -> Words:
        """Return the solutions in which a given wall lies inside a region."""
        broken = np.zeros(self.planes.shape[1], dtype=np.uint64)
        for wall in self.puzzle.walls:
            first, other = (
                self.planes[self.place[cell.y // 2 * self.puzzle.width + cell.x // 2]]
                for cell in self.puzzle.lattice.touched_cells(wall)
            )
            broken |= _any(first & other)
        return broken


def _packed(truth: Bools, always: int) -> Words:
    """Pack the rows of (q, n) into words of 64 bits; add full rows and an empty one."""
    q, n = truth.shape
    planes = np.zeros((q + always + 1, -(-n // 64) * 8), dtype=np.uint8)
    planes[:q, : -(-n // 8)] = np.packbits(truth, axis=1, bitorder="little")
    planes[q:-1] = 255
    return planes.view(np.uint64)


def _any(planes: Words) -> Words:
    """Return the solutions that are in any of the planes."""
    return np.asarray(np.bitwise_or.reduce(planes, axis=0))
