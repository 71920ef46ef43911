"""Figures: a board with marks, and the sentences that they illustrate, as plain data.

Every output is made of figures; `figures` makes them. `Figure.answer` returns one as
a JSON object: `technique`, `head`, `sentences`, `follows`, `marks` (points with roles),
`legend`, `what_ifs` (each with its own sentences and marks), `walls` and `complete`.
Other programs, such as a browser application, need nothing else to draw it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from galaxies_asp.core.board.answer import PRIVATE, Fields, Natural, Part, Shown
from galaxies_asp.core.board.board import Brief
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.explaining.words.clauses import Marks
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.explaining.words.levels import Method
from galaxies_asp.explaining.words.marks import (
    LegendEntry,
    Role,
    legend,
    legend_text,
    visible,
)


@dataclass(frozen=True, repr=False)
class Figure(Brief, Part):
    """A board with marks, and the sentences that they illustrate.

    A deduction in the frames of a what-if may contain a nested what-if.
    """

    has_defaults = True

    board: Known = field(metadata=PRIVATE)
    technique: Annotated[str, "Name of the technique; empty if it has none."] = field(
        default="", kw_only=True
    )
    head: Annotated[str, "The conclusion as one sentence: what follows or is wrong."]
    sentences: Annotated[tuple[str, ...], "The reasons."] = ()
    follows: Annotated[tuple[str, ...], "What else follows, and complete regions."] = ()
    marks: Annotated[Marks, "Points to highlight in a drawing."] = ()
    walls: Annotated[tuple[Point, ...], "Walls that the step draws."] = ()
    complete: Annotated[tuple[Natural, ...], "Dots whose regions are complete."] = ()
    what_ifs: Annotated[
        tuple[Figure, ...], "Assumptions of the opposite, each with its contradiction."
    ] = ()
    frames: Annotated[
        tuple[Figure, ...],
        "Of a what-if: a figure for each deduction, with what was deduced before.",
    ] = ()

    @Shown
    def legend(self) -> list[LegendEntry]:
        """Meaning of the roles of the marks."""
        return [LegendEntry(*entry) for entry in legend(visible(self.marks))]

    def fields(self) -> Fields:
        """Return the fields of the JSON object; of the marks at a point one."""
        return super().fields() | {"marks": visible(self.marks)}

    def in_brief(self) -> str:
        """Return the conclusion."""
        return self.head

    def __str__(self) -> str:
        return self.printed(set()).rstrip("\n")

    def printed(
        self,
        told: set[Role],
        *,
        is_drawn: bool = True,
        color: bool = False,
    ) -> str:
        """Return the figure as text: what follows, the board, why, and the what-ifs.

        `told`: the roles of marks that a legend has told before; those here are added.
        """

        def drawing(shown: Figure) -> str:
            if not is_drawn:
                return ""
            text = shown.text(color=color, told=told)
            told.update(mark.role for mark in shown.marks)
            return text

        return "".join(f"{line}\n" for line in self.lines(drawing))

    @property
    def reasoned(self) -> str:
        """The deduction of a frame, with its reason."""
        return ": ".join([self.head, *self.sentences])

    def lines(self, drawing: Callable[[Figure], str] = lambda _: "") -> list[str]:
        """Return the sentences for people, those of what-ifs indented.

        `drawing`: returns the board of a figure, which follows its head or its
        deductions.
        """
        is_told = self.technique in ("", Method.RULE)  # a sentence names the rule
        how = "" if is_told else f" ({self.technique})"
        lines = [f"{self.head}{how}.", *drawing(self).splitlines()]
        lines += [f"  - {sentence}" for sentence in self.sentences]
        for what_if in self.what_ifs:
            lines += [f"  {line}" for line in what_if.deductions("- ")]
            lines += [f"    {line}" for line in drawing(what_if).splitlines()]
        return [*lines, *(f"  > {sentence}" for sentence in self.follows)]

    def deductions(self, bullet: str = "") -> list[str]:
        """Return the lines of a what-if, its deductions numbered and indented."""
        lines = [f"{bullet}{self.head}:"]
        for number, frame in enumerate(self.frames, 1):
            start = f"{number}. " if self.frames[1:] else ""
            lines.append(f"    {start}{frame.reasoned}")
            for inner in frame.what_ifs:
                lines += [f"       {line}" for line in inner.deductions()]
        return lines

    @property
    def position(self) -> Any:
        """The position that is drawn, of a class of the family."""
        return self.board.position

    def on(self, position: Position) -> Figure:
        """Return the figure with another position."""
        sheet = self.board.sheet.drawn(position)
        return replace(self, board=replace(self.board, sheet=sheet))

    def text(self, *, color: bool = False, told: Collection[Role] = ()) -> str:
        """Return the board as text, and the legend of those marks that are not told."""
        colors = self.board.colors_of_dots if color else None
        drawing = self.board.text(self.marks, colors)
        if not self.board.has_legend:
            return drawing
        return f"{drawing}{legend_text(visible(self.marks), told)}"

    def svg(self) -> str:
        """Return the board and its legend as SVG.

        Raises `GalaxiesError` if the family draws none.
        """
        from galaxies_asp.core.drawing.svg import paint  # not needed for text

        return paint(self.board.scene(self.marks, self.board.colors_of_dots, self.head))

    def _repr_html_(self) -> str:
        from html import escape  # not needed for text

        head, *lines = map(escape, self.lines())
        items = "".join(f"<li>{line}</li>" for line in lines)
        what_ifs = "".join(shown._repr_html_() for shown in self.what_ifs)
        return f"<p><b>{head}</b></p>{self.svg()}<ul>{items}</ul>{what_ifs}"

    def answer(self) -> Fields:
        """Return the data as a JSON object; dots are counted from 0."""
        return self.plain()
