"""The rules of the puzzle: an independent check of every solution.

Nothing here uses the solver or the encodings. A board is judged by its walls or by its
labels, whichever it has; each broken rule is a kind of its own and names its places.
Small boards without a fault are recognized without numpy.
"""

from typing import TYPE_CHECKING

from galaxies_asp.board.labels import as_rows
from galaxies_asp.board.puzzle import AnyLabels, Position, Puzzle, Solution
from galaxies_asp.board.variants import RuleVariant, Variants
from galaxies_asp.verifying.plain import keeps_the_rules

if TYPE_CHECKING:  # most boards have none
    from galaxies_asp.verifying.violations import Violation

__all__ = [
    "check_labels",
    "check_solution",
    "is_solution",
    "verify",
]

PLAIN_CELLS = 1600
"""The number of cells up to which labels are checked without numpy, at first.

Somewhat below this size numpy is faster already, but takes longer to load."""


def verify(
    board: Solution | Position, *, variants: Variants | None = None
) -> "list[Violation]":
    """Return all violations of the rules; an empty list for a solution.

    Parameters
    ----------
    board
        A solution or an attempt. Checked are its labels, its walls, or both and their
        consistency.
    variants
        The variants of the rules that apply; by default, those of the puzzle.

    Raises `ValueError` if nothing is drawn on the board.
    """
    position = board.position() if isinstance(board, Solution) else board
    if not position.is_attempt:
        raise ValueError("nothing is drawn on the board: no walls and no regions")
    puzzle = position.puzzle
    rules = puzzle.variants if variants is None else variants
    violations: list[Violation] = []
    if (labels := position.rows()) is not None:
        violations += check_labels(puzzle, labels, rules)
    if position.walls is not None and (
        not isinstance(board, Solution) or RuleVariant.LOOSE_WALLS in rules
    ):
        from galaxies_asp.verifying.labels import violations_of_enclosed
        from galaxies_asp.verifying.walls import wall_faults

        if labels is None or RuleVariant.LOOSE_WALLS in rules:
            violations += violations_of_enclosed(position, rules)
        violations += wall_faults(position, rules)
    return violations


def check_solution(puzzle: Puzzle, solution: Solution) -> "list[Violation]":
    """Return the violations of a solution that may show the puzzle's hidden dots."""
    from galaxies_asp.verifying.shapes import wrong_clues

    hidden = len(solution.puzzle.centers) - len(puzzle.centers)
    return [
        *check_labels(solution.puzzle, solution.rows(), puzzle.variants),
        *wrong_clues(puzzle, hidden_dots=hidden),
        *(verify(Position(solution.puzzle, solution.walls)) if solution.loose else ()),
    ]


def is_solution(puzzle: Puzzle, labels: AnyLabels) -> bool:
    """Tell whether the (H, W) labels solve the puzzle."""
    return not check_labels(puzzle, labels)


def check_labels(
    puzzle: Puzzle, labels: AnyLabels, variants: Variants | None = None
) -> "list[Violation]":
    """Return the violations of (H, W) labels, an array or rows.

    The number of hidden dots, which labels do not show, is not checked.
    """
    if variants is None:
        variants = puzzle.variants
    is_plain = not variants and puzzle.width * puzzle.height <= PLAIN_CELLS
    if is_plain and keeps_the_rules(puzzle, as_rows(labels)):
        return []
    import numpy as np

    from galaxies_asp.verifying.labels import violations_of_labels

    return violations_of_labels(puzzle, np.asarray(labels), variants)
