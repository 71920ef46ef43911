"""Requests for repairs, and what the search for them yields."""

from dataclasses import dataclass

from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.repairing.changes import Allowed, Change, shift


@dataclass(frozen=True, slots=True)
class Request:
    """A puzzle, the allowed changes, and the number of repairs wanted.

    `models` is 1 for a cheapest repair that disturbs the puzzle least, 0 for all
    cheapest ones, or any number of these. The puzzle names its variants of the rules.
    """

    puzzle: Puzzle
    allowed: Allowed
    models: int = 1
    rules: Rules = STANDARD


@dataclass(frozen=True)
class Repair:
    """Changes after which the puzzle has exactly one solution.

    Attributes
    ----------
    changes
        What is changed.
    cost
        The sum of their weights.
    solution
        The only solution, of the changed puzzle.
    """

    changes: tuple[Change, ...]
    cost: int
    solution: Solution

    @property
    def puzzle(self) -> Puzzle:
        """The changed puzzle."""
        return self.solution.puzzle

    @property
    def shift(self) -> int:
        """The total disturbance; see `changes.shift`."""
        return shift(self.changes)


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of the search; `at_least` is a lower bound of the cost."""

    at_least: int
    proposals: int
    rivals: int
