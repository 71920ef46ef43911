"""Hints, mistakes, reasons, walkthroughs and grades."""

from collections.abc import Iterator

from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.explaining import (
    Figure,
    Hint,
    Mistake,
    Step,
    difficulty,
    explain,
    figure,
    find_mistake,
    hint,
    walkthrough,
)
from galaxies_asp.explaining.answers import difficulty_object
from galaxies_asp.play.board import Answer, board, pairs, progress_answer
from galaxies_asp.play.request import Request
from galaxies_asp.solving.search import solve


def next_hint(request: Request) -> Answer:
    """Return the mistake in a position, or its easiest next step, with its reason."""
    position = _asked(request)
    found = hint(position)
    shown = figure(position, found, ())
    return {
        **shown.answer(),
        "kind": type(found).__name__.lower(),
        "draw": _drawing(position.puzzle, found),
    }


def wrong(request: Request) -> Answer:
    """Return what is wrong in a position, compared with the only solution if any."""
    position = _asked(request)
    found = find_mistake(position)
    if found is None:
        return {"head": "Nothing is wrong so far.", "marks": [], "wrong": False}
    answer: Answer = {**figure(position, found, ()).answer(), "wrong": True}
    result = solve(position.puzzle, 2)
    if result.status == "unique":
        judged = progress_answer(position, result.solutions[0])
        answer |= {name: judged[name] for name in ("wrong_cells", "wrong_walls")}
    return answer


def why(request: Request) -> Answer:
    """Return why a cell has its dot, or an edge its wall or none."""
    position = _asked(request)
    at = request.point("at")
    reason = explain(position, at)
    if reason is None:
        return {"head": "Nothing is forced here: solutions differ.", "marks": []}
    return figure(position, reason, ()).answer()


def frames(request: Request) -> Iterator[Answer]:
    """Yield the walkthrough of a puzzle: a frame for each step."""
    puzzle = request.position().puzzle
    yield {"progress": {"text": "deducing the solution"}}
    way = walkthrough(puzzle)
    if way.mistake is not None:
        shown = figure(Position(puzzle), way.mistake, ()).answer()
        yield {"answer": {"frames": [], "solved": False, "grade": None, **shown}}
        return
    steps = zip(way.steps, way.positions(), strict=False)
    yield {
        "answer": {
            "frames": [
                _frame(step, figure(position, step, ())) for step, position in steps
            ],
            "solved": way.solved,
            "head": "" if way.solved else "The rest is not forced.",
            "grade": difficulty_object(difficulty(way)).fields(),
        }
    }


def _frame(step: Step, shown: Figure) -> Answer:
    attempt = board(shown.position)["attempt"]
    return {**shown.answer(), "level": int(step.level), "attempt": attempt}


def grade(request: Request) -> Iterator[Answer]:
    """Yield how difficult a puzzle is."""
    yield {"progress": {"text": "rating the puzzle"}}
    way = walkthrough(request.position().puzzle)
    if isinstance(way.mistake, Mistake):
        yield {"answer": {"text": "The puzzle has no solution.", "grade": None}}
    elif not way.solved:
        text = "The puzzle has several solutions; only unique puzzles are graded."
        yield {"answer": {"text": text, "grade": None}}
    else:
        measured = difficulty_object(difficulty(way)).fields()
        yield {"answer": {"text": f"Difficulty: {measured['grade']}", **measured}}


def _asked(request: Request) -> Position:
    """Return the position, without an attempt in which nothing is drawn."""
    position = request.position()
    walls, labels = position.walls or None, position.labels
    if labels is not None and not (labels >= 0).any():
        labels = None
    return Position(position.puzzle, walls, labels)


def _drawing(puzzle: Puzzle, hint: Hint) -> Answer:
    """Return what a step draws, as the fields of a move; empty if the hint is none."""
    if not isinstance(hint, Step):
        return {}
    if hint.walls:
        return {"add": pairs(hint.walls)}
    dot = puzzle.centers.index(hint.facts[0].center)
    return {"cells": pairs(hint.cells), "dot": dot}
