"""Generated puzzles as JSON lines, to a file that a later run continues.

A line is a puzzle as in `notation.json_lines`, what names it among those of its recipe,
and what is known about it; see `GeneratedPuzzle` and `GeneratedSheet`.
"""

import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from galaxies_asp.board.answer import LabelRows, Natural, Positive
from galaxies_asp.board.errors import InputError
from galaxies_asp.board.puzzle import NO_DOT, Position, label_rows
from galaxies_asp.explaining.grading import sizes
from galaxies_asp.explaining.questions import walkthrough
from galaxies_asp.families.family import Family, GenerationError
from galaxies_asp.families.making import generate
from galaxies_asp.families.sheet import JsonSheet, Sheet
from galaxies_asp.generating.making import MadePuzzle
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.notation.json_lines import JsonPuzzle
from galaxies_asp.processes.files import AppendedFile, appending
from galaxies_asp.processes.progress import Report, silent


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


@dataclass(frozen=True)
class SheetRecipe:
    """Which puzzles are made.

    Attributes
    ----------
    width, height
        The size, in the numbers of the family.
    seed
        The random seed of the first puzzle; it grows by one with each.
    reasons
        The smallest and the largest size of the largest reason in the walkthrough.
    attempts
        Puzzles that are made until one has such a reason.
    """

    family: Family
    width: int
    height: int
    seed: int
    reasons: tuple[int, int] | None
    attempts: int

    @property
    def fields(self) -> dict[str, object]:
        """The options as text for JSON."""
        return {"family": self.family.name, "reasons": self.reasons} | {
            name: getattr(self, name) for name in ("width", "height", "seed")
        }

    def made(self, index: int, report: Report = silent) -> Sheet:
        """Return the puzzle with a number, with its solution drawn.

        Raises
        ------
        GenerationError
            If it cannot be made.
        """
        rng, size = random.Random(self.seed + index), (self.width, self.height)
        if self.reasons is None:
            return generate(self.family, size, rng, report)
        least, most = self.reasons
        for _ in range(self.attempts):
            made = generate(self.family, size, rng, report)
            way = walkthrough(made.puzzle, report=partial(report, "deducing"))
            if way.steps and least <= sizes(way).largest <= most:
                return made
        raise GenerationError(
            f"the largest reason of none of {self.attempts} puzzles has a size of "
            f"{least} to {most}; ask for something else, or allow more --attempts"
        )


Series = Recipe | SheetRecipe
"""What the names of puzzles and the hash of a request are made of."""


def recipe_hash(recipe: Series) -> str:
    """Return 12 hexadecimal digits of a hash of the recipe."""
    text = json.dumps(recipe.fields, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def line(recipe: Recipe, made: MadePuzzle, *, with_solution: bool = False) -> str:
    """Return the line of a puzzle, with its end."""
    puzzle = replace(made.puzzle, name=name_of(recipe, made))
    labels, dots = made.solution.labels, len(puzzle.centers)
    shown = np.where(labels < dots, labels, NO_DOT)  # without hidden dots
    answer = GeneratedPuzzle.of(
        JsonPuzzle.about(Position(puzzle)),
        index=made.index,
        attempts=made.attempt + 1,
        seed=recipe.seed,
        recipe=recipe_hash(recipe),
        options=recipe.options or None,
        dots=dots,
        difficulty=made.grade,
        effort=made.walkthrough_effort,
        techniques=made.techniques or None,
        choices=made.effort.choices,
        conflicts=made.effort.conflicts,
        canonical=made.canonical,
        version=version("galaxies-asp"),
        solutions=[label_rows(shown)] if with_solution else None,
    )
    return answer.json(is_compact=True) + "\n"


def sheet_line(
    recipe: SheetRecipe, index: int, made: Sheet, *, with_solution: bool
) -> str:
    """Return the line of a puzzle of another family, with its end."""
    canonical = hashlib.sha256(made.facts.encode("utf-8")).hexdigest()
    answer = GeneratedSheet(
        id=_prefix(recipe, index) + canonical[:6],
        family=made.family_name,
        facts=made.facts,
        index=index,
        seed=recipe.seed,
        recipe=recipe_hash(recipe),
        canonical=canonical,
        version=version("galaxies-asp"),
        solution=made.fields(made.position)["solution"] if with_solution else None,
    )
    return answer.json(is_compact=True) + "\n"


def name_of(recipe: Recipe, made: MadePuzzle) -> str:
    """Return a name that says where a puzzle comes from, with a part of its hash."""
    return _prefix(recipe, made.index) + made.canonical[:6]


def _prefix(recipe: Series, index: int) -> str:
    return f"{recipe.width}x{recipe.height}-{recipe.seed}-{index + 1}-"


@contextmanager
def continued(
    path: Path, recipe: Series, first: int = 0
) -> Iterator[tuple[set[str], AppendedFile]]:
    """Open a file of puzzles of a recipe to add more; yield their canonical hashes.

    A line that was cut off is removed.

    Parameters
    ----------
    first
        The index of the first puzzle in the file.

    Raises
    ------
    InputError
        If the file holds anything else.
    OutputError
        If it cannot be written, or another process adds to it.
    """
    with appending(path) as file:
        data = file.read()
        *lines, rest = data.split(b"\n")
        canonical = [_canonical(line, recipe, i) for i, line in enumerate(lines, first)]
        seen = {each for each in canonical if each is not None}
        prefix = _prefix(recipe, first + len(lines))
        start = f'{{"schema":1,"id":"{prefix}'.encode()
        # Of a file without a complete line, too little may be left to recognize it.
        if rest and not rest.startswith(start[: len(rest)] if lines else start):
            canonical.append(None)
        if None in canonical:
            raise InputError(
                f"{path}: line {canonical.index(None) + 1} is no puzzle of this "
                "request; name another file, or remove this one"
            )
        file.truncate(len(data) - len(rest))
        yield seen, file


def _canonical(text: bytes, recipe: Series, index: int) -> str | None:
    """Return the canonical hash in a line; None if it is not the line of this index."""
    try:
        fields = json.loads(text)
        if (fields["recipe"], fields["index"]) == (recipe_hash(recipe), index):
            return str(fields["canonical"])
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return None
