"""Hints, mistakes, reasons, walkthroughs and grades."""

from collections.abc import Iterator

from galaxies_asp.board.puzzle import NO_DOT, Position
from galaxies_asp.explaining import (
    Difficulty,
    Hint,
    Step,
    explain,
    figure,
    find_mistake,
    hint,
    walkthrough,
)
from galaxies_asp.explaining.answers import (
    difficulty_object,
    hint_answer,
    reason_answer,
    walkthrough_answer,
)
from galaxies_asp.explaining.facts import Kind
from galaxies_asp.explaining.frames import Frames
from galaxies_asp.explaining.known import drawn
from galaxies_asp.explaining.stages import STAGES, staged
from galaxies_asp.play.board import Answer, board, progress_answer, shown
from galaxies_asp.play.request import Request
from galaxies_asp.solving.search import solve


def next_hint(request: Request) -> Answer:
    """Return the mistake in a position, or its easiest next step, with its reason.

    `stages` has the figures of the earlier stages: where to look, and the technique.
    `draw` is what a move needs to draw the step, empty if the page cannot draw it.
    """
    position = _asked(request)
    found = hint(position)
    whole = figure(position, found, ())
    answer = hint_answer(position.puzzle.name, found, whole)
    earlier = [staged(whole, found, stage) for stage in range(1, STAGES)]
    stages = [shown.answer() for shown in earlier if shown != whole]
    return answer.fields() | {"stages": stages, "draw": _drawing(position, found)}


def _drawing(position: Position, found: Hint) -> Answer:
    """Return a board with a step, except for its empty cells and hidden dots."""
    if not isinstance(found, Step):
        return {}
    dots = position.puzzle.centers
    facts = [f for f in found.facts if f.kind is Kind.WALL or f.center in dots]
    return {"board": board(drawn(position, facts))} if facts else {}


def wrong(request: Request) -> Answer:
    """Return what is wrong in a position, compared with the only solution if any."""
    position = _asked(request)
    found = find_mistake(position)
    if found is None:
        return {"head": "Nothing is wrong so far.", "marks": [], "wrong": False}
    answer: Answer = figure(position, found, ()).answer() | {"wrong": True}
    result = solve(position.puzzle, 2)
    if result.status == "unique":
        judged = progress_answer(position, result.solutions[0])
        answer |= {name: judged[name] for name in ("wrong_cells", "wrong_walls")}
    return answer


def why(request: Request) -> Answer:
    """Return why a cell has its dot, or an edge its wall or none."""
    position = _asked(request)
    reason = explain(position, request.point("at"))
    if reason is None:
        return {"head": "Nothing is forced here: solutions differ.", "marks": []}
    shown_reason = figure(position, reason, ())
    return reason_answer(position.puzzle.name, position, reason, shown_reason).fields()


def frames(request: Request) -> Iterator[Answer]:
    """Yield the walkthrough of a puzzle: a frame for each step."""
    puzzle = request.position().puzzle
    yield {"progress": {"text": "deducing the solution"}}
    way = walkthrough(puzzle)
    found = Frames(way)
    if way.mistake is not None:
        yield {"answer": {"frames": [], "solved": False, **found.end.answer()}}
        return
    answer = walkthrough_answer(puzzle.name, found, with_steps=True)
    steps = [
        one.fields() | _frame(step, after.position)
        for one, step, after in zip(
            answer.walkthrough or (), way.steps, found.figures, strict=True
        )
    ]
    number = "" if way.source else f"{len(steps)} steps, "
    yield {
        "answer": {
            "frames": steps,
            "solved": way.solved,
            "head": "" if way.solved else "The rest is not forced.",
            "text": f"{number}{_rating(found)}.",
        }
    }


def _frame(step: Step, after: Position) -> Answer:
    """Return how hard a step is, and the board after it, with its hidden dots."""
    frame = {"level": step.level, "attempt": board(after)["attempt"]}
    is_shown = step.known is None or len(after.puzzle.centers) == step.known.shown
    return frame if is_shown else frame | {"puzzle": shown(after)}


def grade(request: Request) -> Iterator[Answer]:
    """Yield how difficult a puzzle is."""
    yield {"progress": {"text": "rating the puzzle"}}
    found = Frames(walkthrough(request.position().puzzle))
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
    """Return the name of a grade; under variants the sizes of the reasons."""
    if isinstance(found.difficulty, Difficulty):
        return found.difficulty.grade
    return found.rating


def _asked(request: Request) -> Position:
    """Return the position, without an attempt in which nothing is drawn."""
    position = request.position()
    walls, labels = position.walls or None, position.labels
    if labels is not None and (labels == NO_DOT).all():
        labels = None
    return Position(position.puzzle, walls, labels)
