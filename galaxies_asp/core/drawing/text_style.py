"""How people want boards drawn as text."""

from typing import TYPE_CHECKING, NamedTuple

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle

if TYPE_CHECKING:
    from galaxies_asp.core.drawing import TextOptions


class TextStyle(NamedTuple):
    """How boards are drawn as text; None: large boards have fewer details."""

    letters: bool | None = None
    """Letters in the cells (default: on boards under 10x10; up to 26 dots)."""
    inner_lines: bool | None = None
    """Light lines between cells (default: on boards under 10x10)."""
    rulers: bool = True
    """Coordinates at the sides."""
    color: bool = False
    marks: tuple[Point, ...] = ()
    """Points of Galaxies that are marked with a cross."""

    def draw(self, position: Position) -> str:
        """Draw a position."""
        from galaxies_asp.core.drawing.text import text  # not all commands draw

        return text(position, marks=self.marks, **self._details(position))

    def draw_both(self, puzzle: Puzzle, solved: Position) -> str:
        """Draw a puzzle and its solution, side by side if the terminal is wide."""
        from galaxies_asp.core.drawing.text import side_by_side, text

        details = self._details(solved)
        drawings = text(Position(puzzle), **details), text(solved, **details)
        return side_by_side(*drawings, terminal_width())

    def _details(self, position: Position) -> "TextOptions":
        # Large boards with all details are hard to read.
        small = max(position.puzzle.width, position.puzzle.height) < 10
        return {
            "letters": small if self.letters is None else self.letters,
            "inner_lines": small if self.inner_lines is None else self.inner_lines,
            "rulers": self.rulers,
            "color": self.color,
        }


PLAIN = TextStyle(letters=None, inner_lines=None, rulers=True, color=False)
"""The usual style."""


def terminal_width() -> int:
    """Return the number of columns of the terminal; 80 if there is none."""
    import shutil

    return shutil.get_terminal_size((80, 24)).columns
