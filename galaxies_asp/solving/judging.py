"""Judge what is drawn on a puzzle, and what a search has found, under any rules."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from galaxies_asp.core.asp.encodings import AUTO, BUILT_IN, FAST
from galaxies_asp.core.asp.rules import NO_VERIFIER, STANDARD, Rules
from galaxies_asp.core.board.errors import DisagreementError, EncodingError
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.engine import AnyEngine, SolveRequest
from galaxies_asp.core.result import AnyResult
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.core.verifying.rules import rows_with_touched
from galaxies_asp.core.verifying.violations import Fault, Violation

P = TypeVar("P")


def judge(sheet: Sheet[P], rules: Rules = STANDARD) -> Sequence[Violation]:
    """Return the violations of what is drawn on a puzzle.

    The verifier judges by the variants of the puzzle. An encoding that is named besides
    must have what is drawn as a model, and so must that of a family without a verifier.

    Raises `ValueError` if nothing is drawn on the board.
    """
    sheet = sheet.under(rules)
    family, position = sheet.family, sheet.position
    violations = broken_rules(sheet, rules)
    is_judged = family.has_verifier and rules.encoding.split("+")[0] == AUTO
    is_judged = is_judged and rules.verifier != NO_VERIFIER
    if violations or is_judged or not family.has_models_of(position):
        return violations
    from galaxies_asp.solving.plan import solver

    engine: AnyEngine = solver(sheet, rules)
    drawn: object = position
    if engine.verified and isinstance(drawn, Position):
        rows = rows_with_touched(drawn, drawn.puzzle.variants)
        drawn = Position(drawn.puzzle, drawn.walls, rows)
    if engine.accepts(drawn):
        return []
    message = f"the encoding {engine.encoding} has no such model"
    return [Violation(Fault.OWN_RULE, (), message)]


def unsolved(sheet: Sheet[P], rules: Rules = STANDARD) -> Sheet[P]:
    """Return a puzzle with what is drawn on it; without, if that is a solution."""
    is_solved = sheet.is_attempt and not judge(sheet, rules)
    return sheet.blank if is_solved else sheet


def broken_rules(sheet: Sheet[P], rules: Rules) -> Sequence[Violation]:
    """Return what the verifier of the rules finds; nothing if there is none."""
    family, position = sheet.family, sheet.position
    if rules.verifier is not None:
        return family.judge(position, rules)(position)
    from galaxies_asp.solving.plan import solver

    return family.verify(position) if solver(sheet, rules).verified else []


def confirm(
    result: AnyResult,
    request: SolveRequest,
    encoding: str,
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> bool:
    """Tell whether a second encoding confirms a result; False if a limit is reached.

    If the search was exhausted, the second encoding must have the same solutions.
    Otherwise each solution must be one of the second encoding.

    Raises `EncodingError` if the encodings disagree; `DisagreementError` if both are
    built-in ones.
    """
    from galaxies_asp.solving.plan import solver
    from galaxies_asp.solving.search import Search

    rules = request.rules._replace(encoding=encoding)
    both = {result.encoding, encoding}
    kind = DisagreementError if both <= {FAST, *BUILT_IN} else EncodingError
    disagreement = kind(
        f"the encodings {result.encoding} and {encoding} disagree on this puzzle; "
        f"`galaxies lab compare {result.encoding} {encoding}` finds a small board"
    )
    if not result.complete:
        accepts = solver(request.sheet, rules).accepts
        for solution in result.solutions:
            if not accepts(solution, request.options):
                raise disagreement
        return True
    again = replace(request, rules=rules, models=len(result.solutions) + 1)
    second = Search[object](
        again, time_limit=time_limit, memory_limit=memory_limit
    ).run()
    if second.stopped_by in ("time", "memory"):
        return False
    if set(second.solutions) != set(result.solutions):
        raise disagreement
    return True
