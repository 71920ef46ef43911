"""Boards of addresses and game IDs, which say of which type they are."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.notation import tatham
from galaxies_asp.core.notation.game_ids import game_of, is_of_other
from galaxies_asp.core.notation.puzzlink import GENRE, genre_of
from galaxies_asp.core.notation.reading import Piece
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.galaxies import GALAXIES, sheet_of
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.notation.pasted import Note

if TYPE_CHECKING:
    from galaxies_asp.families.games import GameForm
    from galaxies_asp.families.written import WrittenFamily

FILE = re.compile(r"^[\w:/.?&=-]*pzprv3(?:\.\d+)?[/\s]+(\w+)", re.MULTILINE)
"""The start of a file of puzz.link, or of an address that holds one."""


@cache
def of_genre(genre: str) -> "WrittenFamily | None":
    """Return the other family with a genre of puzz.link; None if there is none."""
    if genre in ("", GENRE):
        return None
    found = (one for one in _written() if one.address and genre in one.address.genres)
    return next(found, None)


def _of_id(line: Piece, note: Note | None) -> AnySheet | None:
    """Return the board of a game ID; None if it is none, or one of Galaxies.

    Raises `NotationError` if it could be one of several games.
    """
    named, read = game_of(line), dict[str, AnySheet]()
    if named == tatham.GAME or not (named or is_of_other(line)):
        return None
    for game, (family, form) in _games().items():
        if game == named or (not named and form.is_certain(line)):
            return family.of_facts(form.read_line(line))
        with suppress(NotationError):
            read[family.name] = family.of_facts(form.read_line(line))
    if named or not read:
        return None
    with suppress(NotationError):
        read |= {GALAXIES.name: sheet_of(tatham.read_line(line))}
    return _only(read, line, "write its name before it, as in loopy:7x7:...", note)


def _of_link(line: Piece, note: Note | None) -> AnySheet | None:
    """Return the board of a link of Penpa+; None if it is no link, or a faulty one.

    Raises `NotationError` if several types can have the board.
    """
    if "p=" not in line:
        return None
    from galaxies_asp.notation import penpa  # it loads what few lines need

    if not penpa.recognizes(line):
        return None
    read = dict[str, AnySheet]()
    with suppress(NotationError):
        galaxy = penpa.read_line(line)
        if penpa.is_certain(line):
            return sheet_of(galaxy)
        read |= {GALAXIES.name: sheet_of(galaxy)} if galaxy.puzzle.centers else {}
    for name in folders():
        with suppress(NotationError):
            (board,) = family_named(name).read(line)
            if not is_only_drawn(board):
                read[name] = board
    return _only(read, line, "name the type with --family", note)


def is_only_drawn(board: AnySheet) -> bool:
    """Tell whether atoms are drawn on a board without clues."""
    return bool(board.atoms and board.family.lack(board.position))


def _only(
    read: dict[str, AnySheet], line: Piece, hint: str, note: Note | None
) -> AnySheet | None:
    """Return the only board, None without one; `NotationError` if there are several."""
    if len(read) > 1:
        *others, last = read
        raise line.error(f"this could be {', '.join(others)} or {last}; {hint}")
    if note and read:
        note(f"line {line.line}: taken for a board of {next(iter(read))}")
    return next(iter(read.values()), None)


@cache
def _games() -> "dict[str, tuple[WrittenFamily, GameForm]]":
    """Return the other families that are games of Simon Tatham's, by the game."""
    return {one.game.game: (one, one.game) for one in _written() if one.game}


def _written() -> "Iterator[WrittenFamily]":
    """Yield the folders, which have addresses and games."""
    from galaxies_asp.families.written import WrittenFamily  # not for Galaxies

    every = map(family_named, folders())
    return (one for one in every if isinstance(one, WrittenFamily))


def of_address(line: Piece, note: Note | None = None) -> AnySheet | None:
    """Return the board of an address or a game ID that name another family, or None.

    `note` gets a message if the type is found out by trying.
    """
    if linked := _of_id(line, note) or _of_link(line, note):
        return linked
    if not any(mark in line for mark in ("/", "?", "pzprv3")):
        return None
    file = FILE.match(line)
    family = of_genre(file[1] if file else genre_of(line))
    if family is None or family.address is None:
        return None
    return family.of_facts(family.address.read_line(line), is_attempt=file is not None)
