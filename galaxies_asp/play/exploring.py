"""All solutions of a puzzle: one after the other, in common, and counted."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from galaxies_asp.all_solutions.answers import CountAnswer, ForcedAnswer
from galaxies_asp.all_solutions.count import bounds
from galaxies_asp.all_solutions.forced import forced as consequences
from galaxies_asp.board.no_solution import NoSolutionError
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.play.board import Answer, board, name_of, with_atoms
from galaxies_asp.play.request import Request
from galaxies_asp.solving.answers import SolveAnswer
from galaxies_asp.solving.request import SolveRequest
from galaxies_asp.solving.search import Search, solve
from galaxies_asp.solving.summaries import Count

MOST_SOLUTIONS = 200


def number(request: Request) -> Answer:
    """Return whether a puzzle has no solution, exactly one, or several."""
    result = solve(request.board().puzzle, 2)
    said = {"none": "No solution", "unique": "Exactly 1 solution"}
    text = said.get(result.status, "Several solutions")
    if result.reason:
        text = f"{text}: {result.reason}"
    return {"status": result.status, "text": text}


def strokes(request: Request) -> Answer:
    """Return where the atoms that may be drawn lie in the picture of a family."""
    sheet = cast(Sheet, request.board()).puzzle
    family = sheet.family
    atoms = sorted(sheet.engine().whole().atoms(family.outputs))
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
    search = Search(SolveRequest(drawn.puzzle, models))
    found: list[Any] = []
    for solution in search:
        found.append(solution)
        if len(found) % 20 == 0:
            yield {"progress": {"text": f"{len(found)} solutions"}}
    result = search.result(found)
    answer: Answer = {"complete": result.complete, "reason": result.reason}
    if isinstance(drawn, Sheet):
        boards = [board(replace(drawn, position=position)) for position in found]
    else:
        boards = [board(solution.position()) for solution in found]
        answer = SolveAnswer.about(drawn.puzzle.name, result, None).fields() | answer
    yield {"answer": answer | {"boards": boards}}


def count(request: Request) -> Iterator[Answer]:
    """Yield the exact number of solutions, after lower bounds of it."""
    drawn = request.board()
    for known in bounds(drawn.puzzle):
        yield {"progress": {"text": f"at least {known.total:,} solutions"}}
    answer = CountAnswer.of(known, id=name_of(drawn), count=known.total)
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
        if isinstance(drawn, Sheet):
            return _forced_atoms(drawn.puzzle)
        found = consequences(drawn.puzzle)
    except NoSolutionError as error:
        return {"text": f"The puzzle has no solution: {error}", "map": None}
    answer = ForcedAnswer.about(drawn.puzzle.name, found)
    numbers = [[len(dots or ()) for dots in row] for row in answer.dots or ()]
    text = "Everything is forced: the puzzle has exactly 1 solution."
    if several := sum(number > 1 for row in numbers for number in row):
        text = (
            f"{several} cells may belong to several dots; each shows how many. "
            f"Dashed edges are walls in some solutions."
        )
    shown = {"board": board(found.position()), "counts": numbers, "edges": answer.open}
    return answer.fields() | {"text": text, "map": shown}


def _forced_atoms(sheet: Sheet) -> Answer:
    shared = sheet.engine().possibilities()
    text = f"{len(shared.forced)} are in all solutions; {len(shared.free)} in some."
    return {"text": text, "map": {"board": board(with_atoms(sheet, shared.forced))}}
