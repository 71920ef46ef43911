"""All solutions of a puzzle: one after the other, in common, counted, and repaired."""

from collections.abc import Iterator

from galaxies_asp.all_solutions.count import bounds
from galaxies_asp.all_solutions.forced import forced as consequences
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.fast.no_solution import NoSolutionError
from galaxies_asp.play.board import Answer, board, pairs, rows
from galaxies_asp.play.request import Request
from galaxies_asp.repairing import WEIGHTS, Allowed, Repair, repair_in_words
from galaxies_asp.repairing.answers import RepairRun
from galaxies_asp.repairing.search import Progress, RepairTask
from galaxies_asp.solving.request import SolveRequest
from galaxies_asp.solving.search import Search, solve

MOST_SOLUTIONS = 200
MOST_REPAIRS = 20


def number(request: Request) -> Answer:
    """Return whether a puzzle has no solution, exactly one, or several."""
    result = solve(request.position().puzzle, 2)
    said = {
        "none": "No solution",
        "unique": "Exactly 1 solution",
        "multiple": "Several solutions",
    }
    text = said.get(result.status, "The number of solutions is not known")
    if result.reason:
        text = f"{text}: {result.reason}"
    return {"status": result.status, "text": text}


def solutions(request: Request) -> Iterator[Answer]:
    """Yield some solutions of a puzzle, and whether these are all."""
    puzzle = request.position().puzzle
    models = request.integer("models", 1, MOST_SOLUTIONS, MOST_SOLUTIONS)
    search = Search(SolveRequest(puzzle, models))
    found = []
    for solution in search:
        found.append(rows(solution.labels))
        if len(found) % 20 == 0:
            yield {"progress": {"text": f"{len(found)} solutions"}}
    result = search.result()
    yield {
        "answer": {
            "solutions": found,
            "complete": result.complete,
            "reason": result.reason,
        }
    }


def count(request: Request) -> Iterator[Answer]:
    """Yield the exact number of solutions, after lower bounds of it."""
    puzzle = request.position().puzzle
    last = None
    for last in bounds(puzzle):
        yield {"progress": {"text": f"at least {last.total:,} solutions"}}
    assert last is not None
    yield {
        "answer": {
            "total": str(last.total),
            "complete": last.complete,
            "components": [str(number) for number in last.components],
            "forced": last.forced_cells,
            "open": last.open_cells,
        }
    }


def forced(request: Request) -> Answer:
    """Return what all solutions have in common, and where they differ."""
    try:
        found = consequences(request.position().puzzle)
    except NoSolutionError as error:
        return {"text": f"The puzzle has no solution: {error}", "map": None}
    numbers = [[0] * found.puzzle.width for _ in range(found.puzzle.height)]
    for cell, dots in found.dots.items():
        numbers[cell.y // 2][cell.x // 2] = len(dots)
    several = sum(number > 1 for row in numbers for number in row)
    text = "Everything is forced: the puzzle has exactly 1 solution."
    if several:
        text = (
            f"{several} cells may belong to several dots; each shows how many. "
            f"Dashed edges are walls in some solutions."
        )
    return {
        "text": text,
        "map": {
            "attempt": board(found.position())["attempt"],
            "counts": numbers,
            "open": pairs(sorted(found.open_edges)),
        },
    }


def repair(request: Request) -> Iterator[Answer]:
    """Yield the cheapest changes that give the puzzle exactly one solution."""
    puzzle = request.position().puzzle
    run = RepairRun(RepairTask(puzzle, Allowed(WEIGHTS), MOST_REPAIRS))
    for event in run:
        if isinstance(event, Progress):
            text = f"{event.proposals} changed puzzles examined"
            yield {"progress": {"text": text}}
    answer = run.answer()
    if answer.before is not None and answer.before.status == "unique":
        yield {"answer": {"text": "The puzzle is unique.", "repairs": []}}
        return
    yield {
        "answer": {
            "text": _found(len(answer.repairs)),
            "repairs": [_repaired(puzzle, one) for one in answer.repairs],
        }
    }


def _found(number: int) -> str:
    if number == 1:
        return "One smallest change makes the puzzle unique."
    return f"{number} smallest changes make the puzzle unique."


def _repaired(puzzle: Puzzle, repair: Repair) -> Answer:
    return {
        "text": repair_in_words(puzzle, repair),
        "board": board(Position(repair.puzzle)),
    }
