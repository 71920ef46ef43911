"""Violations of the rules: kinds and places; and verifiers of the user."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from galaxies_asp.core.board import grid
from galaxies_asp.core.board.answer import Part
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Labels, Puzzle


class Fault(StrEnum):
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
    BROKEN_RULE = "broken rule"


@dataclass(frozen=True)
class Violation(Part):
    """A broken rule; its kind is a `Fault`, or one of another family."""

    kind: Annotated[StrEnum, "Kind of the fault."]
    places: Annotated[tuple[Point, ...], "Points of the fault."]
    message: Annotated[str, "The fault in words."]

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


def dot_name(puzzle: Puzzle, dot: int) -> str:
    """Return the name of a dot in messages."""
    return f"dot {grid.dot_name(dot)} at {puzzle.centers[dot]}"


def load_verifier(name: str) -> Callable[[Puzzle, Labels], list[Violation]]:
    """Import the function `FILE:FUNCTION`; this runs the code of the file.

    The function gets a puzzle and (H, W) labels, and returns the violations: an
    iterable of texts or of `Violation`.

    Raises `OptionError` if there is no such function, or its file cannot be imported.
    """
    import importlib.util

    file, _, function = name.rpartition(":")
    path = Path(file)
    if not function or not path.is_file():
        raise OptionError(f"the verifier {name!r} is not FILE:FUNCTION with a file")
    spec = importlib.util.spec_from_file_location("verifier_of_the_user", path)
    if spec is None or spec.loader is None:
        raise OptionError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        judge: Callable[[Puzzle, Labels], Iterable[object]] = getattr(module, function)
    except Exception as error:
        raise OptionError(f"{file}: {type(error).__name__}: {error}") from None

    def verifier(puzzle: Puzzle, labels: Labels) -> list[Violation]:
        try:
            violations = list(judge(puzzle, labels))
        except Exception as error:
            raise OptionError(f"{name}: {type(error).__name__}: {error}") from None
        return [
            violation
            if isinstance(violation, Violation)
            else Violation(Fault.OWN_RULE, (), str(violation))
            for violation in violations
        ]

    return verifier
