"""Inputs: files, standard input, names of shipped puzzles, puzzles themselves."""

import codecs
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Argument, Group, Option, note, refuse_options
from galaxies_asp.cli.output import warn
from galaxies_asp.cli.values import Choice, complete_input
from galaxies_asp.core.board import errors
from galaxies_asp.core.board.errors import GalaxiesError, NotationError, printable
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.drawing import embedded
from galaxies_asp.core.galaxies import is_galaxies
from galaxies_asp.core.notation import MAX_CHARACTERS
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import BUILT_IN, family_named, folders
from galaxies_asp.notation import NOTATIONS
from galaxies_asp.processes.errors import ClusterError

_NAME = re.compile(r"[A-Za-z][\w-]*")

_READABLE = [notation.name for notation in NOTATIONS]

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


_ENDING = (
    errors.MissingLibraryError,
    errors.OptionError,
    errors.OutputError,
    ClusterError,
)
"""The errors that concern all puzzles."""


InputNames = Annotated[
    tuple[str, ...], Argument(metavar="[INPUT]...", shell_complete=complete_input)
]
NotationName = Annotated[
    str | None,
    Option("--from", type=Choice(_READABLE), metavar="NOTATION"),
    f"Notation of the input (default: detected): {', '.join(_READABLE)}.",
]
FamilyName = Annotated[
    str | None,
    Option("--family", metavar="NAME"),
    "Family of the puzzles (default: detected): "
    f"{', '.join((*BUILT_IN, *folders()))}; a folder with its files; or a Python file, "
    "which is executed.",
]


class Inputs:
    """The puzzles of all inputs, in order.

    An input that cannot be read, or a line of it, is reported on standard error and
    left out. Texts are recognized unless a notation of Galaxies or a family is named. A
    session gives puzzles instead of their texts.

    Attributes
    ----------
    faulty
        Whether an input could not be read.
    """

    def __init__(
        self, inputs: InputNames, from_: NotationName = None, family: FamilyName = None
    ) -> None:
        # A wrong name is no fault of an input.
        self._family = None if family is None else family_named(family)
        if not inputs:
            if sys.stdin is None or sys.stdin.isatty():
                raise click.UsageError("give a file, a puzzle, its name, or '-'")
            inputs = ("-",)
        self._inputs: tuple[str | AnySheet, ...] = inputs
        self._notation = from_
        self.faulty = False

    def __iter__(self) -> Iterator[AnySheet]:
        for source in self._inputs:
            if not isinstance(source, str):
                _admit(source)
                yield source
                continue
            try:
                for entry in self._entries(source):
                    if isinstance(entry, GalaxiesError):
                        self._report(source, entry)
                    else:
                        _admit(entry)
                        yield entry
            except GalaxiesError as error:
                self._report(source, error)

    @property
    def typed(self) -> list[str]:
        """The inputs that are no names of files or of shipped puzzles."""
        texts = [source for source in self._inputs if isinstance(source, str)]
        return [t for t in texts if not _NAME.fullmatch(t) and not os.path.exists(t)]

    def _report(self, source: str, error: GalaxiesError) -> None:
        self.faulty = True
        place = "standard input" if source == "-" else source.strip().split("\n")[0]
        place = place if len(place) <= 60 else f"{place[:60]}..."
        warn(f"{printable(place)}: {error}")

    def _entries(self, source: str) -> Iterator[AnySheet | GalaxiesError]:
        source, chosen = _numbered(source)
        label, text = source_text(source)
        taken = partial(note, printable(label))
        found = sheets(text, label, self._notation, self._family, taken)
        number = 0
        for number, entry in enumerate(found, 1):
            if chosen in (None, number):
                yield entry
        if chosen is not None and not 1 <= chosen <= number:
            raise NotationError(f"there is no puzzle {chosen} of {number}")

    def check_single(self, output: str | None, as_json: bool) -> None:
        """Raise `click.UsageError` if a picture has no place of its own."""
        if output is None:
            return
        if as_json and output == "-":
            raise click.UsageError("--json and -o - both print; give -o a file")
        self._inputs = tuple(self)
        if (number := len(self._inputs)) > 1:
            raise click.UsageError(f"-o writes one puzzle, but {number} were given")

    def answer_drawn(
        self, answer: Callable[[AnySheet], int], output: str | None, as_json: bool
    ) -> int:
        """Answer for each puzzle; there may only be one if its picture is written.

        With `-o -` the picture is printed instead of the answer.
        """
        self.check_single(output, as_json)
        if output is not None and not output.endswith((".svg", "-")):
            raise click.UsageError(f"{output}: the drawing is SVG; use a name in .svg")
        return self.answer_each(answer)

    def answer_each(
        self, answer: Callable[..., int], items: Iterable[tuple[Any, ...]] | None = None
    ) -> int:
        """Answer for each puzzle; return the exit code for all.

        An error ends the answer for its puzzle only.

        Parameters
        ----------
        items
            What to call `answer` with, by default each puzzle. The first argument has
            the name of the puzzle.
        """
        each = ((entry,) for entry in self) if items is None else items
        codes = [_code(answer, *item) for item in each]
        return exits.worst([*codes, exits.DATA_ERROR] if self.faulty else codes)


