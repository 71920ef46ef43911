"""The types of puzzles, each with a small puzzle in a file."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from click.testing import CliRunner

from galaxies_asp.cli import galaxies
from galaxies_asp.core.board.atoms import texts_of
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.families.registry import all_names, family_named, folders
from galaxies_asp.solving.search import solve

GALAXIES = all_names()[0]
OWN = "an own folder"
SMALL = {
    "hexagonal-fences": "side(2). post((3,3),1). post((9,5),1). post((5,7),1)."
    " post((1,9),2).",
    "square-fences": "side(2). post((5,3),1). post((1,5),4). post((5,5),1)."
    " post((5,9),1). post((7,9),1).",
}
"""Puzzles of which steps are found sooner than of the printed examples."""


@dataclass(frozen=True)
class Subject:
    """A type: a file with a puzzle, one with its solution, and how it is named."""

    name: str
    family: str
    """What `--family` takes."""
    puzzle: str
    solved: str
    """The names of the files."""
    facts: str
    """The name of a file with its facts."""
    atom: str
    """An atom of the solution."""
    parts: tuple[str, ...]
    encodings: tuple[str, ...]
    """What `--of` and `-e` take."""

    @property
    def is_galaxies(self) -> bool:
        """Whether the options for Galaxies alone have an effect."""
        return self.family == GALAXIES


def prepared(folder: Path) -> Iterator[Subject]:
    """Write the files of each type into a folder; yield the types."""
    examples = files("galaxies_asp.book").joinpath("examples.toml").read_text("utf-8")
    of_galaxies = tomllib.loads(examples)
    of_folders = {name: family_named(name).example() for name in folders()}
    for name, text in (of_galaxies | of_folders).items():
        family = name if name in of_folders else GALAXIES
        sheet = next(iter(family_named(family).read(SMALL.get(name, text))))
        yield _written(folder, name, family, sheet.blank)
    done = CliRunner().invoke(
        galaxies, ["generate", "--lattice", "hexagonal", "--size", "3", "--json"]
    )
    (sheet,) = family_named(GALAXIES).read(done.stdout)
    yield _written(folder, "hexagonal galaxies", GALAXIES, sheet)
    CliRunner().invoke(galaxies, ["lab", "new", str(folder / "own")])
    own = family_named(str(folder / "own"))
    (sheet,) = own.read((folder / "own/instances/first.lp").read_text("utf-8"))
    yield _written(folder, OWN, "../own", sheet)


def _written(folder: Path, name: str, family: str, sheet: AnySheet) -> Subject:
    """Write the files of a type."""
    stem = name.replace(" ", "-")
    (solution,) = solve(sheet).solutions
    solved = sheet.drawn(solution)
    (folder / f"{stem}.json").write_text(sheet.written("json"), "utf-8")
    (folder / f"{stem}-solved.json").write_text(solved.written("json"), "utf-8")
    (folder / f"{stem}.lp").write_text(sheet.facts, "utf-8")
    known = family_named(str(folder / "own") if name == OWN else family)
    encodings = tuple(known.encodings)
    if family == GALAXIES:
        encodings = "auto", "fast", "grow", "assign", "choice+level"
    elif family in folders() or name == OWN:
        path = folders()[family] if family in folders() else Path("../own")
        encodings = (str(path / "encoding.lp"),)
    return Subject(
        name,
        family,
        f"../{stem}.json",
        f"../{stem}-solved.json",
        f"../{stem}.lp",
        sorted(texts_of(solved.atoms))[0],
        tuple(known.parts),
        encodings,
    )
