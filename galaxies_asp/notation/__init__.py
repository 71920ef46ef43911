"""Texts and puzzles: every notation has a file of its own here, and both ways in it.

A notation is a module with `recognises(text)`, `read(text)`, and, unless it can only be
read, `write(position)`. `parse_all` finds out which notation a text is in.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from galaxies_asp.errors import NotationError, PuzzleError
from galaxies_asp.notation import (
    coordinates,
    drawing,
    facts,
    idp_model,
    json_lines,
    penpa,
    printed_grid,
    puzzlink,
    pzprv3,
    tatham,
    tatham_save,
)
from galaxies_asp.puzzle import Position, Puzzle

MAX_CHARACTERS = 100_000_000
"""Longer texts are refused."""


@dataclass(frozen=True, slots=True)
class Notation:
    """One way to write puzzles down.

    `one_line` says that a puzzle takes one line, so that a text may hold many of them,
    also in different such notations.
    """

    name: str
    summary: str
    recognises: Callable[[str], bool]
    read: Callable[[str], list[Position]]
    write: Callable[[Position], str] | None
    one_line: bool = False


NOTATIONS = (
    Notation(
        "drawing",
        "text drawing on the doubled grid, the format of puzzles/",
        drawing.recognises,
        drawing.read,
        drawing.write,
    ),
    Notation(
        "grid",
        "printed grid of Unicode boxes, as the program draws them",
        printed_grid.recognises,
        printed_grid.read,
        printed_grid.write,
    ),
    Notation(
        "save",
        "saved game of Simon Tatham's collection (read only)",
        tatham_save.recognises,
        tatham_save.read,
        None,
    ),
    Notation(
        "idp",
        "model output of the IDP system",
        idp_model.recognises,
        idp_model.read,
        idp_model.write,
    ),
    Notation(
        "facts",
        "ASP facts, as the encodings take them",
        facts.recognises,
        facts.read,
        facts.write,
    ),
    Notation(
        "json",
        "JSON, one object a line",
        json_lines.recognises,
        json_lines.read,
        json_lines.write,
    ),
    Notation(
        "penpa",
        "Penpa+ link",
        penpa.recognises,
        penpa.read,
        penpa.write,
        one_line=True,
    ),
    Notation(
        "puzzlink",
        "puzz.link address",
        puzzlink.recognises,
        puzzlink.read,
        puzzlink.write,
        one_line=True,
    ),
    Notation(
        "pzprv3",
        "pzprv3 file, with its answer",
        pzprv3.recognises,
        pzprv3.read,
        pzprv3.write,
    ),
    Notation(
        "tatham",
        "game ID of Simon Tatham's collection",
        tatham.recognises,
        tatham.read,
        tatham.write,
        one_line=True,
    ),
    Notation(
        "coordinates",
        "list of coordinates (x,y), as in the source document",
        coordinates.recognises,
        coordinates.read,
        coordinates.write,
    ),
)
"""All notations; those earlier in the list are tried first."""


def by_name(name: str) -> Notation:
    """Return the notation of this name, or raise NotationError naming all."""
    for notation in NOTATIONS:
        if notation.name == name:
            return notation
    known = ", ".join(notation.name for notation in NOTATIONS)
    raise NotationError(f"no notation {name!r}; there are {known}")


def parse_all(text: str, notation: str | None = None) -> list[Position]:
    """Read every puzzle in a text, with what is drawn on it.

    Parameters
    ----------
    text
        One or several puzzles. Lines of one-line notations may be mixed; empty lines
        and lines starting with `#` are skipped between them.
    notation
        The name of the notation; None to find out.

    Raises
    ------
    NotationError
        If the text is in no notation, or faulty; with line and column.
    """
    if len(text) > MAX_CHARACTERS:
        raise NotationError(f"the text is longer than {MAX_CHARACTERS} characters")
    text = text.removeprefix("\ufeff")
    chosen = by_name(notation) if notation else detect(text)
    try:
        positions = chosen.read(text) if chosen else _read_lines(text)
    except NotationError:
        raise
    except PuzzleError as error:
        raise NotationError(str(error)) from None
    if not positions:
        raise NotationError("the text holds no puzzle")
    return positions


def json_fields(text: str, notation: str | None = None) -> list[dict[str, Any]]:
    """Return the fields of the JSON object of each puzzle that `parse_all` reads.

    Nothing if the text is in another notation.
    """
    text = text.removeprefix("\ufeff")
    chosen = by_name(notation) if notation else detect(text)
    if chosen is None or chosen.name != "json":
        return []
    return json_lines.fields(text)


def parse(text: str, notation: str | None = None) -> Puzzle:
    """Read one puzzle, in any notation.

    Raises
    ------
    NotationError
        If the text is not exactly one puzzle.
    """
    positions = parse_all(text, notation)
    if len(positions) > 1:
        raise NotationError(
            f"the text holds {len(positions)} puzzles; parse_all reads them all"
        )
    return positions[0].puzzle


def write(position: Position | Puzzle, notation: str = "drawing") -> str:
    """Write a puzzle, and what is drawn on it if the notation can hold that.

    Raises
    ------
    NotationError
        If the notation cannot hold the puzzle, or can only be read.
    """
    chosen = by_name(notation)
    if chosen.write is None:
        raise NotationError(f"the notation {notation!r} can only be read")
    if isinstance(position, Puzzle):
        position = Position(position)
    text = chosen.write(position)
    return text if text.endswith("\n") else text + "\n"


def detect(text: str) -> Notation | None:
    """Return the notation of a whole text.

    None where it has to be read line by line, each in its own one-line notation.
    """
    for _, _, line in _content(text):
        if one_line_notation(line):
            return None
        break
    for notation in NOTATIONS:
        if not notation.one_line and notation.recognises(text):
            return notation
    return None


def one_line_notation(line: str) -> Notation | None:
    """Return the one-line notation that a line seems to be in."""
    for notation in NOTATIONS:
        if notation.one_line and notation.recognises(line):
            return notation
    return None


def _content(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the lines that are neither empty nor comments, without blanks around them.

    Each with its number, counted from 1, and the width of its indentation.
    """
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if content and not content.startswith("#"):
            yield number, line.index(content), content


def _read_lines(text: str) -> list[Position]:
    positions: list[Position] = []
    for number, indent, line in _content(text):
        notation = one_line_notation(line)
        if notation is None:
            known = ", ".join(notation.name for notation in NOTATIONS)
            raise NotationError(
                f"{_shortened(line)!r} is in no notation that is known ({known})",
                number,
                indent + 1,
            )
        try:
            positions += notation.read(line)
        except NotationError as error:
            column = None if error.column is None else indent + error.column
            raise NotationError(error.message, number, column) from None
        except PuzzleError as error:
            raise NotationError(str(error), number) from None
    return positions


def _shortened(line: str, limit: int = 40) -> str:
    return line if len(line) <= limit else line[:limit] + "..."
