"""The dots and the walls of a board that lies straight."""

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.images.frame import Frame, Ink

_CELL = 24
"""Pixels of a cell in which dots and walls are sought."""
_RADII = np.arange(0.11, 0.31, 0.02)
"""Of dots, in cells."""
_ANGLES = np.radians([90 * k + a for k in range(4) for a in (33, 39, 45, 51, 57)])
"""Directions without gridlines and walls."""
_SHIFTS = np.array([(x, y) for x in (-0.05, 0, 0.05) for y in (-0.05, 0, 0.05)])
"""How far a dot may lie from its point, in cells."""


def straight(frame: Frame, columns: int, rows: int) -> Ink:
    """Return the board with `_CELL` pixels for each cell, and half a cell around it."""
    u, v = ((np.arange((n + 1) * _CELL + 1) / _CELL - 0.5) / n for n in (columns, rows))
    return frame.straight(u[None, :], v[:, None])


def rings(ink: Ink, columns: int, rows: int) -> tuple[Ink, Ink]:
    """Return how dark the darkest ring around each point inside a board is, and its middle.

    Both are (2R - 1, 2C - 1), and beside the ink of what is around.
    """
    circle = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1)
    places = _SHIFTS[:, None, None] + _RADII[:, None, None] * circle
    inner, outer = _pixels(places), _pixels(0.4 * circle)
    middle = np.stack(np.meshgrid([-1, 0, 1], [-1, 0, 1]), -1).reshape(-1, 2)
    x = _CELL // 2 * np.arange(2, 2 * columns + 1)
    found = []
    for y in _CELL // 2 * np.arange(2, 2 * rows + 1):
        ring, beside, center = (
            ink[y + offset[..., 1, None], x + offset[..., 0, None]]
            for offset in (inner, outer, middle)
        )
        around = np.quantile(beside, 0.3, axis=0)
        darkest = np.quantile(ring, 0.2, axis=2).max((0, 1))
        found.append((darkest - around, center.mean(0) - around))
    ring, center = np.array(found).transpose(1, 0, 2)
    return ring, center


def lines(ink: Ink, columns: int, rows: int) -> tuple[Ink, Ink]:
    """Return how much ink the vertical and the horizontal lines have, in cells.

    They are (R, C + 1) and (C, R + 1), and measured where no dot lies.
    """
    return _upright(ink, columns, rows), _upright(ink.T, rows, columns)


def _upright(ink: Ink, columns: int, rows: int) -> Ink:
    half, reach = _CELL // 2, _CELL // 5
    x = half + _CELL * np.arange(columns + 1)
    across = np.arange(-reach, reach + 1)
    halves = []
    for share in (0.25, 0.75):
        y = half + _CELL * np.arange(rows) + round(share * _CELL)
        row = ink[y[:, None] + np.arange(-1, 2)].mean(1)
        near = row[:, x[:, None] + across]
        paper = np.maximum(near[..., :1], near[..., -1:])
        halves.append(np.clip(near - paper, 0, 1).sum(2) / _CELL)
    return np.minimum(*halves)


def _pixels(places: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.round(places * _CELL).astype(np.int64)
