"""The candidate pairs that propagation leaves open.

Lists need no numpy, which takes longer to load than most puzzles to solve. For large
boards they are compact arrays of Python, since a list takes 36 bytes for each number.
"""

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

Ints = MutableSequence[int]


class PairLists(NamedTuple):
    """The pairs that are not decided, or decided and not yet connected to their dot."""

    labels: Ints
    """The dots of the decided cells in reading order, `NO_DOT` for others."""
    dots: Ints
    """The dot of each of n pairs."""
    cells: Ints
    images: Ints
    """Its cells, as indices into the labels; equal where the dot lies in the middle of
    a cell."""
    beside: tuple[Ints, ...]
    """One list per direction, that is two for each step of the lattice: the open pair
    of the same dot next to each pair, n where there is none."""
    supported: Sequence[bool]
    """Whether a decided and connected pair lies next to it."""
    apart: list[tuple[int, int]]
    """Two pairs of one dot of which a given wall admits at most one."""

    def of_cells(self) -> dict[int, list[int]]:
        """Return the numbers of the pairs that hold each undecided cell."""
        of_cell: dict[int, list[int]] = {}
        for pair, cells in enumerate(zip(self.cells, self.images, strict=True)):
            for cell in dict.fromkeys(cells):
                of_cell.setdefault(cell, []).append(pair)
        return of_cell

    def part(self, chosen: Sequence[int]) -> "PairLists":
        """Return the pairs of these numbers, in this order, without the others."""
        number = {old: new for new, old in enumerate(chosen)}
        m = len(chosen)
        return PairLists(
            labels=self.labels,
            dots=[self.dots[old] for old in chosen],
            cells=[self.cells[old] for old in chosen],
            images=[self.images[old] for old in chosen],
            beside=tuple(
                [number.get(way[i], m) for i in chosen] for way in self.beside
            ),
            supported=[self.supported[old] for old in chosen],
            apart=[
                (number[pair], number[other])
                for pair, other in self.apart
                if pair in number and other in number
            ],
        )
