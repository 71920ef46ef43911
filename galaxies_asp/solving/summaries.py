"""Answers about all solutions of a puzzle: their number, and what they share."""

from dataclasses import dataclass
from typing import Any

from galaxies_asp.asp.encodings import FAST
from galaxies_asp.asp.search import Decision, Stop
from galaxies_asp.board.grid import Point, in_reading_order
from galaxies_asp.board.puzzle import NO_DOT, Position, Puzzle


@dataclass(frozen=True)
class Count:
    """The number of solutions, with the components.

    Attributes
    ----------
    puzzle
        The puzzle; of another family than Galaxies, a `Sheet`.
    total
        The number; a lower bound unless `complete`.
    components
        The numbers for the independent components, largest first; their product is the
        total.
    forced_cells, open_cells
        The numbers of cells with and without the same dot in all solutions; None if
        unknown.
    decisions
        The number of different components decided.
    encoding, decided_by
        The encoding, and whether propagation decided everything.
    verified
        The number of solutions that a verifier has judged; None if the count does not
        come from a list of solutions.
    """

    puzzle: Any
    total: int
    complete: bool
    stopped_by: Stop | None = None
    components: tuple[int, ...] = ()
    forced_cells: int | None = None
    open_cells: int | None = None
    decisions: int = 0
    seconds: float = 0.0
    encoding: str = FAST
    decided_by: Decision = "search"
    verified: int | None = None


@dataclass(frozen=True)
class Possibilities:
    """The brave and cautious consequences of a puzzle.

    Attributes
    ----------
    dots
        For each cell, in reading order, the dots that it has in some solution.
    walls, passages, open_edges
        The edges between two cells that are walls in all solutions, in none, in some.
    encoding, decided_by
        The encoding, and whether propagation decided everything.
    """

    puzzle: Puzzle
    dots: dict[Point, tuple[int, ...]]
    walls: frozenset[Point]
    passages: frozenset[Point]
    open_edges: frozenset[Point]
    encoding: str = FAST
    decided_by: Decision = "search"

    def position(self) -> Position:
        """Return the position with all forced labels and walls."""
        labels = self.puzzle.empty_rows()
        for (x, y), dots in self.dots.items():
            if len(dots) == 1:
                labels[y // 2][x // 2] = dots[0]
        return Position(self.puzzle, self.walls, labels)

    def in_words(self) -> str:
        """Return how much is the same in all solutions."""
        forced = sum(len(dots) == 1 for dots in self.dots.values())
        return (
            f"{forced} of {len(self.dots)} cells are forced; {len(self.walls)} edges "
            f"are walls, {len(self.passages)} are not, {len(self.open_edges)} are open"
        )

    def fields(self) -> dict[str, Any]:
        """Return the cells, row by row, and the edges as fields of an answer."""
        height, width = self.puzzle.height, self.puzzle.width
        rows: list[list[Any]] = [[None] * width for _ in range(height)]
        for (x, y), dots in self.dots.items():
            rows[y // 2][x // 2] = [None if dot == NO_DOT else dot for dot in dots]
        return {
            "dots": rows,
            "walls": in_reading_order(self.walls),
            "no_walls": in_reading_order(self.passages),
            "open": in_reading_order(self.open_edges),
        }
