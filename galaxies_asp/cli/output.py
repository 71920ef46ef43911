"""Results, written to a file or to standard output, and progress on standard error."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from galaxies_asp.cli import exits
from galaxies_asp.core.board.answer import Answer, Natural
from galaxies_asp.core.notation import Content
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.notation import NOTATIONS

if TYPE_CHECKING:
    from rich.progress import Progress as Display

WRITABLE = [*(one.name for one in NOTATIONS if one.writable), "rows"]
SOLVABLE = [notation.name for notation in NOTATIONS if Content.WALLS in notation.holds]
"""Notations that can hold a solution."""
_SHOWN = f"{__name__}.progress"
"""The key of the progress that a command shows."""
LINES = f"{__name__}.lines"
"""The key of the list that takes the lines, where they become a table."""
_SAID = f"{__name__}.said"
"""The key of the messages that a command has printed once."""
_SECONDS_BEFORE = 0.5
"""Shorter work shows no progress."""


@dataclass(frozen=True)
class SequenceAnswer(Answer):
    """Answer of galaxies strip terms and boards table, with -f json."""

    first: Annotated[Natural, "Index of the first number."]
    numbers: Sequence[Natural]
    sizes: Annotated[Sequence[str], "The size of the boards of each number."] = ()


def sequence(
    numbers: Sequence[int], first: int, format_: str, sizes: Sequence[str] = ()
) -> str:
    """Return the numbers of a sequence in one of the formats of its option.

    `first`: index of the first number. `sizes`: the size of the boards of each number,
    such as `3x2`; shown in text and in JSON.
    """
    if format_ == "json":
        return f"{SequenceAnswer(first, numbers, sizes).json()}\n"
    indices = [str(index) for index, _ in enumerate(numbers, first)]
    if format_ == "csv":
        rows = zip(sizes or indices, numbers, strict=True)
        head = f"{'size' if sizes else 'index'},number\n"
        return head + "".join(f"{name},{number}\n" for name, number in rows)
    names = indices if format_ == "bfile" else sizes or indices
    if format_ == "text" and not sizes:
        names = [""] * len(indices)
    return table(names, numbers)


def table(names: Sequence[object], values: Sequence[object]) -> str:
    """Return a line for each name and value."""
    pairs = zip(names, values, strict=True)
    return "".join(f"{name} {value}".lstrip() + "\n" for name, value in pairs)


def echo(message: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a message; progress beside it is removed before."""
    if (sys.stderr if err else sys.stdout).isatty():
        _clear_progress()
    click.echo(message, err=err, nl=nl)


def print_drawing(drawing: str | bytes) -> None:
    """Print a drawing, which may have colors."""
    if sys.stdout.isatty():
        _clear_progress()
    click.echo(drawing, nl=False, color=True)


def warn(message: object) -> None:
    """Print a message of the program on standard error."""
    echo(f"galaxies: {message}", err=True)


def say_once(message: str) -> None:
    """Print a message on standard error that several puzzles of a run may have."""
    context = click.get_current_context(silent=True)
    said: set[str] = context.meta.setdefault(_SAID, set()) if context else set()
    if message not in said:
        said.add(message)
        echo(message, err=True)


def print_answer(
    answer: Answer, text: str, as_json: bool, output: str | None = None
) -> int:
    """Write an answer as JSON or as text; return the exit code."""
    write_output(f"{answer.json()}\n" if as_json else text, output)
    return exits.ANSWERED


def _clear_progress() -> None:
    """Remove the progress that the command shows, if any."""
    context = click.get_current_context(silent=True)
    if context is not None and _SHOWN in context.meta:
        context.meta.pop(_SHOWN).clear()


def format_of(output: str | None, suffixes: Mapping[str, str], default: str) -> str:
    """Return the format that the suffix of the output file names."""
    if output in (None, "-"):
        return default
    suffix = Path(output or "").suffix.lower()
    if suffix not in suffixes:
        raise click.UsageError(
            f"{output}: the name ends in none of {', '.join(suffixes)}; give a format "
            "with -f"
        )
    return suffixes[suffix]


