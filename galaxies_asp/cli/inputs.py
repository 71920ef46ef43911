"""Inputs: files, standard input, names of shipped puzzles, puzzles themselves."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from galaxies_asp.board.errors import (
    GalaxiesError,
    InputError,
    MissingLibraryError,
    NotationError,
    OptionError,
    OutputError,
    did_you_mean,
    printable,
)
from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli import exits, shipped
from galaxies_asp.cli.completion import complete_input
from galaxies_asp.cli.decoding import decoded
from galaxies_asp.cli.options import Option, grouped
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import Choice
from galaxies_asp.families.entry import Entry
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.families.registry import BUILT_IN, family_named, recognized
from galaxies_asp.notation import (
    MAX_CHARACTERS,
    NOTATIONS,
    json_fields,
    parse_each,
)
from galaxies_asp.processes.files import read_file
from galaxies_asp.processes.progress import (
    ClusterError,
    LimitReachedError,
    WorkerDiedError,
)

if TYPE_CHECKING:  # threads and more are loaded where work is shared
    from concurrent.futures import Executor, Future


Read = TypeVar("Read")
Result = TypeVar("Result")

_NAME = re.compile(r"[A-Za-z][\w-]*")
_DIGITS = 9

READABLE = [notation.name for notation in NOTATIONS]


class Inputs:
    """The puzzles of all inputs, in order.

    An input that cannot be read, or a line of it, is reported on standard error and
    left out. Metadata takes time to read, and is read only if `with_metadata` is set.
    Texts are recognized unless a notation of Galaxies or a family is named.

    Attributes
    ----------
    admit
        Raises `click.UsageError` if a command does not take a puzzle.
    """

    def __init__(
        self,
        inputs: tuple[str | Entry, ...],
        from_: str | None = None,
        *,
        with_metadata: bool = False,
        family: str | None = None,
    ) -> None:
        if family not in (None, BUILT_IN[0]):
            family_named(family or "")  # a wrong name is no fault of an input
        if not inputs:
            if sys.stdin is None or sys.stdin.isatty():
                raise click.UsageError("give a file, a puzzle, its name, or '-'")
            inputs = ("-",)
        self._inputs = [source for source in inputs if isinstance(source, str)]
        self._reading = (from_, with_metadata, family)
        # Puzzles instead of their texts come from a session.
        self._entries: Iterable[Any] | None = None if self._inputs else inputs
        self._faults: list[GalaxiesError] = []
        self.admit: Callable[[Entry], None] = lambda entry: None

    @property
    def faulty(self) -> bool:
        """Whether an input could not be read."""
        return bool(self._faults)

    def __iter__(self) -> Iterator[Entry]:
        if self._entries is not None:
            for entry in self._entries:
                self.admit(entry)
                yield entry
            return
        for source in self._inputs:
            try:
                for entry in _entries(source, *self._reading):
                    if isinstance(entry, GalaxiesError):
                        self._report(source, entry)
                    else:
                        self.admit(entry)
                        yield entry
            except GalaxiesError as error:
                self._report(source, error)

    def _report(self, source: str, error: GalaxiesError) -> None:
        self._faults.append(error)
        echo(f"galaxies: {place_of(source)}: {error}", err=True)

    def check_single(self, output: str | None) -> None:
        """Reject several boards where the result of one is written to a file."""
        if output is None:
            return
        self._entries = entries = list(self)
        if (number := len(entries)) > 1:
            raise click.UsageError(f"-o writes one puzzle, but {number} were given")

    def answer_each(self, answer: Callable[[Entry], int]) -> int:
        """Answer for each puzzle; return the exit code for all.

        An error ends the answer for its puzzle only.
        """
        return self.print_each(self, answer)

    def answer_shared(
        self,
        executor: "Executor | None",
        work: Callable[[Entry], Result],
        answer: Callable[[Entry, Result], int],
    ) -> int:
        """Let workers do the work for each puzzle, and answer in order.

        Without an executor, this process does the work.
        """
        if executor is None:
            return self.answer_each(lambda entry: answer(entry, work(entry)))
        from galaxies_asp.processes.pool import futures_ahead

        shared = futures_ahead(
            executor, lambda entry: executor.submit(work, entry), self
        )
        codes = []
        with closing(shared):
            for entry, future in shared:
                finish = partial(_with_result, answer, future)
                codes.append(_code(entry, finish))
        return self.worst(codes)

    def print_each(self, items: Iterable[Any], answer: Callable[[Any], int]) -> int:
        """Do the same for what the puzzles of all inputs became; items have names."""
        return self.worst([_code(item, answer) for item in items])

    def worst(self, codes: list[int]) -> int:
        """Return the exit code for all inputs."""
        return exits.worst([*codes, exits.DATA_ERROR] if self.faulty else codes)


def _with_result(
    answer: Callable[[Entry, Result], int], future: "Future[Result]", entry: Entry
) -> int:
    return answer(entry, future.result())


def _code(item: Any, answer: Callable[[Any], int]) -> int:
    """Return the exit code of an answer; report an error that ends it."""
    try:
        return answer(item)
    except (MissingLibraryError, OptionError, OutputError, ClusterError):
        raise
    except (LimitReachedError, WorkerDiedError) as error:
        echo(f"galaxies: {item.name}: {stopped(error)}", err=True)
        return exits.LIMIT_REACHED
    except GalaxiesError as error:
        echo(f"galaxies: {item.name}: {error}", err=True)
        return exits.code_of(error)


inputs_argument = click.argument(
    "inputs", nargs=-1, metavar="[INPUT]...", shell_complete=complete_input
)
from_option = click.option(
    "--from",
    "from_",
    type=Choice(READABLE),
    metavar="NOTATION",
    help=f"Notation of the input (default: detected): {', '.join(READABLE)}.",
)
family_option = click.option(
    "--family",
    metavar="NAME",
    help=f"Family of the puzzles (default: detected): {', '.join(BUILT_IN)}; a folder "
    "with its files; or a Python file, which is executed.",
)


def sources_options(with_metadata: bool = False) -> Option:
    """Return the options for puzzles in any notation; passes `sources`."""

    def sources(
        inputs: tuple[str, ...], from_: str | None, family: str | None
    ) -> Inputs:
        return Inputs(inputs, from_, with_metadata=with_metadata, family=family)

    return grouped("sources", sources, inputs_argument, from_option, family_option)


def stopped(error: LimitReachedError | WorkerDiedError) -> str:
    """Return why work was stopped."""
    if isinstance(error, LimitReachedError):
        return f"the {error.limit} limit was reached"
    return str(error)


def place_of(source: str) -> str:
    """Return the name of a source for a message."""
    return "standard input" if source == "-" else _shortened(source)


def _entries(
    source: str, notation: str | None, with_metadata: bool, family: str | None = None
) -> Iterator[Entry | GalaxiesError]:
    if os.path.isdir(source):
        # A folder of generated puzzles; the module takes time to import.
        from galaxies_asp.generating.shards import shard_files

        for path in shard_files(Path(source)):
            yield from _entries(str(path), notation, with_metadata, family)
        return
    source, chosen = _numbered(source)
    label, text = source_text(source)
    named = family or (recognized(text) if notation is None else None)
    if named is not None and named != BUILT_IN[0]:
        from galaxies_asp.families.sheet import sheets  # loads clingo

        boards = list(sheets(family_named(named), text, printable(label)))
        yield from (boards if chosen is None else _chosen(boards, chosen))
        return
    metadata = json_fields(text, notation) if with_metadata else []
    positions = enumerate(_readable(parse_each(text, notation)), 1)
    first = list(islice(positions, 2))  # a batch may be long: the others are not kept
    number = 0
    for number, position in chain(first, positions):
        if chosen not in (None, number):
            continue
        if isinstance(position, GalaxiesError):
            yield position
            continue
        numbered = label if len(first) == 1 else f"{label}#{number}"
        fields = metadata[number - 1] if metadata else {}
        name = position.puzzle.name or printable(numbered)
        yield GalaxiesSheet(name, position, fields)
    if chosen is not None and not 1 <= chosen <= number:
        raise _no_puzzle(chosen, number)


def _readable(
    positions: "Iterator[Position | NotationError]",
) -> "Iterator[Position | NotationError]":
    """Yield positions and errors; of a text in no notation, the first error alone."""
    errors: list[NotationError] = []
    for position in positions:
        if not isinstance(position, NotationError):
            yield from errors
            yield position
            yield from positions
            return
        errors.append(position)
    yield from errors[:1]


def _chosen(boards: list[Read], number: int) -> list[Read]:
    """Return the puzzle with a number, counted from 1, alone."""
    if not 1 <= number <= len(boards):
        raise _no_puzzle(number, len(boards))
    return [boards[number - 1]]


def _no_puzzle(number: int, last: int) -> NotationError:
    return NotationError(f"there is no puzzle {number} of {last}")


def source_text(source: str) -> tuple[str, str]:
    """Return the name of a source, and its text.

    Raises `NotationError` if it cannot be read.
    """
    if source == "-":
        return "stdin", decoded(_standard_input())
    if os.path.isdir(source):
        raise NotationError(f"this is a folder; name its files, as in {source}/*.txt")
    path = Path(source)
    if os.path.exists(source):
        return path.stem, decoded(read_file(path, MAX_CHARACTERS))
    if _NAME.fullmatch(source):
        return source, shipped.text_of(source)
    if path.suffix and "\n" not in source and ":" not in source and "=" not in source:
        name = path.stem if path.stem in shipped.all_names() else None
        proposed = f"; the shipped puzzle is named {name!r}" if name else ""
        raise NotationError("there is no such file" + (proposed or _similar_file(path)))
    return source.strip().partition("\n")[0], source


def _numbered(source: str) -> tuple[str, int | None]:
    """Divide an input such as `puzzles.txt#3` into the source and the number."""
    base, _, number = source.rpartition("#")
    if not number.isdecimal() or len(number) > _DIGITS or os.path.exists(source):
        return source, None
    is_source = bool(_NAME.fullmatch(base)) or os.path.isfile(base)
    return (base, int(number)) if is_source else (source, None)


def _similar_file(path: Path) -> str:
    try:
        names = os.listdir(path.parent)
    except OSError:
        return ""
    return did_you_mean(path.name, names)


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    try:
        return sys.stdin.buffer.read(MAX_CHARACTERS + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}") from None


def _shortened(text: str, limit: int = 60) -> str:
    first = text.strip().split("\n")[0]
    return printable(first if len(first) <= limit else first[:limit] + "...")
