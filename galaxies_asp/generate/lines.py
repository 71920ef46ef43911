"""Generated puzzles as JSON lines, to a file that a later run continues.

A line is a puzzle as in `notation.json_lines`, and in addition: `index`, `attempts`,
`seed` and `recipe`, which name the puzzle among those of its recipe; the `options` that
differ from the default; the number of `dots`; the `difficulty`, if it was rated; the
`choices` and `conflicts` of the proof that there is one solution; the hash `canonical`
of the puzzle up to symmetry; the `version` of the program.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

import numpy as np

from galaxies_asp.errors import GalaxiesError
from galaxies_asp.generate.making import MadePuzzle
from galaxies_asp.generate.recipe import Recipe
from galaxies_asp.notation import write
from galaxies_asp.puzzle import (
    NO_DOT,
    Labels,
    Position,
    Puzzle,
    Solution,
    label_rows,
)


def recipe_hash(recipe: Recipe) -> str:
    """Return 12 hexadecimal digits of a hash of the recipe."""
    text = json.dumps(recipe.fields, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def line(recipe: Recipe, made: MadePuzzle, *, with_solution: bool = False) -> str:
    """Return the line of a puzzle, with its end."""
    puzzle = replace(made.puzzle, name=name_of(recipe, made))
    fields: dict[str, Any] = json.loads(write(Position(puzzle), "json"))
    fields |= {
        "index": made.index,
        "attempts": made.attempt + 1,
        "seed": recipe.seed,
        "recipe": recipe_hash(recipe),
        "options": recipe.options or None,
        "dots": len(puzzle.centers),
        "difficulty": made.grade,
        "choices": made.effort.choices,
        "conflicts": made.effort.conflicts,
        "canonical": made.canonical,
        "version": version("galaxies-asp"),
    }
    if with_solution:
        fields["solutions"] = [label_rows(_shown_labels(puzzle, made.solution))]
    kept = {key: value for key, value in fields.items() if value is not None}
    return json.dumps(kept, separators=(",", ":")) + "\n"


def _shown_labels(puzzle: Puzzle, solution: Solution) -> Labels:
    """Return the labels without those of hidden dots."""
    labels = solution.labels
    return np.where(labels < len(puzzle.centers), labels, NO_DOT)


def name_of(recipe: Recipe, made: MadePuzzle) -> str:
    """Return a name that says where a puzzle comes from."""
    return f"{recipe.width}x{recipe.height}-{recipe.seed}-{made.index + 1}"


@dataclass(frozen=True)
class ExistingPuzzles:
    """The puzzles in a file: their number and their canonical hashes."""

    number: int
    seen: frozenset[str]


@contextmanager
def continued(path: Path, recipe: Recipe) -> Iterator[tuple[ExistingPuzzles, IO[str]]]:
    """Open a file of puzzles of a recipe to add more.

    A line that was cut off is removed.

    Raises `GalaxiesError` if the file holds anything else, or cannot be written.
    """
    try:
        with path.open("a+", encoding="utf-8", newline="\n") as file:
            finished, end = _finished(file, path, recipe)
            file.truncate(end)
            file.seek(end)
            yield finished, file
    except OSError as error:
        raise GalaxiesError(f"{path}: cannot be written: {error.strerror}") from None


def _finished(file: IO[str], path: Path, recipe: Recipe) -> tuple[ExistingPuzzles, int]:
    """Read the file; return its puzzles and the end of the last complete line."""
    file.seek(0)
    data = file.read()
    whole = data[: data.rfind("\n") + 1]
    seen: list[str] = []
    for number, text in enumerate(whole.splitlines(), 1):
        try:
            fields = json.loads(text)
            same = fields["recipe"] == recipe_hash(recipe)
            same = same and fields["index"] == len(seen)
            seen.append(str(fields["canonical"]))
        except (ValueError, KeyError, TypeError):
            same = False
        if not same:
            raise GalaxiesError(
                f"{path}: line {number} is no puzzle of this request; name another "
                "file, or remove this one"
            )
    return ExistingPuzzles(len(seen), frozenset(seen)), len(whole.encode("utf-8"))