def written(
    entry: AnySheet, notation: str, omissions: dict[str, list[str]] | None = None
) -> str:
    """Return a board in a notation; report what it leaves out, or others misread.

    `omissions`: takes the name under the message, for `report_omissions` after several
    puzzles; by default it is reported at once.
    """
    text = entry.written(notation)
    names = {} if omissions is None else omissions
    if left_out := [one for one in entry.omitted(notation) if one != Content.SOURCE]:
        message = f"the notation {notation} leaves out {', '.join(left_out)}"
        names.setdefault(message, []).append(entry.name)
    if caveat := entry.family.caveat(entry.position, notation):
        names.setdefault(caveat, []).append(entry.name)
    if omissions is None:
        report_omissions(names)
    return text


def report_omissions(omissions: dict[str, list[str]]) -> None:
    """Print each message once, and of which puzzle or of how many it is."""
    for message, names in omissions.items():
        warn(f"{names[0] if len(names) == 1 else f'{len(names)} puzzles'}: {message}")


def joined(texts: list[str], notation: str) -> str:
    """Join texts; an empty line separates those that have several lines."""
    return ("\n" if is_separate(notation) else "").join(texts)


def is_separate(notation: str) -> bool:
    """Return whether an empty line separates boards in the notation."""
    in_one_line = {known.name for known in NOTATIONS if known.one_line}
    return notation not in {"json", "pzprv3"} | in_one_line


def write_output(data: str | bytes, path: str | None) -> None:
    """Write to a file, or to standard output where the path is None or '-'.

    Raises `OutputError` if the file cannot be written.
    """
    if path in (None, "-"):
        if isinstance(data, str) and (lines := _lines()) is not None:
            lines += data.splitlines()
            return
        if isinstance(data, bytes) and sys.stdout.isatty():
            raise click.UsageError("binary output needs -o FILE")
        print_drawing(data)
        return
    content = data if isinstance(data, bytes) else data.encode("utf-8")
    from galaxies_asp.processes.files import replace_file

    replace_file(Path(path or ""), content)


def _lines() -> list[str] | None:
    """Return the list that takes what is printed, if there is one."""
    context = click.get_current_context(silent=True)
    lines: list[str] | None = context.meta.get(LINES) if context else None
    return lines


@contextmanager
def collected(
    path: str | None, kept: tuple[type[Exception], ...] = ()
) -> Iterator[Callable[[str | bytes], None]]:
    """Yield a function that prints; with a path, the texts are written there at last.

    If the work is interrupted, the file stays as it was, but for errors that are
    `kept`: then the texts so far are written. Raises `OutputError` if the file cannot
    be written.
    """
    if path in (None, "-"):
        yield partial(write_output, path=path)
        return
    parts: list[str | bytes] = []

    def write() -> None:
        data = (part if isinstance(part, bytes) else part.encode() for part in parts)
        write_output(b"".join(data), path)

    try:
        yield parts.append
    except kept:
        if parts:
            write()
        raise
    write()


class ProgressBar:
    """Shows progress on a terminal: call it with what is done, how much, and the total.

    The display is removed when something is printed beside it, or the command ends.
    """

    def __init__(self, quiet: bool = False) -> None:
        self._active = sys.stderr.isatty() and not quiet
        self._display: Display | None = None
        self._done = 0
        self._start = time.monotonic() + _SECONDS_BEFORE

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        """Show how far the work is; less done than before begins new work."""
        if not self._active or time.monotonic() < self._start:
            return
        if self._display is None:
            _clear_progress()
            self._display = _display()
            context = click.get_current_context(silent=True)
            if context is not None:
                context.meta[_SHOWN] = self
                context.call_on_close(self.clear)
            self._display.start()
            self._display.add_task(what, total=total)
        (task,) = self._display.task_ids
        if done < self._done:
            self._display.reset(task)
        self._done = done
        self._display.update(task, completed=done, total=total, description=what)

    def clear(self) -> None:
        """Remove the display, so that other output can be written."""
        if self._display is not None:
            self._display.stop()
            self._display = None


def _display() -> "Display":
    from rich import progress
    from rich.console import Console

    return progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
