"""From a hint, a step, a mistake or a reason to its figure; hints also in stages.

Under the standard rules the sentences have the words of people (`sentences`), under
other rules those of the file of the encoding.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from galaxies_asp.core.board.grid import Point, mirror
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.drawing.coloring import region_colors
from galaxies_asp.explaining import sentences
from galaxies_asp.explaining.facts import NO_SOLUTION, Kind, drawn
from galaxies_asp.explaining.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.headings import by_rule, heading_of
from galaxies_asp.explaining.known import Known
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.explaining.marks import Mark, Role
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.reasons import technique_of
from galaxies_asp.explaining.source_words import reason_in_words
from galaxies_asp.explaining.words import (
    Clause,
    Marks,
    cell_marks,
    cells,
    cells_in_words,
    dots,
    edge,
    joined,
    marks_of,
)

STAGES = 3
"""The number of stages; the last one is the whole hint."""


def figure(
    position: Position, finding: Hint | Reason, colors: Sequence[int] | None = None
) -> Figure:
    """Return the figure of a hint, a step of a walkthrough, a mistake or a reason.

    `position`: the board on which it is asked: for a step, the board before it.
    `colors`: the colors of the dots, by default their `region_colors`.
    """
    if finding.known is not None and finding.known.colors is not None:
        return _by_encoding(finding.known, finding)
    if colors is None:
        colors = region_colors(position.puzzle)
    known = finding.known
    if known is None or known.position is not position:
        known = Known.of(position)
    bare = Figure(known, "", colors=tuple(colors))
    if isinstance(finding, Step):
        return _of_step(bare, finding)
    if isinstance(finding, Mistake):
        return _of_mistake(bare, finding)
    head, marks = _headed(Known.of(Position(position.puzzle)), finding)
    shown = replace(bare, head=head, marks=marks)
    if not isinstance(finding, Reason):
        return shown
    shown = _of_reason(shown, finding)
    if finding.target.center is None:
        return shown
    return shown.on(drawn(position, [finding.target]))


def hint_in_words(position: Position, hint: Hint | Reason) -> str:
    """Return what follows or what is wrong, and why; several lines."""
    return "\n".join(figure(position, hint, ()).lines())


def _headed(known: Known, finding: Step | Finished | Reason) -> tuple[str, Marks]:
    """Return what follows as a sentence without its full stop, and its marks."""
    if isinstance(finding, Finished):
        if finding.solved:
            return "The board is solved", ()
        return "Nothing more is forced: the open cells have several solutions", ()
    facts = finding.reason.targets if isinstance(finding, Step) else finding.targets
    if facts == (NO_SOLUTION,):
        return "There is no solution", ()
    head = known.in_words(facts)
    marks = tuple(map(known.mark, facts))
    is_capital = head.startswith(("the", "a ", "no "))
    return head[0].upper() + head[1:] if is_capital else head, marks


def _of_step(bare: Figure, step: Step) -> Figure:
    position, technique = bare.position, step.technique
    assert isinstance(technique, Technique)
    walls: tuple[Point, ...] = ()
    if step.target.kind is not Kind.WALL:
        head = _cells_in_words(position, step)
        marks = cell_marks(step.cells, Role.TARGET)
    else:
        walls = step.walls
        if technique is Technique.FORCED_WALL:
            walls = tuple(fact.at for fact in step.reason.targets)
        head, marks = sentences.walls_in_words(walls), cell_marks(walls, Role.WALL)
    if technique in (Technique.WALL, Technique.MIRRORED_WALL):
        why = sentences.why_walls(bare.board.drawn, walls, technique)
    else:
        why = sentences.why(bare.board.drawn, step.reason, technique)
    more = [wall for wall in step.walls if wall not in walls]
    complete = tuple(map(position.puzzle.centers.index, step.complete))
    before = replace(bare.on(_visible(position)), head=head, marks=marks)
    shown = _reasoned(before, why)
    return replace(
        shown.on(_visible(drawn(position, step.facts))),
        marks=shown.marks + cell_marks(more, Role.WALL),
        technique=str(technique),
        follows=tuple(_follows(complete)),
        walls=step.walls,
        complete=complete,
    )


def _follows(complete: Sequence[int]) -> Iterator[str]:
    """Yield what else follows from a step, without the walls, which are drawn."""
    if complete:
        plural = "regions of {} are" if len(complete) > 1 else "region of {} is"
        yield f"the {plural.format(dots(*complete))} complete"


def _cells_in_words(position: Position, step: Step) -> str:
    """Return what a step says about cells, as a sentence without its full stop."""
    puzzle, targets = position.puzzle, [fact.at for fact in step.reason.targets]
    if len({fact.center for fact in step.reason.targets}) > 1:
        return f"The {len(targets)} cells that dots touch belong to these dots"
    named = cells_in_words(puzzle, targets)
    belong = "belongs" if len(targets) == 1 else "belong"
    if named.startswith("the "):
        named, belong = f"The {named[4:]}", "belongs"
    dot = puzzle.centers.index(step.reason.targets[0].center or targets[0])
    head = f"{named} {belong} to {dots(dot)}"
    images = [cell for cell in step.cells if cell not in targets]
    if not images:
        return head
    also = "so does its partner" if len(images) == 1 else "so do the partners"
    return f"{head}, and {also} {cells(images)}"


def _cells_as_usual(known: Known, step: Step) -> str:
    """Return what a step says about cells as under the standard rules, or nothing.

    That is about cells that dots touch, or about cells of a dot and mirror images.
    """
    targets = step.reason.targets
    at, centers = {fact.at for fact in targets}, {fact.center for fact in targets}
    cells_ = [f for f in step.facts if f.kind not in (Kind.WALL, Kind.COMPLETE)]
    is_usual = bool(cells_) and all(
        fact.kind is Kind.CELL
        and fact.center is not None
        and fact.center in known.centers[: known.shown]
        and (fact in targets or mirror(fact.center, fact.at) in at)
        for fact in cells_
    )
    if not is_usual or (len(centers) > 1 and not known.are_touched(targets)):
        return ""
    return _cells_in_words(known.position, step)


def _visible(position: Position) -> Position:
    """Return the position with walls only where they are known."""
    if position.walls is not None or not position.has_labels:
        return position
    puzzle = position.puzzle
    return Position(puzzle, puzzle.walls | position.inner_walls(), position.rows())


def _of_mistake(bare: Figure, mistake: Mistake) -> Figure:
    puzzle, premises = bare.position.puzzle, mistake.reason.premises
    wrong = joined(sentences.fact_in_words(puzzle, fact) for fact in mistake.wrong)
    head = sentences.mistake_in_words(mistake, wrong)
    marks = tuple(Mark(at, Role.WRONG) for at in mistake.places)
    shown = _of_reason(replace(bare, head=head, marks=marks), mistake.reason)
    walls = (fact.at for fact in premises if fact.kind is Kind.WALL)
    given = "; ".join(edge(wall) for wall in walls if wall in puzzle.walls)
    causes = (f"given walls are a cause: {given}",) if given else ()
    return replace(shown, sentences=(*shown.sentences, *causes))


def _of_reason(bare: Figure, reason: Reason) -> Figure:
    """Return a figure with the sentences and marks of a reason."""
    drawn = bare.board.drawn
    technique, _ = technique_of(drawn.board, reason)
    shown = _reasoned(bare, sentences.why(drawn, reason, technique))
    name = "" if reason.target == NO_SOLUTION else str(technique)
    return replace(shown, technique=name)


def _reasoned(bare: Figure, why: Iterable[Clause]) -> Figure:
    """Return a figure with sentences and what-ifs, and their marks."""
    clauses, empty = list(why), replace(bare, marks=())
    sentences = [clause for clause in clauses if not clause.lines]
    what_ifs = [c if c.lines else c.proof for c in clauses if c.lines or c.proof]
    return replace(
        bare,
        sentences=tuple(": ".join(filter(None, (c.text, c.why))) for c in sentences),
        marks=bare.marks + marks_of(sentences),
        what_ifs=tuple(_of_what_if(empty, one) for one in what_ifs if one),
    )


def _of_what_if(bare: Figure, what_if: Clause) -> Figure:
    """Return the figure of a what-if, with a frame for each deduction.

    The bare figure has the marks of what a nested what-if supposes already.
    """
    supposed = marks = (*bare.marks, *what_if.marks)
    frames: list[Figure] = []
    for line in what_if.lines:
        more, nested = line.marks, list[Figure]()
        if line.proof is not None:
            inner = replace(bare, marks=_deduced(supposed))
            nested.append(_of_what_if(inner, line.proof))
        frames.append(
            replace(
                bare,
                head=line.text,
                sentences=(line.why,) if line.why else (),
                marks=supposed + more,
                what_ifs=tuple(nested),
            )
        )
        marks += more
        supposed += _deduced(more)
    return replace(
        bare,
        head=what_if.text,
        sentences=tuple(frame.reasoned for frame in frames),
        chain=what_if.chain,
        marks=marks,
        frames=tuple(frames),
    )


def _deduced(marks: Marks) -> Marks:
    return tuple(mark for mark in marks if mark.role is Role.SUPPOSED)


def staged(shown: Figure, hint: Hint, stage: int) -> Figure:
    """Return the figure of a hint as far as a stage tells: 1 where, 2 how, 3 all.

    The end of deductions has one stage only.
    """
    if stage >= STAGES or isinstance(hint, Finished) or hint.known is None:
        return shown
    if isinstance(hint, Mistake):
        places = hint.known.places(hint.wrong if stage > 1 else ())
        at = f" at {hint.known.where(places)}" if places else ""
        head, marks = f"There is a mistake{at}", cell_marks(places, Role.PLACE)
        if not hint.wrong:
            head = sentences.mistake_in_words(hint, "")
    elif hint.known.are_touched(hint.reason.targets):
        head = "Look at the dots"
        dots_ = dict.fromkeys(fact.center or fact.at for fact in hint.reason.targets)
        marks = tuple(Mark(at, Role.DOT) for at in dots_)
    else:
        is_general = hint.reason.source is not None
        targets = (hint.target,) if is_general else hint.reason.targets
        places = hint.known.places(targets)
        head = f"Look at {hint.known.group_in_words(places)}"
        marks = cell_marks(places, Role.PLACE)
    step = hint if isinstance(hint, Step) and stage > 1 else None
    technique = step and step.technique
    rules = () if step is None else tuple(map(heading_of, by_rule(step.reason)))[:3]
    return replace(
        shown,
        board=hint.known,
        head=head,
        marks=marks,
        technique=shown.technique if step else "",
        sentences=(technique.idea, *rules) if technique else (),
        follows=(),
        walls=(),
        complete=(),
        what_ifs=(),
    )


def _by_encoding(known: Known, finding: Hint | Reason) -> Figure:
    """Return the figure of something found on what is known under an encoding."""
    board, reason = known, None
    if isinstance(finding, Reason):
        reason, target = finding, finding.target
        if target.center or target.atom:
            board = known.with_facts([target])
    elif not isinstance(finding, Finished):
        reason = finding.reason
    if isinstance(finding, Step):
        board = known.with_facts(finding.facts)
    if isinstance(finding, Mistake):
        head = sentences.mistake_in_words(finding, known.in_words(finding.wrong))
        marks = tuple(Mark(at, Role.WRONG) for at in finding.places)
    else:
        head, marks = _headed(board, finding)
    follows: tuple[str, ...] = ()
    if isinstance(finding, Step):
        named = _cells_as_usual(known, finding)
        some = finding.facts[len(finding.reason.targets) :]
        more = [f for f in some if f.kind not in (Kind.WALL, Kind.COMPLETE)]
        if more and not named:
            follows = (f"then {board.in_words(more)}",)
        complete = [known.centers.index(at) for at in finding.complete]
        follows += tuple(_follows(complete))
        head = named or head
    marks += tuple(Mark(cell, Role.EMPTY, "\N{BLACK SQUARE}") for cell in board.empty)
    colors = board.colors_of_dots
    shown = Figure(
        board.with_walls(), head, marks=marks, colors=colors, follows=follows
    )
    if reason is None or reason.source is None:
        return shown
    if isinstance(finding, Mistake) and finding.broken is not None:
        return shown
    technique = str(getattr(finding, "technique", "") or "")
    # What is supposed is drawn on the board as it was before.
    before = replace(shown, board=known.with_walls())
    reasoned = _reasoned(before, reason.clauses or reason_in_words(reason, known))
    return replace(reasoned, board=shown.board, technique=technique)
