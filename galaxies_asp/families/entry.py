"""Boards of any family, as commands and the page take them: how a text is read."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Union

from galaxies_asp.core.board.errors import NotationError, printable
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.families.registry import BUILT_IN, family_named, recognized
from galaxies_asp.notation import parse_each

if TYPE_CHECKING:  # not loaded for puzzles of Galaxies
    from galaxies_asp.families.sheet import Sheet

Entry = Union[GalaxiesSheet, "Sheet"]
"""Both have the methods that commands need, so that no command asks for the family."""


def entries(
    text: str, label: str, notation: str | None = None, family: str | None = None
) -> Iterator[Entry | NotationError]:
    """Yield the puzzles of a text, and the errors in lines of one-line notations.

    Objects of JSON may be of several families.

    Parameters
    ----------
    label
        The name of a puzzle without a name of its own; numbered if there are more.
    notation, family
        A notation of Galaxies, and the name of a family; None to detect it.

    Raises
    ------
    NotationError
        If the text is malformed in another notation, after the puzzles before that
        place if it is JSON.
    OptionError
        If there is no such family.
    """
    if family is None and notation is None:
        family = recognized(text)
    boards: Iterator[Entry | NotationError]
    if family in (None, BUILT_IN[0]):
        read = parse_each(text, notation, entry_of_object)
        boards = _without_prose(map(_entry, read))
    else:
        from galaxies_asp.families.sheet import sheets  # loads clingo

        boards = sheets(family_named(family or ""), text)
    first = [*islice(boards, 2)]  # a batch may be long: others are not kept
    for number, entry in enumerate(chain(first, boards), 1):
        if isinstance(entry, NotationError) or entry.name:
            yield entry
        else:
            numbered = f"{label}#{number}" if label and len(first) > 1 else label
            yield replace(entry, name=printable(numbered))


def entry_of_object(fields: dict[str, Any]) -> Entry:
    """Return the puzzle of an object of JSON, which names its family.

    Raises
    ------
    NotationError, PuzzleError
        If there is none.
    """
    if fields.keys() & {"facts", "family", "side"}:
        from galaxies_asp.families.sheet import sheet_of_object  # loads clingo

        return sheet_of_object(fields)
    from galaxies_asp.core.notation import json_lines

    position = json_lines.position_of(fields)
    return GalaxiesSheet(position.puzzle.name, position, fields)


def _entry(item: Position | Entry | NotationError) -> Entry | NotationError:
    return GalaxiesSheet.of(item) if isinstance(item, Position) else item


def _without_prose(
    items: Iterator[Entry | NotationError],
) -> Iterator[Entry | NotationError]:
    """Yield boards and errors; of a text in no notation, the first error alone."""
    errors: list[NotationError] = []
    for item in items:
        if not isinstance(item, NotationError):
            yield from (*errors, item)
            yield from items
            return
        errors.append(item)
    yield from errors[:1]
