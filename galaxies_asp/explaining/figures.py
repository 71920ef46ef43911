"""From a hint, a step, a mistake or a reason to its figure; hints also in stages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position
from galaxies_asp.drawing.coloring import region_colors
from galaxies_asp.drawing.marks import Mark, Role
from galaxies_asp.explaining import sentences
from galaxies_asp.explaining.clauses import (
    WhatIf,
    cell_marks,
    cells,
    cells_in_words,
    dots,
    edge,
    joined,
)
from galaxies_asp.explaining.facts import NO_SOLUTION, Kind, cells_about
from galaxies_asp.explaining.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.known import drawn
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.techniques import technique_of
from galaxies_asp.explaining.wall_steps import walls_in_words, why_walls
from galaxies_asp.explaining.walls import Drawn, closed
from galaxies_asp.fast.bitboard import Bitboard

STAGES = 3
"""The number of stages; the last one is the whole hint."""

_IDEAS = {
    Technique.TOUCHED: "each dot has the cells that it touches",
    Technique.MIRROR: "a known cell has a mirror image",
    Technique.WALL: "two known cells beside each other belong to different dots",
    Technique.MIRRORED_WALL: "a wall or the border has a mirror image",
    Technique.ONLY_DOT: "which dots can reach it?",
    Technique.WALLED: "a wall keeps a dot from it",
    Technique.BLOCKED: "which mirror images would other dots need?",
    Technique.CAPTURED: "which dots can still get there?",
    Technique.NEEDED: "a dot needs it to have another cell",
    Technique.BOTTLENECK: "without it, a region would fall apart",
    Technique.FORCED_WALL: "can any dot have both sides of an edge?",
    Technique.CONTRADICTION: "suppose another dot: something is impossible at once",
    Technique.SEPARATION: "suppose another dot: two regions would cross",
    Technique.ONLY_WAY: "suppose another dot: which way would its region take?",
    Technique.WHAT_IF: "suppose another dot, and see what follows",
    Technique.SEARCH: "suppose another dot; what follows takes what-ifs of its own",
}
"""The question or the idea of each technique."""


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
        return Figure(position, sentences.end_in_words(finding.solved), colors=of_dots)
    if isinstance(finding, Mistake):
        return _of_mistake(position, finding, of_dots)
    if isinstance(finding, Step):
        return _of_step(position, finding, of_dots)
    head = "There is no solution"
    marks: tuple[Mark, ...] = ()
    if finding.target != NO_SOLUTION:
        head = sentences.fact_in_words(position.puzzle, finding.target)
        head = f"T{head[1:]}" if finding.target.center is None else head
        role = Role.OPEN if finding.target.kind is Kind.OPEN else Role.TARGET
        marks = cell_marks([finding.target.at], role)
    return _of_reason(position, finding, head, marks, of_dots)


def hint_in_words(position: Position, hint: Hint | Reason) -> str:
    """Return what follows or what is wrong, and why; several lines."""
    return "\n".join(figure(position, hint, ()).lines())


def _of_step(position: Position, step: Step, colors: Sequence[int]) -> Figure:
    technique = step.technique
    assert technique is not None
    targets = tuple(fact.at for fact in step.reason.targets)
    if step.target.kind is not Kind.WALL:
        walls: tuple[Point, ...] = ()
        head = _cells_in_words(position, step)
        marks = cell_marks(step.cells, Role.TARGET)
    else:
        walls = targets if technique is Technique.FORCED_WALL else step.walls
        head, marks = walls_in_words(walls), cell_marks(walls, Role.WALL)
    if technique in (Technique.WALL, Technique.MIRRORED_WALL):
        reasoning = sentences.Why(why_walls(Drawn.on(position), walls, technique))
    else:
        reasoning = sentences.why(closed(position), step.reason, technique)
    more = [wall for wall in step.walls if wall not in walls]
    complete = tuple(map(position.puzzle.centers.index, step.complete))
    shown = _reasoned(_visible(position), head, reasoning, marks, colors)
    return replace(
        shown,
        position=_visible(drawn(position, step.facts)),
        marks=shown.marks + cell_marks(more, Role.WALL),
        technique=str(technique),
        follows=tuple(_follows(more, complete)),
        walls=step.walls,
        complete=complete,
    )


def _follows(walls: Sequence[Point], complete: Sequence[int]) -> Iterator[str]:
    """Yield what else follows from a step."""
    if walls:
        yield "a wall follows" if len(walls) == 1 else f"{len(walls)} walls follow"
    if complete:
        plural = "regions of {} are" if len(complete) > 1 else "region of {} is"
        yield f"the {plural.format(dots(complete))} complete"


def _cells_in_words(position: Position, step: Step) -> str:
    """Return what a step says about cells, as a sentence without its full stop."""
    puzzle, targets = position.puzzle, [fact.at for fact in step.reason.targets]
    if len({fact.center for fact in step.reason.targets}) > 1:
        return f"The {len(targets)} cells that dots touch belong to these dots"
    dot = dots([puzzle.centers.index(step.target.center)])
    named = cells_in_words(puzzle, targets)
    is_group = named.startswith("the ")
    belong = "belongs" if is_group or len(targets) == 1 else "belong"
    head = f"{'The ' + named[4:] if is_group else named} {belong} to {dot}"
    images = [cell for cell in step.cells if cell not in targets]
    if not images:
        return head
    also = "so does the mirror image" if len(images) == 1 else "so do the mirror images"
    return f"{head}, and {also} {cells(images)}"


def _visible(position: Position) -> Position:
    """Return the position with walls only where they are known."""
    if position.walls is not None or not position.has_labels:
        return position
    puzzle = position.puzzle
    return Position(puzzle, puzzle.walls | position.inner_walls(), position.rows())


def _of_reason(
    position: Position,
    reason: Reason,
    head: str,
    marks: tuple[Mark, ...],
    colors: Sequence[int],
) -> Figure:
    """Return a figure with the sentences and marks of a reason."""
    technique, _ = technique_of(Bitboard(position.puzzle), reason)
    reasoning = sentences.why(closed(position), reason, technique)
    shown = _reasoned(position, head, reasoning, marks, colors)
    name = "" if reason.target == NO_SOLUTION else str(technique)
    return replace(shown, technique=name)


def _reasoned(
    position: Position,
    head: str,
    reasoning: sentences.Why,
    marks: tuple[Mark, ...],
    colors: Sequence[int],
) -> Figure:
    return Figure(
        position,
        head,
        tuple(clause.text for clause in reasoning.lines),
        marks=marks + tuple(m for clause in reasoning.lines for m in clause.marks),
        what_ifs=tuple(_of_what_if(position, w, colors) for w in reasoning.what_ifs),
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
    for text, more, proof in what_if.lines:
        nested: tuple[Figure, ...] = ()
        if proof is not None:
            nested = (_of_what_if(position, proof, colors, _deduced(supposed)),)
        frames.append(
            Figure(
                position, text, marks=supposed + more, what_ifs=nested, colors=colors
            )
        )
        marks += more
        supposed += _deduced(more)
    return Figure(
        position,
        what_if.supposition.text,
        tuple(frame.head for frame in frames),
        marks=marks,
        frames=tuple(frames),
        colors=colors,
    )


def _deduced(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    return tuple(mark for mark in marks if mark.role is Role.SUPPOSED)


def _of_mistake(position: Position, mistake: Mistake, colors: Sequence[int]) -> Figure:
    puzzle, premises = position.puzzle, mistake.reason.premises
    wrong = joined(sentences.fact_in_words(puzzle, fact) for fact in mistake.wrong)
    marks = tuple(Mark(at, Role.WRONG) for at in mistake.places)
    head = sentences.mistake_in_words(mistake, wrong)
    plain = _of_reason(position, mistake.reason, head, marks, colors)
    walls = (fact.at for fact in premises if fact.kind is Kind.WALL)
    given = "; ".join(edge(wall) for wall in walls if wall in puzzle.walls)
    follows = (f"given walls are a cause: {given}",) if given else ()
    return replace(plain, sentences=(*plain.sentences, *follows))


def staged(shown: Figure, hint: Hint, stage: int) -> Figure:
    """Return the figure of a hint as far as a stage tells: 1 where, 2 how, 3 all.

    The end of deductions has one stage only.
    """
    if stage >= STAGES or isinstance(hint, Finished) or hint.known is None:
        return shown
    bare = replace(
        shown,
        position=hint.known.position,
        sentences=(),
        follows=(),
        marks=(),
        technique="",
        walls=(),
        complete=(),
        what_ifs=(),
    )
    if isinstance(hint, Mistake):
        if stage == 1 or not hint.wrong:
            return replace(bare, head="There is a mistake")
        places = cells_about(hint.wrong)
        marks = cell_marks(places, Role.PLACE)
        return replace(bare, head=f"There is a mistake at {cells(places)}", marks=marks)
    if hint.technique is Technique.TOUCHED:
        head = "Look at the dots"
        marks = tuple(Mark(fact.at, Role.DOT) for fact in hint.reason.premises)
    else:
        places = cells_about(hint.reason.targets)
        named, known = cells(places), hint.known.position
        if isinstance(known, Position):
            named = cells_in_words(known.puzzle, places)
        head, marks = f"Look at {named}", cell_marks(places, Role.PLACE)
    ideas = () if hint.technique is None else (_IDEAS[hint.technique],)
    if stage == 1:
        return replace(bare, head=head, marks=marks)
    name = shown.technique
    return replace(bare, head=head, marks=marks, technique=name, sentences=ideas)
