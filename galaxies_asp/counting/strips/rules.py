"""Four puzzles on strips, each defined cell by cell; see `sweep`.

Source of Ring-Ring, 2-Not-Touch and Circuit Board: G. Spahn, "Enumerating solutions to
grid based puzzles with a fixed number of rows" (2022), sections 1, 5 and 6.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb

import numpy as np

from galaxies_asp.core.board.errors import StripError
from galaxies_asp.counting.boards import frontier
from galaxies_asp.counting.strips.matrix import Bools, Indices
from galaxies_asp.counting.strips.sweep import (
    CHARACTERS,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Choice,
    Sweep,
)

_FIELD = 4
_MASK = (1 << _FIELD) - 1
"""States of Ring-Ring and Circuit Board have as many bits for each row."""


@dataclass(frozen=True)
class Rings(Sweep):
    """Outlines of rectangles that together visit every cell, and may cross.

    A cell carries at most one horizontal and one vertical strand, and a corner is both:
    so outlines share neither sides nor corners.

    A state between two cells of a sweep is a number. It has four bits for each row: one
    more than the other row of the outline whose horizontal strand enters the cell from
    the left (or leaves it, in the rows that are done), its mate; 0 if there is none.
    Then follow four bits for the vertical strand that is being drawn: one more than the
    row where it began, or 0; and one bit that says whether this strand is a right side.
    It then ends in the mate of this row.
    """

    MAX_ROWS = 14

    def accepts(self, states: Indices) -> Bools:
        """Tell whether no outline is in progress."""
        return np.equal(states, 0)

    def name(self, state: int) -> str:
        """Name the rows of the outlines in progress, counted from 1."""
        mates = [state >> _FIELD * row & _MASK for row in range(self.rows)]
        pairs = [f"{row}-{mate}" for row, mate in enumerate(mates, 1) if row < mate]
        return " ".join(pairs) or "none"

    def estimate(self) -> int:
        """Return the number of ways to pair some of the rows, or about half of it.

        With an even number of rows only about half of them occur.
        """
        with_less, pairings = 1, 1
        for rows in range(2, self.rows + 1):
            with_less, pairings = pairings, pairings + (rows - 1) * with_less
        if self.rows % 2:
            return pairings
        return (pairings + (1 << self.rows // 2)) // 2

    def cells(self, row: int, states: Indices) -> Iterator[Choice]:
        """Yield the strands of a cell, given those from the left and from above."""
        opening = _FIELD * self.MAX_ROWS
        closing = opening + _FIELD
        is_last = row == self.rows - 1
        mate, above = states >> _FIELD * row & _MASK, states >> opening & _MASK
        top = np.maximum(above - 1, 0)
        is_closing = states >> closing == 1
        is_alone, is_free = mate == 0, above == 0
        opened = states | (row + 1 << opening)
        if not is_last:
            yield "┌", is_free & is_alone, opened
        yield "─", is_free & ~is_alone, states
        yield "┐", is_free & (mate > row + 1), opened | 1 << closing
        # The strand from above goes, and the outline of its row and this one begins or
        # ends: a row is changed by what its field differs by.
        ended = states & (1 << opening) - 1
        pair = (row + 1 << _FIELD * top) | (top + 1 << _FIELD * row)
        ends = is_closing & (states >> _FIELD * top & _MASK == row + 1)
        yield "┘", ~is_free & ends, ended & ~pair
        goes_on = ~is_free & ~ends
        if not is_last:
            yield "│", goes_on & is_alone, states
            yield "┼", goes_on & ~is_alone, states
        yield "└", goes_on & ~is_closing & is_alone, ended | pair


@dataclass(frozen=True)
class Stars(Sweep):
    """`stars` in each column; stars are not neighbors in the forbidden directions.

    A state between two cells of a sweep is a number. Bit i tells whether there is a
    star in row i: of the column that is being filled, in the rows that are done, and of
    the column to the left in the others. Then follow two bits: whether there is one to
    the left of the cell above, and whether there is a column to the left.

    `rows`, `stars`: the height of the strip, and the number of stars in each column.
    `forbidden`: a subset of `NEIGHBORS`; `diagonal` is `falling` (down to the right)
    and `rising`.

    Raises `StripError` if there is no such subset, or no such number of stars.
    """

    stars: int
    forbidden: frozenset[str] = frozenset(("vertical", "horizontal", "diagonal"))

    MAX_ROWS = 60
    NEIGHBORS = ("vertical", "horizontal", "diagonal", "falling", "rising")

    def __post_init__(self) -> None:
        if unknown := sorted(self.forbidden - set(self.NEIGHBORS)):
            raise StripError(
                f"{unknown[0]!r} cannot be forbidden; known: "
                + ", ".join(self.NEIGHBORS)
            )
        if self.stars < 0:
            raise StripError(f"{self.stars} stars in a column: at least 0 are possible")
        super().__post_init__()

    def accepts(self, states: Indices) -> Bools:
        """There is at least one column: the source counts the empty board as none."""
        return states > 0

    def name(self, state: int) -> str:
        """Name the rows of the stars to the left, counted from 1."""
        rows = [str(row + 1) for row in range(self.rows) if state >> row & 1]
        return "start" if state == self.start else " ".join(rows) or "none"

    def estimate(self) -> int:
        """Return the number of ways to fill a column, and the start."""
        return comb(self.rows, self.stars) + 1

    def cells(self, row: int, states: Indices) -> Iterator[Choice]:
        """Yield an empty cell or a star, where the stars before and above allow it."""
        stars = [states >> place & 1 for place in range(self.rows + 1)]
        missing = self.stars - sum(stars[:row], np.zeros_like(states))
        room = self.rows - row
        before, forbidden = stars[-1], self.forbidden
        is_forbidden = np.zeros(len(states), dtype=bool)
        if "vertical" in forbidden and row:
            is_forbidden |= stars[row - 1] > 0
        if "horizontal" in forbidden:
            is_forbidden |= stars[row] > 0
        if forbidden & {"diagonal", "falling"}:
            is_forbidden |= before > 0
        if forbidden & {"diagonal", "rising"} and room > 1:
            is_forbidden |= stars[row + 1] > 0
        after = states - (stars[row] << row) - (before << self.rows)
        after |= stars[row] << self.rows if room > 1 else 2 << self.rows
        yield "·", missing < room, after
        possible = (missing > 0) & (missing <= room) & ~is_forbidden
        yield "★", possible, after | 1 << row


@dataclass(frozen=True)
class Trees(Sweep):
    """A tree of grid edges that visits every dot; each dot has one edge or three.

    A state between two dots of a sweep is a number. It has four bits for each row: the
    tree that the edge from the left belongs to (the edge to the right, in the rows that
    are done), 0 if there is none. Then follow four bits for the tree of the edge from
    above. Trees are numbered from 1 in this order. `END` stands for the complete tree.
    """

    MAX_ROWS = 14
    END = 1 << _FIELD * (MAX_ROWS + 1)

    def accepts(self, states: Indices) -> Bools:
        """Tell whether the tree is complete."""
        return np.equal(states, self.END)

    def name(self, state: int) -> str:
        """Name the rows of each tree that goes on, counted from 1."""
        if state == self.END:
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
        goes_on = (states != self.END) & ((left != above) | (left == 0))
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
            numbered = np.where(ends, self.END, _numbered(after))
            yield CHARACTERS[edges], is_possible, numbered


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


@dataclass(frozen=True)
class Partitions(Sweep):
    """Divisions into connected regions: Galaxies without the symmetry.

    The columns of a strip are the rows of `boards.frontier`, which knows the rules. A
    state is the index of a frontier. In the first column it is negative: -1 less the
    walls that are drawn, as a number.
    """

    MAX_ROWS = frontier.MAX_WIDTH
    start = -1
    PICTURES = "┘╴╵·"
    """What is open, by the walls of a step; its wall above is one to the left here."""

    def accepts(self, states: Indices) -> Bools:
        """Tell that a board may end anywhere."""
        return states >= self.start

    def estimate(self) -> int:
        """Return what the numbers for 1 to 7 rows grow to."""
        return int(5**self.rows)

    def cells(self, row: int, states: Indices) -> Iterator[Choice]:
        """Yield a cell that is open to the left, above, both, or neither."""
        is_first = states < 0
        walls = np.where(is_first, self.start - states, 0)
        for wall in (0, 1) if row else (1,):
            after = walls | (wall << row >> 1)
            picture = self.PICTURES[int(frontier.WALL_ABOVE) + wall]
            is_last = row == self.rows - 1
            yield picture, is_first, self._first[after] if is_last else ~after
        options = self._steps[row][:, np.maximum(states, 0)]
        for picture, targets in zip(self.PICTURES, options, strict=True):
            yield picture, ~is_first & (targets >= 0), targets

    @cached_property
    def _first(self) -> Indices:
        """The states after the first column, by its walls."""
        return frontier.first_row(self.rows).astype(np.int64)

    @cached_property
    def _steps(self) -> list[Indices]:
        """For each row, (4, n), where the options of a step lead; -1 is impossible."""
        tables = []
        states = frontier.number_of_states(self.rows)
        for step in frontier.steps(self.rows):
            lengths = np.diff(step.starts, append=len(step.codes))
            targets = np.full(4 * states, -1)
            states = len(step.starts)
            targets[step.codes] = np.repeat(np.arange(states), lengths)
            tables.append(targets.reshape(-1, 4).T)
        return tables

    @cached_property
    def _states(self) -> frontier.States:
        """The frontiers in the order of their indices."""
        return frontier.states_after_row(self.rows)

    def name(self, state: int) -> str:
        """Name the region of each row, and the pairs that must stay different."""
        if state < 0:
            return "start"
        same, differ = self._states[..., state].tolist()
        numbers: dict[int, int] = {}
        regions = [numbers.setdefault(mask, len(numbers) + 1) for mask in same]
        apart = {
            (region, other)
            for region, mask in zip(regions, differ, strict=True)
            for row, other in enumerate(regions)
            if region < other and mask >> row & 1
        }
        walls = "".join(f" {region}|{other}" for region, other in sorted(apart))
        return " ".join(map(str, regions)) + walls
