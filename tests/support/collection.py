"""The puzzles of the project's collection, as test cases."""

from functools import cache
from pathlib import Path

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.notation import parse_all

FILES = sorted(data_folder("puzzles").glob("*.txt"))


@cache
def positions(path: Path) -> tuple[Position, ...]:
    """Return the puzzles of a file, each with its solution."""
    return tuple(parse_all(path.read_text(encoding="utf-8"), "drawing"))
