"""Generated puzzles as JSON lines, to a file that a later run continues.

A line is a puzzle as its family writes it in JSON, what names it among those of its
recipe, and what is known about it; see `GeneratedPuzzle`.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from galaxies_asp import __version__
from galaxies_asp.core.board.answer import (
    Answer,
    Fields,
    LabelRows,
    Natural,
    Part,
    Positive,
)
from galaxies_asp.core.board.errors import InputError
from galaxies_asp.core.board.puzzle import NO_DOT, label_rows
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.generating.made import Made
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.processes.files import AppendedFile, appending


@dataclass(frozen=True, kw_only=True)
class GeneratedPuzzle(Part):
    """What a line of galaxies generate or picture says beside the board."""

    index: Annotated[Natural, "Number of the puzzle in the request, from 0."]
    attempts: Annotated[Positive, "Attempts that this puzzle took."]
    seed: Annotated[Natural, "Random seed of the request."]
    recipe: Annotated[str, "Hash of the request."]
    options: Annotated[
        Mapping[str, object] | None,
        "Options of the request that differ from the defaults.",
    ] = None
    dots: Annotated[Positive | None, "Number of dots."] = None
    difficulty: Annotated[str | None, "Grade of the puzzle."] = None
    effort: Annotated[
        float | None, "Effort of the walkthrough, if the request needs one."
    ] = None
    techniques: Annotated[
        Mapping[Technique, int] | None,
        "Number of its steps by technique, the easiest first.",
    ] = None
    canonical: Annotated[
        str, "Hash of the puzzle up to symmetry, of other families of the facts."
    ]
    version: Annotated[str, "Version of the program."]
    solutions: Annotated[
        Sequence[LabelRows] | None, "The solution of Galaxies (--solution)."
    ] = None
    solution: Annotated[object, "The solution of another family (--solution)."] = None
    digest: Annotated[
        str | None, "Hash of the file up to this field (generate --output)."
    ] = None


def recipe_hash(recipe: Recipe) -> str:
    """Return 12 hexadecimal digits of a hash of the recipe."""
    text = json.dumps(recipe.fields, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def line(recipe: Recipe, made: Made, *, with_solution: bool = False) -> str:
    """Return the line of a puzzle, with its end."""
    known = GeneratedPuzzle(
        index=made.index,
        attempts=made.attempt + 1,
        seed=recipe.seed,
        recipe=recipe_hash(recipe),
        options=recipe.options or None,
        difficulty=made.grade,
        effort=made.walkthrough_effort,
        techniques=made.techniques or None,
        canonical=made.canonical,
        version=__version__,
        **_more(made, recipe.is_styled, with_solution),
    )
    board = {"schema": Answer.schema, "id": name_of(recipe, made)} | made.blank.plain()
    return json.dumps(board | known.fields(), separators=(",", ":")) + "\n"


def _more(made: Made, is_styled: bool, with_solution: bool) -> Fields:
    """Return what a line says of puzzles of Galaxies, or of those of other families."""
    if not is_styled:
        family, solved = made.solved.family, made.solved.position
        return {"solution": family.solved_json(solved) if with_solution else None}
    rows, dots = made.solution.rows(), len(made.puzzle.centers)
    # Hidden dots are not shown.
    shown = [[n if n < dots else NO_DOT for n in row] for row in rows]
    return {"dots": dots, "solutions": [label_rows(shown)] if with_solution else None}


def name_of(recipe: Recipe, made: Made) -> str:
    """Return a name that says where a puzzle comes from, with a part of its hash."""
    return _prefix(recipe, made.index) + made.canonical[:6]


def _prefix(recipe: Recipe, index: int) -> str:
    return f"{recipe.width}x{recipe.height}-{recipe.seed}-{index + 1}-"


_DIGEST = b',"digest":"'


class PuzzleFile:
    """A file of puzzles of a recipe, to which more are added; see `continued`.

    Each line ends with a hash of the file up to there, so that a change of an earlier
    line is noticed. Lines of older versions have none; later lines cover them.

    `seen`: the canonical hashes of its puzzles.
    """

    def __init__(self, file: AppendedFile) -> None:
        self.seen: set[str] = set()
        self._file = file
        self._hash = hashlib.sha256()

    def add(self, line: str) -> None:
        """Write a line completely, or nothing of it."""
        known = self._hash.copy()
        sealed = self._sealed(line.removesuffix("}\n").encode("utf-8")) + b"\n"
        try:
            self._file.add(sealed)
        except BaseException:
            self._hash = known
            raise

    def _sealed(self, start: bytes) -> bytes:
        """Return a line whose start is given, without its end; note it."""
        self._hash.update(start)
        end = _DIGEST + self._hash.hexdigest()[:16].encode() + b'"}'
        self._hash.update(end + b"\n")
        return start + end

    def resume(self, recipe: Recipe) -> None:
        """Read the lines; remove one cut off; `InputError` at anything else."""
        data = self._file.read()
        *lines, rest = data.split(b"\n")
        is_sealed = False
        for number, text in enumerate(lines):
            start, mark, _ = text.rpartition(_DIGEST)
            canonical = _canonical(text, recipe, number)
            is_wrong = canonical is None or canonical in self.seen
            if mark:
                is_sealed = True
                is_wrong |= self._sealed(start) != text
            else:
                self._hash.update(text + b"\n")
            if is_wrong or is_sealed != bool(mark):
                raise _foreign(self._file.path, number)
            self.seen.add(str(canonical))
        prefix = _prefix(recipe, len(lines))
        start = f'{{"schema":1,"id":"{prefix}'.encode()
        # Of a file without a complete line, too little may be left to recognize it.
        if rest and not rest.startswith(start[: len(rest)] if lines else start):
            raise _foreign(self._file.path, len(lines))
        self._file.truncate(len(data) - len(rest))


@contextmanager
def continued(path: Path, recipe: Recipe) -> Iterator[PuzzleFile]:
    """Open a file of puzzles of a recipe to add more.

    Raises `InputError` if the file holds anything else, or a line was changed. Raises
    `OutputError` if it cannot be written, or another process adds to it.
    """
    with appending(path) as file:
        puzzles = PuzzleFile(file)
        puzzles.resume(recipe)
        yield puzzles


def _foreign(path: Path, number: int) -> InputError:
    return InputError(
        f"{path}: line {number + 1} is no puzzle of this request, or was changed; name "
        "another file, or remove this one"
    )


def _canonical(text: bytes, recipe: Recipe, index: int) -> str | None:
    """Return the canonical hash in a line; None if it is not the line of this index."""
    try:
        fields = json.loads(text)
        if (fields["recipe"], fields["index"]) == (recipe_hash(recipe), index):
            return str(fields["canonical"])
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return None
