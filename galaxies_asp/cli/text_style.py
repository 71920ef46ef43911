"""How boards are drawn as text."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position

if TYPE_CHECKING:
    from galaxies_asp.families.family import Family


class TextStyle(NamedTuple):
    """How boards are drawn as text."""

    letters: bool | None
    inner_lines: bool | None
    rulers: bool
    color: bool

    def draw(
        self,
        position: Any,
        marks: Iterable[Point] = (),
        family: "Family | None" = None,
    ) -> str:
        """Draw a position of any family; of Galaxies, with crosses on some points."""
        if family is not None:
            return family.written(position, color=self.color)
        details = self._details(position)
        from galaxies_asp.drawing.text import text

        return text(position, color=self.color, marks=marks, **details)

    def draw_beside_puzzle(self, position: Position) -> str:
        """Draw the puzzle and the position, side by side if the terminal is wide."""
        from galaxies_asp.drawing.text import puzzle_and_solution

        return puzzle_and_solution(
            position,
            width=terminal_width(),
            color=self.color,
            **self._details(position),
        )

    def _details(self, position: Position) -> dict[str, bool]:
        # Large boards with all details are hard to read.
        small = max(position.puzzle.width, position.puzzle.height) < 10
        return {
            "letters": small if self.letters is None else self.letters,
            "inner_lines": small if self.inner_lines is None else self.inner_lines,
            "rulers": self.rulers,
        }


def terminal_width() -> int:
    """Return the number of columns of the terminal; 80 if there is none."""
    import shutil

    return shutil.get_terminal_size((80, 24)).columns
