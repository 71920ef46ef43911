"""The dots and the walls of a board whose frame is known."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import SQUARE, Point, in_reading_order
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.images.frame import Frame, Ink

_CELL = 24
"""Pixels of a cell in which dots and walls are sought."""
_RADII = np.arange(0.11, 0.31, 0.02)
"""Of dots, in cells."""
_ANGLES = np.radians([90 * k + a for k in range(4) for a in (38, 45, 52)])
"""Directions without gridlines and walls."""
_SHIFTS = np.array([(x, y) for x in (-0.05, 0, 0.05) for y in (-0.05, 0, 0.05)])
"""How far a dot may lie from its point, in cells."""
_FAINTEST, _FAINT = 0.06, 0.08
"""The least ink of a dot: alone, and as a share of that of the darkest dots."""
_FILLED, _CROSSING = 0.9, 2.2
"""The ink of the middle beside that of the ring: of a black dot, of a crossing."""

_BLACK = 0.3
"""The least ink in the middle of a black dot."""
_WALL = 0.4
"""How thick walls are at least, from the thickness of other lines to the frame's."""
_SIDE = 0.55
"""The least thickness of a side of the frame nearly everywhere, beside the others."""
_TOUCHED = 0.3
"""The share of the ink that counts where walls end: dots hardly lie there."""


@dataclass(frozen=True)
class Recognized:
    """The board of a picture.

    At unsure points, a dot, its color, or a wall is nearly as likely as what was read.
    """

    position: Position
    unsure: tuple[Point, ...]


def recognized(frame: Frame, columns: int, rows: int) -> Recognized:
    """Return the board in a frame.

    Raises `NotationError` if a side of the frame is missing.
    """
    ink = _straight(frame, columns, rows)
    beside, upright = _upright(ink, columns, rows)
    below, level = (lines.T for lines in _upright(ink.T, rows, columns))
    ring = _rings(np.maximum(ink - upright - level, 0), columns, rows)
    middle = _middles(ink)
    filled = middle / np.maximum(_rings(ink, columns, rows), 0.01)
    ring[(middle > _CROSSING * ring) | (filled > _FILLED) & (middle < _BLACK)] = 0
    walls, lines = _walls(beside, below)
    touched = [end for wall in walls for end in (wall, *SQUARE.edge_ends(wall))]
    for x, y in touched:
        if 0 < x < 2 * columns and 0 < y < 2 * rows:
            ring[y - 1, x - 1] *= _TOUCHED
    least = max(_FAINTEST, _FAINT * float(np.sort(ring, axis=None)[-3:].mean()))
    around = _neighbors(ring)
    is_dot = (ring > least) & (ring > around)
    is_black = is_dot & (filled > _FILLED)
    unsure = (ring > 0.7 * least) & (ring < 1.4 * least) & (ring > around)
    unsure |= (around > 0.8 * ring) & is_dot
    unsure |= is_dot & (np.abs(filled - _FILLED) < 0.08)
    dots = _points(is_dot, 1, 1)
    puzzle = Puzzle(
        columns, rows, tuple(dots), black=frozenset(_points(is_black, 1, 1))
    )
    position = Position(puzzle, frozenset(walls) or None)
    return Recognized(
        position, tuple(in_reading_order([*_points(unsure, 1, 1), *lines]))
    )


def _points(
    mask: NDArray[np.bool_], right: int, down: int, step: int = 1
) -> list[Point]:
    """Return the points of the places in an array, whose first one is given."""
    return [
        Point(right + step * int(x), down + step * int(y)) for y, x in np.argwhere(mask)
    ]


def _straight(frame: Frame, columns: int, rows: int) -> Ink:
    """Return the board with `_CELL` pixels for each cell, and half a cell around it.

    The ink is that beside the color of each cell.
    """
    u, v = ((np.arange((n + 1) * _CELL + 1) / _CELL - 0.5) / n for n in (columns, rows))
    ink = frame.straight(u[None, :], v[:, None])
    half, inset = _CELL // 2, _CELL // 6
    cells = ink[half : -half - 1, half : -half - 1].reshape(rows, _CELL, columns, _CELL)
    inner = cells[:, inset:-inset, :, inset:-inset]
    fill = np.quantile(inner, 0.25, axis=(1, 3), keepdims=True)
    most = max(float(np.quantile(ink, 0.99)), 0.5)
    cells[:] = np.clip((cells - fill) / np.maximum(most - fill, 0.1), 0, 1)
    return ink