def _code(answer: Callable[..., int], item: Any, *more: Any) -> int:
    """Return the exit code of an answer; report an error that ends it alone."""
    try:
        return answer(item, *more)
    except _ENDING:
        raise
    except (GalaxiesError, *exits.LIMITS) as error:
        warn(f"{item.name}: {error}")
        return exits.code_of(error)


Sources = Annotated[Inputs, Group(Inputs)]

_WITHOUT_EFFECT = {
    True: ({"of", "atom"}, "no puzzles of Galaxies"),
    False: (
        {
            *("verifier", "with_", "confirm", "smallest", "unfinished"),
            *("violations", "width", "keep"),
        },
        "puzzles of Galaxies only",
    ),
}
"""Parameters without effect on puzzles of Galaxies, and of other families."""


def _admit(entry: AnySheet) -> None:
    """Raise `click.UsageError` at options without effect on a puzzle."""
    without_effect, takes = _WITHOUT_EFFECT[is_galaxies(entry)]
    refuse_options(without_effect.__contains__, takes)


def source_text(source: str) -> tuple[str, str]:
    """Return the name of a source, and its text.

    Raises `NotationError` if it cannot be read.
    """
    if source == "-":
        if sys.stdin is None:
            raise click.UsageError("standard input is closed")
        try:
            data = sys.stdin.buffer.read(MAX_CHARACTERS + 1)
            return "stdin", _decoded(data, "stdin")
        except OSError as error:
            raise errors.InputError(f"cannot be read: {error.strerror}") from None
    if os.path.isdir(source):
        raise NotationError(f"this is a folder; name its files, as in {source}/*.txt")
    path = Path(source)
    if os.path.exists(source):
        return path.stem, file_text(path)
    if _NAME.fullmatch(source):
        from galaxies_asp.families.shipped import text_of

        return source, text_of(source)
    if path.suffix and "\n" not in source and ":" not in source and "=" not in source:
        message = "there is no such file"
        from galaxies_asp.families.shipped import all_names

        if path.stem in all_names():
            raise NotationError(f"{message}; the shipped puzzle is named {path.stem!r}")
        with suppress(OSError):
            message += errors.did_you_mean(path.name, os.listdir(path.parent))
        raise NotationError(message)
    return source.strip().partition("\n")[0], source


def file_text(path: Path) -> str:
    """Return the text of a file, or the puzzle in a picture.

    Raises `NotationError` if it holds something else.
    """
    from galaxies_asp.processes.files import read_file  # puzzles may be literals

    return _decoded(read_file(path, MAX_CHARACTERS), str(path))


def _decoded(data: bytes, label: str) -> str:
    """Return the text of bytes in UTF-8, or in UTF-16 with a mark of the byte order."""
    if len(data) > MAX_CHARACTERS:
        raise NotationError(f"longer than {MAX_CHARACTERS} bytes")
    for start, kind in _BINARY.items():
        if data.startswith(start) and b"<puzzle" not in data[:500]:
            if puzzles := embedded.puzzles_in(data):
                return puzzles
            if "image" in kind or "PDF" in kind:
                return _recognized(data, label)
            raise NotationError(
                f"this is {kind} without a puzzle in it; copy the game ID or the "
                "address of the puzzle from its source, type its rows, as in 'o . .', "
                "or give a picture of the board as PNG, JPEG or PDF"
            )
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if is_wide else "utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        raise NotationError("not UTF-8 text", line, column) from None


def _recognized(data: bytes, label: str) -> str:
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


def _numbered(source: str) -> tuple[str, int | None]:
    """Divide an input such as `puzzles.txt#3` into the source and the number."""
    base, _, number = source.rpartition("#")
    if not number.isdecimal() or len(number) > 9 or os.path.exists(source):
        return source, None
    is_source = bool(_NAME.fullmatch(base)) or os.path.isfile(base)
    return (base, int(number)) if is_source else (source, None)
