"""All solutions of a puzzle: one after the other, in common, counted, and repaired."""

from collections.abc import Iterator

from galaxies_asp.all_solutions.answers import CountAnswer, ForcedAnswer
from galaxies_asp.all_solutions.count import bounds
from galaxies_asp.all_solutions.forced import forced as consequences
from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.board.puzzle import Position, Solution
from galaxies_asp.play.board import Answer, board
from galaxies_asp.play.request import Request
from galaxies_asp.repairing import WEIGHTS, Allowed, repair_in_words
from galaxies_asp.repairing.answers import RepairRun
from galaxies_asp.repairing.search import Progress, RepairTask
from galaxies_asp.solving.answers import SolveAnswer
from galaxies_asp.solving.request import SolveRequest
from galaxies_asp.solving.search import Search, solve
from galaxies_asp.solving.summaries import Count

MOST_SOLUTIONS = 200
MOST_REPAIRS = 20


def number(request: Request) -> Answer:
    """Return whether a puzzle has no solution, exactly one, or several."""
    result = solve(request.position().puzzle, 2)
    said = {"none": "No solution", "unique": "Exactly 1 solution"}
    text = said.get(result.status, "Several solutions")
    if result.reason:
        text = f"{text}: {result.reason}"
    return {"status": result.status, "text": text}


def solutions(request: Request) -> Iterator[Answer]:
    """Yield some solutions of a puzzle, and whether these are all."""
    puzzle = request.position().puzzle
    models = request.integer("models", 1, MOST_SOLUTIONS, MOST_SOLUTIONS)
    search = Search(SolveRequest(puzzle, models))
    found: list[Solution] = []
    for solution in search:
        found.append(solution)
        if len(found) % 20 == 0:
            yield {"progress": {"text": f"{len(found)} solutions"}}
    result = search.result(found)
    answer = SolveAnswer.about(puzzle.name, result, None)
    yield {"answer": answer.fields() | {"reason": result.reason}}


def count(request: Request) -> Iterator[Answer]:
    """Yield the exact number of solutions, after lower bounds of it."""
    puzzle = request.position().puzzle
    for known in bounds(puzzle):
        yield {"progress": {"text": f"at least {known.total:,} solutions"}}
    answer = CountAnswer.of(known, id=puzzle.name, count=known.total)
    yield {"answer": answer.fields() | {"text": _number_in_words(known)}}


def _number_in_words(known: Count) -> str:
    """Return a number of solutions as lines; scripts round large numbers."""
    noun = "solution" if known.total == 1 else "solutions"
    lines = [f"{'' if known.complete else 'At least '}{known.total:,} {noun}."]
    if len(known.components) > 1:
        factors = " × ".join(f"{factor:,}" for factor in known.components)
        lines.append(f"The product of independent parts: {factors}.")
    if known.forced_cells is not None:
        open_cells = f"{known.open_cells} are open"
        lines.append(f"{known.forced_cells} cells are forced, {open_cells}.")
    return "\n".join(lines)


def forced(request: Request) -> Answer:
    """Return what all solutions have in common, and where they differ."""
    puzzle = request.position().puzzle
    try:
        found = consequences(puzzle)
    except NoSolutionError as error:
        return {"text": f"The puzzle has no solution: {error}", "map": None}
    answer = ForcedAnswer.about(puzzle.name, found)
    numbers = [[len(dots or ()) for dots in row] for row in answer.dots or ()]
    text = "Everything is forced: the puzzle has exactly 1 solution."
    if several := sum(number > 1 for row in numbers for number in row):
        text = (
            f"{several} cells may belong to several dots; each shows how many. "
            f"Dashed edges are walls in some solutions."
        )
    attempt = board(found.position())["attempt"]
    drawing = {"attempt": attempt, "counts": numbers, "open": answer.open}
    return answer.fields() | {"text": text, "map": drawing}


def repair(request: Request) -> Iterator[Answer]:
    """Yield the cheapest changes that give the puzzle exactly one solution."""
    puzzle = request.position().puzzle
    run = RepairRun(RepairTask(puzzle, Allowed(WEIGHTS), MOST_REPAIRS))
    for event in run:
        if isinstance(event, Progress):
            text = f"{event.proposals} changed puzzles examined"
            yield {"progress": {"text": text}}
    answer = run.answer()
    text = f"{len(answer.repairs)} smallest changes make the puzzle unique."
    if len(answer.repairs) == 1:
        text = "One smallest change makes the puzzle unique."
    if answer.is_sound:
        text = "The puzzle is unique."
    repairs = [
        {
            "text": repair_in_words(puzzle, repair),
            "board": board(Position(repair.puzzle)),
        }
        for repair in answer.repairs
    ]
    yield {"answer": {"text": text, "repairs": repairs}}
