"""Confirm an answer with a second encoding: its solutions and its completeness."""

from dataclasses import replace

from galaxies_asp.errors import EncodingError
from galaxies_asp.solving.plan import solver
from galaxies_asp.solving.request import SolveRequest
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import Search


def confirm(
    result: Result,
    request: SolveRequest,
    encoding: str,
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> bool:
    """Tell whether a second encoding confirms a result; False if a limit is reached.

    If the search was exhausted, the second encoding must have the same solutions.
    Otherwise each solution must be one of the second encoding.

    Raises
    ------
    EncodingError
        If the encodings disagree.
    """
    rules = request.rules._replace(encoding=encoding)
    disagreement = EncodingError(
        f"the encodings {result.encoding} and {encoding} disagree on this puzzle; "
        f"`galaxies lab compare {result.encoding} {encoding}` finds a small board"
    )
    if not result.complete:
        accepts = solver(request.puzzle, rules).accepts
        if not all(
            accepts(found.labels, request.options) for found in result.solutions
        ):
            raise disagreement
        return True
    again = replace(request, rules=rules, models=len(result.solutions) + 1)
    second = Search(again, time_limit=time_limit, memory_limit=memory_limit).run()
    if second.stopped_by in ("time", "memory"):
        return False
    if set(second.solutions) != set(result.solutions):
        raise disagreement
    return True
