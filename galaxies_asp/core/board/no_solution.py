"""Puzzles without a solution, as propagation finds them."""

from galaxies_asp.core.board.grid import Point, describe, dot_name
from galaxies_asp.core.board.puzzle import Puzzle


class NoSolutionError(Exception):
    """The puzzle has no solution; the text states why, and where."""

    @classmethod
    def of_cell(cls, cell: Point, propagated: bool) -> "NoSolutionError":
        """Return the error for a cell without a candidate, at first or later."""
        when = "after propagation, " if propagated else ""
        return cls(f"{when}no dot can reach {describe(cell)}")

    @classmethod
    def of_contested_cell(cls, puzzle: Puzzle) -> "NoSolutionError":
        """Return the error for a puzzle in which several dots touch one cell."""
        cell, dots = next(iter(puzzle.contested_cells().items()))
        names = " and ".join(
            f"dot {dot_name(dot)} at {puzzle.centers[dot]}" for dot in dots
        )
        return cls(f"{names} both claim {describe(cell)}")
