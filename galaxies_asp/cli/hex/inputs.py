"""Inputs, options and formats of the commands on fences."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from galaxies_asp.cli import shipped
from galaxies_asp.cli.completion import complete_fences
from galaxies_asp.cli.inputs import Sources, inputs_completed_by, source_text
from galaxies_asp.cli.options import grouped
from galaxies_asp.cli.values import Choice
from galaxies_asp.errors import GalaxiesError, did_you_mean
from galaxies_asp.families.fences.lattice import LATTICES
from galaxies_asp.families.fences.notation import (
    Board,
    puzzle_of,
    read,
    write_drawing,
    write_json,
)
from galaxies_asp.families.fences.svg import svg
from galaxies_asp.families.fences.text import text

FORMATS = ("text", "svg", "drawing", "json")

lattice_option = click.option(
    "--lattice",
    type=Choice(list(LATTICES)),
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
        lines = dict(shipped.fences())
        if source not in lines:
            raise GalaxiesError(
                "there is no such file, and no puzzle of this name"
                + (did_you_mean(source, lines) or "; `galaxies list` lists them")
            )
        return source, lines[source]
    return source_text(source)


sources_options = grouped(
    "sources",
    lambda inputs: Sources(inputs, _entries),
    inputs_completed_by(complete_fences),
)
"""Take puzzles of fences; passes `sources`."""
