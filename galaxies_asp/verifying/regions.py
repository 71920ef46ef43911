"""Regions of a board that walls divide: connected components in numpy."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import SQUARE, Lattice, Point
from galaxies_asp.board.puzzle import Puzzle

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Links = list[Bools]
"""For each step of a lattice, whether it connects two cells; see `components`."""

Array = TypeVar("Array", Bools, Ints)


def sides(board: Array, step: Point) -> tuple[Array, Array]:
    """Return two views of an (H, W) array: the cells before a step, and those after.

    The step leads from each cell of the first view to the one at its place in the
    second.
    """
    height, width = board.shape
    right, down = step.x // 2, step.y // 2
    before, after = max(0, -right), max(0, right)
    return (
        board[: height - down, before : width - after],
        board[down:, after : width - before],
    )


def components(links: Links, lattice: Lattice = SQUARE) -> Ints:
    """Return the connected components of the cells of a board.

    Parameters
    ----------
    links
        For each step of the lattice, shaped as its `sides`: whether it connects two
        cells.

    Returns
    -------
    (H, W): for each cell the smallest index, in reading order, in its component.
    """
    height, width = len(links[0]), links[1].shape[1]
    index = np.arange(height * width, dtype=np.int32).reshape(height, width)
    first, other = linked(links, index, lattice)
    root = index.ravel()
    while first.size:
        # Each root takes over the smaller root of a neighbor; then all links are
        # shortened until every cell points to its root.
        np.minimum.at(root, np.maximum(first, other), np.minimum(first, other))
        while not np.array_equal(root, above := root[root]):
            root = above
        first, other = root[first], root[other]
        apart = first != other
        first, other = first[apart], other[apart]
    return root.reshape(height, width)


def linked(links: Links, values: Ints, lattice: Lattice) -> tuple[Ints, Ints]:
    """Return the values, from an (H, W) array, of both sides of all links."""
    pairs = [sides(values, step) for step in lattice.steps]
    ends = zip(*pairs, strict=True)
    first, other = (
        np.concatenate([view[link] for view, link in zip(end, links, strict=True)])
        for end in ends
    )
    return first, other


def same_label(puzzle: Puzzle, labels: NDArray[np.int32]) -> Links:
    """Return which neighbors have equal labels, as `components` takes them."""
    links = []
    for step, is_inside in zip(puzzle.lattice.steps, _inside(puzzle), strict=True):
        first, other = sides(labels, step)
        links.append((first == other) & is_inside)
    return links


def not_walled(puzzle: Puzzle, walls: frozenset[Point]) -> Links:
    """Return which neighbors no wall separates, as `components` takes them."""
    links, lattice = _inside(puzzle), puzzle.lattice
    kinds = [(x // 2 % 2, y // 2 % 2) for x, y in lattice.steps]
    number = {(1 - right, 1 - down): i for i, (right, down) in enumerate(kinds)}
    for wall in walls:
        x, y = lattice.touched_cells(wall)[0]
        link = number[wall.x % 2, wall.y % 2]
        row, column = y // 2, x // 2 - max(0, -lattice.steps[link].x // 2)
        rows, columns = links[link].shape
        if 0 <= row < rows and 0 <= column < columns:  # others lie on the border
            links[link][row, column] = False
    return links


def _inside(puzzle: Puzzle) -> Links:
    """Return for each step of the lattice whether it leads from a cell to a cell."""
    mask = puzzle.cell_mask()
    pairs = (sides(mask, step) for step in puzzle.lattice.steps)
    return [first & other for first, other in pairs]
