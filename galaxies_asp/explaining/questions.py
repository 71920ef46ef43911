"""From a place on the board to the target that follows there, and its reason."""

from galaxies_asp.board.grid import Point, describe, is_cell, is_edge, touched_cells
from galaxies_asp.board.puzzle import Position, Puzzle, Solution
from galaxies_asp.errors import OptionError
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.reasons import Reason, find_reason
from galaxies_asp.explaining.situation import Situation
from galaxies_asp.solving.search import solve


def explain(
    board: Puzzle | Position, at: Point | None = None, *, smallest: bool = False
) -> Reason | None:
    """Return why a cell has its dot, an edge its wall or none, or there is no solution.

    Parameters
    ----------
    board
        A puzzle; or a position, whose drawn walls and labels count as given.
    at
        A cell, or an edge between two cells. Without it, and if the board has no
        solution, the target is that there is no solution.
    smallest
        Search for a reason with the fewest rules.

    Returns
    -------
    None if nothing is forced there: solutions differ, or there is a solution.

    Raises
    ------
    OptionError
        If nothing can be asked about the place.
    """
    position = board if isinstance(board, Position) else Position(board)
    puzzle = position.puzzle
    if at is not None:
        check_place(puzzle, at)
    situation = Situation.of(position)
    if at is None or not (result := solve(puzzle, 1)).solutions:
        return find_reason(situation, NO_SOLUTION, smallest=smallest)
    if position.is_attempt:
        reason = find_reason(situation, NO_SOLUTION, smallest=smallest)
        if reason is not None:
            return reason
    for target in _targets(situation, at, result.solutions[0]):
        reason = find_reason(situation, target, smallest=smallest)
        if reason is not None:
            return reason
    return None


def check_place(puzzle: Puzzle, at: Point) -> None:
    """Raise OptionError if nothing can be asked about a place."""
    if is_cell(at):
        if not puzzle.has_cell(at):
            raise OptionError(f"nothing to explain at {at}: no cell of the board")
    elif not is_edge(at) or not all(map(puzzle.has_cell, touched_cells(at))):
        raise OptionError(
            f"nothing to explain at {describe(at)}: neither a cell nor an edge between "
            "two cells"
        )


def _targets(situation: Situation, at: Point, solution: Solution) -> list[Fact]:
    """Return the possible targets at a place, that of a known solution first."""
    if not is_cell(at):
        walled = at in solution.walls
        asked = [Kind.WALL, Kind.OPEN] if walled else [Kind.OPEN, Kind.WALL]
        return [Fact(what, at) for what in asked]
    likely = solution.label(at)
    bit = situation.board.bit(at)
    dots = [dot for dot, span in enumerate(situation.board.span) if span & bit]
    dots.sort(key=lambda dot: (dot != likely, dot))
    return [Fact(Kind.CELL, at, dot) for dot in dots]
