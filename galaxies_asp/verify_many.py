"""Verify many solutions of one puzzle at once: what they share is looked at once.

The first solution is found by `verify`. The others are compared with it, and only
regions in which some of them differ are judged again, in arrays over all of them.
"""

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.grid import touched_cells
from galaxies_asp.puzzle import NO_DOT, Labels, Puzzle
from galaxies_asp.verify import check_labels

Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]


def are_solutions(puzzle: Puzzle, labels: Labels) -> Bools:
    """Return (n,): which of the (n, H, W) labels solve the puzzle."""
    return ManyVerifier(puzzle).judge(labels)


class ManyVerifier:
    """The verifier of one puzzle, for many batches."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.mask = puzzle.cell_mask().ravel()
        self.centers = np.array(puzzle.centers, dtype=np.int64).reshape(-1, 2)
        self.touching = np.full(puzzle.height * puzzle.width, NO_DOT, np.int32)
        for dot, center in enumerate(puzzle.centers):
            for x, y in touched_cells(center):
                self.touching[y // 2 * puzzle.width + x // 2] = dot
        self._right: Labels | None = None

    def judge(self, labels: Labels) -> Bools:
        """Return (n,): which of the (n, H, W) labels are solutions."""
        verdict = np.zeros(len(labels), dtype=bool)
        flat = labels.reshape(len(labels), len(self.mask))
        if self._right is None:
            self._right = next((one for one in labels if self._is_right(one)), None)
        if self._right is None:
            return verdict
        right = self._right.reshape(-1).astype(labels.dtype)
        varying = np.flatnonzero((flat != right).any(axis=0))
        changed = flat[:, varying]
        in_range = (changed >= 0) & (changed < len(self.centers))
        expected = np.where(self.mask[varying], in_range, changed == NO_DOT)
        verdict[:] = expected.all(axis=1)
        varying = varying[self.mask[varying]]
        if varying.size:
            part = _ChangedPart(self, right, flat[verdict], varying)
            fine = part.is_symmetric() & part.is_connected() & part.has_walls()
            verdict[verdict] = fine
        return verdict

    def _is_right(self, labels: Labels) -> bool:
        return not check_labels(self.puzzle, labels)


class _ChangedPart:
    """The cells of all regions that are not the same in all solutions.

    `cells` are their k indices into the flat board, `labels` is (n, k).
    """

    def __init__(
        self, verifier: ManyVerifier, right: Labels, flat: Labels, varying: Ints
    ) -> None:
        self.verifier, self.puzzle, self.flat = verifier, verifier.puzzle, flat
        changed = np.zeros(len(self.puzzle.centers) + 1, dtype=bool)
        changed[flat[:, varying]] = True
        changed[right[varying]] = True
        # Cells that do not vary are labelled in the right solution as in all.
        is_changed = changed[right]
        is_changed[varying] = True
        self.cells = np.flatnonzero(is_changed)
        self.labels = flat[:, self.cells].astype(np.int64)
        self.rows, self.columns = np.divmod(self.cells, self.puzzle.width)

    def is_symmetric(self) -> Bools:
        """Tell whether the mirror image of every cell belongs to the same dot."""
        puzzle = self.puzzle
        centers = self.verifier.centers
        rows = centers[self.labels, 1] - 1 - self.rows
        columns = centers[self.labels, 0] - 1 - self.columns
        inside = (rows >= 0) & (rows < puzzle.height)
        inside &= (columns >= 0) & (columns < puzzle.width)
        image = np.where(inside, rows * puzzle.width + columns, 0)
        mirrored = np.take_along_axis(self.flat, image, axis=1)
        return np.asarray((inside & (mirrored == self.labels)).all(axis=1))

    def is_connected(self) -> Bools:
        """Tell whether every cell is connected to its dot."""
        n, k = self.labels.shape
        touching = self.verifier.touching[self.cells]
        proper = ((touching == NO_DOT) | (touching == self.labels)).all(axis=1)
        reached = np.zeros((n, k + 1), dtype=bool)
        reached[:, :k] = touching == self.labels
        beside = self._beside()
        padded = np.concatenate([self.labels, np.full((n, 1), -2)], axis=1)
        same = [padded[:, way] == self.labels for way in beside]
        count = -1
        while (now := int(np.count_nonzero(reached))) != count:
            count = now
            for way, alike in zip(beside, same, strict=True):
                reached[:, :k] |= reached[:, way] & alike
        return np.asarray(proper & reached[:, :k].all(axis=1))

    def _beside(self) -> list[Ints]:
        """Return for four directions the place of each cell's neighbour, k for none."""
        puzzle, k = self.puzzle, len(self.cells)
        place = np.full((puzzle.height + 2, puzzle.width + 2), k)
        place[self.rows + 1, self.columns + 1] = np.arange(k)
        return [
            place[self.rows + 1 + down, self.columns + 1 + right]
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0))
        ]

    def has_walls(self) -> Bools:
        """Tell whether the given walls divide regions."""
        kept = np.ones(len(self.flat), dtype=bool)
        for wall in self.puzzle.walls:
            one, other = (
                cell.y // 2 * self.puzzle.width + cell.x // 2
                for cell in touched_cells(wall)
            )
            kept &= self.flat[:, one] != self.flat[:, other]
        return kept
