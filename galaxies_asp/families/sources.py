"""Sources of puzzles: files, pictures, folders, names of shipped puzzles, puzzles."""

import codecs
import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, overload

from galaxies_asp.core.board import errors
from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing import embedded
from galaxies_asp.core.notation import MAX_CHARACTERS
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families import shipped
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named
from galaxies_asp.notation import NOTATIONS

Note = Callable[[str, object], object]
"""Is told the name of a source, and a message about it."""

_NAME = re.compile(r"[A-Za-z][\w-]*")
_MOST_PLACES = 12
"""So many unsure places of a picture are named."""

_BINARY = {
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"BM": "a BMP image",
    b"II*\0": "a TIFF image",
    b"MM\0*": "a TIFF image",
    b"RIFF": "a WebP image or a sound",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"\x1f\x8b": "a compressed file",
    b"<svg": "an SVG drawing",
    b"<?xml": "an XML document",
    b"<!DOCTYPE": "an HTML page",
}
"""How files of other kinds start."""


@overload
def load(source: str | Path, family: Literal["galaxies"]) -> Puzzle: ...


@overload
def load(source: str | Path, family: str | None = ...) -> Puzzle | AnySheet: ...


@checked
def load(source: str | Path, family: str | None = None) -> Puzzle | AnySheet:
    """Read one puzzle from a source; see `load_all`.

    Raises `NotationError` if the source is not exactly one puzzle.

    Returns
    -------
    A `Puzzle`, of another family than Galaxies a `Sheet`.
    """
    found = load_all(source, family)
    if len(found) > 1:
        fault = f"{source}: holds {len(found)} puzzles; name one, as in {source}#1"
        raise NotationError(f"{fault}, or use load_all")
    return found[0].puzzle if isinstance(found[0], Position) else found[0]


@overload
def load_all(source: str | Path, family: Literal["galaxies"]) -> list[Position]: ...


@overload
def load_all(
    source: str | Path, family: str | None = ...
) -> list[Position | AnySheet]: ...


@checked
def load_all(
    source: str | Path, family: str | None = None
) -> list[Position] | list[Position | AnySheet]:
    """Read all puzzles of a source, with what is drawn on them.

    `source`: a file, or a folder of files; the name of a shipped puzzle, such as
    `idp-15x15`; one puzzle of several, such as `FILE#3`; or a text as `parse_all` takes
    it. `family`: the name or the folder of the puzzle type, where the text may be of
    several; with `"galaxies"` a type checker knows what is returned.

    Raises `NotationError` if the source cannot be read, or is of another family.

    Returns
    -------
    Positions of Galaxies, and sheets of other families.
    """
    if os.path.isdir(source):
        inside = (path for path in Path(source).iterdir() if path.is_file())
        files = sorted(p for p in inside if p.suffix != ".md" and p.name[0] != ".")
        return [one for path in files for one in load_all(path, family)]
    base, chosen = numbered(str(source))
    try:
        label, text = source_text(base)
        asked = None if family is None else family_named(family)
        found = list(sheets(text, label, family=asked))
        if chosen is not None and not 1 <= chosen <= len(found):
            raise NotationError(f"there is no puzzle {chosen} of {len(found)}")
        for one in found:
            if isinstance(one, NotationError):
                raise one
            if asked and one.family.name != asked.name:
                fault = f"there is a board of {one.family.name}, not of {asked.name}"
                raise NotationError(fault)
    except NotationError as error:
        raise NotationError(f"{source}: {error}") from None
    boards = [one for one in found if not isinstance(one, NotationError)]
    boards = boards if chosen is None else [boards[chosen - 1]]
    return [one if one.dots is None else one.position for one in boards]


def may_be_name(source: str) -> bool:
    """Tell whether a source may be the name of a shipped puzzle."""
    return _NAME.fullmatch(source) is not None


def source_text(source: str, note: Note = lambda *_: None) -> tuple[str, str]:
    """Return the name of a source, and its text.

    Raises `NotationError` if it cannot be read.
    """
    if os.path.isdir(source):
        raise NotationError(f"this is a folder; name its files, as in {source}/*.txt")
    path = Path(source)
    if os.path.exists(source):
        return path.stem, file_text(path, note)
    if _NAME.fullmatch(source):
        return source, shipped.text_of(source)
    if path.suffix[1:].isalnum() and not set(source) & set("\n:="):
        message = "there is no such file"
        if path.stem in shipped.all_names():
            raise NotationError(f"{message}; the shipped puzzle is named {path.stem!r}")
        with suppress(OSError):
            message += errors.did_you_mean(path.name, os.listdir(path.parent))
        raise NotationError(message)
    return source.strip().partition("\n")[0], source


def file_text(path: Path, note: Note = lambda *_: None) -> str:
    """Return the text of a file, or the puzzle in a picture.

    Raises `NotationError` if it holds something else.
    """
    from galaxies_asp.processes.files import read_file  # puzzles may be literals

    return decoded(read_file(path, MAX_CHARACTERS), str(path), note)


def decoded(data: bytes, label: str, note: Note) -> str:
    """Return the text of bytes in UTF-8, or in UTF-16 with a mark of the byte order."""
    if len(data) > MAX_CHARACTERS:
        raise NotationError(f"longer than {MAX_CHARACTERS} bytes")
    for start, kind in _BINARY.items():
        if data.startswith(start) and b"<puzzle" not in data[:500]:
            if puzzles := embedded.puzzles_in(data):
                return puzzles
            if "image" in kind or "PDF" in kind:
                return _recognized(data, label, note)
            advice = "copy the game ID or the address of the puzzle from its source, "
            advice += "type its rows, as in 'o . .', or give a picture as PNG, JPEG or "
            advice += "PDF; `galaxies picture` makes a puzzle of a drawing"
            raise NotationError(f"this is {kind} without a puzzle in it; {advice}")
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if is_wide else "utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        raise NotationError("not UTF-8 text", line, column) from None


def _recognized(data: bytes, label: str, note: Note) -> str:
    """Return the boards in an image as JSON; show each with what may be wrong."""
    from galaxies_asp.core.drawing.text_style import PLAIN
    from galaxies_asp.images import read

    lines = []
    for board in read(data):
        drawing = PLAIN.draw(board.position).rstrip()
        note(label, f"this board was read from the picture\n{drawing}")
        if board.unsure:
            places = ", ".join(map(SQUARE.describe, board.unsure[:_MOST_PLACES]))
            more = len(board.unsure) - _MOST_PLACES
            also = f" and {more} more places" if more > 0 else ""
            note(label, f"check {places}{also}")
        fields = json.loads(NOTATIONS.write(board.position, "json"))
        lines.append(json.dumps(fields | {"unsure": board.unsure}))
    note(label, f"if it is wrong, `galaxies repair {label}` proposes corrections")
    return "\n".join(lines)


def numbered(source: str) -> tuple[str, int | None]:
    """Divide an input such as `puzzles.txt#3` into the source and the number."""
    base, _, number = source.rpartition("#")
    if not number.isdecimal() or len(number) > 9 or os.path.exists(source):
        return source, None
    is_source = bool(_NAME.fullmatch(base)) or os.path.isfile(base)
    return (base, int(number)) if is_source else (source, None)
