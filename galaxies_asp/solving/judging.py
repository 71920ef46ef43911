"""Judge what is drawn on a puzzle, under any rules."""

from galaxies_asp.asp.encodings import AUTO
from galaxies_asp.asp.rules import NO_VERIFIER, Rules
from galaxies_asp.board.puzzle import Labels, Position
from galaxies_asp.board.variants import MORE_THAN_LABELS
from galaxies_asp.fast.no_solution import NoSolutionError
from galaxies_asp.solving.request import Request
from galaxies_asp.verifying.own import load_verifier
from galaxies_asp.verifying.rules import verify
from galaxies_asp.verifying.violations import Kind, Violation
from galaxies_asp.verifying.walls import enclosed_regions


def judge_position(position: Position, rules: Rules) -> list[Violation]:
    """Return the violations of what is drawn on a puzzle.

    The verifier judges by the variants of the puzzle. An encoding that is named besides
    must have the drawn regions as a model.

    Raises `ValueError` if nothing is drawn on the board.
    """
    puzzle = rules.puzzle(position.puzzle)
    position = Position(puzzle, position.walls, position.rows())
    violations = _verified(position, rules)
    named = rules.encoding.split("+")[0] != AUTO
    if violations or not named or puzzle.variants & MORE_THAN_LABELS:
        return violations
    entry = rules.entry(puzzle)
    if accepts(Request(puzzle, 1, entry), _labels(position)):
        return []
    message = f"the encoding {entry} has no such model"
    return [Violation(Kind.OWN_RULE, (), message)]


def _verified(position: Position, rules: Rules) -> list[Violation]:
    from galaxies_asp.solving.grounding import declared  # loads clingo

    if rules.verifier == NO_VERIFIER:
        return []
    if rules.verifier is not None:
        return load_verifier(rules.verifier)(position.puzzle, _labels(position))
    if declared(rules.encoding).own_rules:
        return []
    return verify(position)


def _labels(position: Position) -> Labels:
    """Return the drawn labels, or those of the regions that the walls enclose."""
    if position.labels is not None:
        return position.labels
    return enclosed_regions(position, position.puzzle.variants)[0]


def accepts(request: Request, labels: Labels) -> bool:
    """Tell whether the encoding of a request has a model with these (H, W) labels."""
    from galaxies_asp.solving.grounding import ground  # loads clingo

    puzzle = request.rules.puzzle(request.puzzle)
    encoding = request.rules.entry(puzzle)
    try:
        grounded = ground(puzzle, encoding, request.clingo_options())
    except NoSolutionError:
        return False
    assert grounded.assumptions is not None
    literals = grounded.assumptions(labels.tolist())
    if literals is None:
        return False
    return any(True for _ in grounded.program.models(literals))
