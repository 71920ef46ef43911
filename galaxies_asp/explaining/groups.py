"""Groups of cells in words: a row, a corner, a block, a corridor or an area."""

from collections.abc import Sequence

from galaxies_asp.board.grid import SQUARE, Point, cell_name
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining.clauses import cells

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def cells_in_words(puzzle: Puzzle, places: Sequence[Point]) -> str:
    """Return the names of some cells, of three or more with the kind of their group.

    `the corridor of four cells c1r3, c1r4, c2r4 and c3r4`; of a row, a column and a
    block of cells the ends are named.
    """
    group = sorted(places, key=lambda cell: (cell.y, cell.x))
    kind = kind_of(puzzle, group) if len(group) > 2 else ""
    if not kind:
        return cells(places)
    count = _NUMBERS[len(group)] if len(group) < len(_NUMBERS) else str(len(group))
    named = cells(group)
    if kind in ("row", "column", "block"):
        named = f"{cell_name(group[0])} to {cell_name(group[-1])}"
    return f"the {kind} of {count} cells {named}"


def kind_of(puzzle: Puzzle, group: Sequence[Point]) -> str:
    """Return what cells are that are connected; empty if they are not."""
    beside = {
        cell: set(puzzle.lattice.adjacent_cells(cell)) & set(group) for cell in group
    }
    reached = {group[0]}
    while more := set().union(*(beside[cell] for cell in reached)) - reached:
        reached |= more
    if len(reached) < len(group):
        return ""
    columns, rows = ({cell[axis] for cell in group} for axis in (0, 1))
    if puzzle.lattice == SQUARE and len(group) == len(columns) * len(rows):
        return "row" if len(rows) == 1 else "column" if len(columns) == 1 else "block"
    right, bottom = 2 * puzzle.width - 1, 2 * puzzle.height - 1
    if any(cell.x in (1, right) and cell.y in (1, bottom) for cell in group):
        return "corner"
    ends = [len(others) for others in beside.values()]
    return "corridor" if max(ends) < 3 and sum(ends) == 2 * len(group) - 2 else "area"
