"""Colours for regions: few of them, and never the same for two neighbours.

The regions of a division of the plane make a planar graph. Such a graph always has a
vertex with at most five neighbours; taking these away one after the other, and giving
out colours in the opposite order, needs at most six colours. Labels that are no
division into connected regions may need more.
"""

from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.grid import Point
from galaxies_asp.puzzle import NO_DOT, Labels, Position


class Tint(NamedTuple):
    """One colour of the palette: `#rrggbb`, and one like it of xterm's 256."""

    web: str
    xterm: int


PALETTE = (
    Tint("#9fccf4", 117),  # blue
    Tint("#fdf7c4", 229),  # yellow
    Tint("#f3cbe6", 225),  # pink
    Tint("#addaa6", 151),  # green
    Tint("#f4bf8b", 216),  # orange
    Tint("#c4c8ce", 251),  # grey
    Tint("#c8f5ee", 158),  # aqua
    Tint("#b7a6e6", 147),  # violet
)
"""Light, so that black dots and letters can be read on them. The first five, which a
solution seldom exceeds, differ in the eyes of colour-blind readers too."""

GREYS = ("#ffffff", "#d9d9d9", "#ececec", "#c6c6c6", "#f6f6f6", "#e2e2e2", "#cfcfcf")
"""The same for print: dots and walls stand out on each of them."""

KNOWN = "#e2e2e2"
"""All regions, where it matters only which cells have one."""

Shading = Literal["colors", "greys", "known"]
"""How regions are filled: with colours, so that no two neighbours have the same; with
greys in the same way; or all with one grey, so that it is seen where there is none. The
first two show the picture instead, where there are black and white dots."""

INK, PAPER = 1000, 1001
"""The colours of regions with a black and with a white dot, where there are both."""
_TENTAI_SHOW = {INK: Tint("#7d828c", 245), PAPER: Tint("#ffffff", 231)}


def tint(color: int) -> Tint:
    """Return the tint of a colour; further colours than tints use these again."""
    return _TENTAI_SHOW.get(color) or PALETTE[color % len(PALETTE)]


def colors(position: Position) -> Labels | None:
    """Return for each cell the colour of its region, `NO_DOT` for none.

    Where there are black and white dots, regions have the colours of their dots, so
    that they show the picture which the puzzle may be made of. None if nothing is
    drawn.
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


def fills(position: Position, shading: Shading) -> dict[str, NDArray[np.bool_]]:
    """Return for each fill, as `#rrggbb`, an (H, W) array of the cells that have it."""
    given = colors(position)
    if given is None:
        return {}
    if shading == "known":
        return {KNOWN: given != NO_DOT}
    masks: dict[str, NDArray[np.bool_]] = {}
    for color in np.unique(given[given != NO_DOT]).tolist():
        fill = tint(color).web
        if shading == "greys" and color not in _TENTAI_SHOW:
            fill = GREYS[color % len(GREYS)]
        masks[fill] = masks.get(fill, False) | (given == color)
    return masks


def regions(position: Position) -> Labels | None:
    """Return for each cell the number of its region, `NO_DOT` for none.

    The regions are the labels; or, without labels, the parts that the drawn walls cut
    out around exactly one dot each. None if nothing is drawn.
    """
    if position.labels is not None:
        return position.labels
    if position.walls is None:
        return None
    return _parts_with_one_dot(position)


def _parts_with_one_dot(position: Position) -> Labels:
    parts = _parts(position)
    height, width = parts.shape
    dots = np.array(position.puzzle.centers, dtype=np.int64).reshape(-1, 2)
    # a dot touches the parts of the cells around it, up to four
    rows = np.stack([(dots[:, 1] - i) // 2 for i in (0, 0, 1, 1)], axis=1)
    columns = np.stack([(dots[:, 0] - i) // 2 for i in (0, 1, 0, 1)], axis=1)
    touched = parts[rows, columns]
    count = np.bincount(touched[:, 0], minlength=height * width)
    torn = (touched != touched[:, :1]).any(axis=1)
    count[touched[torn]] = 0
    numbers = np.where(count == 1, np.arange(height * width), NO_DOT)
    result: Labels = numbers[parts].astype(np.int32)
    result[~position.puzzle.cell_mask()] = NO_DOT
    return result


def _parts(position: Position) -> NDArray[np.int64]:
    """Return for each cell the smallest index of a cell that it is connected with.

    Every round joins each part with its smallest neighbour and follows the chains of
    references to their ends, so that few rounds are needed.
    """
    mask = position.puzzle.cell_mask()
    pairs = _open_pairs(mask, position.inner_walls())
    root = np.arange(mask.size)
    while True:
        ends = root[pairs]
        low, high = ends.min(axis=1), ends.max(axis=1)
        if np.array_equal(low, high):
            return root.reshape(mask.shape)
        np.minimum.at(root, high, low)
        while not np.array_equal(root, root[root]):
            root = root[root]


def _open_pairs(mask: NDArray[np.bool_], walls: frozenset[Point]) -> NDArray[np.int64]:
    """Return the pairs of neighbouring cells without a wall between them."""
    beside, below = mask[:, :-1] & mask[:, 1:], mask[:-1] & mask[1:]
    for x, y in walls:
        if x % 2:
            below[y // 2 - 1, x // 2] = False
        else:
            beside[y // 2, x // 2 - 1] = False
    cells = np.arange(mask.size).reshape(mask.shape)
    return np.concatenate(
        [
            np.stack([cells[:, :-1][beside], cells[:, 1:][beside]], axis=1),
            np.stack([cells[:-1][below], cells[1:][below]], axis=1),
        ]
    )


def coloring(labels: Labels) -> Labels:
    """Return for each cell the colour of its region, from 0; `NO_DOT` stays.

    Parameters
    ----------
    labels
        For each cell the number of its region, which is not negative, or `NO_DOT`.
    """
    known = labels != NO_DOT
    numbers = np.unique(labels[known])
    indices = np.where(known, np.searchsorted(numbers, labels), NO_DOT)
    given = _colors(_adjacency(indices, len(numbers)))
    result: Labels = np.array([*given, NO_DOT], dtype=np.int32)[indices]
    return result


def _adjacency(indices: NDArray[np.int64], count: int) -> list[list[int]]:
    """Return the neighbours of each of the regions 0 to count - 1."""
    beside = np.stack([indices[:, :-1].ravel(), indices[:, 1:].ravel()])
    below = np.stack([indices[:-1].ravel(), indices[1:].ravel()])
    one, other = np.concatenate([beside, below, beside[::-1], below[::-1]], axis=1)
    apart = (one != other) & (one != NO_DOT) & (other != NO_DOT)
    codes = np.unique(one[apart] * count + other[apart])
    begins = np.searchsorted(codes, np.arange(count + 1) * count).tolist()
    others = (codes % max(count, 1)).tolist()
    return [others[begin:end] for begin, end in pairwise(begins)]


def _colors(adjacency: list[list[int]]) -> list[int]:
    """Give out colours; of those that are free, the one that is used least."""
    given = [NO_DOT] * len(adjacency)
    used = [0] * 5  # five suffice nearly always
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
    """Order the regions so that each has few neighbours among the later ones."""
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
            continue  # it waits elsewhere with the degree that it has now
        taken[region] = True
        order.append(region)
        for other in adjacency[region]:
            if not taken[other]:
                degree[other] -= 1
                waiting[degree[other]].append(other)
                least = min(least, degree[other])
    return order
