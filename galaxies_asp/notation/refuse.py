"""What a notation cannot hold is refused, never dropped silently."""

from galaxies_asp.errors import NotationError
from galaxies_asp.puzzle import Puzzle


def refuse(puzzle: Puzzle, notation: str, *, holes: bool, walls: bool) -> None:
    """Raise NotationError if the puzzle has holes or given walls, as asked."""
    if holes and puzzle.holes:
        raise NotationError(f"{notation} cannot hold missing cells")
    if walls and puzzle.walls:
        raise NotationError(f"{notation} cannot hold given walls")
