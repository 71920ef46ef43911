"""Addresses for playing a printed puzzle online."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.errors import NotationError
from galaxies_asp.notation import puzzlink, tatham

Site = Literal["tatham", "puzzlink"]

_TATHAM = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/galaxies.html#"
_TATHAM_SIDE = 3
"""The shortest side of a board in the collection."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address of a puzzle: the printed text and the full link."""

    site: Site
    text: str
    link: str


def addresses(puzzle: Puzzle, sites: tuple[Site, ...]) -> tuple[Address, ...]:
    """Return the addresses of the puzzle on the sites that support it."""
    if puzzle.variants:
        return ()  # the sites have the standard rules
    found: list[Address] = []
    position = Position(puzzle)
    if "tatham" in sites and min(puzzle.width, puzzle.height) >= _TATHAM_SIDE:
        with suppress(NotationError):
            text = tatham.write(position)
            found.append(Address("tatham", text, _TATHAM + text))
    if "puzzlink" in sites:
        with suppress(NotationError):
            link = puzzlink.write(position)
            found.append(Address("puzzlink", link.removeprefix("https://"), link))
    return tuple(found)
