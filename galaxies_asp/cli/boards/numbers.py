"""`galaxies boards count`, `table`, `dots`, `growth` and more: exact numbers."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.boards.options import (
    DRAWABLE,
    BoardsAnswer,
    BoardsRun,
    Watch,
    boards_command,
    limits_options,
)
from galaxies_asp.cli.commands import Run, command
from galaxies_asp.cli.output import sequence, table
from galaxies_asp.cli.values import ANY_FOLDER, Choice
from galaxies_asp.core.board.answer import (
    Answer,
    AtLeast,
    Height,
    Natural,
    Positive,
    Seconds,
    Width,
)
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.counting.boards import counting, dot_sets, partitions
from galaxies_asp.counting.boards.frontier import number_of_states
from galaxies_asp.counting.boards.word_board import MAX_SIDE
from galaxies_asp.families.fences.lattice import LATTICES, by_name
from galaxies_asp.families.fences.puzzle import MAX_SIDE as MAX_SIDE_OF_LOOPS
from galaxies_asp.processes.exchange import Traffic


@dataclass(frozen=True)
class BoardsCountAnswer(BoardsAnswer):
    """Answer of galaxies boards count --json."""

    count: Annotated[Natural, "Exact number of boards."]
    cpu_seconds: Seconds
    serial_seconds: Annotated[
        float | None, AtLeast(0), "CPU seconds outside the workers that share states."
    ] = None
    exchanged_bytes: Annotated[Natural, "Bytes that workers gave to each other."] = 0


@boards_command(
    "count",
    "sharing",
    options.json_option(
        "Print JSON with the CPU time, and what -j or --scheduler exchanged."
    ),
    kinds=tuple(counting.KINDS),
)
def count_command(
    run: BoardsRun,
    checkpoint: Annotated[
        Path | None,
        ANY_FOLDER,
        "FOLDER",
        "Save intermediate results there, and continue from them (not arrangements).",
    ] = None,
    kernel: Annotated[
        str | None,
        Choice(counting.KERNELS),
        "Compiled code (numba) or arrays (numpy), not for arrangements (default: "
        "numba where it is installed).",
    ] = None,
) -> int:
    """Print the exact number of boards, dot sets, or proper puzzles."""
    if kernel and run.kind not in counting.COMPILED:
        raise click.UsageError(f"--kernel is for {', '.join(counting.COMPILED)}")
    if kernel == "numba" and run.sharing.scheduler:
        raise click.UsageError("--kernel numba works on one machine: use -j")
    if run.kind == "arrangements" and (checkpoint or run.sharing.is_shared):
        raise click.UsageError(
            "arrangements are counted by one process without checkpoints: -j, "
            "--scheduler and --checkpoint have no effect"
        )
    traffic = Traffic()
    started = time.process_time()
    number = counting.count(
        run.kind,
        run.height,
        run.width,
        kernel=kernel,
        folder=checkpoint,
        sharing=run.sharing,
        traffic=traffic,
        report=run.watch(kernel=kernel),
    )
    serial = time.process_time() - started
    answer = BoardsCountAnswer.of(
        run,
        count=number,
        cpu_seconds=round(serial + traffic.seconds, 3),
        serial_seconds=round(serial, 3) if traffic.seconds else None,
        exchanged_bytes=traffic.moved,
    )
    return run.answer(answer, f"{number}\n")


@dataclass(frozen=True)
class HexagonalCountAnswer(Answer):
    """Answer of galaxies boards hexagonal --json."""

    side: Annotated[Natural, "Number of cells at each of the six sides."]
    toroidal: Annotated[bool, "Whether centers may lie outside their regions."]
    count: Annotated[Natural, "Exact number of boards."]


@command(
    "hexagonal",
    click.argument("side", type=click.IntRange(1, MAX_SIDE)),
    "json",
    limits_options,
    kind=BoardsRun,
)
def hexagonal_command(
    run: BoardsRun,
    side: int,
    toroidal: Annotated[bool, "Centers may lie outside their regions."] = False,
) -> int:
    """Count the galaxies boards of hexagons with SIDE cells at each of six sides."""
    number = counting.count_hexagonal(
        side, around_center=not toroidal, report=Watch(run.quiet, run.memory_limit)
    )
    return run.answer(HexagonalCountAnswer(side, toroidal, number), f"{number}\n")


@dataclass(frozen=True)
class SymmetricLoopsAnswer(Answer):
    """Answer of galaxies boards symmetric-loops --json."""

    lattice: Annotated[str, "Shape of the cells."]
    side: Annotated[Positive, "Steps from the middle of the board to its border."]
    symmetric_loops: Annotated[Natural, "Number of symmetric loops."]


@command(
    "symmetric-loops",
    click.argument("side", type=click.IntRange(1, MAX_SIDE_OF_LOOPS)),
    "json quiet",
)
def loops_command(
    run: Run,
    side: int,
    lattice: Annotated[
        str, Choice(list(LATTICES)), "Shape of the cells."
    ] = "hexagonal",
) -> int:
    """Count the symmetric loops through all colors on an empty board of fences.

    SIDE is the number of steps from the middle of the board to its border.
    """
    from galaxies_asp.families.fences.count import count_symmetric_loops

    count = count_symmetric_loops(side, by_name(lattice), run.progress())
    return run.answer(SymmetricLoopsAnswer(lattice, side, count), f"{count}\n")


@dataclass(frozen=True)
class CellGrowthAnswer(Answer):
    """Answer of galaxies boards table --growth -f json."""

    kind: Annotated[str, "Kind of boards."]
    first: Annotated[Natural, "Side of the square board of the first estimate."]
    growth: Annotated[Sequence[str], "Estimates of the growth per cell, as decimals."]


@command(
    "table",
    click.argument("kind", type=Choice(tuple(counting.KINDS))),
    click.argument("side", type=click.IntRange(min=1), metavar="N"),
    options.sequence_format_option,
    "output",
    limits_options,
    kind=BoardsRun,
)
def table_command(
    run: BoardsRun,
    side: int,
    squares: Annotated[bool, "Only n x n, for n = 1 to N."] = False,
    growth: Annotated[
        bool,
        "Estimates of the growth per cell, F(n,n) F(n-1,n-1) / F(n,n-1)^2 for n = "
        "2 to N, instead of the counts.",
    ] = False,
) -> int:
    """Print the counts for n x k cells, k = 1 to n, for n = 1 to N, row by row."""
    if growth and (squares or run.format_ not in ("text", "latex", "json")):
        raise click.UsageError(
            "--growth goes with the formats text, latex and json, and not with "
            "--squares"
        )
    watch = replace(run, size=(side, side)).watch()
    counts = counting.triangle(run.kind, side, report=watch)
    if growth:
        estimates = [f"{value:.15f}" for value in counting.growth_estimates(counts)]
        text = table(range(2, side + 1), estimates, latex=run.format_ == "latex")
        if run.format_ == "json":
            text = f"{CellGrowthAnswer(run.kind, 2, estimates).json()}\n"
        run.write(text)
    else:
        rows = [row[-1:] for row in counts] if squares else counts
        sizes = [
            f"{n}x{n - len(row) + k}"
            for n, row in enumerate(rows, 1)
            for k in range(1, len(row) + 1)
        ]
        run.write(sequence(list(chain.from_iterable(rows)), 1, run.format_, sizes))
    return exits.ANSWERED


@dataclass(frozen=True)
class DotSetsAnswer(Answer):
    """Answer of galaxies boards dots --json."""

    width: Width
    height: Height
    boards: Annotated[Natural, "Exact number of galaxies boards."]
    dot_sets: Annotated[Natural, "Exact number of different sets of dots."]
    with_solutions: Annotated[
        Sequence[Natural], "Number of sets with exactly 1, 2, ... solutions."
    ]
    most: Annotated[
        Sequence[Point], "A set of dots with the most solutions, on the doubled grid."
    ]


@boards_command("dots", "json style")
def dots_command(run: BoardsRun) -> int:
    """Count the dot sets by number of solutions, and draw one with the most."""
    size = run.height, run.width
    kernel = counting.KERNELS[counting.is_compiled("dot-sets", *size, None)]
    watch = run.watch("dot-sets")
    census = dot_sets.census(*size, kernel=kernel, report=watch)
    answer = DotSetsAnswer.of(census, width=run.width, height=run.height)
    lines = [f"boards {census.boards}", f"dot sets {census.dot_sets}"]
    for solutions, number in enumerate(census.with_solutions, 1):
        lines.append(f"with {counted(solutions, 'solution')} {number}")
    run.answer(answer, "\n".join((*lines, "")))
    if not run.as_json:
        run.draw(Position(Puzzle(*run.size, census.most)))
    return exits.ANSWERED


@dataclass(frozen=True)
class PartitionGrowthAnswer(Answer):
    """Answer of galaxies boards growth --json."""

    width: Width
    states: Annotated[Natural, "Number of states between rows."]
    growth: Annotated[float, "Growth factor per row, in floating point."]


@command(
    "growth",
    # A wider row takes gigabytes.
    click.argument("width", type=click.IntRange(1, 11), metavar="W"),
    "json",
)
def growth_command(run: Run, width: int) -> int:
    """Print the growth factor of partitions per row of W cells, and the states."""
    states, growth = number_of_states(width), partitions.growth(width)
    answer = PartitionGrowthAnswer(width, states, growth)
    return run.answer(answer, f"states {states}\ngrowth {growth:.12g}\n")


@dataclass(frozen=True)
class WitnessAnswer(BoardsAnswer):
    """Answer of galaxies boards witness --json."""

    agrees: Annotated[bool, "Whether models and counted boards agree."]
    counted: Annotated[Natural, "Boards that were counted, or sampled by counting."]
    models: Annotated[Natural, "Models of the encoding that were judged."]
    distinct: Annotated[Natural | None, "How many different boards they are."] = None
    invalid: Annotated[Natural, "How many of them are no boards."] = 0
    declared: Annotated[Natural | None, "Sampled boards that are models."] = None


@boards_command(
    "witness",
    options.count_option(
        "Cross-check N random boards in each direction, instead of all.", default=None
    ),
    options.seed_option(),
    "json",
    kinds=(*DRAWABLE, "arrangements"),
)
def witness_command(run: BoardsRun) -> int:
    """Compare the count with the models of the encoding of the same boards."""
    from galaxies_asp.counting.boards import witness

    board = run.kind, run.height, run.width
    if (count := run.count) is None:
        watch = run.watch()
        counted = counting.count(*board, report=watch)
        found = witness.enumerate_models(*board, watch)
        agrees = found.confirms(counted)
        answer = WitnessAnswer.of(run, agrees=agrees, counted=counted, **vars(found))
        details = (
            f"counted {counted}; {found.models} models, {found.distinct} different, "
            f"{found.invalid} invalid"
        )
    else:
        watch = run.watch(witness.sampled(run.kind), is_sampled=True)
        accepted = witness.sample_models(*board, count, run.seed)
        declared = witness.declare_samples(*board, count, run.seed, watch)
        answer = WitnessAnswer.of(
            run,
            agrees=accepted == declared == count,
            counted=count,
            models=count,
            invalid=count - accepted,
            declared=declared,
        )
        details = (
            f"of {count} models sampled by clingo {accepted} are boards; of {count} "
            f"boards sampled by counting {declared} are models"
        )
    verdict = "agreed" if answer.agrees else "DISAGREED"
    run.answer(answer, f"{run.kind} {run.width}x{run.height}: {verdict}: {details}\n")
    return exits.ANSWERED if answer.agrees else exits.NEGATIVE
