"""Circuit Board on strips: spanning trees of the grid with degrees 1 and 3 only.

Source: G. Spahn, "Enumerating solutions to grid based puzzles with a fixed number of
rows" (2022), section 6.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import comb
from typing import Any

import numpy as np

from galaxies_asp.board.errors import LimitError
from galaxies_asp.counting.strips.lines import CHARACTERS, DOWN, LEFT, RIGHT, UP
from galaxies_asp.counting.strips.matrix import Indices
from galaxies_asp.counting.strips.sweep import Choice

MAX_ROWS = 14
"""The states of more rows have no room in a word of 64 bits."""

_FIELD = 4
_MASK = (1 << _FIELD) - 1
_END = 1 << _FIELD * (MAX_ROWS + 1)
"""The tree is complete."""


@dataclass(frozen=True)
class CircuitBoard:
    """A tree of grid edges that visits every dot; each dot has one edge or three.

    A state between two dots of a sweep is a number. It has four bits for each row: the
    tree that the edge from the left belongs to (the edge to the right, in the rows that
    are done), 0 if there is none. Then follow four bits for the tree of the edge from
    above. Trees are numbered from 1 in this order.

    Raises `LimitError` if there are more than `MAX_ROWS`.
    """

    rows: int

    def __post_init__(self) -> None:
        if self.rows > MAX_ROWS:
            raise LimitError(
                f"{self.rows} rows: about {self.estimate():,} states between columns; "
                f"at most {MAX_ROWS} rows are possible"
            )

    @property
    def start(self) -> int:
        """There is no dot yet."""
        return 0

    def accepts(self, states: Any) -> Any:
        """Tell whether the tree is complete."""
        return states == _END

    def name(self, state: int) -> str:
        """Name the rows of each tree that goes on, counted from 1."""
        if state == _END:
            return "complete"
        rows: dict[int, list[str]] = {}
        for row in range(self.rows):
            rows.setdefault(state >> _FIELD * row & _MASK, []).append(str(row + 1))
        rows.pop(0, None)
        return " ".join("-".join(rows[tree]) for tree in sorted(rows)) or "start"

    def estimate(self) -> int:
        """Return the number of ways to join some of the rows by trees in the plane."""
        return 2 + sum(
            comb(self.rows, edges) * comb(2 * edges, edges) // (edges + 1)
            for edges in range(1, self.rows + 1)
        )

    def cells(self, row: int, states: Indices) -> Iterator[Choice]:
        """Yield a dot's edges, given those from the left and from above.

        The number of edges is odd, so that the edge down decides the one to the right.
        Two edges of one tree would close a loop.
        """
        trees = states >> _FIELD * np.arange(self.rows + 1)[:, None] & _MASK
        left, above = trees[row], trees[-1]
        goes_on = (states != _END) & ((left != above) | (left == 0))
        is_last = row == self.rows - 1
        for has_left, has_above, down in product((0, 1), (0, 1), (0, 1)[: 2 - is_last]):
            right = 1 - (has_left + has_above + down) % 2
            is_possible = goes_on & ((left > 0) == has_left)
            is_possible &= (above > 0) == has_above
            old = left if has_left else above
            tree = old if has_left or has_above else np.full_like(old, self.rows + 1)
            after = np.where((trees == above) & (above > 0), tree, trees)
            after[row], after[-1] = tree * right, tree * down
            # A tree that ends is the only one, and ends with the board.
            ends = ~(after == tree).any(axis=0)
            is_possible &= ~ends | (is_last and ~after.any(axis=0))
            edges = LEFT * has_left + UP * has_above + DOWN * down + RIGHT * right
            yield CHARACTERS[edges], is_possible, np.where(ends, _END, _numbered(after))


def _numbered(trees: Indices) -> Indices:
    """Return states, from (rows + 1, n) trees, which are numbered in this order."""
    state = np.arange(trees.shape[1])
    numbers = np.zeros((_MASK + 1, len(state)), dtype=np.int64)
    used = np.zeros_like(state)
    result = np.zeros_like(state)
    for place, tree in enumerate(trees):
        is_new = (tree > 0) & (numbers[tree, state] == 0)
        used += is_new
        numbers[tree[is_new], state[is_new]] = used[is_new]
        result |= numbers[tree, state] << _FIELD * place
    return result
