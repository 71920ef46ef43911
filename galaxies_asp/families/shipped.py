"""The texts of the puzzles that come with the program, by name."""

import json
from collections.abc import Iterator

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import NotationError, did_you_mean


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


def fences() -> Iterator[tuple[str, str]]:
    """Yield the name and the JSON of each puzzle of fences."""
    for path in sorted((data_folder("puzzles") / "hex").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)["id"], line
