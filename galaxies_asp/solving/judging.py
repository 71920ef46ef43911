"""Judge what is drawn on a puzzle, and what a search has found, under any rules."""

from dataclasses import replace

from galaxies_asp.core.asp.encodings import AUTO, BUILT_IN, FAST
from galaxies_asp.core.asp.rules import NO_VERIFIER, Rules
from galaxies_asp.core.board.errors import DisagreementError, EncodingError
from galaxies_asp.core.board.puzzle import Labels, Position, Solution
from galaxies_asp.core.board.variants import MORE_THAN_LABELS
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.core.verifying.violations import Kind, Violation, load_verifier
from galaxies_asp.core.verifying.walls import enclosed_regions
from galaxies_asp.solving.engine import SolveRequest
from galaxies_asp.solving.plan import solver
from galaxies_asp.solving.result import Result
from galaxies_asp.solving.search import Search


def judge_position(position: Position, rules: Rules) -> list[Violation]:
    """Return the violations of what is drawn on a puzzle.

    The verifier judges by the variants of the puzzle. An encoding that is named besides
    must have the drawn regions as a model.

    Raises `ValueError` if nothing is drawn on the board.
    """
    puzzle = rules.puzzle(position.puzzle)
    position = Position(puzzle, position.walls, position.rows())
    violations = broken_rules(position, rules)
    named = rules.encoding.split("+")[0] != AUTO
    if violations or not named or puzzle.variants & MORE_THAN_LABELS:
        return violations
    engine = solver(puzzle, rules)
    if engine.accepts(_labels(position)):
        return []
    message = f"the encoding {engine.encoding} has no such model"
    return [Violation(Kind.OWN_RULE, (), message)]


def broken_rules(position: Position, rules: Rules) -> list[Violation]:
    """Return what the verifier of the rules finds; nothing if there is none."""
    if rules.verifier == NO_VERIFIER:
        return []
    if rules.verifier is not None:
        return load_verifier(rules.verifier)(position.puzzle, _labels(position))
    return verify(position) if solver(position.puzzle, rules).verified else []


def _labels(position: Position) -> Labels:
    """Return the drawn labels, or those of the regions that the walls enclose."""
    if position.labels is not None:
        return position.labels
    rows, _ = enclosed_regions(position, position.puzzle.variants)
    return Solution(position.puzzle, rows).labels


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
        If the encodings disagree; `DisagreementError` if both are built-in ones.
    """
    rules = request.rules._replace(encoding=encoding)
    both = {result.encoding, encoding}
    kind = DisagreementError if both <= {FAST, *BUILT_IN} else EncodingError
    disagreement = kind(
        f"the encodings {result.encoding} and {encoding} disagree on this puzzle; "
        f"`galaxies lab compare {result.encoding} {encoding}` finds a small board"
    )
    if not result.complete:
        accepts = solver(request.puzzle, rules).accepts
        for solution in result.solutions:
            if not accepts(solution.labels, request.options):
                raise disagreement
        return True
    again = replace(request, rules=rules, models=len(result.solutions) + 1)
    second = Search(again, time_limit=time_limit, memory_limit=memory_limit).run()
    if second.stopped_by in ("time", "memory"):
        return False
    if set(second.solutions) != set(result.solutions):
        raise disagreement
    return True
