"""Addresses for playing a printed puzzle online."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from galaxies_asp.errors import NotationError
from galaxies_asp.notation import puzzlink, tatham
from galaxies_asp.puzzle import Position, Puzzle

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
    return tuple(_addresses(puzzle, sites))


def _addresses(puzzle: Puzzle, sites: tuple[Site, ...]) -> Iterator[Address]:
    position = Position(puzzle)
    if "tatham" in sites and min(puzzle.width, puzzle.height) >= _TATHAM_SIDE:
        try:
            text = tatham.write(position)
            yield Address("tatham", text, _TATHAM + text)
        except NotationError:
            pass
    if "puzzlink" in sites:
        try:
            link = puzzlink.write(position)
            yield Address("puzzlink", link.removeprefix("https://"), link)
        except NotationError:
            pass