def _rings(ink: Ink, columns: int, rows: int) -> Ink:
    """Return the ink of the darkest ring around each inner point, (2R - 1, 2C - 1).

    The ink around each point is subtracted. The darkness of a ring is that of its
    lightest quarter.
    """
    circle = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1)
    places = _SHIFTS[:, None, None] + _RADII[:, None, None] * circle
    inner, outer = (np.round(_CELL * at).astype(int) for at in (places, 0.4 * circle))
    x = _CELL // 2 * np.arange(2, 2 * columns + 1)
    found = []
    for y in _CELL // 2 * np.arange(2, 2 * rows + 1):
        ring = ink[y + inner[..., 1, None], x + inner[..., 0, None]]
        beside = ink[y + outer[..., 1, None], x + outer[..., 0, None]]
        quarters = ring.reshape(*ring.shape[:2], 4, -1, ring.shape[-1]).mean(3)
        around = np.quantile(beside, 0.3, axis=0)
        found.append(quarters.min(2).max((0, 1)) - around)
    return np.array(found, dtype=np.float32)


def _middles(ink: Ink) -> Ink:
    """Return the ink at each inner point, (2R - 1, 2C - 1)."""
    around = np.lib.stride_tricks.sliding_window_view(ink, (3, 3))
    middles: Ink = around[_CELL - 1 : -_CELL + 1, _CELL - 1 : -_CELL + 1].mean((2, 3))
    return middles[:: _CELL // 2, :: _CELL // 2]


def _neighbors(values: Ink) -> Ink:
    """Return the largest of the eight values around each."""
    padded = np.pad(values, 1)
    around = np.lib.stride_tricks.sliding_window_view(padded, (3, 3)).copy()
    around[..., 1, 1] = 0
    most: Ink = around.max((2, 3))
    return most


def _upright(ink: Ink, columns: int, rows: int) -> tuple[Ink, Ink]:
    """Return how thick the lines beside cells are, and the ink of these lines alone.

    The thickness is (R, C + 1), in cells, as far as the line is black. A quarter of a
    line is enough to see it, since dots may hide the rest.
    """
    half, reach = _CELL // 2, _CELL // 5
    x = half + _CELL * np.arange(columns + 1)[:, None] + np.arange(-reach, reach + 1)
    shares = np.round(np.array([3, 4, 5, 6, 8, 10, 12, 14, 15, 16, 17]) * _CELL / 20)
    y = half + _CELL * np.arange(rows) + shares.astype(int)[:, None]
    near = ink[y][:, :, x]
    paper = (near[..., :2] + near[..., -2:]).mean(-1, keepdims=True) / 2
    across = np.quantile(near - paper, 0.25, axis=0)
    alone = np.zeros_like(ink)
    places = np.arange(rows * _CELL)
    alone[half + places[:, None, None], x] = np.maximum(across, 0)[places // _CELL]
    return across.sum(-1) / _CELL, alone


def _walls(beside: Ink, below: Ink) -> tuple[list[Point], list[Point]]:
    """Return the walls, given the thickness of lines, and the places of unsure ones.

    Raises `NotationError` if a side of the frame is missing.
    """
    border = (*beside.T[[0, -1]], *below[[0, -1]])
    sides = [np.median(side) for side in border]
    thinnest = [np.quantile(side, 0.2) for side in border]
    if min(thinnest) < _SIDE * max(sides):
        where = ("left", "right", "upper", "lower")[int(np.argmin(thinnest))]
        raise NotationError(f"the {where} side of the board is not in the picture")
    inner = np.concatenate([beside[:, 1:-1].ravel(), below[1:-1].ravel()])
    seen = inner[inner > 0] if (inner > 0).any() else np.zeros(1)  # dots hide others
    thin, thick = float(np.quantile(seen, 0.2)), float(np.median(sides))
    least = thin + _WALL * (max(thick, 2 * thin) - thin)
    walls, unsure = [], []
    for lines, (right, down) in ((beside[:, 1:-1], (2, 1)), (below[1:-1], (1, 2))):
        walls += _points(lines > least, right, down, 2)
        near = np.abs(lines - least) < 0.25 * (least - thin)
        unsure += _points(near, right, down, 2)
    return walls, unsure
