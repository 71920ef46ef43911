"""Circuit Board on strips: spanning trees of the grid with degrees 1 and 3 only.

Source: G. Spahn, "Enumerating solutions to grid based puzzles with a fixed number of
rows" (2022), section 6.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress, product
from math import comb
from typing import NamedTuple

from galaxies_asp.counting.strips.lines import CHARACTERS, DOWN, LEFT, RIGHT, UP

NONE = 0

_DOT = {
    edges: CHARACTERS[sum(compress((LEFT, UP, DOWN, RIGHT), edges))]
    for edges in product((False, True), repeat=4)
}
"""The picture of a dot, by its edges to the left, up, down and to the right."""


class State(NamedTuple):
    """The state between two dots of a sweep.

    Attributes
    ----------
    beside
        For each row the tree that the edge from the left belongs to (the edge to the
        right, in the rows that are done), 0 if there is none. Trees are numbered from 1
        in the order of the rows.
    above
        The tree of the edge from above; 0 if there is none.
    """

    beside: tuple[int, ...]
    above: int = NONE


@dataclass(frozen=True)
class CircuitBoard:
    """A tree of grid edges that visits every dot; each dot has one edge or three."""

    rows: int

    @property
    def start(self) -> State:
        """There is no dot yet."""
        return State((NONE,) * self.rows)

    @property
    def end(self) -> State:
        """The tree is complete."""
        return State((), NONE)

    def accepts(self, state: State) -> bool:
        """Tell whether the tree is complete."""
        return state == self.end

    def name(self, state: State) -> str:
        """Name the rows of each tree that goes on, counted from 1."""
        if state == self.end:
            return "complete"
        rows: dict[int, list[str]] = {}
        for row, tree in enumerate(state.beside, 1):
            rows.setdefault(tree, []).append(str(row))
        trees = ("-".join(rows[tree]) for tree in sorted(rows) if tree != NONE)
        return " ".join(trees) or "start"

    def estimate(self) -> int:
        """Return the number of ways to join some of the rows by trees in the plane."""
        return 2 + sum(
            comb(self.rows, edges) * comb(2 * edges, edges) // (edges + 1)
            for edges in range(1, self.rows + 1)
        )

    def cell(self, row: int, state: State) -> Iterator[tuple[str, State]]:
        """Yield a dot's edges, given those from the left and from above.

        The number of edges is odd, so that the edge down decides the one to the right.
        """
        if state == self.end:
            return
        beside, above = state
        left = beside[row]
        if left and left == above:
            return  # both edges come from one tree: a loop
        for down in (False, True) if row < self.rows - 1 else (False,):
            right = (bool(left) + bool(above) + down) % 2 == 0
            after = self._after(row, state, down, right)
            if after is not None:
                yield _DOT[bool(left), bool(above), down, right], after

    def _after(self, row: int, state: State, down: bool, right: bool) -> State | None:
        """Return the state after a dot; None if a tree ends and others do not."""
        beside, above = state
        left = beside[row]
        tree = left or above or self.rows + 1  # a new one
        trees = [tree if other == above and above else other for other in beside]
        trees[row] = tree if right else NONE
        if not down and not right and tree not in trees:
            is_all = row == self.rows - 1 and not any(trees)
            return self.end if is_all else None
        return _numbered(trees, tree if down else NONE)


def _numbered(trees: list[int], above: int) -> State:
    """Return the state with its trees numbered in the order of the rows."""
    numbers = {NONE: NONE}
    renamed = tuple([numbers.setdefault(tree, len(numbers)) for tree in trees])
    return State(renamed, numbers.setdefault(above, len(numbers)))
