"""Results: solutions, their number, and what they share."""

from dataclasses import dataclass
from operator import ne
from typing import Any, Literal

from galaxies_asp.core.asp.encodings import BUILT_IN, FAST
from galaxies_asp.core.asp.search import Decision, Ending, Stop
from galaxies_asp.core.board.grid import Point, cell_at, cell_name, in_reading_order
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Solution

Status = Literal["unique", "multiple", "none", "unknown"]

_CAPTIONS: dict[Status, str] = {
    "unique": "The only solution",
    "multiple": "One of several solutions",
    "none": "No solution",
    "unknown": "The search was not exhausted",
}


@dataclass(frozen=True, kw_only=True)
class Result(Ending):
    """The answer to a request: the solutions found, each verified, and the end."""

    solutions: tuple[Solution, ...]
    puzzle: Puzzle

    @property
    def complete(self) -> bool:
        """Whether the search was exhausted: there are no other solutions."""
        return self.exhausted

    @property
    def usual_encodings(self) -> tuple[str, ...]:
        """The encodings that state the rules, and need not be named."""
        return FAST, *BUILT_IN

    def differences(self) -> str:
        """Return in words where two solutions differ; empty if there are not two."""
        if len(self.solutions) != 2:
            return ""
        labels = (solution.labels for solution in self.solutions)
        places = zip(*ne(*labels).nonzero(), strict=True)
        differing = [cell_name(cell_at(column, row)) for row, column in places]
        shown = " ".join(differing[:20]) + (" ..." if len(differing) > 20 else "")
        return f"The two solutions differ in {len(differing)} cells: {shown}"

    def counted(self) -> str:
        """Return the number of solutions in words."""
        count = len(self.solutions)
        return f"{count} solution{'s' * (count != 1)}"

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
