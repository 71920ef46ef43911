"""Figures: a board with marks, and the sentences that they illustrate, as plain data.

Every output is made of figures; `figures` makes them. `Figure.answer` returns one as
a JSON object: `technique`, `head`, `sentences`, `follows`, `marks` (points with roles),
`legend`, `what_ifs` (each with its own sentences and marks), `walls` and `complete`.
Other programs, such as a browser application, need nothing else to draw it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position
from galaxies_asp.drawing.labeled import labeled_scene, labeled_text
from galaxies_asp.drawing.marks import Mark, legend, visible
from galaxies_asp.drawing.svg import paint

Answer = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """A board with marks, and the sentences that they illustrate.

    Attributes
    ----------
    position
        The board that is drawn.
    head
        What follows, or what is wrong.
    sentences, follows
        Why, and what else follows at once: complete regions.
    technique
        The name of the technique; empty if it is no step.
    walls, complete
        The walls that the step draws, and the dots whose regions are complete then.
    what_ifs
        Suppositions that fail, each with its deductions and marks.
    frames
        Of a what-if: a figure for each deduction, with what was deduced before. A
        deduction may contain a nested what-if.
    colors
        The color of each dot, equal in all figures of a puzzle.
    """

    position: Position
    head: str
    sentences: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    technique: str = ""
    walls: tuple[Point, ...] = ()
    complete: tuple[int, ...] = ()
    what_ifs: tuple["Figure", ...] = ()
    frames: tuple["Figure", ...] = ()
    colors: Sequence[int] = field(default=(), repr=False)

    def lines(self) -> list[str]:
        """Return the sentences for people, those of what-ifs indented."""
        bullets = [f"  - {sentence}" for sentence in self.sentences]
        for what_if in self.what_ifs:
            bullets += [f"  {line}" for line in what_if.deductions("- ")]
        bullets += [f"  > {sentence}" for sentence in self.follows]
        head = f"{self.head} ({self.technique})" if self.technique else self.head
        return [f"{head}.", *bullets]

    def deductions(self, bullet: str = "") -> list[str]:
        """Return the lines of a what-if, its deductions numbered and indented."""
        lines = [f"{bullet}{self.head}:"]
        for number, frame in enumerate(self.frames, 1):
            lines.append(f"    {f'{number}. ' if self.frames[1:] else ''}{frame.head}")
            for inner in frame.what_ifs:
                lines += [f"       {line}" for line in inner.deductions()]
        return lines

    def text(self, *, color: bool = False) -> str:
        """Return the board and its legend as text."""
        colors = self.colors if color else None
        return labeled_text(self.position, self.marks, colors=colors)

    def svg(self) -> str:
        """Return the board and its legend as SVG."""
        return paint(
            labeled_scene(
                self.position, self.marks, colors=self.colors, title=self.head
            )
        )

    def _repr_html_(self) -> str:
        what_ifs = "".join(shown._repr_html_() for shown in self.what_ifs)
        items = "".join(f"<li>{escape(line)}</li>" for line in self.lines()[1:])
        head = escape(self.lines()[0])
        return f"<p><b>{head}</b></p>{self.svg()}<ul>{items}</ul>{what_ifs}"

    def answer(self) -> Answer:
        """Return the data as a JSON object; dots are counted from 0."""
        shown = visible(self.marks)
        return {
            "technique": self.technique,
            "head": self.head,
            "sentences": list(self.sentences),
            "follows": list(self.follows),
            "marks": [
                {"at": list(at), "role": str(role), "text": text}
                for at, role, text in shown
            ],
            "legend": [
                {"role": str(role), "meaning": text} for role, text in legend(shown)
            ],
            "walls": [list(wall) for wall in self.walls],
            "complete": list(self.complete),
            "what_ifs": [what_if.answer() for what_if in self.what_ifs],
            "frames": [frame.answer() for frame in self.frames],
        }
