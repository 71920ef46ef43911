"""Colors of regions: few, and different for neighbors.

The regions form a planar graph, which always has a vertex of degree at most five.
Removing such vertices one by one, and coloring in the reverse order, needs at most six
colors. Disconnected regions may need more.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.grid import touched_cells
from galaxies_asp.board.labels import point_array
from galaxies_asp.board.puzzle import NO_DOT, Labels, Position
from galaxies_asp.drawing.palette import (
    GRAYS,
    INK,
    KNOWN,
    PAPER,
    TENTAI_SHOW,
    Shading,
    tint,
)
from galaxies_asp.verifying.regions import components, not_walled


def colors(position: Position) -> Labels | None:
    """Return the (H, W) colors of the regions, `NO_DOT` outside them.

    If there are both black and white dots, regions have the colors of their dots.
    None if nothing is drawn.
    """
    areas = regions(position)
    if areas is None:
        return None
    puzzle = position.puzzle
    if not 0 < len(puzzle.black) < len(puzzle.centers):
        return coloring(areas)
    result: Labels = np.full(areas.shape, NO_DOT, dtype=np.int32)
    for x, y in puzzle.centers:
        area = areas[(y - 1) // 2, (x - 1) // 2]
        if area != NO_DOT:
            result[areas == area] = INK if (x, y) in puzzle.black else PAPER
    return result


def dot_colors(position: Position) -> list[int]:
    """Return the color of each dot's region in a position; 0 where it has none."""
    given = colors(position)
    cells = [touched_cells(center)[0] for center in position.puzzle.centers]
    if given is None:
        return [0] * len(cells)
    return [max(int(given[cell.y // 2, cell.x // 2]), 0) for cell in cells]


def fills(
    position: Position, shading: Shading, of_dots: Sequence[int] | None = None
) -> dict[str, NDArray[np.bool_]]:
    """Return the (H, W) mask of the cells with each fill `#rrggbb`.

    Parameters
    ----------
    of_dots
        The color of each dot, for the labels; by default neighbors get different ones.
    """
    given = colors(position)
    if of_dots is not None and position.labels is not None:
        given = np.array([*of_dots, NO_DOT], dtype=np.int32)[position.labels]
    if given is None:
        return {}
    if shading == "known":
        return {KNOWN: given != NO_DOT}
    masks: dict[str, NDArray[np.bool_]] = {}
    for color in np.unique(given[given != NO_DOT]).tolist():
        fill = tint(color).web
        if shading == "grays" and color not in TENTAI_SHOW:
            fill = GRAYS[color % len(GRAYS)]
        masks[fill] = masks.get(fill, False) | (given == color)
    return masks


def regions(position: Position) -> Labels | None:
    """Return the (H, W) numbers of the regions, `NO_DOT` outside them.

    The regions are the labels or, without labels, the areas enclosed by walls around
    exactly one dot. None if nothing is drawn.
    """
    if position.labels is not None:
        return position.labels
    if position.walls is None:
        return None
    return _parts_with_one_dot(position)


def _parts_with_one_dot(position: Position) -> Labels:
    puzzle = position.puzzle
    parts = components(*not_walled(puzzle, position.inner_walls()))
    height, width = parts.shape
    dots = point_array(puzzle.centers)
    # a dot touches the parts of the cells around it, up to four
    rows = np.stack([(dots[:, 1] - i) // 2 for i in (0, 0, 1, 1)], axis=1)
    columns = np.stack([(dots[:, 0] - i) // 2 for i in (0, 1, 0, 1)], axis=1)
    touched = parts[rows, columns]
    count = np.bincount(touched[:, 0], minlength=height * width)
    torn = (touched != touched[:, :1]).any(axis=1)
    count[touched[torn]] = 0
    numbers = np.where(count == 1, np.arange(height * width), NO_DOT)
    result: Labels = numbers[parts].astype(np.int32)
    result[~puzzle.cell_mask()] = NO_DOT
    return result


def coloring(labels: Labels) -> Labels:
    """Return the (H, W) colors, counted from 0, of (H, W) labels; `NO_DOT` stays."""
    known = labels != NO_DOT
    numbers = np.unique(labels[known])
    indices = np.where(known, np.searchsorted(numbers, labels), NO_DOT)
    given = _colors(_adjacency(indices, len(numbers)))
    result: Labels = np.array([*given, NO_DOT], dtype=np.int32)[indices]
    return result


def _adjacency(indices: NDArray[np.int64], count: int) -> list[list[int]]:
    """Return the neighbors of each of the regions 0 to count - 1."""
    beside = np.stack([indices[:, :-1].ravel(), indices[:, 1:].ravel()])
    below = np.stack([indices[:-1].ravel(), indices[1:].ravel()])
    one, other = np.concatenate([beside, below, beside[::-1], below[::-1]], axis=1)
    apart = (one != other) & (one != NO_DOT) & (other != NO_DOT)
    codes = np.unique(one[apart] * count + other[apart])
    begins = np.searchsorted(codes, np.arange(count + 1) * count).tolist()
    others = (codes % max(count, 1)).tolist()
    return [others[begin:end] for begin, end in pairwise(begins)]


def _colors(adjacency: list[list[int]]) -> list[int]:
    """Assign to each region the least used color that no neighbor has."""
    given = [NO_DOT] * len(adjacency)
    used = [0] * 5  # usually enough
    for region in reversed(_smallest_first(adjacency)):
        taken = {given[other] for other in adjacency[region]}
        free = [color for color in range(len(used)) if color not in taken]
        if free:
            color = min(free, key=used.__getitem__)
        else:
            color = len(used)
            used.append(0)
        given[region] = color
        used[color] += 1
    return given


def _smallest_first(adjacency: list[list[int]]) -> list[int]:
    """Order the regions so that each has few neighbors among the later ones."""
    degree = [len(others) for others in adjacency]
    waiting: list[list[int]] = [[] for _ in range(max(degree, default=0) + 1)]
    for region in reversed(range(len(adjacency))):
        waiting[degree[region]].append(region)
    order: list[int] = []
    taken = [False] * len(adjacency)
    least = 0
    while len(order) < len(adjacency):
        if not waiting[least]:
            least += 1
            continue
        region = waiting[least].pop()
        if taken[region] or degree[region] != least:
            continue  # an outdated entry: the degree has changed since
        taken[region] = True
        order.append(region)
        for other in adjacency[region]:
            if not taken[other]:
                degree[other] -= 1
                waiting[degree[other]].append(other)
                least = min(least, degree[other])
    return order
