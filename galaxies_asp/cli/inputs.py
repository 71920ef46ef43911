"""Inputs: files, standard input, names of shipped puzzles, puzzles themselves."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Argument, Group, Option, note, refuse_options
from galaxies_asp.cli.output import say_once, warn
from galaxies_asp.cli.values import Choice, complete_input
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import AUTO, Name, mixed, text_of
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board import errors
from galaxies_asp.core.board.errors import GalaxiesError, NotationError, printable
from galaxies_asp.core.notation import MAX_CHARACTERS
from galaxies_asp.core.sheet import AnyFamily, AnySheet
from galaxies_asp.families import clingo_output, sources
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import all_names, family_named
from galaxies_asp.notation import NOTATIONS

Message = Callable[[], object]
"""Prints a message about an input."""

_CELLS_AHEAD = 10_000
"""The cells of the puzzles that are read before the first is answered."""

_READABLE = [*(notation.name for notation in NOTATIONS), "rows"]

_ENDING = errors.MissingLibraryError, errors.OptionError, errors.OutputError
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
    f"{', '.join(all_names())}; a folder with its files; or a Python file, "
    "which is executed.",
]


class Inputs:
    """The puzzles of all inputs, in order.

    An input that cannot be read, or a line of it, is reported on standard error and
    left out. Texts are recognized unless a notation of Galaxies or a family is named. A
    session gives puzzles instead of their texts.

    `faulty`: whether an input could not be read.
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
        self._admitted: AnyFamily | None = None  # the last family
        self._puzzle: AnySheet | None = None  # of which the next input has answers
        self._texts: dict[str, Sequence[str]] = {}
        self.faulty = False

    def __iter__(self) -> Iterator[AnySheet]:
        return (entry for group in self.groups(1) for entry in self.admitted(group))

    def groups(self, most: int) -> Iterator[list["AnySheet | Message"]]:
        """Yield the puzzles, and what prints messages about inputs, as lists."""
        group: list[AnySheet | Message] = []
        cells = 0
        try:
            for item in self._items():
                if item is not None:
                    group.append(item)
                puzzle = None if item is None or callable(item) else item.dots
                cells += puzzle.width * puzzle.height if puzzle else 1
                if item is None or len(group) == most or cells > _CELLS_AHEAD:
                    yield group
                    group, cells = [], 0
        except Exception:
            yield group
            raise
        yield group

    def admitted(self, group: list["AnySheet | Message"]) -> Iterator[AnySheet]:
        """Yield the puzzles of a group, and print its messages between them."""
        for item in group:
            if callable(item):
                item()
            else:
                self._admit(item)
                yield item

    def _items(self) -> Iterator["AnySheet | Message | None"]:
        """Yield puzzles and messages; None before standard input is read."""
        for source, following in zip_longest(self._inputs, self._inputs[1:]):
            if not isinstance(source, str):
                yield source
                continue
            try:
                if isinstance(following, str) and self._has_answers(following):
                    self._puzzle = self._single(source)
                    continue
                if source == "-":
                    yield None
                yield from self._entries(source)
            except GalaxiesError as error:
                yield partial(self._report, source, error)

    @property
    def typed(self) -> list[str]:
        """The inputs that are no names of files or of shipped puzzles."""
        texts = (source for source in self._inputs if isinstance(source, str))
        unnamed = (text for text in texts if not sources.may_be_name(text))
        return [text for text in unnamed if not os.path.exists(text)]

    def _admit(self, entry: AnySheet) -> None:
        """Raise `click.UsageError` at options without effect on a puzzle."""
        if entry.family is not self._admitted:
            without_effect, takes = _WITHOUT_EFFECT[entry.dots is not None]
            refuse_options(without_effect.__contains__, takes)
        if lack := entry.family.lack(entry.position):
            note(entry.name, lack)
        if entry.family is self._admitted:
            return
        self._admitted = entry.family
        context = click.get_current_context(silent=True)
        given = context.params if context else {}
        name = mixed(given.get("encoding") or AUTO, given.get("with_") or ())
        say_ignored(entry.family, name, entry)

    def _report(self, source: str, error: GalaxiesError) -> None:
        self.faulty = True
        place = "standard input" if source == "-" else source.strip().split("\n")[0]
        place = place if len(place) <= 60 else f"{place[:60]}..."
        warn(f"{printable(place)}: {error}")

    def _entries(self, source: str) -> Iterator["AnySheet | Message"]:
        name, chosen = sources.numbered(source)
        label, text = self._texts.pop(name, ()) or source_text(name)
        taken: list[Message] = []
        family, puzzle, self._puzzle = self._family, self._puzzle, None

        def take(sentence: str) -> None:
            taken.append(partial(note, printable(label), sentence))

        found = sheets(text, label, self._notation, family, take, puzzle)
        number = 0
        try:
            for number, entry in enumerate(found, 1):
                yield from taken
                taken.clear()
                if chosen not in (None, number):
                    continue
                if isinstance(entry, GalaxiesError):
                    yield partial(self._report, source, entry)
                else:
                    yield entry
        except GalaxiesError:
            yield from taken
            raise
        yield from taken
        if chosen is not None and not 1 <= chosen <= number:
            raise NotationError(f"there is no puzzle {chosen} of {number}")

    def _has_answers(self, source: str) -> bool:
        """Tell whether an input has answers of clingo without the facts of a puzzle."""
        if source != "-" and not os.path.isfile(source):
            return False
        try:
            self._texts[source] = source_text(source)
        except GalaxiesError:
            return False
        return clingo_output.has_answers_only(self._texts[source][1])

    def _single(self, source: str) -> AnySheet:
        """Return the puzzle of an input that has one."""
        first, *others = self._entries(source)
        if others or callable(first):
            raise NotationError("answers of clingo follow, which belong to one puzzle")
        return first

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
        self,
        answer: Callable[..., int],
        items: Iterable[tuple[object, ...]] | None = None,
    ) -> int:
        """Answer for each puzzle; return the exit code for all.

        An error ends the answer for its puzzle only.

        `items`: what to call `answer` with, by default each puzzle. The first argument
        has the name of the puzzle.
        """
        each = ((entry,) for entry in self) if items is None else items
        codes = {_code(answer, *item) for item in each}
        return exits.worst({*codes, exits.DATA_ERROR} if self.faulty else codes)


