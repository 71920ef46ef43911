"""Hints, mistakes, reasons, walkthroughs and grades."""

from collections.abc import Iterator

from galaxies_asp.board.errors import counted
from galaxies_asp.explaining import (
    Difficulty,
    Hint,
    Step,
    figure,
    find_mistake,
)
from galaxies_asp.explaining import hint as next_hint
from galaxies_asp.explaining import walkthrough as deduce
from galaxies_asp.explaining.answers import (
    difficulty_object,
    hint_answer,
    reason_answer,
)
from galaxies_asp.explaining.facts import Kind
from galaxies_asp.explaining.facts import drawn as with_facts
from galaxies_asp.explaining.figures import STAGES, staged
from galaxies_asp.explaining.findings import Finished, Mistake, Reason, Walkthrough
from galaxies_asp.explaining.pages import Frames
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.questions import deduce_steps, reasons
from galaxies_asp.families.entry import Entry
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.play.board import (
    Answer,
    board,
    wrong_places,
)
from galaxies_asp.play.request import Request
from galaxies_asp.solving.search import solve


def hint(request: Request) -> Answer:
    """Return the mistake in a position, or its easiest next step, with its reason.

    `stages` has the figures of the earlier stages: where to look, and the technique.
    `draw` is what a move needs to draw the step, empty if the page cannot draw it.
    """
    drawn = request.board()
    found = next_hint(drawn.board, rules=request.rules)
    whole = _figure(drawn, found)
    answer = hint_answer(drawn.name, found, whole)
    earlier = [staged(whole, found, stage) for stage in range(1, STAGES)]
    stages = [figure.answer() for figure in earlier if figure != whole]
    more = {"stages": stages, "draw": _drawing(drawn, found)}
    return answer.fields() | more | {"board": drawn.drawn(whole.position).plain()}


def _figure(drawn: Entry, found: Hint | Reason) -> Figure:
    return figure(drawn.board, found, ())


def _drawing(drawn: Entry, found: Hint) -> Answer:
    """Return a board with a step, except for its empty cells and hidden dots."""
    if not isinstance(found, Step):
        return {}
    if isinstance(drawn, Sheet):
        new = {fact.atom for fact in found.facts if fact.kind is Kind.ATOM}
        return {"board": drawn.with_atoms(drawn.atoms | new).plain()} if new else {}
    dots = drawn.puzzle.centers
    facts = [f for f in found.facts if f.kind is Kind.WALL or f.center in dots]
    return {"board": board(with_facts(drawn.position, facts))} if facts else {}


def wrong(request: Request) -> Answer:
    """Return what is wrong in a position, compared with the only solution if any."""
    drawn = request.board()
    found = find_mistake(drawn.board, rules=request.rules)
    if found is None:
        return {"head": "Nothing is wrong so far.", "marks": [], "wrong": False}
    answer: Answer = _figure(drawn, found).answer() | {"wrong": True}
    if drawn.family_name is None:
        result = solve(drawn.puzzle, 2, rules=request.rules)
        if result.status == "unique":
            answer |= wrong_places(drawn.position, result.solutions[0])
    return answer


def why(request: Request) -> Answer:
    """Return why a cell has its dot, an edge its wall or none, or why an atom holds."""
    drawn = request.board()
    at, atom = None, ""
    if request.has("atoms"):
        drawn = drawn.blank
        (atom,) = request.atoms("atoms")
    else:
        at = request.point("at")
    for reason in reasons(drawn.board, at, atom=atom, rules=request.rules):
        shown_reason = _figure(drawn, reason)
        answer = reason_answer(drawn.name, drawn.board, reason, shown_reason)
        return answer.fields() | {"board": drawn.drawn(shown_reason.position).plain()}
    return {"head": "Nothing is forced here: solutions differ.", "marks": []}


def walkthrough(request: Request) -> Iterator[Answer]:
    """Yield the walkthrough of a puzzle: each step as it is found, then all frames."""
    drawn = request.board()
    yield {"progress": {"text": "deducing the solution"}}
    steps: list[Step] = []
    listed: list[Answer] = []
    end: Mistake | Finished = Finished(False)
    for finding in deduce_steps(drawn.puzzle, rules=request.rules):
        if not isinstance(finding, Step):
            end = finding
            break
        steps.append(finding)
        listed.append(_frame(drawn, finding))
        text = counted(len(steps), "step")
        yield {"progress": {"text": text, "frame": listed[-1]}}
    source = steps[0].reason.source if steps else None
    found = Frames(Walkthrough(drawn.puzzle, tuple(steps), end, source))
    if found.way.mistake is not None:
        yield {"answer": {"frames": [], "solved": False, **found.end.answer()}}
        return
    number = "" if found.way.source else f"{counted(len(steps), 'step')}, "
    yield {
        "answer": {
            "frames": listed,
            "solved": found.way.solved,
            "head": "" if found.way.solved else "The rest is not forced.",
            "text": f"{number}{_rating(found)}.",
        }
    }


def _frame(drawn: Entry, step: Step) -> Answer:
    """Return the figure of a step, how hard it is, and the board after it."""
    before = drawn.board if step.known is None else step.known.position
    shown = figure(before, step, ())
    fields = hint_answer(drawn.name, step, shown).fields()
    return fields | {"level": step.level, "board": drawn.drawn(shown.position).plain()}


def grade(request: Request) -> Iterator[Answer]:
    """Yield how difficult a puzzle is."""
    yield {"progress": {"text": "rating the puzzle"}}
    found = Frames(deduce(request.board().puzzle, rules=request.rules))
    answer: Answer = {"grade": None}
    if found.way.mistake is not None:
        answer["text"] = "The puzzle has no solution."
    elif not found.way.solved or found.difficulty is None:
        several = "several solutions; only unique puzzles are graded"
        answer["text"] = f"The puzzle has {several}."
    else:
        answer |= difficulty_object(found.difficulty).fields()
        answer["text"] = f"Difficulty: {_rating(found)}"
    yield {"answer": answer}


def _rating(found: Frames) -> str:
    """Return grade and effort; under variants the sizes of the reasons."""
    if isinstance(found.difficulty, Difficulty):
        return found.difficulty.rating
    return found.rating
