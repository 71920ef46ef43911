"""What the commands on all boards of a size share: size, limits, estimated costs."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import click

from galaxies_asp.cli import options
from galaxies_asp.cli.commands import Argument, Option
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.cli.output import ProgressBar
from galaxies_asp.cli.values import SIZE, Choice, complete_input
from galaxies_asp.core.board.answer import Answer, Height, Natural, Width
from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import LATTICES, SQUARE, Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.counting.boards import counting
from galaxies_asp.counting.boards.costs import MEMORY_LIMIT as MEMORY_BYTES
from galaxies_asp.counting.boards.costs import check_board, estimate
from galaxies_asp.counting.boards.shape import BoardShape

DRAWABLE = ("partitions", "galaxies", "galaxies-toroidal")

Kind = Annotated[str, Argument(), Choice(DRAWABLE)]
"""A kind of boards that can be drawn."""

RegionRows = Annotated[
    Sequence[Sequence[Natural]], "The region of each cell, row by row, counted from 0."
]
"""A line of galaxies boards sample --json."""


@dataclass(frozen=True)
class BoardsAnswer(Answer):
    """An answer about all boards of a size."""

    kind: Annotated[str, "Kind of boards."]
    width: Width
    height: Height


LatticeName = Annotated[str, Choice(list(LATTICES)), "Lattice of the cells."]


@dataclass(frozen=True, kw_only=True)
class BoardChoice:
    """A board: a size, or the board of a puzzle."""

    lattice: LatticeName = SQUARE.name
    board: Annotated[str, Argument(metavar="BOARD", shell_complete=complete_input)]

    @cached_property
    def shape(self) -> BoardShape:
        """The shape of the board; raises `click.UsageError` if there is none."""
        if self.board[:1].isdigit():
            width, height = SIZE.convert(self.board, None, None)
            return shape_of(width, height, self.lattice)
        inputs = Inputs((self.board,))
        sheets = list(inputs)
        puzzles = [one.dots for one in sheets]
        if inputs.faulty or len(puzzles) != 1 or puzzles[0] is None:
            raise click.UsageError(
                f"{self.board!r} is not a size such as 7x5, nor one puzzle of Galaxies "
                "whose board is meant"
            )
        return BoardShape.of(puzzles[0])


def shape_of(width: int, height: int, lattice: str) -> BoardShape:
    """Return a rectangle, a parallelogram of hexagons, or a hexagon of one side."""
    if lattice == SQUARE.name or width != height:
        return BoardShape(height, width, LATTICES[lattice])
    return BoardShape.hexagon(width)


def puzzle_on(shape: BoardShape, centers: tuple[Point, ...]) -> Puzzle:
    """Return the puzzle with these dots on a board."""
    size = shape.width, shape.height
    return Puzzle(*size, centers, holes=shape.holes, lattice=shape.lattice)


class Watch(ProgressBar):
    """Shows progress, and stops work that exceeds its memory limit."""

    def __init__(self, memory_limit: int) -> None:
        import psutil  # loads slowly

        super().__init__()
        self._limit = memory_limit
        self._process = psutil.Process()

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        """Show progress; raise LimitError if the memory is exhausted."""
        super().__call__(what, done, total or None)
        if self._process.memory_info().rss > self._limit:
            raise LimitError(
                f"stopped at the memory limit of {self._limit // options.MEGABYTE} MB; "
                "--memory-limit raises it"
            )


@dataclass(frozen=True)
class CostLimits:
    """How expensive work on all boards of a size may be."""

    memory_limit: Annotated[
        int, options.MEMORY_LIMIT, "Memory limit (1 MB = 10^6 bytes)."
    ] = MEMORY_BYTES // options.MEGABYTE
    force: options.Force = False

    def watch(
        self,
        kind: str,
        shape: BoardShape,
        *,
        is_sampled: bool = False,
    ) -> Watch:
        """Return the callback for progress.

        Raises `LimitError` if the estimated cost is too high, unless it is forced.
        """
        check_board(kind, shape)
        cost = estimate(kind, shape, is_sampled=is_sampled)
        is_high = cost.seconds > 3600 or cost.memory > self.memory_limit
        if is_high and not self.force:
            what = f"{kind} {shape} would take {cost}"
            raise LimitError(f"{what}; --force starts it anyway")
        return Watch(self.memory_limit)


@dataclass(frozen=True)
class Counting:
    """How boards are counted."""

    checkpoint: Annotated[
        options.Folder,
        "Save intermediate results there, and continue from them (not arrangements).",
    ] = None
    jobs: Annotated[
        int,
        Option("-j", "--jobs"),
        Range(0, 256),
        "Number of threads of compiled code; 0: one per CPU.",
    ] = 1
    limits: CostLimits = CostLimits()

    def options(self, kind: str, shape: BoardShape) -> counting.CountOptions:
        """Return the options of a count that is not too expensive."""
        if self.checkpoint and not counting.is_compiled(kind, shape):
            raise click.UsageError(
                f"{kind} {shape} are counted without checkpoints: leave out "
                "--checkpoint"
            )
        check_board(kind, shape)
        jobs = self.jobs or os.cpu_count() or 1
        counting.check_jobs(kind, shape, jobs)
        return {
            "folder": self.checkpoint,
            "jobs": jobs,
            "report": self.limits.watch(kind, shape),
        }
