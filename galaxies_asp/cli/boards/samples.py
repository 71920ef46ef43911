"""`galaxies boards sample`: boards at random."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated

import click
import numpy as np

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.boards.options import BoardChoice, CostLimits, Kind, puzzle_on
from galaxies_asp.cli.commands import Option, command
from galaxies_asp.cli.output import (
    WRITABLE,
    ProgressBar,
    collected,
    is_separate,
    warn,
    write_output,
)
from galaxies_asp.cli.values import Choice, Parsed
from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.core.board.puzzle import Position, walls_between
from galaxies_asp.core.drawing import MOST_ON_A_SHEET
from galaxies_asp.core.drawing.svg import sheet_svg
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.notation import Content
from galaxies_asp.counting.boards import matrices, sampling
from galaxies_asp.counting.boards.costs import BoardSizeError
from galaxies_asp.counting.boards.engines import chain
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.notation import omitted, write

_COUNT: "click.ParamType[int]" = click.IntRange(0)
_LABELS = "Print an array of labels per line, counted from 0."


def _sweeps(text: str) -> int | None:
    """Read an engine: the sweeps of a chain, or None for exact counting."""
    given, colon, number = text.partition(":")
    if Choice(["uniform", "chain"]).convert(given, None, None) == "chain":
        return _COUNT.convert(number, None, None) if colon else chain.SWEEPS
    if colon:
        raise ValueError("uniform takes no number")
    return None


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """The requested boards."""

    kind: Kind
    board: BoardChoice
    sweeps: Annotated[
        int | None,
        Option("--engine", default="uniform"),
        Parsed("NAME[:N]", _sweeps),
        "uniform: all boards are equally likely, by exact counting. Of galaxies on "
        "larger rectangles also chain: grow regions from centers, and change the board "
        f"until all are equally likely, N: how often each part ({chain.SWEEPS}).",
    ]
    dots_only: Annotated[bool, Option("--puzzle"), "The dots without regions."]
    count: options.BoardCount
    seed: options.Seed
    limits: CostLimits
    as_json: Annotated[bool, options.JSON, _LABELS]
    format_: Annotated[
        str | None,
        options.format_option(
            ["text", *WRITABLE, "sheet"], "Format; a sheet is an SVG of all boards"
        ),
    ]
    output: Annotated[
        str | None,
        options.output_file(".svg"),
        "Write the result to a file; -: standard output.",
    ]
    style: options.DrawingStyle

    @property
    def is_sheet(self) -> bool:
        """Whether all boards are drawn on one sheet: by -f, or the name of the file."""
        named = (self.output or "").lower().endswith(".svg")
        return self.format_ == "sheet" or (self.format_ is None and named)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of a rectangle; `click.UsageError` for other boards."""
        shape = self.board.shape
        if self.kind != "galaxies" or not shape.is_rectangle:
            raise click.UsageError("--engine chain draws galaxies on rectangles only")
        return shape.height, shape.width


@command("sample")
def sample_command(run: Sampling) -> int:
    """Draw boards at random.

    BOARD is a size; with --lattice hexagonal the side of a hexagon; or a puzzle, of
    whose board the cells are taken.
    """
    contradictions = {
        "--json writes regions, but --puzzle omits them": run.as_json and run.dots_only,
        f"a sheet holds at most {MOST_ON_A_SHEET} boards": run.is_sheet
        and run.count > MOST_ON_A_SHEET,
    }
    for message, is_given in contradictions.items():
        if is_given:
            raise click.UsageError(message)
    boards = _named(run)
    if run.is_sheet:
        scenes = (sheet_of(position).scene() for _, position in boards)
        write_output(sheet_svg(scenes), run.output)
    else:
        with collected(run.output) as add:
            for text in _texts(run, boards):
                add(text)
    return exits.ANSWERED


_Drawn = tuple[matrices.Ints, Position]
"""The number of the region of each cell, from 0, and the board."""


def _named(run: Sampling) -> Iterator[_Drawn]:
    """Yield the boards with their names."""
    shape, progress = run.board.shape, ProgressBar()
    engine = "uniform" if run.sweeps is None else "chain"
    name = f"{engine} {shape.width}x{shape.height} seed {run.seed}"
    boards = _by_counting(run) if run.sweeps is None else _by_chain(run, progress)
    for number, (labels, board) in enumerate(boards, 1):
        puzzle = replace(board.puzzle, name=f"{name} board {number}")
        drawn = Position(puzzle, board.walls, board.labels)
        yield labels, Position(puzzle) if run.dots_only else drawn
        progress("boards", number, run.count)


def _texts(run: Sampling, boards: Iterator[_Drawn]) -> Iterator[str]:
    """Yield boards as text, with an empty line between boards of several lines."""
    notation = run.format_ or "text"
    is_apart = not run.as_json and (notation == "text" or is_separate(notation))
    for number, (labels, position) in enumerate(boards):
        if run.as_json:
            text = json.dumps(labels.tolist()) + "\n"
        elif notation == "text":
            text = run.style.draw(position)
        else:
            if not number and Content.WALLS in omitted(position, notation):
                warn(
                    f"the notation {notation} holds no regions: only the dots are "
                    "written"
                )
            text = write(position, notation)
        yield "\n" + text if number and is_apart else text


def _by_counting(run: Sampling) -> Iterator[_Drawn]:
    shape = run.board.shape
    is_verified = run.kind == "galaxies" and shape.is_rectangle
    try:
        watch = run.limits.watch(run.kind, shape, is_sampled=True)
    except (BoardSizeError, LimitError) as error:
        hint = "; --engine chain draws boards of any size" * is_verified
        raise type(error)(f"{error}{hint}") from None
    boards = sampling.sampler_of(run.kind, shape, watch)
    for labels in sampling.draw(boards, run.count, run.seed):
        solved = matrices.solution_of(labels) if is_verified else None
        yield labels - 1, solved.position() if solved else _drawable(labels, shape)


def _by_chain(run: Sampling, progress: ProgressBar) -> Iterator[_Drawn]:
    boards = chain.boards(*run.shape, run.seed, run.sweeps or 0, progress)
    for board in islice(boards, run.count):
        yield board.labels.astype(np.int64), board.position()


def _drawable(labels: matrices.Ints, shape: BoardShape) -> Position:
    """Return a board as a position: with its dots, if it is a galaxies board."""
    regions = [labels == label for label in range(1, labels.max() + 1)]
    has_dots = all(matrices.contains_centroid(r, shape.lattice) for r in regions)
    centers = tuple(filter(None, map(matrices.centroid, regions))) if has_dots else ()
    walls = walls_between((labels - 1).tolist(), lattice=shape.lattice)
    return Position(puzzle_on(shape, centers), walls=walls)
