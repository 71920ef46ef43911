"""The rules of the puzzle: an independent check of every solution.

Nothing here uses the solver or the encodings. A board is judged by its walls or by its
labels, whichever it has; each broken rule is a kind of its own and names its places.
Boards without a fault are recognized by a fast check of the standard rules.
"""

from array import array
from itertools import product
from typing import TYPE_CHECKING

from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.labels import NO_DOT, as_rows, walls_between
from galaxies_asp.core.board.puzzle import AnyLabels, Position, Puzzle, Rows, Solution
from galaxies_asp.core.board.variants import (
    MORE_THAN_LABELS,
    RuleVariant,
    Variants,
    variants_named,
)

if TYPE_CHECKING:  # most boards have none
    from galaxies_asp.core.verifying.violations import Violation

__all__ = ["check_labels", "check_solution", "labels_drawn", "verify"]


@checked
def verify(board: Position, *, variants: Variants | None = None) -> "list[Violation]":
    """Return all violations of the rules; an empty list for a solution.

    Raises `ValueError` if nothing is drawn on the board. Raises `PuzzleError` if there
    is no such variant.

    `board`: a solution or an attempt. Checked are its labels, its walls, or both and
    their consistency. `variants`: the variants of the rules that apply; by default,
    those of the puzzle.
    """
    if not board.is_attempt:
        raise ValueError("nothing is drawn on the board: no walls and no regions")
    puzzle = board.puzzle
    rules = puzzle.variants if variants is None else variants_named(variants)
    if _is_empty(board) and rules & {RuleVariant.BLACK_HOLES, RuleVariant.HIDDEN_DOTS}:
        from galaxies_asp.core.verifying.labels import nothing_drawn

        return [nothing_drawn(puzzle)]
    violations: list[Violation] = []
    if (labels := rows_with_touched(board, rules)) is not None:
        violations += check_labels(puzzle, labels, rules)
        if RuleVariant.HIDDEN_DOTS in rules and _is_partial(board, labels):
            return _with_hidden(board, labels, rules, violations)
    loose = RuleVariant.LOOSE_WALLS in rules
    if board.walls is not None and (loose or not isinstance(board, Solution)):
        from galaxies_asp.core.verifying.labels import violations_of_enclosed
        from galaxies_asp.core.verifying.walls import wall_faults

        if labels is None or loose:
            violations += violations_of_enclosed(board, rules)
        violations += wall_faults(board, rules)
    return violations


