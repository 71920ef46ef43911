"""Signs for what is excluded: a dot in a cell, a cross on an edge."""

import re
from collections.abc import Collection, Iterable, Iterator

from galaxies_asp.core.board.grid import Lattice, Place, Point, is_cell
from galaxies_asp.core.drawing import scene

_WHITE, _GRAY = "#fff", "#70747c"

_SIGN = re.compile(r"(?:\x1b\[[0-9;]*m)*(?:.|$)")
"""A character that is seen, or the end, and the codes of colors before it."""


def excluded_at(
    points: Collection[Point], lattice: Lattice, written: Collection[Place] = ()
) -> Iterator[scene.Shape]:
    """Yield the signs of a picture at some points.

    In cells where something is written, dots stand in a corner. A white outline shows
    the signs on any color.
    """
    dots = [at for at in points if is_cell(at)]
    cells = [(x + 0.65, y + 0.65) if (x, y) in written else (x, y) for x, y in dots]
    edges = (at for at in points if not is_cell(at))
    lines = [line for at in edges for line in crossed(lattice, at, 0.2)]
    for color, more in ((_WHITE, 0.06), (_GRAY, 0)):
        if cells:
            yield scene.Circles("cross", scene.Paint(color), cells, 0.16 + more)
        if lines:
            look = scene.Paint(stroke=color, width=0.12 + 2 * more, rounded=True)
            yield scene.Paths("cross", look, lines)


def crossed(lattice: Lattice, place: Place, scale: float) -> list[tuple[Place, Place]]:
    """Return two lines that cross at a place."""
    corners = lattice.polygon(place, scale)
    half = len(corners) // 2
    return [(corners[i], corners[i + half]) for i in (half - 2, half - 1)]


class Signs:
    """The characters of a drawing of squares, in which signs take the place of blanks.

    A drawing without the border of a board of squares stays as it is.
    """

    def __init__(self, text: str) -> None:
        self._rows = [_SIGN.findall(line) for line in text.splitlines()]
        seen = [[one[-1:] for one in row] for row in self._rows]
        self._top = next((y for y, row in enumerate(seen) if {*"┌┍┎┏"} & {*row}), -1)
        self._left = self._step = 0
        if self._top >= 0:
            row = enumerate(seen[self._top])
            self._left, following, *_ = (x for x, sign in row if sign not in " ┄━")
            self._step = following - self._left

    def put(self, at: Point, shift: int, sign: str, over: str) -> bool:
        """Write a sign beside the middle of a point, over some characters only."""
        if self._top < 0 or min(at) < 0:
            return False
        y, x = self._top + at[1], self._left + self._step * at[0] // 2 + shift
        if y >= len(self._rows) or x >= len(self._rows[y]):
            return False
        before = self._rows[y][x]
        is_free = before[-1:] in {*over}
        if is_free:
            self._rows[y][x] = before[:-1] + sign
        return is_free

    def exclude(self, points: Iterable[Point]) -> None:
        """Write a dot into cells, and a cross on edges."""
        for at in points:
            if not is_cell(at):
                self.put(at, 0, "×", "┄┆─│ ")
            elif not self.put(at, 0, "·", " "):
                self.put(at, 1, "·", " ")

    def __str__(self) -> str:
        return "".join(f"{''.join(row).rstrip()}\n" for row in self._rows)
