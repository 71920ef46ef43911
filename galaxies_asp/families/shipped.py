"""The texts of the puzzles that come with the program, by name."""

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import NotationError, did_you_mean
from galaxies_asp.families.registry import folders


class Instance(NamedTuple):
    """A puzzle in the folder of a family."""

    family: str
    path: Path
    source: str
    """Where the puzzle is from."""


def names() -> list[str]:
    """Return the names of the files with puzzles of Galaxies."""
    return sorted(path.stem for path in data_folder("puzzles").glob("*.txt"))


def all_names() -> list[str]:
    """Return the names of the files of Galaxies, and of puzzles of other families."""
    return [*names(), *instances()]


def text_of(name: str) -> str:
    """Return the text of a file of puzzles of Galaxies, or of another puzzle.

    Raises `NotationError` if there is none of this name.
    """
    path = data_folder("puzzles") / f"{name}.txt"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    if one := instances().get(name) or examples().get(name):
        facts = one.path.read_text(encoding="utf-8")
        return json.dumps({"id": name, "family": one.family, "facts": facts})
    raise NotationError(
        f"no file or shipped puzzle {name!r}"
        + (did_you_mean(name, all_names()) or "; `galaxies list` lists the puzzles")
    )


@cache
def examples() -> dict[str, Instance]:
    """Return the puzzles of folders with one solution, as `family: name`."""
    return {
        f"{one.family}: {one.path.stem}": one._replace(source="")
        for one, text in _files()
        if "% solutions: 1\n" in text
    }


@cache
def instances() -> dict[str, Instance]:
    """Return the puzzles of folders of families that say their source, by name."""
    return {one.path.stem: one for one, _ in _files() if one.source}


@cache
def _files() -> list[tuple[Instance, str]]:
    """Return the puzzles of folders with their texts."""
    found = []
    for family, folder in folders().items():
        for path in sorted(folder.glob("instances/*.lp")):
            text = path.read_text(encoding="utf-8")
            said = re.match("% source: (.*)", text)
            found.append((Instance(family, path, said[1] if said else ""), text))
    return found
