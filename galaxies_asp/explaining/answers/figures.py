"""From a hint, a step, a mistake or a reason to its figure; hints also in stages.

The sentences are those of the reason, as the board shows it, or else those of the file
of the encoding.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.grid import mirror
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.explaining.answers.pictures import Figure
from galaxies_asp.explaining.engine.facts import NO_SOLUTION, Kind
from galaxies_asp.explaining.words.clauses import (
    Clause,
    Marks,
    cell_marks,
    cells,
    cells_in_words,
    dots,
    marks_of,
    walls_in_words,
)
from galaxies_asp.explaining.words.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.explaining.words.phrases import MOST, WHOLE

STAGES = 3
"""The number of stages; the last one is the whole hint."""


def figure(finding: Hint | Reason) -> Figure:
    """Return the figure of a hint, a step of a walkthrough, a mistake or a reason.

    The board is that on which something was asked; for a step, with what follows.
    """
    known, board, reason = finding.known, finding.known, None
    assert known is not None
    assert board is not None
    if isinstance(finding, Reason):
        reason, target = finding, finding.target
        if target.center or target.atom:
            board = known.with_facts([target])
    elif not isinstance(finding, Finished):
        reason = finding.reason
    if isinstance(finding, Step):
        board = known.with_facts(finding.facts)
    if isinstance(finding, Mistake):
        head = mistake_in_words(finding, known.in_words(finding.wrong))
        marks = tuple(Mark(at, Role.WRONG) for at in finding.places)
    else:
        head, marks = _headed(board, finding)
    shown = Figure(board.with_walls(), head)
    if isinstance(finding, Step):
        shown = _with_steps(shown, finding, known)
        marks += cell_marks(finding.cells, Role.TARGET)
        marks += cell_marks(finding.walls, Role.WALL)
    marks += tuple(Mark(cell, Role.EMPTY, "\N{BLACK SQUARE}") for cell in board.empty)
    shown = replace(shown, marks=marks)
    is_broken = isinstance(finding, Mistake) and finding.broken is not None
    if reason is None or is_broken:
        return shown
    technique = getattr(finding, "technique", None)
    # What is supposed is drawn on the board as it was before.
    why = [*(reason.clauses or _by_rules(reason, known))]
    if reason.earlier:
        number = counted(len(reason.earlier), "step")
        why.insert(0, Clause(f"the board as drawn follows in {number}"))
    has_what_if = any(clause.lines or clause.proof for clause in why)
    before = replace(shown, board=known.with_walls()) if has_what_if else shown
    reasoned = _reasoned(before, why)
    return replace(reasoned, board=shown.board, technique=str(technique or ""))


def _by_rules(reason: Reason, known: Known) -> Iterator[Clause]:
    from galaxies_asp.explaining.words.source_words import reason_in_words

    return reason_in_words(reason, known)


def _with_steps(shown: Figure, step: Step, known: Known) -> Figure:
    """Return the figure of a step with its head, and what else follows."""
    named = _cells_as_usual(known, step)
    targets = step.reason.targets
    if all(fact.kind is Kind.WALL for fact in targets):
        named = walls_in_words(step.walls)
    some = step.facts[len(targets) :]
    more = [f for f in some if f.kind not in (Kind.WALL, Kind.COMPLETE)]
    follows: tuple[str, ...] = ()
    if more and not named:
        follows = (f"then {shown.board.in_words(more)}",)
    complete = tuple(known.centers.index(at) for at in step.complete)
    return replace(
        shown,
        head=named or shown.head,
        follows=(*follows, *_follows(complete)),
        walls=step.walls,
        complete=complete,
    )


def mistake_in_words(mistake: Mistake, wrong: str) -> str:
    """Return a mistake as a sentence without its full stop; `wrong` in words."""
    if not mistake.wrong:
        return "The puzzle has no solution"
    number, premises = len(mistake.wrong), {*mistake.reason.premises}
    if mistake.broken is not None and number > MOST:
        return f"As drawn, {mistake.broken.message} ({number} marks are wrong)"
    start = "This is wrong" if number == 1 else "These are wrong"
    if number > 1 and (mistake.together or premises >= {*mistake.wrong}):
        start = "No solution contains all of these"
    said = f"{start}: {wrong}"
    if mistake.broken is None:
        return said
    return f"As drawn, {mistake.broken.message}. {said}"


def hint_in_words(hint: Hint | Reason) -> str:
    """Return what follows or what is wrong, and why; several lines."""
    return "\n".join(figure(hint).lines())


def _headed(known: Known, finding: Step | Finished | Reason) -> tuple[str, Marks]:
    """Return what follows as a sentence without its full stop, and its marks."""
    if isinstance(finding, Finished):
        if finding.solved:
            return "The board is solved", ()
        return "Nothing more is forced: the open cells have several solutions", ()
    facts = finding.reason.targets if isinstance(finding, Step) else finding.targets
    if facts == (NO_SOLUTION,):
        return "There is no solution", ()
    head = known.in_words(facts, WHOLE)
    marks = tuple(map(known.mark, facts))
    is_capital = head.startswith(("the", "a ", "no "))
    return head[0].upper() + head[1:] if is_capital else head, marks


def _follows(complete: Sequence[int]) -> Iterator[str]:
    """Yield what else follows from a step, without the walls, which are drawn."""
    if complete:
        plural = "regions of {} are" if len(complete) > 1 else "region of {} is"
        yield f"the {plural.format(dots(*complete))} complete"


def _cells_in_words(puzzle: Puzzle, step: Step) -> str:
    """Return what a step says about cells, as a sentence without its full stop."""
    targets = [fact.at for fact in step.reason.targets]
    if len({fact.center for fact in step.reason.targets}) > 1:
        return (
            f"Begin with the {len(targets)} cells that dots touch: they belong to "
            "these dots"
        )
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

    That is about cells that dots touch, or about cells of a dot and partners.
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
    return _cells_in_words(known.position.puzzle, step)


def _reasoned(bare: Figure, clauses: Sequence[Clause]) -> Figure:
    """Return a figure with sentences and what-ifs, and their marks."""
    empty = replace(bare, marks=())
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
            head = mistake_in_words(hint, "")
    elif hint.known.are_touched(hint.reason.targets):
        head = "Look at the cells that dots touch"
        dots_ = dict.fromkeys(fact.center or fact.at for fact in hint.reason.targets)
        marks = tuple(Mark(at, Role.DOT) for at in dots_)
    else:
        is_told = isinstance(hint.technique, Technique)
        places = hint.known.places(hint.reason.targets if is_told else (hint.target,))
        head = f"Look at {hint.known.group_in_words(places or (hint.target.at,))}"
        marks = cell_marks(places, Role.PLACE)
    step = hint if isinstance(hint, Step) and stage > 1 else None
    technique = step and step.technique
    rules: tuple[str, ...] = ()
    if step is not None and not isinstance(technique, Technique):
        from galaxies_asp.explaining.words.headings import by_rule, heading_of

        some = dict.fromkeys(map(heading_of, by_rule(step.reason.instances)))
        rules = tuple(some)[:3]
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
