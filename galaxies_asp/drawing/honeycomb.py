r"""Boards of hexagonal cells as characters.

       / \ / \
      | a ┆ A |
     / \ / ∙ / \
    | b | b |   |
     \ ∙ \ / \ /
      | B | C |
       \ / \ /

A row is half a cell to the right of the one above. Each point of the doubled grid has
a place of its own: a cell, an upright edge `|`, or a slanted edge, `/` or `\`. An edge
without a wall is `┆` or `∙`.
"""

from collections.abc import Iterable

from galaxies_asp.board.grid import Point, is_cell
from galaxies_asp.drawing.scene import Cells, Edges, Shape, Texts

_WALLS = {(0, 1): "|", (1, 0): "/", (0, 0): "\\"}
"""The wall on an edge, by the remainders of its coordinates."""
_SHADE = "░"


class Honeycomb:
    """Where the points of a board stand among characters.

    Parameters
    ----------
    points
        All points to be drawn.
    letters
        The greatest number of characters in a cell.
    """

    def __init__(self, points: Iterable[tuple[int, int]], letters: int = 3) -> None:
        self._half = -(-(letters + 1) // 4)
        every = list(points)
        self._first_line = min(y for _, y in every)
        self._lines = max(y for _, y in every) + 1 - self._first_line
        columns = [self._from_origin(point) for point in every]
        self._first, self._columns = min(columns), max(columns) - min(columns) + 1

    def _from_origin(self, point: tuple[float, float]) -> int:
        x, y = point
        return int(self._half * (2 * x + y))

    def column(self, point: tuple[float, float]) -> int:
        """Return the column of the middle of a point."""
        return self._from_origin(point) - self._first

    def points_near(self, column: int, line: int) -> list[Point]:
        """Return the points whose characters a place belongs to: a cell, or edges."""
        across = column + self._first - self._half * line
        first, rest = divmod(across, 2 * self._half)
        points = [Point(first, line)]
        if rest:
            points.append(Point(first + 1, line))
        return [point for point in points if is_cell(point)] or points

    def draw(self, shapes: Iterable[Shape], *, inner_lines: bool = True) -> list[str]:
        """Return the lines of a drawing; later shapes hide others."""
        board = [[" "] * self._columns for _ in range(self._lines)]
        for shape in shapes:
            if isinstance(shape, Edges):
                for x, y in shape.points:
                    text = _WALLS[x % 2, y % 2]
                    if shape.role == "grid":
                        text = ("┆" if text == "|" else "∙") if inner_lines else " "
                    self._write(board, (x, y), text)
            elif isinstance(shape, Cells) and shape.role == "hole":
                for place in shape.points:
                    self._write(board, place, _SHADE * 3)
            elif isinstance(shape, Texts):
                for at, text in shape.texts:
                    self._write(board, at, text)
        return ["".join(line).rstrip() for line in board]

    def _write(
        self, board: list[list[str]], place: tuple[float, float], text: str
    ) -> None:
        """Write a text with its middle at a point."""
        line = board[int(place[1]) - self._first_line]
        start = self.column(place) - (len(text) - 1) // 2
        for column, character in enumerate(text, start):
            if 0 <= column < len(line):
                line[column] = character