def _is_partial(board: Position, labels: Rows) -> bool:
    """Tell whether a cell of an attempt has no label."""
    cells = () if isinstance(board, Solution) else board.puzzle.cells()
    return any(labels[y // 2][x // 2] == NO_DOT for x, y in cells)


def _with_hidden(
    board: Position, labels: Rows, rules: Variants, found: "list[Violation]"
) -> "list[Violation]":
    """Judge labels and the regions without one, which may have hidden dots.

    `found`: the violations of labels that are the whole answer.
    """
    from galaxies_asp.core.verifying.violations import Fault

    puzzle = board.puzzle
    drawn = frozenset() if board.walls is None else board.inner_walls()
    borders = walls_between(labels, puzzle.holes, puzzle.lattice)
    enclosed = verify(Position(puzzle, drawn | borders), variants=rules)
    of_missing = (Fault.UNCOVERED_CELL, Fault.WRONG_CLUE)
    return [f for f in found if f.kind not in of_missing] + enclosed


def _is_empty(board: Position) -> bool:
    """Tell whether no cell has a label, though there are dots, and no wall is drawn."""
    rows, has_dots = board.rows(), bool(board.puzzle.centers)
    return rows is not None and max(map(max, rows)) < 0 and has_dots and not board.walls


def check_solution(puzzle: Puzzle, solution: Solution) -> "list[Violation]":
    """Return the violations of a solution that may show the puzzle's hidden dots."""
    from galaxies_asp.core.verifying.labels import wrong_clues

    hidden = len(solution.puzzle.centers) - len(puzzle.centers)
    return [
        *check_labels(solution.puzzle, solution.rows(), puzzle.variants),
        *wrong_clues(puzzle, hidden_dots=hidden),
        *(verify(Position(solution.puzzle, solution.walls)) if solution.loose else ()),
    ]


def rows_with_touched(position: Position, variants: Variants) -> Rows | None:
    """Return the labels, if any; of an attempt, those of cells that dots touch as well.

    A player need not draw these, unless they may be in another region: under the
    variant toroidal. Where a cell at a dot has another label, nothing is added there.
    """
    rows, puzzle = position.rows(), position.puzzle
    is_whole = isinstance(position, Solution) or RuleVariant.TOROIDAL in variants
    if rows is None or is_whole:
        return rows
    for dot, center in enumerate(puzzle.centers):
        touched = puzzle.lattice.touched_cells(center)
        if all(rows[y // 2][x // 2] in (dot, NO_DOT) for x, y in touched):
            for x, y in touched:
                rows[y // 2][x // 2] = dot
    return rows


def labels_drawn(position: Position) -> Rows:
    """Return the drawn labels, or those of the regions that the walls enclose."""
    if (rows := position.rows()) is not None:
        return rows
    from galaxies_asp.core.verifying.walls import enclosed_regions

    return enclosed_regions(position, position.puzzle.variants)[0]


def finished(position: Position) -> Position:
    """Return labels that are a solution as such, with all of its walls.

    Under black holes, the cells without a dot are black.
    """
    variants = position.puzzle.variants
    rows, more = rows_with_touched(position, variants), variants & MORE_THAN_LABELS
    if rows is None or position.walls or more or verify(position):
        return position
    return Solution(position.puzzle, rows)


def check_labels(
    puzzle: Puzzle, labels: AnyLabels, variants: Variants | None = None
) -> "list[Violation]":
    """Return the violations of (H, W) labels, an array or rows.

    The regions of hidden dots have no labels: under this variant there are none.
    """
    rules = puzzle.variants if variants is None else variants
    if not rules and keeps_the_rules(puzzle, labels):
        return []
    from galaxies_asp.core.verifying.labels import violations_of_labels

    return list(violations_of_labels(puzzle, as_rows(labels), rules))


def keeps_the_rules(puzzle: Puzzle, labels: AnyLabels) -> bool:
    """Tell whether (H, W) labels solve the puzzle by the standard rules.

    Cell (i, j) has the number `i * stride + j`. Rows lie 2W apart, so that no mirror
    image and no neighbor off the board has the number of a cell.
    """
    stride, lattice, rows = 2 * puzzle.width, puzzle.lattice, as_rows(labels)
    outside = array("i", [NO_DOT]) * puzzle.width
    flat = array("i")
    for row in rows:
        flat.extend(row)
        flat.extend(outside)
    size = len(flat)
    flat.extend(outside * 2)  # for steps beyond the last row, or before the first one
    if any(flat[y // 2 * stride + x // 2] != NO_DOT for x, y in puzzle.holes):
        return False
    steps = [x // 2 + y // 2 * stride for x, y in lattice.steps]
    around = [*steps, *(-step for step in steps)]
    left = puzzle.width * puzzle.height - len(puzzle.holes)
    touched = {
        (x, y): [
            (y + down) // 2 * stride + (x + right) // 2
            for right, down in lattice.touching(Point(x, y))
        ]
        for x, y in product((0, 1), repeat=2)
    }
    for dot, (x, y) in enumerate(puzzle.centers):
        middle, total = y // 2 * stride + x // 2, (y - 1) * stride + x - 1
        region = [middle + step for step in touched[x % 2, y % 2]]
        for cell in region:
            if flat[cell] != dot:
                return False
        reached = set(region)
        for cell in region:  # the partners of ways to cells lead to their images
            for step in around:
                beside = cell + step
                if flat[beside] == dot and beside not in reached:
                    image = total - beside
                    if not 0 <= image < size or flat[image] != dot:
                        return False
                    reached.update((beside, image))
                    region.append(beside)
        left -= len(reached)
    return not left and all(
        rows[first.y // 2][first.x // 2] != rows[other.y // 2][other.x // 2]
        for first, other in map(lattice.touched_cells, puzzle.walls)
    )
