"""A board of Galaxies, as commands and the page take it.

Little is imported before it is needed: most commands begin with such a board.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any, cast

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.answer import ABSENT
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.facts import program
from galaxies_asp.core.board.grid import in_reading_order
from galaxies_asp.core.board.puzzle import Position, Puzzle, Solution, label_rows
from galaxies_asp.core.board.variants import MORE_THAN_LABELS

if TYPE_CHECKING:
    from galaxies_asp.core.drawing import Format
    from galaxies_asp.core.drawing.scene import Scene
    from galaxies_asp.core.drawing.text_style import TextStyle
    from galaxies_asp.core.verifying.violations import Violation
    from galaxies_asp.solving.answers import SolveAnswer
    from galaxies_asp.solving.result import Possibilities, Result

MOST_ON_A_SHEET = 400
"""At most this many boards are drawn in one picture."""


@dataclass(frozen=True)
class GalaxiesSheet:
    """A position of Galaxies with its name; see `Sheet` for other families.

    Attributes
    ----------
    metadata
        The other fields of the JSON object of the puzzle, if they were read.
    """

    name: str
    position: Position
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position) -> "GalaxiesSheet":
        """Return a position under the name of its puzzle, if it has one."""
        return cls(position.puzzle.name, position)

    @property
    def family_name(self) -> None:
        """None."""

    @property
    def is_attempt(self) -> bool:
        """Whether something is drawn."""
        return self.position.is_attempt

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.position.puzzle

    @property
    def board(self) -> Position:
        """The position."""
        return self.position

    @property
    def remark(self) -> str:
        """A line about a solution for people: none."""
        return ""

    @property
    def walls_in_words(self) -> str:
        """How the walls of a puzzle without an attempt are read."""
        if self.is_attempt or not self.puzzle.walls:
            return ""
        return (
            "its walls are read as given; to draw walls of your own, add a second "
            "board to the right of the puzzle"
        )

    def drawn(self, position: Position | Solution) -> "GalaxiesSheet":
        """Return the puzzle with what is drawn on it."""
        if isinstance(position, Solution):
            position = position.position()
        return replace(self, position=position)

    @property
    def blank(self) -> "GalaxiesSheet":
        """The puzzle with nothing drawn on it."""
        return self.drawn(Position(self.puzzle))

    def under(self, rules: Rules) -> "GalaxiesSheet":
        """Return the board with the variants and the declared clues of rules."""
        puzzle = rules.puzzle(self.puzzle)
        if puzzle is self.puzzle:
            return self
        return self.drawn(Position(puzzle, self.position.walls, self.position.rows()))

    def declared(self, rules: Rules) -> "GalaxiesSheet":
        """Return the board with its clues as rules declare them, for drawings."""
        is_plain = rules == STANDARD and not self.puzzle.variants
        return self if is_plain or not self.puzzle.clues else self.under(rules)

    def violations(self, rules: Rules = STANDARD) -> "Sequence[Violation]":
        """Return the rules that are broken by what is drawn."""
        from galaxies_asp.solving.judging import judge_position

        return judge_position(self.position, rules)

    def judgment(self) -> list[str]:
        """Return in words what no drawing mends, or how many regions are complete."""
        from galaxies_asp.core.verifying.progress import progress

        return progress(self.position).in_words(len(self.puzzle.centers))

    def text(self, style: "TextStyle") -> str:
        """Return a drawing for people."""
        return style.draw(self.position)

    def text_with(self, solved: "GalaxiesSheet", style: "TextStyle") -> str:
        """Return a drawing of the puzzle and of its solution."""
        return style.draw_both(self.puzzle, solved.position)

    def scene(self, title: str = "", **style: Any) -> "Scene":
        """Return a drawing for paper."""
        from galaxies_asp.core.drawing.position import scene_of

        return scene_of(self.position, title=title, **style)

    def map_of(self, possible: "Possibilities") -> "Scene":
        """Return a drawing of forced cells and walls, and of the candidates."""
        from galaxies_asp.families.galaxies.possibilities import possible_scene

        return possible_scene(possible)

    def picture(
        self, format_: str, rules: Rules | None = None, width: int | None = None
    ) -> str | bytes:
        """Return a picture in one of the formats of `drawing`.

        Parameters
        ----------
        rules
            Mark the places where what is drawn breaks them.
        width
            Pixels of a PNG.
        """
        from galaxies_asp.core.drawing import render

        broken = self.violations(rules) if rules and self.is_attempt else ()
        marks = [place for violation in broken for place in violation.places]
        options = {"width": width} if format_ == "png" else {}
        return render(self.position, cast("Format", format_), marks=marks, **options)

    @property
    def facts(self) -> str:
        """The facts of the puzzle, as encodings read them."""
        return program(self.puzzle)

    def plain(self) -> dict[str, Any]:
        """Return the board as an object of the notation `json`."""
        fields: dict[str, Any] = json.loads(self.written("json"))
        return fields

    @property
    def size(self) -> tuple[int, int, int]:
        """The sort key by size: the number of cells, then height and width."""
        height, width = self.puzzle.height, self.puzzle.width
        return width * height, height, width

    @property
    def notations(self) -> Sequence[str]:
        """The notations that may hold the board."""
        from galaxies_asp.notation import NOTATIONS

        return [notation.name for notation in NOTATIONS]

    def written(self, notation: str) -> str:
        """Return the board in a notation."""
        from galaxies_asp.notation import write

        return write(self.position, notation)

    def omitted(self, notation: str) -> Sequence[str]:
        """Return what the notation leaves out."""
        from galaxies_asp.core.notation import Part
        from galaxies_asp.core.verifying.rules import verify
        from galaxies_asp.notation import omitted

        left_out = omitted(self.position, notation)
        if Part.LABELS in left_out and not verify(self.position):
            left_out.remove(Part.LABELS)  # the walls of a solution imply them
        return left_out

    def fields(self, solution: Solution) -> dict[str, Any]:
        """Return the dots of the cells, and where the rules have more, the rest."""
        fields: dict[str, Any] = {"labels": label_rows(solution.rows())}
        if self.puzzle.variants & MORE_THAN_LABELS:
            fields["hidden"] = solution.puzzle.centers[len(self.puzzle.centers) :]
            fields["loose_walls"] = in_reading_order(solution.loose)
        return fields

    def packed(self, solutions: Sequence[Solution]) -> bytes:
        """Return the labels (n, H, W) and the dots as arrays in the format of numpy."""
        import numpy as np

        shape = (-1, self.puzzle.height, self.puzzle.width)
        labels = np.array([solution.labels for solution in solutions])
        centers = np.array(self.puzzle.centers).reshape(-1, 2)
        data = BytesIO()
        np.savez_compressed(data, labels=labels.reshape(shape), centers=centers)
        return data.getvalue()

    def all_drawn(self, solutions: Sequence[Solution]) -> str:
        """Return all solutions in one SVG."""
        from galaxies_asp.core.drawing.svg import sheet_svg

        if len(solutions) > MOST_ON_A_SHEET:
            raise GalaxiesError(
                f"a sheet holds at most {MOST_ON_A_SHEET} solutions; limit them with -n"
            )
        return sheet_svg([solution.position() for solution in solutions])

    def answer(self, result: "Result", confirmed_by: str | None) -> "SolveAnswer":
        """Return the answer to a search for solutions as JSON."""
        from galaxies_asp.solving.answers import SolveAnswer

        shown = len(self.puzzle.centers)
        hidden = [solution.puzzle.centers[shown:] for solution in result.solutions]
        loose = [in_reading_order(solution.loose) for solution in result.solutions]
        return SolveAnswer.about(
            *(self.name, result),
            width=self.puzzle.width,
            height=self.puzzle.height,
            solutions=[label_rows(solution.rows()) for solution in result.solutions],
            hidden=hidden if any(hidden) else None,
            loose_walls=loose if any(loose) else None,
            reason=result.reason or ABSENT,
            confirmed_by=confirmed_by,
        )
