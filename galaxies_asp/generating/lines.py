"""Generated puzzles as JSON lines, to a file that a later run continues.

A line is a puzzle as in `notation.json_lines`, what names it among those of its recipe,
and what is known about it; see `GeneratedPuzzle` and `GeneratedSheet`.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from galaxies_asp.core.board.answer import Answer, LabelRows, Natural, Positive
from galaxies_asp.core.board.errors import InputError
from galaxies_asp.core.board.puzzle import NO_DOT, Position, label_rows
from galaxies_asp.core.notation.json_lines import JsonPuzzle
from galaxies_asp.families.facts import JsonSheet
from galaxies_asp.generating.making import MadePuzzle, make
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.generating.series import Maker
from galaxies_asp.generating.sheets import MadeSheet, SheetRecipe
from galaxies_asp.processes.files import AppendedFile, appending


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
    attempts: Annotated[Positive, "Attempts that this puzzle took."]
    seed: Annotated[Natural, "Random seed of the request."]
    recipe: Annotated[str, "Hash of the request."]
    canonical: Annotated[str, "Hash of the facts."]
    version: Annotated[str, "Version of the program."]
    solution: Annotated[Any, "The solution (--solution)."] = None


Series = Recipe | SheetRecipe
"""What makes puzzles, and what their names and the hash of a request are made of."""


def recipe_hash(recipe: Series) -> str:
    """Return 12 hexadecimal digits of a hash of the recipe."""
    text = json.dumps(recipe.fields, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def maker_of(recipe: Series) -> Maker[Any]:
    """Return what makes the puzzles of a recipe; it can be sent to a process."""
    return recipe.make if isinstance(recipe, SheetRecipe) else partial(make, recipe)


def line(
    recipe: Series, made: MadePuzzle | MadeSheet, *, with_solution: bool = False
) -> str:
    """Return the line of a puzzle, with its end."""
    known = {
        "id": name_of(recipe, made),
        "index": made.index,
        "attempts": made.attempt + 1,
        "seed": recipe.seed,
        "recipe": recipe_hash(recipe),
        "canonical": made.canonical,
        "version": version("galaxies-asp"),
    }
    answer: Answer = (
        _about_sheet(made, with_solution, **known)
        if isinstance(made, MadeSheet)
        else _about_puzzle(made, with_solution, recipe.options, **known)
    )
    return answer.json(is_compact=True) + "\n"


def _about_puzzle(
    made: MadePuzzle, with_solution: bool, options: Mapping[str, Any], **known: Any
) -> GeneratedPuzzle:
    labels, dots = made.solution.labels, len(made.puzzle.centers)
    shown = np.where(labels < dots, labels, NO_DOT)  # without hidden dots
    return GeneratedPuzzle.of(
        JsonPuzzle.about(Position(made.puzzle)),
        options=options or None,
        dots=dots,
        difficulty=made.grade,
        effort=made.walkthrough_effort,
        techniques=made.techniques or None,
        choices=made.effort.choices,
        conflicts=made.effort.conflicts,
        solutions=[label_rows(shown)] if with_solution else None,
        **known,
    )


def _about_sheet(made: MadeSheet, with_solution: bool, **known: Any) -> GeneratedSheet:
    sheet = made.sheet
    family = sheet.family
    solution = family.solved_json(sheet.position) if with_solution else None
    return GeneratedSheet(
        facts=sheet.facts, family=family.name, solution=solution, **known
    )


def name_of(recipe: Series, made: MadePuzzle | MadeSheet) -> str:
    """Return a name that says where a puzzle comes from, with a part of its hash."""
    return _prefix(recipe, made.index) + made.canonical[:6]


def _prefix(recipe: Series, index: int) -> str:
    return f"{recipe.width}x{recipe.height}-{recipe.seed}-{index + 1}-"


@contextmanager
def continued(path: Path, recipe: Series) -> Iterator[tuple[set[str], AppendedFile]]:
    """Open a file of puzzles of a recipe to add more; yield their canonical hashes.

    A line that was cut off is removed.

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
        seen: set[str] = set()
        for number, text in enumerate(lines):
            canonical = _canonical(text, recipe, number)
            if canonical is None or canonical in seen:
                raise _foreign(path, number)
            seen.add(canonical)
        prefix = _prefix(recipe, len(lines))
        start = f'{{"schema":1,"id":"{prefix}'.encode()
        # Of a file without a complete line, too little may be left to recognize it.
        if rest and not rest.startswith(start[: len(rest)] if lines else start):
            raise _foreign(path, len(lines))
        file.truncate(len(data) - len(rest))
        yield seen, file


def _foreign(path: Path, number: int) -> InputError:
    return InputError(
        f"{path}: line {number + 1} is no puzzle of this request; name another file, "
        "or remove this one"
    )


def _canonical(text: bytes, recipe: Series, index: int) -> str | None:
    """Return the canonical hash in a line; None if it is not the line of this index."""
    try:
        fields = json.loads(text)
        if (fields["recipe"], fields["index"]) == (recipe_hash(recipe), index):
            return str(fields["canonical"])
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return None
