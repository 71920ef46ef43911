"""The puzzles of the project's collection, as test cases."""

import re
from functools import cache
from pathlib import Path

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.notation import parse_all

FILES = sorted(data_folder("puzzles").glob("*.txt"))


def is_large(path: Path) -> bool:
    """Return whether the puzzles of a file take a second or more."""
    large = ("15x15", "20x20", "25x25", "30x30")
    return path.stem.endswith(large) or path.stem.startswith("random-")


@cache
def positions(path: Path) -> tuple[Position, ...]:
    """Return the puzzles of a file, each with its solution."""
    return tuple(parse_all(path.read_text(encoding="utf-8"), "drawing"))


def puzzles(low: int, high: int, count: int | None = None) -> list[Puzzle]:
    """Return the puzzles of these sides, up to `count` of each file.

    Files with sizes in their names are read only if they have such puzzles.
    """
    sizes = {path: re.search(r"\d+$", path.stem) for path in FILES}
    return [
        position.puzzle
        for path, size in sizes.items()
        if size is None or low <= int(size[0]) <= high
        for position in positions(path)[:count]
        if low <= max(position.puzzle.width, position.puzzle.height) <= high
    ]