def _code(answer: Callable[..., int], item: Any, *more: object) -> int:
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
    True: ({"of"}, "no puzzles of Galaxies"),
    False: (
        {
            *("with_", "confirm"),
            *("violations", "width", "keep"),
        },
        "puzzles of Galaxies only",
    ),
}
"""Parameters without effect on puzzles of Galaxies, and of other families."""


def say_ignored(
    family: AnyFamily, encoding: str, entry: AnySheet | None = None
) -> None:
    """Say what no search heeds in files of the user, and what no rule derives.

    `entry`: a puzzle, whose variants have rules of their own.
    """
    name = Name.of(encoding)
    files = (*((Path(name.base),) if name.is_file else ()), *name.added)
    if encoding == AUTO:
        files = next(iter(family.encodings.values()), ())
    if files:
        from galaxies_asp.core.asp.program import ignored  # loads clingo

        with suppress(errors.EncodingError):  # the answers say what is wrong
            source = text_of(*files, family=family.included)
            for message in ignored(source, encoding):
                say_once(message)
            shipped = data_folder("encodings")
            if entry and not all(shipped in file.parents for file in files):
                from galaxies_asp.lab.lint import underived
                from galaxies_asp.solving.plan import solver

                named = solver(entry, Rules.of(encoding)).encoding
                for finding in underived(family, named):
                    say_once(str(finding))


def source_text(source: str) -> tuple[str, str]:
    """Return the name of a source, which may be standard input, and its text.

    Raises `NotationError` if it cannot be read.
    """
    if source != "-":
        return sources.source_text(source, note)
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    try:
        data = sys.stdin.buffer.read(MAX_CHARACTERS + 1)
        return "stdin", sources.decoded(data, "stdin", note)
    except OSError as error:
        raise errors.InputError(f"cannot be read: {error.strerror}") from None
