"""The candidate pairs that propagation leaves open, as arrays."""

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.puzzle import Labels, Puzzle
from galaxies_asp.fast.lists import PairLists

Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class OpenPairs:
    """The pairs that are not decided, or decided and not yet connected to their dot.

    Attributes
    ----------
    labels
        (H, W): the dots of the decided cells, `NO_DOT` elsewhere. They solve the puzzle
        where no pair is open.
    dots
        (n,): the dot of each pair.
    cells, images
        (n,): its cells, as indices into the flat labels; equal where the dot lies in
        the middle of a cell.
    beside
        (d, n): the open pairs of the same dot next to it in each direction, n where
        there is none.
    supported
        (n,): whether a decided and connected pair lies next to it.
    apart
        (k, 2): pairs of one dot of which a given wall admits at most one.
    """

    labels: Labels
    dots: Ints32
    cells: Ints32
    images: Ints32
    beside: Ints32
    supported: Bools
    apart: Ints

    @classmethod
    def of_lists(cls, puzzle: Puzzle, lists: PairLists) -> "OpenPairs":
        """Return the pairs of lists."""
        labels = np.array(lists.labels, dtype=np.int32)
        return cls(
            labels=labels.reshape(puzzle.height, puzzle.width),
            dots=np.array(lists.dots, dtype=np.int32),
            cells=np.array(lists.cells, dtype=np.int32),
            images=np.array(lists.images, dtype=np.int32),
            beside=np.array(lists.beside, dtype=np.int32),
            supported=np.array(lists.supported, dtype=bool),
            apart=np.array(lists.apart, dtype=np.int64).reshape(-1, 2),
        )

    def lists(self) -> PairLists:
        """Return the pairs as lists."""
        return PairLists(
            labels=_ints(self.labels),
            dots=_ints(self.dots),
            cells=_ints(self.cells),
            images=_ints(self.images),
            beside=tuple(map(_ints, self.beside)),
            supported=self.supported.tolist(),
            apart=[(one, other) for one, other in self.apart.tolist()],
        )

    def part(self, chosen: NDArray[np.intp], supported: Bools) -> "OpenPairs":
        """Return some of the pairs alone.

        Parameters
        ----------
        chosen
            (m,): their indices, ascending.
        supported
            (m,): whether a decided and connected pair lies next to them by now.
        """
        n, m = len(self.dots), len(chosen)
        number = np.full(n + 1, m, dtype=np.int32)
        number[chosen] = np.arange(m)
        apart = number[self.apart]
        return OpenPairs(
            labels=self.labels,
            dots=self.dots[chosen],
            cells=self.cells[chosen],
            images=self.images[chosen],
            beside=number[self.beside[:, chosen]],
            supported=supported,
            apart=apart[(apart < m).all(axis=1)].astype(np.int64),
        )


def _ints(numbers: Ints32) -> "array[int]":
    return array("i", numbers.tobytes())
