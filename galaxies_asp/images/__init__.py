"""Boards in images: screenshots, scans and photographs."""

from dataclasses import dataclass

import numpy as np

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.images import board, pixels
from galaxies_asp.images.frame import Ink, frame_of


@dataclass(frozen=True)
class Recognized:
    """The board of a picture.

    Attributes
    ----------
    unsure
        Points where there may be a dot although none was read, or none although one
        was, or a wall.
    """

    position: Position
    unsure: tuple[Point, ...]


DEBUG = {}
def read(data: bytes) -> Recognized:
    ink = pixels.ink_of(pixels.brightness(data))
    frame, columns, rows = frame_of(ink)
    flat = board.straight(frame, columns, rows)
    ring, center = board.rings(flat, columns, rows)
    level = np.sort(ring.ravel())[-3:].mean()
    thr = 0.4 * level
    dots = ring > thr
    padded = np.pad(ring, 1)
    near = np.max([padded[1 + j : padded.shape[0] - 1 + j, 1 + i : padded.shape[1] - 1 + i] for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j], axis=0)
    dots &= ring > near
    centers = [Point(int(x) + 1, int(y) + 1) for y, x in np.argwhere(dots)]
    black = frozenset(p for p in centers if center[p.y - 1, p.x - 1] > 0.85 * ring[p.y - 1, p.x - 1])
    up, level_ = board.lines(flat, columns, rows)
    border = np.median(np.concatenate([up[:, 0], up[:, -1], level_[:, 0], level_[:, -1]]))
    inner = np.concatenate([up[:, 1:-1].ravel(), level_[:, 1:-1].ravel()])
    g = np.quantile(inner, 0.2)
    wt = (g + border) / 2
    walls = [Point(2 * int(x), 2 * int(y) + 1) for y, x in np.argwhere(up > wt) if 0 < x < columns]
    walls += [Point(2 * int(x) + 1, 2 * int(y)) for x, y in np.argwhere(level_ > wt) if 0 < y < rows]
    DEBUG.update(ring=ring, center=center, up=up, lev=level_, g=g, border=border, level=level, dots=dots)
    puzzle = Puzzle(columns, rows, tuple(centers), black=black)
    return Recognized(Position(puzzle, frozenset(walls) or None), ())
