"""Inputs: files, standard input, names of shipped puzzles, puzzles themselves."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import click

from galaxies_asp.asp.data import data_folder
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.grouping import grouped
from galaxies_asp.errors import (
    GalaxiesError,
    MissingLibraryError,
    NotationError,
    OptionError,
)
from galaxies_asp.notation import MAX_CHARACTERS, NOTATIONS, json_fields, parse_all
from galaxies_asp.processes.worker import LimitReachedError, WorkerDiedError
from galaxies_asp.puzzle import Position


class Named(Protocol):
    """A board with a name for messages."""

    @property
    def name(self) -> str:
        """The name."""


Board = TypeVar("Board", bound=Named)

READABLE = [notation.name for notation in NOTATIONS]


@dataclass(frozen=True)
class Entry:
    """A position, its name, and the fields of its JSON object if it has one."""

    name: str
    position: Position
    metadata: Mapping[str, Any] = field(default_factory=dict, compare=False)


class Sources(Generic[Board]):
    """The boards of all inputs, in order.

    An input that cannot be read is reported on standard error and left out.
    """

    def __init__(
        self, inputs: tuple[str, ...], read: Callable[[str], Iterable[Board]]
    ) -> None:
        if not inputs:
            if sys.stdin.isatty():
                raise click.UsageError("give a file, a puzzle, its name, or '-'")
            inputs = ("-",)
        self._inputs = inputs
        self._read = read
        self._boards: list[Board] | None = None
        self.faulty = False

    def __iter__(self) -> Iterator[Board]:
        if self._boards is not None:
            yield from self._boards
            return
        for source in self._inputs:
            try:
                yield from self._read(source)
            except GalaxiesError as error:
                self.faulty = True
                click.echo(f"galaxies: {place_of(source)}: {error}", err=True)

    def check_single(self, output: str | None) -> None:
        """Reject several boards where the result of one is written to a file."""
        if output is None:
            return
        self._boards = list(self)
        if len(self._boards) > 1:
            raise click.UsageError(
                f"-o writes one puzzle, but {len(self._boards)} were given"
            )

    def answer_each(self, answer: Callable[[Board], int]) -> int:
        """Answer for each board; return the exit code for all.

        An error ends the answer for its board only.
        """
        codes = []
        for entry in self:
            try:
                codes.append(answer(entry))
            except (MissingLibraryError, OptionError):
                raise
            except (LimitReachedError, WorkerDiedError) as error:
                click.echo(f"galaxies: {entry.name}: {stopped(error)}", err=True)
                codes.append(exits.LIMIT_REACHED)
            except GalaxiesError as error:
                click.echo(f"galaxies: {entry.name}: {error}", err=True)
                codes.append(exits.DATA_ERROR)
        return self.worst(codes)

    def worst(self, codes: list[int]) -> int:
        """Return the exit code for all inputs."""
        return exits.worst([*codes, exits.DATA_ERROR] if self.faulty else codes)


class Inputs(Sources[Entry]):
    """The Galaxies puzzles of all inputs, in order.

    Metadata takes time to read, and is read only if `with_metadata` is set.
    """

    def __init__(
        self,
        inputs: tuple[str, ...],
        from_: str | None = None,
        *,
        with_metadata: bool = False,
    ) -> None:
        super().__init__(inputs, lambda one: _entries(one, from_, with_metadata))


def _sources(inputs: tuple[str, ...], from_: str | None) -> Inputs:
    return Inputs(inputs, from_)


inputs_argument = click.argument("inputs", nargs=-1, metavar="[INPUT]...")
from_option = click.option(
    "--from",
    "from_",
    type=click.Choice(READABLE),
    metavar="NOTATION",
    help=f"Notation of the input (default: detected): {', '.join(READABLE)}.",
)
sources_options = grouped("sources", _sources, inputs_argument, from_option)
"""Take puzzles in any notation; passes `sources`."""


def stopped(error: LimitReachedError | WorkerDiedError) -> str:
    """Return why work was stopped."""
    if isinstance(error, LimitReachedError):
        return f"the {error.limit} limit was reached"
    return str(error)


def place_of(source: str) -> str:
    """Return the name of a source for a message."""
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
    """Return the name of a source, and its text.

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
