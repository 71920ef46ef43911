"""All symmetric connected regions that contain the first cell of a shape.

A shape is a set of cells that are not divided yet. The region of its first cell
contains an image of this cell, which determines the center of symmetry. From there the
region grows by pairs of a cell and its image; each pair is taken or excluded, so that
every region is found exactly once. All shapes grow at the same time.

This is separate from `fast.propagation` because it enumerates regions of many boards
without dots, as arrays of words, and because counting is independent of solving.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import Point
from galaxies_asp.counting.boards.word_board import Sets, WordBoard, bit_index, lowest

Index = NDArray[np.intp]

MAX_GROWING = 1 << 19
"""So many regions grow at the same time; more would need more memory."""

_ONE = np.uint64(1)


@dataclass(frozen=True)
class Regions:
    """Regions of shapes: `cells[i]` is a region of the shape number `shape[i]`."""

    shape: Index
    cells: Sets


class _Seeds(NamedTuple):
    """Where growth starts: shape, the cells that may be taken, and the first two.

    `center_sum` is the sum of bit indices that the half turn keeps; `needed` are the
    cells that the region must contain.
    """

    shape: Index
    center_sum: Sets
    needed: Sets
    room: Sets
    cells: Sets


def regions_at(
    board: WordBoard, shapes: Sets, first: int, *, around_center: bool = True
) -> Iterator[Regions]:
    """Yield, in parts, all symmetric connected regions of shapes that hold a cell.

    Parameters
    ----------
    shapes
        (n,): sets of cells that all contain the cell `first`.
    first
        The index of the bit of that cell.
    around_center
        Whether a region must contain the cells around its center. A connected
        symmetric region that does not surrounds other cells ("toroidal").
    """
    row, column = divmod(first, board.width)
    start = _ONE << np.uint64(first)
    parts = []
    for image in range(board.height * board.width):
        image_row, image_column = divmod(image, board.width)
        center = Point(column + image_column + 1, row + image_row + 1)
        needed = board.touched(center) if around_center else np.uint64(0)
        cells = start | (_ONE << np.uint64(image))
        parts.append(_seeds(board, shapes, center, cells, needed))
    seeds = _Seeds(*map(np.concatenate, zip(*parts, strict=True)))
    yield from _grown(board, seeds, around_center)


def regions_around(board: WordBoard, shapes: Sets, center: Point) -> Iterator[Regions]:
    """Yield, in parts, all symmetric connected regions of shapes that hold a center."""
    touched = board.touched(center)
    yield from _grown(board, _seeds(board, shapes, center, touched, touched), True)


def _grown(board: WordBoard, seeds: _Seeds, around_center: bool) -> Iterator[Regions]:
    """Yield, in parts, the regions that grow from seeds."""
    stack = [(np.arange(len(seeds.shape)), seeds.room, seeds.cells)]
    while stack:
        seed, room, cells = stack.pop()
        if len(seed) > MAX_GROWING:
            half = len(seed) // 2
            stack.append((seed[half:], room[half:], cells[half:]))
            stack.append((seed[:half], room[:half], cells[:half]))
            continue
        candidates = board.neighbors(cells) & room & ~cells
        grows = candidates != 0
        done = np.flatnonzero(~grows)
        yield from _complete(board, seeds, seed[done], cells[done], around_center)
        seed, room, cells = seed[grows], room[grows], cells[grows]
        if not len(seed):
            continue
        single = lowest(candidates[grows])
        pair = single | (_ONE << (seeds.center_sum[seed] - bit_index(single)))
        may_leave = np.flatnonzero((pair & seeds.needed[seed]) == 0)
        stack.append(
            (
                np.concatenate([seed, seed[may_leave]]),
                np.concatenate([room, (room & ~pair)[may_leave]]),
                np.concatenate([cells | pair, cells[may_leave]]),
            )
        )


def _seeds(
    board: WordBoard, shapes: Sets, center: Point, cells: np.uint64, needed: np.uint64
) -> _Seeds:
    """Return the shapes in which a region about a center may have some cells."""
    required = cells | needed
    index = np.flatnonzero((shapes & required) == required)
    room = shapes[index] & board.mirrored(shapes[index], center)
    room = board.component(np.full(len(index), cells), room)
    reachable = np.flatnonzero((room & required) == required)
    n = len(reachable)
    return _Seeds(
        index[reachable],
        np.full(n, board.mirror_sum(center), dtype=np.uint64),
        np.full(n, needed),
        room[reachable],
        np.full(n, cells),
    )


def _complete(
    board: WordBoard, seeds: _Seeds, seed: Index, cells: Sets, around_center: bool
) -> Iterator[Regions]:
    """Yield those of the full-grown sets that are regions."""
    needed = seeds.needed[seed]
    is_region = (cells & needed) == needed
    if not around_center and len(seed):
        # Pairs are connected to pairs, but the two halves may be apart.
        is_region &= board.component(lowest(cells), cells) == cells
    kept = np.flatnonzero(is_region)
    if kept.size:
        yield Regions(seeds.shape[seed[kept]], cells[kept])
