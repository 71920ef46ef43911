"""Where a printed puzzle can be played: what to type, and what to follow."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from galaxies_asp.errors import NotationError
from galaxies_asp.notation import puzzlink, tatham
from galaxies_asp.puzzle import Position, Puzzle

Site = Literal["tatham", "puzzlink"]

_TATHAM = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/galaxies.html#"
_TATHAM_SIDE = 3
"""The collection takes no board with a shorter side."""


@dataclass(frozen=True, slots=True)
class Address:
    """A way to a puzzle: the text to type, and the link that it stands for."""

    site: Site
    text: str
    link: str


def addresses(puzzle: Puzzle, sites: tuple[Site, ...]) -> tuple[Address, ...]:
    """Return the addresses of the puzzle on those of the sites that can hold it."""
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
