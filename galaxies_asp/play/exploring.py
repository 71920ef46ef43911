"""All solutions of a puzzle: one after the other, in common, and counted."""

from collections.abc import Iterator
from typing import Any, cast

from galaxies_asp.all_solutions.answers import CountAnswer, ForcedAnswer
from galaxies_asp.all_solutions.count import bounds
from galaxies_asp.all_solutions.count import forced as consequences
from galaxies_asp.board.errors import counted
from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.play.board import Answer
from galaxies_asp.play.request import Request
from galaxies_asp.solving.engine import SolveRequest
from galaxies_asp.solving.result import Count
from galaxies_asp.solving.search import Search, solve

MOST_SOLUTIONS = 200


def number(request: Request) -> Answer:
    """Return whether a puzzle has no solution, exactly one, or several."""
    result = solve(request.board().puzzle, 2, rules=request.rules)
    said = {"none": "No solution", "unique": "Exactly 1 solution"}
    text = said.get(result.status, "Several solutions")
    if result.reason:
        text = f"{text}: {result.reason}"
    return {"status": result.status, "text": text}


def strokes(request: Request) -> Answer:
    """Return where the atoms that may be drawn lie in the picture of a family."""
    sheet = cast(Sheet, request.board()).puzzle
    family = sheet.family
    atoms = sorted(sheet.engine(request.rules).whole().atoms(family.outputs))
    listed = [
        {"atom": atom, "path": path, "words": family.words(atom)}
        for atom in atoms
        if (path := family.stroke(atom))
    ]
    return {"strokes": listed}


def solutions(request: Request) -> Iterator[Answer]:
    """Yield some solutions of a puzzle as boards, and whether these are all."""
    drawn = request.board()
    models = request.integer("models", 1, MOST_SOLUTIONS, MOST_SOLUTIONS)
    search = Search(SolveRequest(drawn.puzzle, models, rules=request.rules))
    found: list[Any] = []
    for solution in search:
        found.append(solution)
        if len(found) % 20 == 0:
            yield {"progress": {"text": counted(len(found), "solution")}}
    result = search.result(found)
    boards = [drawn.drawn(solution).plain() for solution in found]
    about = {"complete": result.complete, "reason": result.reason, "boards": boards}
    yield {"answer": drawn.answer(result, None).fields() | about}


def count(request: Request) -> Iterator[Answer]:
    """Yield the exact number of solutions, after lower bounds of it."""
    drawn = request.board()
    for known in bounds(drawn.puzzle, request.rules):
        yield {"progress": {"text": f"at least {known.total:,} solutions"}}
    answer = CountAnswer.of(known, id=drawn.name, count=known.total)
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
    drawn = request.board()
    try:
        found = consequences(drawn.puzzle, rules=request.rules)
    except NoSolutionError as error:
        return {"text": f"The puzzle has no solution: {error}", "map": None}
    answer = ForcedAnswer.about(drawn.name, found)
    shown: Answer = {"board": drawn.drawn(found.position()).plain()}
    if answer.dots is None:
        text = f"{found.in_words()}."
    else:
        numbers = [[len(dots or ()) for dots in row] for row in answer.dots]
        several = sum(number > 1 for row in numbers for number in row)
        text = _openness_in_words(several)
        shown |= {"counts": numbers, "edges": answer.open}
    return answer.fields() | {"text": text, "map": shown}


def _openness_in_words(several: int) -> str:
    """Return how many cells may belong to several dots."""
    if not several:
        return "Everything is forced: the puzzle has exactly 1 solution."
    return (
        f"{several} cells may belong to several dots; each shows how many. "
        f"Dashed edges are walls in some solutions."
    )
