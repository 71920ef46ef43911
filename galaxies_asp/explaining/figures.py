"""From a hint, a step, a mistake or a reason to its figure."""

from collections.abc import Sequence
from dataclasses import replace

from galaxies_asp.board.puzzle import Position
from galaxies_asp.drawing.coloring import region_colors
from galaxies_asp.drawing.marks import Mark, Role
from galaxies_asp.explaining.clauses import (
    Clause,
    cell_marks,
    cells,
    dots,
    edge,
    joined,
)
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.known import drawn
from galaxies_asp.explaining.levels import Level, level_of
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.sentences import (
    drawn_in_words,
    end_in_words,
    mistake_in_words,
    why,
)
from galaxies_asp.explaining.suppositions import WhatIf
from galaxies_asp.explaining.techniques import technique_of
from galaxies_asp.explaining.wall_words import walls_in_words, why_walls
from galaxies_asp.explaining.walls import Drawn, closed
from galaxies_asp.fast.bitboard import Bitboard


def figure(
    position: Position, finding: Hint | Reason, colors: Sequence[int] | None = None
) -> Figure:
    """Return the figure of a hint, a step of a walkthrough, a mistake or a reason.

    Parameters
    ----------
    position
        The board on which it is asked: for a step, the board before it.
    colors
        The colors of the dots, by default their `region_colors`.
    """
    if finding.known is not None and finding.known.colors is not None:
        from galaxies_asp.explaining.source_words import source_figure  # loads clingo

        return source_figure(finding.known, finding)
    of_dots = region_colors(position.puzzle) if colors is None else tuple(colors)
    if isinstance(finding, Finished):
        return Figure(position, end_in_words(finding.solved), colors=of_dots)
    if isinstance(finding, Mistake):
        return _of_mistake(position, finding, of_dots)
    if isinstance(finding, Step):
        return _of_step(position, finding, of_dots)
    head = _target(position, finding.target)
    marks: tuple[Mark, ...] = ()
    if finding.target != NO_SOLUTION:
        role = Role.OPEN if finding.target.kind is Kind.OPEN else Role.TARGET
        marks = cell_marks([finding.target.at], role)
    return _with_reason(position, finding, head, marks, of_dots)


def hint_in_words(position: Position, hint: Hint | Reason) -> str:
    """Return what follows or what is wrong, and why; several lines."""
    return "\n".join(figure(position, hint, ()).lines())


def _target(position: Position, target: Fact) -> str:
    """Return what follows, as a sentence without its full stop."""
    if target == NO_SOLUTION:
        return "There is no solution"
    if target.kind is Kind.CELL:
        return drawn_in_words(position.puzzle, target)
    no = "no " if target.kind is Kind.OPEN else "a "
    return f"There is {no}wall between {edge(target.at)}"


def _of_step(position: Position, step: Step, colors: Sequence[int]) -> Figure:
    if step.walls:
        head = walls_in_words(step.walls)
        marks = cell_marks(step.walls, Role.WALL)
    else:
        head = _cells_in_words(position, step)
        marks = cell_marks(step.cells, Role.TARGET)
    before, after = position, drawn(position, step.facts)
    plain = _with_reason(_visible(before), step.reason, head, marks, colors, step.level)
    beside = why_walls(Drawn.on(before), step.walls) if step.walls else None
    if beside is not None:
        technique, clauses = beside
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


def _cells_in_words(position: Position, step: Step) -> str:
    head = drawn_in_words(position.puzzle, *step.facts)
    if step.level > Level.TOUCHED and len(step.facts) > 1:
        head = drawn_in_words(position.puzzle, step.facts[0])
        head += f", and so does the mirror image {cells(step.cells[1:])}"
    return head


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
    head: str,
    marks: tuple[Mark, ...],
    colors: Sequence[int],
    level: int | None = None,
) -> Figure:
    """Return a figure with the sentences and marks of a reason."""
    board = Bitboard(position.puzzle)
    technique = technique_of(reason, Level(level or level_of(board, reason)))
    reasoning = why(board, reason, technique)
    texts, places = _parts(reasoning.lines)
    return Figure(
        position,
        head,
        texts,
        marks=marks + places,
        technique="" if reason.target == NO_SOLUTION else str(technique),
        what_ifs=tuple(
            _of_what_if(position, what_if, colors) for what_if in reasoning.what_ifs
        ),
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
    puzzle, premises = position.puzzle, mistake.reason.premises
    wrong = joined(drawn_in_words(puzzle, fact) for fact in mistake.wrong)
    marks = tuple(Mark(at, Role.WRONG) for at in mistake.places)
    plain = _with_reason(
        position, mistake.reason, mistake_in_words(mistake, wrong), marks, colors
    )
    walls = (fact.at for fact in premises if fact.kind is Kind.WALL)
    given = "; ".join(edge(wall) for wall in walls if wall in puzzle.walls)
    follows = (f"given walls are a cause: {given}",) if given else ()
    return replace(plain, sentences=(*plain.sentences, *follows))


def _parts(
    clauses: Sequence[Clause],
) -> tuple[tuple[str, ...], tuple[Mark, ...]]:
    texts = tuple(clause.text for clause in clauses)
    return texts, tuple(mark for clause in clauses for mark in clause.marks)
