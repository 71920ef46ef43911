"""Results of solving a puzzle, and of questions about all its solutions."""

from dataclasses import dataclass
from typing import Any, Literal

from galaxies_asp.asp.encodings import FAST
from galaxies_asp.asp.search import Decision, SearchResult, Stop
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position, Puzzle, Solution

Status = Literal["unique", "multiple", "none", "unknown"]

_CAPTIONS: dict[Status, str] = {
    "unique": "The only solution",
    "multiple": "One of several solutions",
    "none": "No solution",
    "unknown": "The search was not exhausted",
}


@dataclass(frozen=True)
class Result(SearchResult[Solution]):
    """The answer to a request."""

    puzzle: Puzzle

    @property
    def statistics(self) -> dict[str, Any]:
        """Those of clingo, if they were asked for and the search ended by itself."""
        return self.outcome.statistics or {}

    @property
    def messages(self) -> tuple[str, ...]:
        """Warnings of clingo about the encoding."""
        return self.outcome.messages

    @property
    def encoding(self) -> str:
        """The name of the encoding."""
        return self.outcome.encoding

    @property
    def decided_by(self) -> Decision:
        """`propagation` if no search was needed, otherwise `search`."""
        return self.outcome.decided_by

    @property
    def verified(self) -> bool:
        """Whether a verifier has judged the solutions."""
        return self.outcome.verified

    @property
    def status(self) -> Status:
        """What is known about the number of solutions."""
        if len(self.solutions) > 1:
            return "multiple"
        if not self.complete:
            return "unknown"
        return "unique" if self.solutions else "none"

    def _repr_html_(self) -> str:
        """Draw the first solution, or the puzzle, below what is known about others."""
        board = self.solutions[0] if self.solutions else self.puzzle
        return f"<p>{_CAPTIONS[self.status]}</p>{board._repr_svg_()}"


@dataclass(frozen=True)
class Count:
    """The number of solutions, with the components.

    Attributes
    ----------
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

    puzzle: Puzzle
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
