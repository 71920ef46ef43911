"""Results of solving a puzzle."""

from dataclasses import dataclass
from operator import ne
from typing import Any, Literal

from galaxies_asp.asp.encodings import BUILT_IN, FAST
from galaxies_asp.asp.search import Decision, SearchResult
from galaxies_asp.board.grid import cell_at, cell_name
from galaxies_asp.board.puzzle import Puzzle, Solution

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
        return f"{count} {'solution' if count == 1 else 'solutions'}"

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
