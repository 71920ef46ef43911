"""The answers about puzzles that are made, as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from galaxies_asp.board.answer import LabelRows, Natural, Positive, PuzzleAnswer
from galaxies_asp.families.sheet import JsonSheet
from galaxies_asp.notation.json_lines import JsonPuzzle


@dataclass(frozen=True)
class CoverAnswer(PuzzleAnswer):
    """Answer of galaxies cover --json."""

    galaxies: Annotated[Positive, "Number of galaxies of the cover."]
    at_least: Annotated[Natural, "Lower bound of this number."]
    fewest: Annotated[bool, "Whether it is proven that fewer do not suffice."]
    unique: Annotated[
        bool,
        "Whether only covers whose dots have exactly one solution were searched for.",
    ]
    encoding: Annotated[str, "The rules: an encoding, as in galaxies solve."]
    verified: Annotated[bool, "Whether a verifier has judged the cover."]
    cover: Annotated[
        JsonPuzzle, "The dots and the galaxies; cells outside the shape are holes."
    ]


@dataclass(frozen=True, kw_only=True)
class GeneratedPuzzle(JsonPuzzle):
    """A line of galaxies generate and picture."""

    index: Annotated[Natural, "Number of the puzzle in the request, from 0."]
    attempts: Annotated[Positive, "Attempts that this puzzle took."]
    seed: Annotated[Natural, "Random seed."]
    recipe: Annotated[str, "Hash of the request."]
    options: Annotated[
        Mapping[str, Any] | None,
        "Options of the request that differ from the defaults.",
    ] = None
    dots: Annotated[Positive, "Number of dots."]
    difficulty: Annotated[str | None, "Grade of the puzzle."] = None
    effort: Annotated[
        float | None, "Effort of the walkthrough, if the request needs one."
    ] = None
    techniques: Annotated[
        Mapping[str, Any] | None, "Number of its steps by technique, the easiest first."
    ] = None
    choices: Annotated[
        Natural | None, "Choices of the solver in the proof of uniqueness."
    ] = None
    conflicts: Annotated[Natural | None, "Conflicts in this proof."] = None
    canonical: Annotated[str, "Hash of the puzzle up to symmetry."]
    version: Annotated[str, "Version of the program."]
    solutions: Annotated[Sequence[LabelRows] | None, "The solution (--solution)."] = (
        None
    )


@dataclass(frozen=True, kw_only=True)
class GeneratedSheet(JsonSheet):
    """A line of galaxies generate about another family."""

    index: Annotated[Natural, "Number of the puzzle in the request, from 0."]
    seed: Annotated[Natural, "Random seed of the request."]
    recipe: Annotated[str, "Hash of the request."]
    canonical: Annotated[str, "Hash of the facts."]
    version: Annotated[str, "Version of the program."]
    solution: Annotated[Any, "The solution (--solution)."] = None
