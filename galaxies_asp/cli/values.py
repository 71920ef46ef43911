"""Values of options: names, numbers, sizes and places, and their completion.

Options and commands themselves are completed by click.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from galaxies_asp.core.board.errors import did_you_mean
from galaxies_asp.core.board.grid import Point, dot_name, point_named
from galaxies_asp.core.board.puzzle import Puzzle, check_size

if TYPE_CHECKING:  # it is loaded where the shell completes
    from click.shell_completion import CompletionItem

T = TypeVar("T")

Context = click.Context | None
Parameter = click.Parameter | None
Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]

ANY_FILE = click.Path(dir_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
ANY_FOLDER = click.Path(file_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


class Choice(click.Choice[str]):
    """One of several names; a message about another names the closest."""

    def convert(self, value: object, param: Parameter, ctx: Context) -> str:
        """Return the name."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            meant = did_you_mean(str(value), self.choices)
            self.fail(error.message.rstrip(".") + meant, param, ctx)

    def get_missing_message(self, param: Parameter, ctx: Context) -> str:
        """Return the names on one line."""
        return f"Choose from {', '.join(self.choices)}."


class Keyed(Choice):
    """A value of a table, given by its name."""

    def __init__(self, table: Mapping[str, object]) -> None:
        super().__init__(list(table))
        self._table = table

    def convert(self, value: object, param: Parameter, ctx: Context) -> Any:
        """Return the value with a name."""
        return self._table[super().convert(value, param, ctx)]


class FiniteRange(click.FloatRange):
    """A number in a range; neither infinite nor `nan`, which every range contains."""

    name = "number"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> float:
        """Return the number; refuse a text that is none in the range."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


class Parsed(click.ParamType, Generic[T]):  # type: ignore[type-arg]
    """A value that a function reads from a text, or raises `ValueError` with the fault.

    `name`: the form of the texts, for help texts.
    """

    def __init__(self, name: str, read: Callable[[str], T]) -> None:
        self.name, self._read = name, read

    def convert(self, value: str | T, param: Parameter, ctx: Context) -> T:
        """Read a text; defaults may be values."""
        try:
            return self._read(value) if isinstance(value, str) else value
        except (ValueError, click.BadParameter) as error:
            self.fail(str(error), param, ctx)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9]\d{0,4})(?:[xX]([1-9]\d{0,4}))?", text)
    if match is None:
        raise ValueError(f"{text!r} is not a size such as 7x5")
    size = int(match[1]), int(match[2] or match[1])
    check_size(*size)
    return size


SIZE = Parsed("WxH", _size)
"""A size such as 7x5; a number alone is a square."""


PLACE = Parsed("X,Y", point_named)
"""A place such as 7,4, a cell such as c4r2 or r2c4, or an edge: c4r2-c5r2; one at the
border has a name such as `the top of c4r1`."""


def dot_at(puzzle: Puzzle, name: str) -> Point | None:
    """Return the dot with a letter or at a place; None if there is none."""
    with suppress(ValueError):
        point = point_named(name)
        return point if point in puzzle.centers else None
    names = {dot_name(index): dot for index, dot in enumerate(puzzle.centers)}
    return names.get(name.upper())


def _completing(names: Callable[[str], Iterable[str]]) -> Complete:
    """Return a function that completes names, those for what is there, or a file.

    A shell completes either words or files: files are listed here among words, and
    folders marked as shells do. If no name fits, the shell finds files by itself.
    """

    def complete(
        _context: click.Context, _parameter: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        import glob

        from click.shell_completion import CompletionItem

        words = sorted({one for one in names(incomplete) if one.startswith(incomplete)})
        if not words:
            return [CompletionItem(incomplete, "file")]
        files = sorted(glob.glob(glob.escape(incomplete) + "*"))
        words += (f"{path}/" if Path(path).is_dir() else path for path in files)
        return [CompletionItem(word) for word in words]

    return complete


def one_of(names: Iterable[str]) -> Complete:
    """Return a function that completes one of the names, or a file."""
    known = tuple(names)
    return _completing(lambda incomplete: known)


@_completing
def complete_input(incomplete: str) -> Iterable[str]:
    """Complete an input: the name of a shipped puzzle, or a file."""
    from galaxies_asp.families import shipped

    return shipped.all_names()


@_completing
def complete_encoding(incomplete: str) -> Iterable[str]:
    """Complete an encoding: a name, a part after `+` of a mix, or a file."""
    from galaxies_asp.core.asp import encodings

    base, plus, _ = incomplete.rpartition("+")
    if not plus:
        return encodings.KNOWN
    parts = encodings.part_names()
    omitted = (f"no-{name}" for name in (*encodings.OPTIONAL, *parts))
    return [f"{base}+{part}" for part in (*parts, *omitted)]


@_completing
def complete_part(incomplete: str) -> Iterable[str]:
    """Complete a part of a mix: a name, or a file."""
    from galaxies_asp.core.asp import encodings

    return encodings.part_names()


def complete_encoding_or_input(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> "list[CompletionItem]":
    """Complete an encoding, then inputs."""
    is_input = context.params.get(parameter.name or "") and "+" not in incomplete
    complete = complete_input if is_input else complete_encoding
    return complete(context, parameter, incomplete)
