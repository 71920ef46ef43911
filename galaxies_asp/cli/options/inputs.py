"""Where puzzles come from: files, standard input, names, literal arguments."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from galaxies_asp.asp.data import data_folder
from galaxies_asp.errors import GalaxiesError, NotationError
from galaxies_asp.notation import MAX_CHARACTERS, json_fields, parse_all
from galaxies_asp.puzzle import Position


@dataclass(frozen=True)
class Entry:
    """A position, what to call it, and the fields of its JSON object if it has one."""

    name: str
    position: Position
    metadata: Mapping[str, Any] = field(default_factory=dict, compare=False)


class Inputs:
    """The puzzles of all sources, in order.

    A source that cannot be read is reported on standard error and left out; `faulty`
    tells whether there was one. Metadata, which takes time, is read if it is asked for.
    """

    def __init__(
        self,
        sources: tuple[str, ...],
        notation: str | None = None,
        *,
        with_metadata: bool = False,
    ) -> None:
        if not sources:
            if sys.stdin.isatty():
                raise click.UsageError("give a file, a game ID, an address, or '-'")
            sources = ("-",)
        self._sources = sources
        self._notation = notation
        self._with_metadata = with_metadata
        self.faulty = False

    def __iter__(self) -> Iterator[Entry]:
        for source in self._sources:
            try:
                yield from _entries(source, self._notation, self._with_metadata)
            except GalaxiesError as error:
                self.faulty = True
                click.echo(f"galaxies: {place_of(source)}: {error}", err=True)


def place_of(source: str) -> str:
    """Name the source of an error, as compilers do."""
    return "standard input" if source == "-" else _shortened(source)


def _entries(source: str, notation: str | None, with_metadata: bool) -> Iterator[Entry]:
    label, text = source_text(source)
    positions = parse_all(text, notation)
    metadata = json_fields(text, notation) if with_metadata else []
    for number, position in enumerate(positions, 1):
        numbered = label if len(positions) == 1 else f"{label}#{number}"
        fields = metadata[number - 1] if metadata else {}
        yield Entry(position.puzzle.name or numbered, position, fields)


def source_text(source: str) -> tuple[str, str]:
    """Return what to call a source, and its text.

    Raises
    ------
    NotationError
        If it cannot be read.
    """
    if source == "-":
        return "stdin", _decoded(sys.stdin.buffer.read(MAX_CHARACTERS + 1))
    path = Path(source)
    try:
        if path.is_file():
            with path.open("rb") as file:
                return path.stem, _decoded(file.read(MAX_CHARACTERS + 1))
        if path.is_dir():
            raise NotationError(
                f"this is a folder; name its files, as in {source}/*.txt"
            )
    except (OSError, ValueError) as error:
        if isinstance(error, NotationError):
            raise
        if isinstance(error, OSError) and not _is_too_long(error):
            raise NotationError(f"cannot be read: {error.strerror}") from None
    if source.replace("-", "").replace("_", "").isalnum():
        bundled = data_folder("puzzles") / f"{source}.txt"
        if bundled.is_file():
            return source, bundled.read_text(encoding="utf-8")
    if path.suffix and "\n" not in source and ":" not in source and "=" not in source:
        raise NotationError("there is no such file")
    return source.strip(), source


def _is_too_long(error: OSError) -> bool:
    import errno

    return error.errno == errno.ENAMETOOLONG


def _decoded(data: bytes) -> str:
    if len(data) > MAX_CHARACTERS:
        raise NotationError(f"longer than {MAX_CHARACTERS} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        raise NotationError("not UTF-8 text", line, column) from None


def _shortened(text: str, limit: int = 60) -> str:
    first = text.strip().split("\n")[0]
    return first if len(first) <= limit else first[:limit] + "..."
