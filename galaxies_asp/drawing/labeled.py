"""A board for people to read beside sentences: every dot and cell has its name.

          c1  c2  c3
        ┏━━━┯━━━┯━━━┓
     r1 ┃ a ┆ A ┆[a]┃
        ┗━━━┷━━━┷━━━┛

A cell is wide enough for the name of each dot and a mark around it. The lower case of
the name of a dot fills the cells that are known to belong to it.
"""

from collections.abc import Iterable, Sequence

from galaxies_asp.board.grid import Point, cell_at, dot_name, is_cell, is_edge
from galaxies_asp.board.puzzle import NO_DOT, Position
from galaxies_asp.drawing.marks import EDGES, STYLES, Mark, legend_text, visible
from galaxies_asp.drawing.palette import tint
from galaxies_asp.drawing.text import paint
from galaxies_asp.notation.boxes import (
    HEAVY_LEVEL,
    HEAVY_UPRIGHT,
    JUNCTIONS,
    LIGHT_LEVEL,
    LIGHT_UPRIGHT,
    SHADE,
    arms,
)

_SPACES = 3
"""The columns of a cell beside the name of a dot: its edge, and two for a mark."""


def labeled_text(
    position: Position,
    marks: Iterable[Mark] = (),
    *,
    colors: Sequence[int] | None = None,
) -> str:
    """Return the position with rulers, names, marks and their legend.

    Parameters
    ----------
    colors
        The color of each dot's region; None for a drawing without colors.
    """
    shown = visible(marks)
    board = _Board(position)
    for dot, center in enumerate(position.puzzle.centers):
        board.write(center, dot_name(dot))
    for mark in shown:
        board.mark(mark)
    return board.text(colors) + legend_text(shown)


class _Board:
    """The characters of a board."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.puzzle = puzzle = position.puzzle
        self.room = len(dot_name(max(len(puzzle.centers) - 1, 0)))
        self.pitch = _SPACES + self.room
        self.lines = self._lines()
        self.names = {c: dot_name(dot) for dot, c in enumerate(puzzle.centers)}
        for cell in puzzle.cells():
            dot = self._label(cell)
            if dot != NO_DOT:
                self.names.setdefault(cell, dot_name(dot).lower())
                self.write(cell, self.names[cell])

    def _label(self, cell: Point) -> int:
        rows = self.position.rows()
        return NO_DOT if rows is None else rows[cell.y // 2][cell.x // 2]

    def _lines(self) -> list[list[str]]:
        level, upright = arms(self.position)
        height, width = len(upright), len(level[0])
        lines = []
        for y in range(2 * height + 1):
            line = ""
            for x in range(2 * width + 1):
                row, column = y // 2, x // 2
                if y % 2 == 0 and x % 2 == 0:
                    up = upright[row - 1][column] if row else 0
                    down = upright[row][column] if row < height else 0
                    left = level[row][column - 1] if column else 0
                    right = level[row][column] if column < width else 0
                    line += JUNCTIONS[27 * up + 9 * left + 3 * right + down]
                elif y % 2 == 0:
                    kind = (" ", LIGHT_LEVEL, HEAVY_LEVEL)[level[row][column]]
                    line += kind * (self.pitch - 1)
                elif x % 2 == 0:
                    line += (" ", LIGHT_UPRIGHT, HEAVY_UPRIGHT)[upright[row][column]]
                else:
                    has_cell = self.puzzle.has_cell(Point(x, y))
                    line += (" " if has_cell else SHADE) * (self.pitch - 1)
            lines.append(list(line))
        return lines

    def write(self, point: Point, text: str) -> None:
        """Write a text with its middle at a point."""
        column = point.x * self.pitch // 2 - (len(text) - 1) // 2
        if self.pitch % 2 and len(text) % 2:
            column += point.x % 2
        line = self.lines[point.y]
        for index, character in enumerate(text, column):
            if 0 <= index < len(line):
                line[index] = character

    def mark(self, mark: Mark) -> None:
        """Draw a mark around the name at its point."""
        if is_edge(mark.at) and mark.role in EDGES:
            level, upright = EDGES[mark.role]
            is_level = mark.at.x % 2
            self.write(mark.at, level * (self.pitch - 1) if is_level else upright)
            return
        style = STYLES[mark.role]
        text = mark.text or self.names.get(mark.at) or self._bare(mark.at)
        self.write(mark.at, style.before + text + style.after)

    def _bare(self, point: Point) -> str:
        column = point.x * self.pitch // 2
        return " " if is_cell(point) else self.lines[point.y][column]

    def text(self, colors: Sequence[int] | None) -> str:
        """Return the board with rulers."""
        margin = len(f"r{self.puzzle.height} ")
        names = (f"c{i + 1}" for i in range(self.puzzle.width))
        ruler = "".join(f"{name:^{self.pitch}}" for name in names)
        lines = [(" " * (margin + 1) + ruler).rstrip()]
        for y, line in enumerate(self.lines):
            head = f"r{y // 2 + 1} " if y % 2 else ""
            lines.append(f"{head:>{margin}}{self._painted(y, line, colors)}")
        return "\n".join(lines) + "\n"

    def _painted(self, y: int, line: list[str], colors: Sequence[int] | None) -> str:
        if colors is None or y % 2 == 0:
            return "".join(line)
        text = line[0]
        for column in range(self.puzzle.width):
            start = column * self.pitch + 1
            inside = "".join(line[start : start + self.pitch - 1])
            dot = self._label(cell_at(column, y // 2))
            text += inside if dot == NO_DOT else paint(inside, tint(colors[dot]))
            text += line[start + self.pitch - 1]
        return text
