"""Violations of the rules: kinds and places."""

from dataclasses import dataclass
from enum import StrEnum

from galaxies_asp.board import grid
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle


class Kind(StrEnum):
    """The rules, named by how they are broken, those of variants at the end."""

    UNCOVERED_CELL = "uncovered cell"
    DISCONNECTED_REGION = "disconnected region"
    REGION_WITHOUT_DOT = "region without dot"
    REGION_WITH_TWO_DOTS = "region with two dots"
    ASYMMETRIC_REGION = "asymmetric region"
    CROSSED_DOT = "crossed dot"
    DEAD_END_WALL = "dead-end wall"
    WALL_INSIDE_REGION = "wall inside region"
    MISSING_WALL = "missing wall"
    BORDER_GAP = "border gap"
    UNTURNED_REGION = "unturned region"
    NOT_A_RECTANGLE = "not a rectangle"
    SQUARE_IN_REGION = "square in region"
    WRONG_CLUE = "wrong clue"
    OWN_RULE = "own rule"


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its kind, the points where it is broken, and a sentence.

    The kind is a `Kind`, or one of another family.
    """

    kind: StrEnum
    places: tuple[Point, ...]
    message: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


def dot_name(puzzle: Puzzle, dot: int) -> str:
    """Return the name of a dot in messages."""
    return f"dot {grid.dot_name(dot)} at {puzzle.centers[dot]}"
