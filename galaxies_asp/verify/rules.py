"""The rules of the puzzle: an independent check of every solution.

Nothing here uses the solver or the encodings. A board is judged by its walls or by its
labels, whichever it has; each broken rule is a kind of its own and names its places.
Small boards without a fault are recognized without numpy.
"""

from galaxies_asp.puzzle import AnyLabels, Position, Puzzle, Rows, Solution
from galaxies_asp.variants import PUZZLE, Variants
from galaxies_asp.verify.plain import keeps_the_rules
from galaxies_asp.verify.violations import Kind, Violation

__all__ = ["Kind", "Violation", "check_labels", "is_solution", "verify"]

PLAIN_CELLS = 1500
"""The number of cells up to which a check without numpy takes less time."""


def verify(
    board: Solution | Position, *, variants: Variants = PUZZLE
) -> list[Violation]:
    """Return all violations of the rules; an empty list for a solution.

    Parameters
    ----------
    board
        A solution or an attempt. Checked are its labels, its walls, or both and their
        consistency.
    variants
        The variants of the rules that apply.

    Raises `ValueError` if nothing is drawn on the board.
    """
    if isinstance(board, Solution):
        return check_labels(board.puzzle, board.rows(), variants)
    if not board.is_attempt:
        raise ValueError("nothing is drawn on the board: no walls and no regions")
    rows, violations = board.rows(), list[Violation]()
    if rows is not None:
        violations += check_labels(board.puzzle, rows, variants)
    if board.walls is not None:
        from galaxies_asp.verify.labels import violations_of_enclosed
        from galaxies_asp.verify.walls import enclosed_regions, wall_faults

        if rows is None:
            labels, violations = enclosed_regions(board, variants)
            violations += violations_of_enclosed(board.puzzle, labels, variants)
        violations += wall_faults(board, variants)
    return violations


def is_solution(puzzle: Puzzle, labels: AnyLabels) -> bool:
    """Tell whether the labels solve the puzzle."""
    return not check_labels(puzzle, labels)


def check_labels(
    puzzle: Puzzle, labels: AnyLabels, variants: Variants = PUZZLE
) -> list[Violation]:
    """Return the violations of (H, W) labels, an array or rows."""
    if not variants and puzzle.width * puzzle.height <= PLAIN_CELLS:
        rows: Rows = labels if isinstance(labels, list) else labels.tolist()
        if keeps_the_rules(puzzle, rows):
            return []
    import numpy as np

    from galaxies_asp.verify.labels import violations_of_labels

    return violations_of_labels(puzzle, np.asarray(labels), variants)
