"""Where the board lies in an image, and how many cells it has.

The frame of a board is a connected dark line around it. A straight line is fitted to
each of its sides; their four crossings give the projection (homography) from the board
to the image. Lines between cells are found in the board that this makes straight.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.verifying.regions import components

Ink = NDArray[np.float32]
"""(H, W): how much darker a pixel is than the paper around it, from 0 to 1."""
Places = NDArray[np.float64]
"""(..., 2): places x, y in an image, whose pixels have their middles at integers."""

SMALLEST_CELL = 8
"""Smaller cells, in pixels, are not recognized."""
_DARK = 0.12
"""Frames are darker than this."""
_FAINTEST = 0.004
"""The darkness of the lines between cells, in the mean of a line."""
_COARSE = 500
"""The longer side of the image in which connected lines are sought."""
_DASHES = 6
"""Pixels over which dashed lines look like others."""
_SAMPLES = 200
"""Of each side of a frame."""


@dataclass(frozen=True)
class Frame:
    """The corners (4, 2) of a board in an image: clockwise from the left upper one."""

    ink: Ink
    corners: Places

    @property
    def sides(self) -> tuple[float, float]:
        """The mean width and height in pixels."""
        lengths = np.linalg.norm(self.corners - np.roll(self.corners, -1, 0), axis=1)
        return (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2

    @cached_property
    def _projection(self) -> Places:
        """(3, 3): from the unit square to the image."""
        rows = []
        for (u, v), (x, y) in zip(_SQUARE, self.corners, strict=True):
            rows.append([u, v, 1, 0, 0, 0, -u * x, -v * x])
            rows.append([0, 0, 0, u, v, 1, -u * y, -v * y])
        solved = np.linalg.solve(np.array(rows), self.corners.ravel())
        return np.append(solved, 1.0).reshape(3, 3)

    def straight(self, across: Places, down: Places) -> Ink:
        """Return the ink at places, from (0, 0), left and above, to (1, 1)."""
        u, v = np.broadcast_arrays(across, down)
        x, y, w = np.einsum(
            "ij,j...->i...", self._projection, np.stack([u, v, u * 0 + 1])
        )
        return sampled(self.ink, np.stack([x / w, y / w], axis=-1))

    def cells(self) -> tuple[int, int] | None:
        """Return the numbers of columns and rows; None if no lines divide the frame."""
        width, height = (max(2, round(side)) for side in self.sides)
        u, v = (np.linspace(0, 1, n + 1) for n in (width, height))
        ink = self.straight(u[None, :], v[:, None])
        scores = _regularity(ink), _regularity(ink.T)
        pairs = {
            (n, m): min(columns, rows)
            for n, columns in scores[0].items()
            for m, rows in scores[1].items()
            if abs(np.log(width * m / (height * n))) < 0.15
        }
        best = max(pairs.values(), default=0.0)
        if best < _FAINTEST:
            return None
        most = max(pair for pair in pairs if pairs[pair] > best / 5)
        return most if width > SMALLEST_CELL * most[0] else None


_SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=float)


def _profile(ink: Ink, beside: int) -> Ink:
    """Return the ink of upright lines; dots on less than half of one do not count.

    It is that beside the ink at a distance, so that colors of cells do not count.
    The means of short stretches are taken first, so that lines may be dashed.
    """
    left, right = (np.roll(ink, way, axis=1) for way in (beside, -beside))
    darker = np.clip(ink - np.maximum(left, right), 0, _DARK / 2)
    total = np.cumsum(np.pad(darker, ((1, 0), (0, 0))), axis=0)
    means = (total[_DASHES:] - total[:-_DASHES]) / _DASHES
    profile: Ink = np.quantile(means, 0.3, axis=0)
    return profile


def _regularity(ink: Ink) -> dict[int, float]:
    """Return how dark the lines between equal cells are, for each number of cells.

    A number divides a side if there is a line at the end of nearly every cell.
    """
    size, found = ink.shape[1] - 1, {}
    profiles: dict[int, Ink] = {}
    for number in range(2, size // 4):
        cell = size / number
        apart = max(3, 2 ** int(np.log2(cell / 5)))
        if apart not in profiles:
            profiles[apart] = _profile(ink, apart)
        profile = profiles[apart]
        lines = np.arange(1, number) * cell
        near = max(1, int(cell * 0.06))
        at = np.round(lines[:, None] + np.arange(-near, near + 1)).astype(int)
        between = np.array([-0.35, -0.25, 0.25, 0.35]) * cell
        beside = profile[np.round(lines[:, None] + between).astype(int)]
        darker = profile[at].max(1) - np.median(beside, axis=1)
        found[number] = float(np.quantile(darker, 0.15))
    return found


def sampled(ink: Ink, places: Places) -> Ink:
    """Return the ink between pixels (bilinear); 0 outside the image."""
    padded = np.pad(ink, 1)
    height, width = padded.shape
    x = np.clip(places[..., 0] + 1, 0, width - 1.001)
    y = np.clip(places[..., 1] + 1, 0, height - 1.001)
    left, top = x.astype(np.int64), y.astype(np.int64)
    right, below = (x - left).astype(np.float32), (y - top).astype(np.float32)
    upper = padded[top, left] * (1 - right) + padded[top, left + 1] * right
    lower = padded[top + 1, left] * (1 - right) + padded[top + 1, left + 1] * right
    return np.asarray(upper * (1 - below) + lower * below, dtype=np.float32)


def frames(ink: Ink) -> Iterator[Frame]:
    """Yield what may be the frames of boards, the largest first."""
    step = max(1, -(-max(ink.shape) // _COARSE))
    height, width = (-(-side // step) * step for side in ink.shape)
    padded = np.zeros((height, width), bool)
    padded[: ink.shape[0], : ink.shape[1]] = ink > _DARK + min(
        float(np.median(ink)), 0.5
    )
    squares = padded.reshape(height // step, step, width // step, step)
    blocks: NDArray[np.bool_] = np.any(squares, axis=(1, 3))
    if step == 1:  # a thin line that is not level has gaps
        blocks[1:] |= blocks[:-1].copy()
        blocks[:, 1:] |= blocks[:, :-1].copy()
    links = [blocks[:, 1:] & blocks[:, :-1], blocks[1:] & blocks[:-1]]
    names = components(links)
    large = np.flatnonzero(np.bincount(names[blocks]) >= 2 * SMALLEST_CELL)
    found = []
    for name in large[np.argsort(-np.bincount(names[blocks])[large])][:50]:
        rows, columns = np.nonzero(names == name)
        found.append((np.ptp(rows) * np.ptp(columns), name))
    for _, name in sorted(found, reverse=True)[:5]:
        mine = np.repeat(np.repeat(names == name, step, 0), step, 1) & padded
        y, x = np.nonzero(mine)
        diagonals = (-x - y, x - y, x + y, y - x)
        rough = np.array([(x[i], y[i]) for i in map(np.argmax, diagonals)], dtype=float)
        ends = zip(rough, np.roll(rough, -1, axis=0), strict=True)
        sides = [side for start, end in ends if (side := _side(ink, start, end))]
        if len(sides) == 4:
            corners = [_crossing(sides[i - 1], sides[i]) for i in range(4)]
            yield Frame(ink, np.array(corners))


Line = tuple[Places, Places]
"""A place on a line, and its direction."""


def _side(ink: Ink, start: Places, end: Places) -> Line | None:
    """Return the straight line along the middle of a side; None if there is none."""
    length = float(np.linalg.norm(end - start))
    if length < 2 * SMALLEST_CELL:
        return None
    along = (end - start) / length
    inward = np.array([-along[1], along[0]])
    reach = max(4.0, 0.02 * length)
    depths = np.arange(-reach, reach, 0.5)
    share = np.linspace(0.03, 0.97, _SAMPLES)
    origins = start + share[:, None] * (end - start)
    dark = sampled(ink, origins[:, None] + depths[:, None] * inward)
    is_line = dark > np.maximum(dark.max(1, keepdims=True) / 2, _DARK / 2)
    first = is_line.argmax(1)
    over = ~is_line & (np.arange(len(depths)) > first[:, None])
    last = np.where(over.any(1), over.argmax(1), len(depths))
    index = np.arange(len(depths))
    weights = dark * ((index >= first[:, None] - 2) & (index < last[:, None] + 2))
    depth = (weights * depths).sum(1) / np.maximum(weights.sum(1), 1e-6)
    good = is_line.any(1)
    for _ in range(4):
        if good.sum() < _SAMPLES / 2:
            return None
        slope, offset = np.polyfit(share[good], depth[good], 1)
        apart = np.abs(depth - slope * share - offset)
        good = is_line.any(1) & (apart <= max(0.5, 2.5 * float(np.median(apart[good]))))
    middle = start + offset * inward
    return middle, along * length + slope * inward


def _crossing(one: Line, other: Line) -> Places:
    (start, along), (begin, beside) = one, other
    share = np.linalg.solve(np.stack([along, -beside], axis=1), begin - start)[0]
    crossing: Places = start + share * along
    return crossing


def frame_of(ink: Ink) -> tuple[Frame, int, int]:
    """Return the frame of the only board of an image, its columns and its rows.

    Raises `NotationError` if there is none, or if there are several.
    """
    found: list[tuple[Frame, int, int]] = []
    for frame in frames(ink):
        middle = frame.corners.mean(0)
        is_inner = any(_is_inside(other, middle) for other, *_ in found)
        if not is_inner and (cells := frame.cells()):
            found.append((frame, *cells))
    if not found:
        needed = f"a frame, lines between cells, and {SMALLEST_CELL} pixels a cell"
        fault = f"no whole board is recognized in the picture, which needs {needed}"
        raise NotationError(f"{fault}; type its rows, as in 'o . .'")
    if len(found) > 1:
        fault = f"the picture shows {len(found)} boards; cut out one of them"
        raise NotationError(fault)
    return found[0]


def _is_inside(frame: Frame, place: Places) -> bool:
    low, high = frame.corners.min(0), frame.corners.max(0)
    return bool((low < place).all() and (place < high).all())
