"""Hints, mistakes, reasons, walkthroughs and grades."""

from collections.abc import Iterator

from galaxies_asp.board.puzzle import NO_DOT, Position
from galaxies_asp.explaining import (
    Hint,
    Step,
    Walkthrough,
    difficulty,
    explain,
    figure,
    find_mistake,
    hint,
    walkthrough,
)
from galaxies_asp.explaining.answers import difficulty_answer, hint_answer, step_answer
from galaxies_asp.explaining.facts import Kind
from galaxies_asp.explaining.grading import sizes
from galaxies_asp.explaining.known import drawn
from galaxies_asp.play.board import Answer, board, progress_answer, shown
from galaxies_asp.play.request import Request
from galaxies_asp.solving.search import solve


def next_hint(request: Request) -> Answer:
    """Return the mistake in a position, or its easiest next step, with its reason.

    `draw` is what a move needs to draw the step, empty if the page cannot draw it.
    """
    position = _asked(request)
    found = hint(position)
    answer = hint_answer(found, figure(position, found, ()))
    return answer | {"draw": _drawing(position, found)}


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
    return figure(position, reason, ()).answer()


def frames(request: Request) -> Iterator[Answer]:
    """Yield the walkthrough of a puzzle: a frame for each step."""
    puzzle = request.position().puzzle
    yield {"progress": {"text": "deducing the solution"}}
    way = walkthrough(puzzle)
    if way.mistake is not None:
        answer = figure(Position(puzzle), way.mistake, ()).answer()
        yield {"answer": {"frames": [], "solved": False, "grade": None, **answer}}
        return
    positions = zip(way.steps, way.positions(), strict=False)
    steps = [_frame(step, position) for step, position in positions]
    text, _ = _graded(way)
    yield {
        "answer": {
            "frames": steps,
            "solved": way.solved,
            "head": "" if way.solved else "The rest is not forced.",
            "text": f"{len(steps)} steps, {text}.",
        }
    }


def _frame(step: Step, position: Position) -> Answer:
    """Return a step, and the board after it if hidden dots are known."""
    shown_step = figure(position, step, ())
    after = shown_step.position
    found = step_answer(step, shown_step)
    if len(after.puzzle.centers) > len(position.puzzle.centers):
        found["puzzle"] = shown(after)
    return found | {"level": step.level, "attempt": board(after)["attempt"]}


def grade(request: Request) -> Iterator[Answer]:
    """Yield how difficult a puzzle is."""
    yield {"progress": {"text": "rating the puzzle"}}
    way = walkthrough(request.position().puzzle)
    if way.mistake is not None:
        answer = {"text": "The puzzle has no solution.", "grade": None}
    elif not way.solved:
        text = "The puzzle has several solutions; only unique puzzles are graded."
        answer = {"text": text, "grade": None}
    else:
        text, measured = _graded(way)
        answer = {"text": f"Difficulty: {text}", **measured}
    yield {"answer": answer}


def _graded(way: Walkthrough) -> tuple[str, Answer]:
    """Return how difficult a walkthrough is, in words and as an answer."""
    if way.source is None:
        measured = difficulty(way)
        return measured.grade, difficulty_answer(measured)
    found = sizes(way)
    return found.in_words(), difficulty_answer(found)


def _asked(request: Request) -> Position:
    """Return the position, without an attempt in which nothing is drawn."""
    position = request.position()
    walls, labels = position.walls or None, position.labels
    if labels is not None and (labels == NO_DOT).all():
        labels = None
    return Position(position.puzzle, walls, labels)
