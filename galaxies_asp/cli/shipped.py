"""The puzzles that come with the program, by name."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from galaxies_asp.asp.data import data_folder
from galaxies_asp.board.errors import NotationError, did_you_mean


class Shipped(NamedTuple):
    """A shipped puzzle.

    Attributes
    ----------
    name
        The name to type; `FILE#3` is the third puzzle of a file with several.
    file
        The name that stands for all puzzles of its file.
    lattice
        `square` for Galaxies, and the shape of the cells for fences.
    size
        Columns and rows of cells; for fences, the side of the board.
    dots
        The number of dots; for fences, of posts.
    """

    name: str
    file: str
    puzzle: str
    lattice: str
    size: tuple[int, ...]
    dots: int
    source: str


def names() -> list[str]:
    """Return the names of the files with puzzles of Galaxies."""
    return sorted(path.stem for path in data_folder("puzzles").glob("*.txt"))


def all_names() -> list[str]:
    """Return the names of the files of Galaxies, and of the puzzles of fences."""
    return [*names(), *(name for name, _ in fences())]


def text_of(name: str) -> str:
    """Return the text of a file of puzzles of Galaxies, or of a puzzle of fences.

    Raises `NotationError` if there is none of this name.
    """
    path = data_folder("puzzles") / f"{name}.txt"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    if line := dict(fences()).get(name):
        return line
    raise NotationError(
        f"no file or shipped puzzle {name!r}"
        + (did_you_mean(name, all_names()) or "; `galaxies list` lists the puzzles")
    )


def puzzles() -> Iterator[Shipped]:
    """Yield all shipped puzzles: Galaxies by name, then fences."""
    for file in names():
        boards = text_of(file).strip().split("\n\n")
        for number, board in enumerate(boards, 1):
            name = file if len(boards) == 1 else f"{file}#{number}"
            yield _outlined(name, file, board)
    for name, line in fences():
        one = json.loads(line)
        lattice = one.get("lattice", "hexagonal")
        side, posts = (one["side"],), len(one["posts"])
        yield Shipped(name, name, "fences", lattice, side, posts, one["source"])


def fences() -> Iterator[tuple[str, str]]:
    """Yield the name and the JSON of each puzzle of fences."""
    for path in sorted((data_folder("puzzles") / "hex").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)["id"], line


def _outlined(name: str, file: str, board: str) -> Shipped:
    """Read the size and the dots of a drawing, whose puzzle is its left board."""
    lines = board.split("\n")
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    rows = [line for line in lines if line[0] in "+|"]
    right = len(rows[0].split()[0])
    dots = sum(row.count(dot, 0, right) for row in rows for dot in "o*")
    size = (right // 2, len(rows) // 2)
    return Shipped(name, file, "galaxies", "square", size, dots, fields["source"])
