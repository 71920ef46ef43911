"""Inputs, options and formats of the commands on fences."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from galaxies_asp.asp.data import data_folder
from galaxies_asp.cli.options.grouping import grouped
from galaxies_asp.cli.options.inputs import Sources, inputs_argument, source_text
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.fences.lattice import LATTICES
from galaxies_asp.fences.notation import (
    Board,
    puzzle_of,
    read,
    write_drawing,
    write_json,
)
from galaxies_asp.fences.svg import svg
from galaxies_asp.fences.text import text

FORMATS = ("text", "svg", "drawing", "json")

lattice_option = click.option(
    "--lattice",
    type=click.Choice(list(LATTICES)),
    default="hexagonal",
    show_default=True,
    help="Shape of the cells.",
)


@dataclass(frozen=True)
class Entry:
    """A board and its name."""

    name: str
    board: Board


def draw(board: Board, format_: str, color: bool) -> str:
    """Return the board in one of the formats."""
    if format_ == "text":
        return text(board, color=color)
    return {"svg": svg, "drawing": write_drawing, "json": write_json}[format_](board)


def _entries(source: str) -> Iterator[Entry]:
    label, content = _read_source(source)
    boards = read(content)
    for number, board in enumerate(boards, 1):
        numbered = label if len(boards) == 1 else f"{label}#{number}"
        yield Entry(puzzle_of(board).name or numbered, board)


def _read_source(source: str) -> tuple[str, str]:
    """Return the name of a source, and its text; shipped puzzles have names."""
    if source.replace("-", "").isalnum() and not Path(source).exists():
        for path in sorted((data_folder("puzzles") / "hex").glob("*.jsonl")):
            for line in path.read_text(encoding="utf-8").splitlines():
                if json.loads(line)["id"] == source:
                    return source, line
        raise GalaxiesError("there is no such file, and no puzzle of this name")
    return source_text(source)


sources_options = grouped(
    "sources", lambda inputs: Sources(inputs, _entries), inputs_argument
)
"""Take puzzles of fences; passes `sources`."""
