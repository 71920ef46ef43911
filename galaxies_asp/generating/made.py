"""Puzzles that were made, and the hashes by which duplicates are found."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import cast

from galaxies_asp.core.board.board import Answered
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.families.galaxies import sheet_of

Points = list[tuple[int, int]]
Form = tuple[int | Points, ...]


@dataclass(frozen=True, repr=False)
class Made(Answered):
    """A puzzle with its only solution."""

    blank: AnySheet
    """The puzzle as it is shown."""
    solved: AnySheet
    """Its solution; under the variant `hidden-dots` on the puzzle with all dots."""
    canonical: str
    """16 hexadecimal digits, the same for all symmetric forms of a puzzle of Galaxies,
    and for equal facts of other families."""
    grade: str | None = None
    """The name of the difficulty; None if the recipe does not rate puzzles."""
    walkthrough_effort: float | None = None
    techniques: Mapping[Technique, int] = field(default_factory=dict)
    """The effort of its walkthrough, and its number of steps by technique, the easiest
    first; None and empty if the recipe does not need it."""
    index: int = 0
    attempt: int = 0
    """The number of the puzzle in the recipe, and of the attempt that made it."""

    def in_brief(self) -> str:
        """Return what is known about the puzzle, and its difficulty."""
        return self.blank.in_brief() + (f", {self.grade}" if self.grade else "")

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of Galaxies as it is shown."""
        puzzle: Puzzle = self.blank.position.puzzle
        return puzzle

    @property
    def solution(self) -> Solution:
        """The solution of a puzzle of Galaxies."""
        solution: Solution = self.solved.position
        return solution

    def __str__(self) -> str:
        return str(self.blank)

    def _repr_html_(self) -> str:
        """Draw the puzzle with its grade; the solution is folded."""
        return (
            f"<p>{self.grade or 'not rated'}</p>{self.puzzle._repr_svg_()}"
            f"<details><summary>solution</summary>{self.solution._repr_svg_()}</details>"
        )


def made_of(shown: Puzzle, solution: Solution, grade: str | None = None) -> Made:
    """Return a puzzle of Galaxies with its only solution."""
    canonical = hashed(canonical_form(shown))
    return Made(sheet_of(shown), sheet_of(solution), canonical, grade)


def hashed(text: str) -> str:
    """Return 16 hexadecimal digits of a hash of a text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


ALIKE = 0.4
"""The share of common dots from which two boards resemble each other."""


@dataclass(frozen=True)
class Likeness:
    """The outline and the dots of each form of a board, to compare it with others."""

    forms: tuple[tuple[Form, frozenset[tuple[int, int]]], ...]

    @staticmethod
    def of(puzzle: Puzzle) -> "Likeness":
        """Return the forms of a puzzle."""
        is_square = puzzle.lattice == SQUARE
        forms = _forms(puzzle) if is_square else _hexagonal_forms(puzzle)
        at = 2 if is_square else 1
        return Likeness(tuple((f[:at], frozenset(cast(Points, f[at]))) for f in forms))

    def to(self, other: "Likeness") -> float:
        """Return the largest share of dots that boards of one outline share."""
        outline, dots = self.forms[0]
        shared = (
            len(dots & those) / max(len(dots), len(those), 1)
            for same, those in other.forms
            if same == outline
        )
        return max(shared, default=0.0)


def canonical_form(puzzle: Puzzle) -> str:
    """Return a text that is the same for all forms of a puzzle, and for no other."""
    forms = _forms(puzzle) if puzzle.lattice == SQUARE else _hexagonal_forms(puzzle)
    return json.dumps(min(forms), separators=(",", ":"))


def _forms(puzzle: Puzzle) -> Iterator[Form]:
    """Yield the forms: size, dots, black dots, holes and given walls, in order."""
    width, height = puzzle.width, puzzle.height
    parts = (puzzle.centers, puzzle.black, puzzle.holes, puzzle.walls)
    for across, down in product((0, 2 * width), (0, 2 * height)):
        images = [[(abs(across - x), abs(down - y)) for x, y in part] for part in parts]
        yield width, height, *map(sorted, images)
        turned = ([(y, x) for x, y in points] for points in images)
        yield height, width, *map(sorted, turned)


def _hexagonal_forms(puzzle: Puzzle) -> Iterator[Form]:
    """Yield the forms: cells, dots, black dots and given walls, in order."""
    parts: list[Iterable[tuple[int, int]]]
    parts = [puzzle.cells(), puzzle.centers, puzzle.black, puzzle.walls]
    for _ in range(6):
        turned = [[(-y, x + y) for x, y in part] for part in parts]
        for images in turned, [[(y, x) for x, y in part] for part in turned]:
            left, top = map(min, zip(*images[0], strict=True))
            yield tuple(
                sorted((x - left, y - top) for x, y in points) for points in images
            )
        parts = [*turned]
