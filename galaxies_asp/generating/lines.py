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
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

import numpy as np

from galaxies_asp.board.errors import InputError
from galaxies_asp.board.puzzle import (
    NO_DOT,
    Labels,
    Position,
    Puzzle,
    Solution,
    label_rows,
)
from galaxies_asp.generating.answers import GeneratedPuzzle
from galaxies_asp.generating.made import MadePuzzle
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.notation.json_lines import JsonPuzzle
from galaxies_asp.processes.files import AppendedFile, appending


class Series(Protocol):
    """What the names of puzzles and the hash of a request are made of."""

    @property
    def width(self) -> int:
        """The columns, or another number of the size."""

    @property
    def height(self) -> int:
        """The rows, or another number of the size."""

    @property
    def seed(self) -> int:
        """The random seed."""

    @property
    def fields(self) -> dict[str, object]:
        """The options as text for JSON."""


def recipe_hash(recipe: Series) -> str:
    """Return 12 hexadecimal digits of a hash of the recipe."""
    text = json.dumps(recipe.fields, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def line(recipe: Recipe, made: MadePuzzle, *, with_solution: bool = False) -> str:
    """Return the line of a puzzle, with its end."""
    puzzle = replace(made.puzzle, name=name_of(recipe, made))
    solutions = None
    if with_solution:
        solutions = [label_rows(_shown_labels(puzzle, made.solution))]
    answer = GeneratedPuzzle.of(
        JsonPuzzle.about(Position(puzzle)),
        index=made.index,
        attempts=made.attempt + 1,
        seed=recipe.seed,
        recipe=recipe_hash(recipe),
        options=recipe.options or None,
        dots=len(puzzle.centers),
        difficulty=made.grade,
        effort=made.walkthrough_effort,
        techniques=made.techniques or None,
        choices=made.effort.choices,
        conflicts=made.effort.conflicts,
        canonical=made.canonical,
        version=version("galaxies-asp"),
        solutions=solutions,
    )
    return answer.json(is_compact=True) + "\n"


def _shown_labels(puzzle: Puzzle, solution: Solution) -> Labels:
    """Return the labels without those of hidden dots."""
    labels = solution.labels
    return np.where(labels < len(puzzle.centers), labels, NO_DOT)


def name_of(recipe: Recipe, made: MadePuzzle) -> str:
    """Return a name that says where a puzzle comes from, with a part of its hash."""
    return name_in(recipe, made.index, made.canonical)


def name_in(recipe: Series, index: int, canonical: str) -> str:
    """Return the name of a puzzle with a number, counted from 0, and a hash."""
    return f"{_prefix(recipe, index)}{canonical[:6]}"


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
        seen = set()
        for index, text in enumerate(lines, first):
            canonical = _canonical(text, recipe, index)
            if canonical is None:
                raise _foreign(path, index - first)
            seen.add(canonical)
        prefix = _prefix(recipe, first + len(lines))
        start = f'{{"schema":1,"id":"{prefix}'.encode()
        # Of a file without a complete line, too little may be left to recognize it.
        if rest and not rest.startswith(start[: len(rest)] if lines else start):
            raise _foreign(path, len(lines))
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


def _foreign(path: Path, lines: int) -> InputError:
    """Return the error about the line after the given number of lines."""
    return InputError(
        f"{path}: line {lines + 1} is no puzzle of this request; name another file, or "
        "remove this one"
    )
