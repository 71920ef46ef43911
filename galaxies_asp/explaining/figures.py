"""A hint, a step, a mistake or a reason as plain data: sentences, marks and a board.

`figure` makes the data; every output is made of it. `Figure.answer` returns the same as
a JSON object: `technique`, `head`, `sentences`, `follows`, `marks` (points with roles),
`legend`, `what_ifs` (each with its own sentences and marks), `walls` and `complete`.
Other programs, such as a browser application, need nothing else to draw it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from galaxies_asp.board.grid import Point, cell_name
from galaxies_asp.board.puzzle import Position
from galaxies_asp.drawing.coloring import region_colors
from galaxies_asp.drawing.labeled import labeled_scene, labeled_text
from galaxies_asp.drawing.marks import Mark, Role, legend, visible
from galaxies_asp.drawing.svg import paint
from galaxies_asp.explaining.because import drawn_in_words, why
from galaxies_asp.explaining.clauses import (
    Clause,
    cell_marks,
    cells,
    dots,
    edge,
    joined,
)
from galaxies_asp.explaining.hints import Hint
from galaxies_asp.explaining.instances import Asked, Rule, Target
from galaxies_asp.explaining.levels import Level, level_of
from galaxies_asp.explaining.mistakes import Mistake
from galaxies_asp.explaining.reasons import Reason
from galaxies_asp.explaining.steps import Finished, Step, drawn_after
from galaxies_asp.explaining.suppositions import WhatIf
from galaxies_asp.explaining.techniques import technique_of
from galaxies_asp.explaining.wall_words import walls_in_words, why_walls
from galaxies_asp.explaining.walls import Drawn, closed
from galaxies_asp.fast.bitboard import Bitboard

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


def figure(
    position: Position, shown: Hint | Reason, colors: Sequence[int] | None = None
) -> Figure:
    """Return the figure of a hint, a step of a walkthrough, a mistake or a reason.

    Parameters
    ----------
    position
        The board on which it is asked: for a step, the board before it.
    colors
        The colors of the dots, by default their `region_colors`.
    """
    of_dots = region_colors(position.puzzle) if colors is None else tuple(colors)
    if isinstance(shown, Finished):
        head = "The board is solved"
        if not shown.solved:
            head = "Nothing more is forced: the open cells have several solutions"
        return Figure(position, head, colors=of_dots)
    if isinstance(shown, Mistake):
        return _of_mistake(position, shown, of_dots)
    if isinstance(shown, Step):
        return _of_step(position, shown, of_dots)
    level = level_of(Bitboard(position.puzzle), shown)
    head = target_in_words(shown.target)
    marks: tuple[Mark, ...] = ()
    if shown.target.asked is not Asked.NO_SOLUTION:
        is_open = shown.target.asked is Asked.OPEN
        role = Role.OPEN if is_open else Role.TARGET
        marks = cell_marks([shown.target.at], role)
    return _with_reason(position, shown, level, head, marks, of_dots)


def target_in_words(target: Target) -> str:
    """Return what follows, as a sentence without its full stop."""
    if target.asked is Asked.NO_SOLUTION:
        return "There is no solution"
    if target.asked is Asked.CELL:
        return f"{cell_name(target.at)} belongs to {dots([target.dot])}"
    no = "no " if target.asked is Asked.OPEN else "a "
    return f"There is {no}wall between {edge(target.at)}"


def _of_step(position: Position, step: Step, colors: Sequence[int]) -> Figure:
    if step.walls:
        head = walls_in_words(step.walls)
        marks = cell_marks(step.walls, Role.WALL)
    else:
        head = _cells_in_words(step)
        marks = cell_marks(step.cells + step.images, Role.TARGET)
    before, after = position, drawn_after(position, step)
    plain = _with_reason(_visible(before), step.reason, step.level, head, marks, colors)
    found = why_walls(Drawn.on(before), step.walls) if step.walls else None
    if found is not None:
        technique, clauses = found
        texts, places = _parts(clauses)
        plain = replace(
            plain, sentences=texts, marks=marks + places, technique=str(technique)
        )
    old = closed(Drawn.on(before), before).complete()
    complete = tuple(
        dot for dot in closed(Drawn.on(after), after).complete() if dot not in old
    )
    plural = "regions of {} are" if len(complete) > 1 else "region of {} is"
    follows = (f"the {plural.format(dots(complete))} complete",) if complete else ()
    return replace(
        plain,
        position=_visible(after),
        follows=follows,
        walls=step.walls,
        complete=complete,
    )


def _cells_in_words(step: Step) -> str:
    new, who = step.cells + step.images, dots([step.target.dot])
    if step.images and len(step.images) == len(step.cells):
        head = f"{cells(step.cells)} belongs to {who}"
        return f"{head}, and so does the mirror image {cells(step.images)}"
    return f"{cells(new)} belong{'s' if len(new) == 1 else ''} to {who}"


def _visible(position: Position) -> Position:
    """Return the position with walls only where they are known."""
    if position.walls is not None or not position.has_labels:
        return position
    drawn = Drawn.on(position)
    walls = drawn.board.edges(*drawn.with_walls(*drawn.between()).walls)
    return Position(position.puzzle, walls, position.rows())


def _with_reason(
    position: Position,
    reason: Reason,
    level: Level,
    head: str,
    marks: tuple[Mark, ...],
    colors: Sequence[int],
) -> Figure:
    """Return a figure with the sentences and marks of a reason."""
    technique = technique_of(reason, level)
    found = why(Bitboard(position.puzzle), reason, technique)
    texts, places = _parts(found.lines)
    return Figure(
        position,
        head,
        texts,
        marks=marks + places,
        technique=("" if reason.target.asked is Asked.NO_SOLUTION else str(technique)),
        what_ifs=tuple(_of_what_if(position, one, colors) for one in found.what_ifs),
        colors=colors,
    )


def _of_what_if(
    position: Position,
    what_if: WhatIf,
    colors: Sequence[int],
    before: tuple[Mark, ...] = (),
) -> Figure:
    """Return the figure of a what-if, with a frame for each deduction.

    Parameters
    ----------
    before
        The marks of what a nested what-if supposes already.
    """
    supposed = (*before, *what_if.supposition.marks)
    frames = []
    marks = supposed
    for clause, inner in what_if.lines:
        nested: tuple[Figure, ...] = ()
        if inner is not None:
            nested = (_of_what_if(position, inner, colors, _deduced(supposed)),)
        frames.append(
            Figure(
                position,
                clause.text,
                marks=supposed + clause.marks,
                what_ifs=nested,
                colors=colors,
            )
        )
        marks += clause.marks
        supposed += _deduced(clause.marks)
    texts = tuple(frame.head for frame in frames)
    return Figure(
        position,
        what_if.supposition.text,
        texts,
        marks=marks,
        frames=tuple(frames),
        colors=colors,
    )


def _deduced(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    return tuple(mark for mark in marks if mark.role is Role.SUPPOSED)


def _of_mistake(position: Position, mistake: Mistake, colors: Sequence[int]) -> Figure:
    wrong = [drawn_in_words(i.rule, i.at, i.dot) for i in mistake.wrong]
    marks = tuple(Mark(at, Role.WRONG) for at in mistake.places)
    if not wrong:
        head = "The puzzle has no solution"
    elif len(wrong) == 1:
        head = f"This is wrong: {wrong[0]}"
    elif set(mistake.wrong) <= set(mistake.reason.instances):
        head = f"No solution contains all of these: {joined(wrong)}"
    else:
        head = f"These are wrong: {joined(wrong)}"
    given = [
        edge(i.at)
        for i in mistake.reason.instances
        if i.rule is Rule.WALL and i.at in position.puzzle.walls
    ]
    follows = (f"given walls are a cause: {'; '.join(given)}",) if given else ()
    level = level_of(Bitboard(position.puzzle), mistake.reason)
    plain = _with_reason(position, mistake.reason, level, head, marks, colors)
    return replace(plain, sentences=(*plain.sentences, *follows))


def _parts(
    clauses: Sequence[Clause],
) -> tuple[tuple[str, ...], tuple[Mark, ...]]:
    texts = tuple(clause.text for clause in clauses)
    return texts, tuple(mark for clause in clauses for mark in clause.marks)
