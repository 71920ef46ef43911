"""The default encoding's program, grounded in numpy: first a fixpoint, then the rest.

`encodings/galaxies/grow.lp` lets a region grow from its dot by pairs of cells that
mirror each other. Here the same pairs are found by array operations, and what follows
at once is drawn before the solver sees it:

* a cell with one pair left takes it, and so does its mirror image;
* a pair one of whose cells is taken by another region falls;
* a pair that its dot no longer reaches through its other pairs falls.

What remains is written as the ground rules of `grow.lp`, in the solver's own text
format (aspif), which it reads faster than it takes rules one by one through its
interface.

Cells are numbered so that mirroring is a difference: rows lie 3W apart, so that no step
and no mirror image that leaves the board meets a cell, and the array of all numbers
that can occur begins `origin` before the first cell.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.grid import cell_at, describe
from galaxies_asp.puzzle import NO_DOT, Labels, Puzzle

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_FREE = -1
_BLOCKED = -2


@dataclass(frozen=True)
class GroundProgram:
    """A program equal to `grow.lp` on one puzzle.

    Attributes
    ----------
    aspif
        The rules, in aspif. Atom `i + 1` says that pair `i` is taken.
    labels
        (H, W): what is already decided, `NO_DOT` elsewhere.
    cells
        (n, 2): for each pair the two cells, as indices into the flat labels; the same
        index twice for the cell in the middle of which a dot lies.
    dots
        (n,): for each pair its dot.
    """

    aspif: str
    labels: Labels
    cells: Ints
    dots: Ints


class NoSolutionError(Exception):
    """The puzzle has no solution; the text says why, and where."""


def ground(puzzle: Puzzle) -> GroundProgram:
    """Ground the puzzle.

    Raises
    ------
    NoSolutionError
        If some cell must belong to two dots, or can belong to none.
    """
    for cell, dots in puzzle.contested_cells().items():
        names = " and ".join(f"dot {dot + 1} at {puzzle.centers[dot]}" for dot in dots)
        raise NoSolutionError(f"{names} both claim {describe(cell)}")
    pairs = _Pairs(puzzle)
    pairs.settle()
    return pairs.program()


def obstacle(puzzle: Puzzle) -> str | None:
    """Return why the puzzle has no solution, or None where that is not seen at once."""
    try:
        ground(puzzle)
    except NoSolutionError as error:
        return str(error)
    return None


class _Pairs:
    """The pairs of cells that each dot may still take; they only get fewer.

    Pairs are sorted by dot. Index `n` stands for no pair: it is never alive.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.width, self.height = puzzle.width, puzzle.height
        self.stride = 3 * self.width
        self.origin = self.height * self.stride + self.width
        self.size = 3 * self.height * self.stride
        self._place(puzzle)
        self._grow()
        self._link()
        self._wall_off(puzzle)
        self.deduced = False

    def _place(self, puzzle: Puzzle) -> None:
        """Give each dot the cells that it touches; the others are free or blocked."""
        self.owner = np.full(self.size, _BLOCKED, dtype=np.int32)
        rows = np.arange(self.height)[:, None] * self.stride + self.origin
        board = rows + np.arange(self.width)
        self.board = board.ravel()
        self.owner[board[puzzle.cell_mask()]] = _FREE
        centers = np.array(puzzle.centers, dtype=np.int64).reshape(-1, 2)
        x, y = centers[:, 0] - 1, centers[:, 1] - 1
        self.sums = x + self.stride * y + 2 * self.origin
        left, right = x // 2, (x + 1) // 2
        top, bottom = y // 2 * self.stride, (y + 1) // 2 * self.stride
        straight = self.origin + right + bottom
        crossed = self.origin + np.where(top == bottom, right + top, left + bottom)
        dots = np.arange(len(centers))
        self.core_dots = np.concatenate([dots, dots[crossed != straight]])
        self.core_cells = np.concatenate([straight, crossed[crossed != straight]])
        images = self.sums[self.core_dots] - self.core_cells
        self.owner[self.core_cells] = self.core_dots
        self.owner[images] = self.core_dots

    def _grow(self) -> None:
        """Find all pairs that each dot reaches through cells that are free.

        A pair `steps` away from the dot has neighbours only `steps - 1`, `steps` and
        `steps + 1` away, so that new pairs are compared with the last two layers only.
        """
        keys = np.sort(self.core_dots * self.size + self.core_cells)
        before = keys[:0]
        layers = [keys]
        while keys.size:
            dots, cells = np.divmod(keys, self.size)
            sums = self.sums[dots]
            found = []
            for step in (1, -1, self.stride, -self.stride):
                cell = cells + step
                image = sums - cell
                open_ = (self.owner[cell] == _FREE) & (self.owner[image] == _FREE)
                larger = np.maximum(cell[open_], image[open_])
                found.append(dots[open_] * self.size + larger)
            new = np.unique(np.concatenate(found))
            new = new[~(_contains(keys, new) | _contains(before, new))]
            before, keys = keys, new
            layers.append(new)
        self.keys = np.sort(np.concatenate(layers))
        self.dots, self.cells = np.divmod(self.keys, self.size)
        self.images = self.sums[self.dots] - self.cells

    def _link(self) -> None:
        """Index the pairs: by dot, by cell, and by the pairs beside them."""
        n = len(self.keys)
        self.alive = np.ones(n + 1, dtype=bool)
        self.alive[n] = False
        core = self.core_dots * self.size + self.core_cells
        self.core = np.searchsorted(self.keys, core)
        self.is_core = np.zeros(n, dtype=bool)
        self.is_core[self.core] = True
        self.beside = np.empty((4, n), dtype=np.int32)
        sums = self.sums[self.dots]
        for way, step in enumerate((1, -1, self.stride, -self.stride)):
            cell = self.cells + step
            self.beside[way] = self._find(self.dots, np.maximum(cell, sums - cell))
        self.first_of_dot = np.searchsorted(self.dots, np.arange(len(self.sums) + 1))
        both = np.flatnonzero(self.cells != self.images)
        where = np.concatenate([self.cells, self.images[both]])
        order = np.argsort(where, kind="stable")
        self.at_cell = np.concatenate([np.arange(n), both])[order]
        self.count = np.bincount(where, minlength=self.size)
        self.first_at_cell = np.concatenate([[0], np.cumsum(self.count)])
        self.total = np.zeros(self.size, dtype=np.int64)
        np.add.at(self.total, where, np.concatenate([np.arange(n), both]))

    def _find(self, dots: Ints, cells: Ints) -> Ints:
        """Return the index of each pair (dot, larger cell), `n` where there is none."""
        wanted = dots * self.size + cells
        index = np.searchsorted(self.keys, wanted)
        index[index == len(self.keys)] = 0
        index[self.keys[index] != wanted] = len(self.keys)
        return index

    def _wall_off(self, puzzle: Puzzle) -> None:
        """Find the pairs of one dot that a given wall keeps apart, and unlink them."""
        walls = np.array(sorted(puzzle.walls), dtype=np.int64).reshape(-1, 2)
        x, y = walls[:, 0] - 1, walls[:, 1] - 1
        this = self.origin + x // 2 + y // 2 * self.stride
        other = self.origin + (x + 1) // 2 + (y + 1) // 2 * self.stride
        this_pairs, this_walls = self._pairs_at(this)
        other_pairs, other_walls = self._pairs_at(other)
        _, ours, theirs = np.intersect1d(
            this_walls * len(self.sums) + self.dots[this_pairs],
            other_walls * len(self.sums) + self.dots[other_pairs],
            return_indices=True,
        )
        self.apart = np.stack([this_pairs[ours], other_pairs[theirs]])
        for pair, neighbor in (self.apart, self.apart[::-1]):
            for way in self.beside:
                way[pair[way[pair] == neighbor]] = len(self.keys)

    def _pairs_at(self, cells: Ints) -> tuple[Ints, Ints]:
        """Return the pairs that hold each cell, and for each the index of the cell."""
        index, of_cell = _ranges(
            self.first_at_cell[cells], self.first_at_cell[cells + 1]
        )
        return self.at_cell[index], of_cell

    def settle(self) -> None:
        """Draw what is forced until nothing more follows."""
        cells = self.board[self.owner[self.board] != _BLOCKED]
        while cells.size:
            dots = self._decide(cells)
            cells = self._drop(self._unreached(dots))

    def _decide(self, cells: Ints) -> Ints:
        """Take the pair of each cell that has one left, starting from these cells.

        Returns the dots that lost a pair.
        """
        losers = [cells[:0]]
        while cells.size:
            left = self.count[cells]
            if not left.all():
                number = int(cells[left == 0][0]) - self.origin
                row, column = divmod(number, self.stride)
                how = "after what follows at once, " if self.deduced else ""
                place = describe(cell_at(column, row))
                raise NoSolutionError(f"{how}no dot can reach {place}")
            single = cells[(left == 1) & (self.owner[cells] == _FREE)]
            pairs = np.unique(self.total[single])
            self.deduced |= bool(pairs.size)
            both = np.concatenate([self.cells[pairs], self.images[pairs]])
            self.owner[both] = np.tile(self.dots[pairs], 2)
            rivals, of_cell = self._pairs_at(both)
            rivals = rivals[
                self.alive[rivals] & (self.dots[rivals] != self.owner[both][of_cell])
            ]
            rivals = np.unique(rivals)
            losers.append(self.dots[rivals])
            cells = self._drop(rivals)
        return np.unique(np.concatenate(losers))

    def _drop(self, pairs: Ints) -> Ints:
        """Rule these pairs out; return the cells that they held."""
        self.alive[pairs] = False
        both = pairs[self.cells[pairs] != self.images[pairs]]
        where = np.concatenate([self.cells[pairs], self.images[both]])
        np.subtract.at(self.count, where, 1)
        np.subtract.at(self.total, where, np.concatenate([pairs, both]))
        return np.unique(where)

    def _unreached(self, dots: Ints) -> Ints:
        """Return the pairs of these dots that are no longer connected to their dot."""
        mine, _ = _ranges(self.first_of_dot[dots], self.first_of_dot[dots + 1])
        mine = mine[self.alive[mine]]
        reached = self._reach(mine[self.is_core[mine]], self.alive)
        return mine[~reached[mine]]

    def _reach(self, start: Ints, allowed: Bools) -> Bools:
        """Return (n + 1,): which pairs allowed ones connect to those of `start`."""
        unseen = allowed.copy()
        unseen[start] = False
        layer: NDArray[np.integer] = start
        mark = np.empty(len(unseen), dtype=np.int64)
        while layer.size:
            layer = self.beside[:, layer].ravel()
            layer = layer[unseen[layer]]
            unseen[layer] = False
            mark[layer] = np.arange(layer.size)
            layer = layer[mark[layer] == np.arange(layer.size)]
        return allowed & ~unseen

    def program(self) -> GroundProgram:
        """Write down what is not decided."""
        n = len(self.keys)
        taken = self.alive.copy()
        taken[:n] &= self.owner[self.cells] == self.dots
        facts = self._reach(self.core[self.alive[self.core]], taken)
        open_ = np.flatnonzero(self.alive & ~facts)
        atom = np.zeros(n + 1, dtype=np.int64)
        atom[open_] = np.arange(1, len(open_) + 1)
        rules = [
            "asp 1 0 0\n",
            *self._growth_rules(open_, atom, facts),
            _block("1 0 0 0 1 -%d", atom[open_[taken[open_]]]),
            *self._cell_constraints(atom),
            *self._wall_constraints(atom),
            "0\n",
        ]
        flat = np.full(self.size, NO_DOT, dtype=np.int32)
        decided = self.owner >= 0
        flat[decided] = self.owner[decided]
        index = np.zeros(self.size, dtype=np.int64)
        index[self.board] = np.arange(len(self.board))
        return GroundProgram(
            "".join(rules),
            flat[self.board].reshape(self.height, self.width),
            np.stack([index[self.cells[open_]], index[self.images[open_]]], axis=1),
            self.dots[open_],
        )

    def _growth_rules(self, open_: Ints, atom: Ints, facts: Bools) -> Iterator[str]:
        """Write that a pair may be taken where one beside it is."""
        at_fact = facts[self.beside[:, open_]].any(axis=0)
        yield _block("1 1 1 %d 0 0", atom[open_[at_fact]])
        beside = atom[self.beside[:, open_[~at_fact]]]
        heads = np.broadcast_to(atom[open_[~at_fact]], beside.shape)
        rules = np.stack([heads[beside > 0], beside[beside > 0]], axis=1)
        yield _block("1 1 1 %d 0 1 %d", rules)

    def _cell_constraints(self, atom: Ints) -> Iterator[str]:
        """Write that each cell takes exactly one of its pairs."""
        live = self.at_cell[self.alive[self.at_cell]]
        first = np.cumsum(self.count) - self.count
        for k in range(2, int(self.count.max(initial=0)) + 1):
            cells = np.flatnonzero(self.count == k)
            pairs = atom[live[first[cells][:, None] + np.arange(k)]]
            yield _block(f"1 0 0 0 {k}" + k * " -%d", pairs)
            if k == 2:
                yield _block("1 0 0 0 2 %d %d", pairs)
            else:
                yield _block(f"1 0 0 1 2 {k}" + k * " %d 1", pairs)

    def _wall_constraints(self, atom: Ints) -> Iterator[str]:
        """Write which pairs of one dot a given wall keeps apart."""
        apart = self.apart[:, self.alive[self.apart].all(axis=0)]
        for pair, other in atom[apart].T.tolist():
            # atom 0 stands for what is taken already
            literals = [atom for atom in (pair, other) if atom]
            yield " ".join(map(str, ["1 0 0 0", len(literals), *literals])) + "\n"


def _block(template: str, atoms: Ints) -> str:
    """Return one line for each row of atoms."""
    return (template + "\n") * len(atoms) % tuple(atoms.ravel().tolist())


def _contains(ordered: Ints, values: Ints) -> Bools:
    """Tell which values are in a sorted array."""
    if not ordered.size:
        return np.zeros(len(values), dtype=bool)
    index = np.searchsorted(ordered, values)
    index[index == len(ordered)] = 0
    found: Bools = ordered[index] == values
    return found


def _ranges(first: Ints, stop: Ints) -> tuple[Ints, Ints]:
    """Return the numbers of all ranges, and for each number which range it is from."""
    length = stop - first
    which = np.repeat(np.arange(len(length)), length)
    offset = np.repeat(first - (np.cumsum(length) - length), length)
    return np.arange(len(which)) + offset, which
