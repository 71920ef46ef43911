"""Puzzles that were made, and one form for all that differ by a turn or reflection."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.explaining.grading import GRADES
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.generating.alternatives import Effort, proof

Form = tuple[Any, ...]
"""Width, height, dots, black dots, holes and given walls; points in order."""


@dataclass(frozen=True)
class MadePuzzle:
    """A puzzle with its only solution.

    Attributes
    ----------
    known_effort
        The cost of the proof of uniqueness, if it was measured.
    level
        The difficulty of the hardest step; None if the recipe does not rate puzzles.
    walkthrough_effort, techniques
        The effort of its walkthrough, and its number of steps by technique, the easiest
        first; None and empty if the recipe does not need it.
    shown
        The puzzle, if it does not show all dots of the solution.
    index, attempt
        The number of the puzzle in the recipe, and of the attempt that made it.
    """

    solution: Solution
    known_effort: Effort | None = None
    level: Level | None = None
    walkthrough_effort: float | None = None
    techniques: Mapping[Technique, int] = field(default_factory=dict)
    shown: Puzzle | None = None
    index: int = 0
    attempt: int = 0

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is shown."""
        return self.shown or self.solution.puzzle

    @property
    def grade(self) -> str | None:
        """The name of the difficulty; None if it is not rated."""
        return GRADES[self.level] if self.level else None

    @cached_property
    def effort(self) -> Effort:
        """The cost of a proof of uniqueness by clingo, which is run for this."""
        return self.known_effort or proof(self.puzzle)

    @cached_property
    def canonical(self) -> str:
        """The hash of the puzzle's canonical form."""
        return canonical_hash(self.puzzle)

    def _repr_html_(self) -> str:
        """Draw the puzzle with its grade; the solution is folded."""
        return (
            f"<p>{self.grade or 'not rated'}</p>{self.puzzle._repr_svg_()}"
            f"<details><summary>solution</summary>{self.solution._repr_svg_()}</details>"
        )


def canonical_form(puzzle: Puzzle) -> Form:
    """Return the first of the eight forms of a puzzle."""
    return min(_forms(puzzle))


def canonical_hash(puzzle: Puzzle) -> str:
    """Return 16 hexadecimal digits that are the same for all eight forms."""
    text = json.dumps(canonical_form(puzzle), separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _forms(puzzle: Puzzle) -> Iterator[Form]:
    parts = (puzzle.centers, puzzle.black, puzzle.holes, puzzle.walls)
    size = puzzle.width, puzzle.height
    for left_right, top_bottom in product((0, 2 * size[0]), (0, 2 * size[1])):
        images = [
            [(abs(left_right - x), abs(top_bottom - y)) for x, y in points]
            for points in parts
        ]
        yield *size, *(tuple(sorted(points)) for points in images)
        turned = ([(y, x) for x, y in points] for points in images)
        yield *size[::-1], *(tuple(sorted(points)) for points in turned)
