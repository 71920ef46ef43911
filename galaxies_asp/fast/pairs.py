"""The candidate pairs that propagation leaves open."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.grid import Point, describe, dot_name
from galaxies_asp.puzzle import Labels, Puzzle

Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Bools = NDArray[np.bool_]


class NoSolutionError(Exception):
    """The puzzle has no solution; the text states why, and where."""

    @classmethod
    def of_cell(cls, cell: Point, propagated: bool) -> "NoSolutionError":
        """Return the error for a cell without a candidate, at first or later."""
        when = "after propagation, " if propagated else ""
        return cls(f"{when}no dot can reach {describe(cell)}")

    @classmethod
    def of_contested_cell(cls, puzzle: Puzzle) -> "NoSolutionError":
        """Return the error for a puzzle in which several dots touch one cell."""
        cell, dots = next(iter(puzzle.contested_cells().items()))
        names = " and ".join(
            f"dot {dot_name(dot)} at {puzzle.centers[dot]}" for dot in dots
        )
        return cls(f"{names} both claim {describe(cell)}")


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
        (4, n): the open pairs of the same dot next to it, n where there is none.
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
