"""`galaxies boards count`, `table`, `dots`, `growth` and more: exact numbers."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.boards.options import DRAWABLE, BoardsAnswer, CostLimits, Size
from galaxies_asp.cli.commands import Argument, command
from galaxies_asp.cli.output import (
    ProgressBar,
    print_answer,
    print_drawing,
    sequence,
    table,
    write_output,
)
from galaxies_asp.cli.values import Choice
from galaxies_asp.core.board.answer import (
    Answer,
    Height,
    Natural,
    Positive,
    Seconds,
    Width,
)
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.fields import Range
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
        float | None, Range(0), "CPU seconds outside the workers that share states."
    ] = None
    exchanged_bytes: Annotated[Natural, "Bytes that workers gave to each other."] = 0


CountedKind = Annotated[str, Argument(), Choice(tuple(counting.KINDS))]


@command("count")
def count_command(
    checkpoint: Annotated[
        options.Folder,
        "Save intermediate results there, and continue from them (not arrangements).",
    ],
    kernel: Annotated[
        str | None,
        Choice(counting.KERNELS),
        "Compiled code or arrays (numpy), not for arrangements (default: compiled "
        "where there is any).",
    ],
    kind: CountedKind,
    size: Size,
    sharing: options.Shared,
    as_json: Annotated[
        bool,
        options.JSON,
        "Print JSON with the CPU time, and what -j or --scheduler exchanged.",
    ],
    limits: CostLimits,
) -> int:
    """Print the exact number of boards, dot sets, or proper puzzles."""
    if kernel and kind not in counting.COMPILED:
        raise click.UsageError(f"--kernel is for {', '.join(counting.COMPILED)}")
    if kernel == "compiled" and sharing.scheduler:
        raise click.UsageError("--kernel compiled works on one machine: use -j")
    if kind == "arrangements" and (checkpoint or sharing.is_shared):
        raise click.UsageError(
            "arrangements are counted by one process without checkpoints: -j, "
            "--scheduler and --checkpoint have no effect"
        )
    traffic, (width, height) = Traffic(), size
    started = time.process_time()
    number = counting.count(
        kind,
        height,
        width,
        kernel=kernel,
        folder=checkpoint,
        sharing=sharing,
        traffic=traffic,
        report=limits.watch(kind, size, kernel=kernel, sharing=sharing),
    )
    serial = time.process_time() - started
    answer = BoardsCountAnswer(
        kind,
        width,
        height,
        count=number,
        cpu_seconds=round(serial + traffic.seconds, 3),
        serial_seconds=round(serial, 3) if traffic.seconds else None,
        exchanged_bytes=traffic.moved,
    )
    return print_answer(answer, f"{number}\n", as_json)


@dataclass(frozen=True)
class HexagonalCountAnswer(Answer):
    """Answer of galaxies boards hexagonal --json."""

    side: Annotated[Natural, "Number of cells at each of the six sides."]
    toroidal: Annotated[bool, "Whether centers may lie outside their regions."]
    count: Annotated[Natural, "Exact number of boards."]


@command("hexagonal")
def hexagonal_command(
    toroidal: Annotated[bool, "Centers may lie outside their regions."],
    side: Annotated[int, Argument(), Range(1, MAX_SIDE)],
    as_json: options.Json,
    limits: CostLimits,
) -> int:
    """Count the galaxies boards of hexagons with SIDE cells at each of six sides."""
    number = counting.count_hexagonal(
        side, around_center=not toroidal, report=limits.measured()
    )
    answer = HexagonalCountAnswer(side, toroidal, number)
    return print_answer(answer, f"{number}\n", as_json)


@dataclass(frozen=True)
class SymmetricLoopsAnswer(Answer):
    """Answer of galaxies boards symmetric-loops --json."""

    lattice: Annotated[str, "Shape of the cells."]
    side: Annotated[Positive, "Steps from the middle of the board to its border."]
    symmetric_loops: Annotated[Natural, "Number of symmetric loops."]


@command("symmetric-loops")
def loops_command(
    *,
    lattice: Annotated[
        str, Choice(list(LATTICES)), "Shape of the cells."
    ] = "hexagonal",
    side: Annotated[int, Argument(), Range(1, MAX_SIDE_OF_LOOPS)],
    as_json: options.Json,
    quiet: options.Quiet,
) -> int:
    """Count the symmetric loops through all colors on an empty board of fences.

    SIDE is the number of steps from the middle of the board to its border.
    """
    from galaxies_asp.families.fences.count import count_symmetric_loops

    count = count_symmetric_loops(side, by_name(lattice), ProgressBar(quiet))
    return print_answer(
        SymmetricLoopsAnswer(lattice, side, count), f"{count}\n", as_json
    )


@dataclass(frozen=True)
class CellGrowthAnswer(Answer):
    """Answer of galaxies boards table --growth -f json."""

    kind: Annotated[str, "Kind of boards."]
    first: Annotated[Natural, "Side of the square board of the first estimate."]
    growth: Annotated[Sequence[str], "Estimates of the growth per cell, as decimals."]


@command("table")
def table_command(
    squares: Annotated[bool, "Only n x n, for n = 1 to N."],
    growth: Annotated[
        bool,
        "Estimates of the growth per cell, F(n,n) F(n-1,n-1) / F(n,n-1)^2 for n = "
        "2 to N, instead of the counts.",
    ],
    kind: CountedKind,
    side: Annotated[int, Argument(metavar="N"), Range(1)],
    format_: options.SequenceFormat,
    output: options.Output,
    limits: CostLimits,
) -> int:
    """Print the counts for n x k cells, k = 1 to n, for n = 1 to N, row by row."""
    if growth and (squares or format_ not in ("text", "latex", "json")):
        raise click.UsageError(
            "--growth goes with the formats text, latex and json, and not with "
            "--squares"
        )
    watch = limits.watch(kind, (side, side))
    counts = counting.triangle(kind, side, report=watch)
    if growth:
        estimates = [f"{value:.15f}" for value in counting.growth_estimates(counts)]
        text = table(range(2, side + 1), estimates, latex=format_ == "latex")
        if format_ == "json":
            text = f"{CellGrowthAnswer(kind, 2, estimates).json()}\n"
        write_output(text, output)
    else:
        rows = [row[-1:] for row in counts] if squares else counts
        sizes = [
            f"{n}x{n - len(row) + k}"
            for n, row in enumerate(rows, 1)
            for k in range(1, len(row) + 1)
        ]
        numbers = list(chain.from_iterable(rows))
        write_output(sequence(numbers, 1, format_, sizes), output)
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


@command("dots")
def dots_command(
    size: Size, as_json: options.Json, style: options.DrawingStyle, limits: CostLimits
) -> int:
    """Count the dot sets by number of solutions, and draw one with the most."""
    width, height = size
    is_compiled = counting.is_compiled("dot-sets", height, width, None)
    watch = limits.watch("dot-sets", size)
    kernel = counting.KERNELS[is_compiled]
    census = dot_sets.census(height, width, kernel=kernel, report=watch)
    answer = DotSetsAnswer.of(census, width=width, height=height)
    lines = [f"boards {census.boards}", f"dot sets {census.dot_sets}"]
    for solutions, number in enumerate(census.with_solutions, 1):
        lines.append(f"with {counted(solutions, 'solution')} {number}")
    print_answer(answer, "\n".join((*lines, "")), as_json)
    if not as_json and not limits.quiet:
        print_drawing(style.draw(Position(Puzzle(width, height, census.most))))
    return exits.ANSWERED


@dataclass(frozen=True)
class PartitionGrowthAnswer(Answer):
    """Answer of galaxies boards growth --json."""

    width: Width
    states: Annotated[Natural, "Number of states between rows."]
    growth: Annotated[float, "Growth factor per row, in floating point."]


@command("growth")
def growth_command(  # A wider row takes gigabytes.
    width: Annotated[int, Argument(metavar="W"), Range(1, 11)], as_json: options.Json
) -> int:
    """Print the growth factor of partitions per row of W cells, and the states."""
    states, growth = number_of_states(width), partitions.growth(width)
    answer = PartitionGrowthAnswer(width, states, growth)
    return print_answer(answer, f"states {states}\ngrowth {growth:.12g}\n", as_json)


@dataclass(frozen=True)
class WitnessAnswer(BoardsAnswer):
    """Answer of galaxies boards witness --json."""

    agrees: Annotated[bool, "Whether models and counted boards agree."]
    counted: Annotated[Natural, "Boards that were counted, or sampled by counting."]
    models: Annotated[Natural, "Models of the encoding that were judged."]
    distinct: Annotated[Natural | None, "How many different boards they are."] = None
    invalid: Annotated[Natural, "How many of them are no boards."] = 0
    declared: Annotated[Natural | None, "Sampled boards that are models."] = None


@command("witness")
def witness_command(
    kind: Annotated[str, Argument(), Choice((*DRAWABLE, "arrangements"))],
    size: Size,
    count: Annotated[
        int | None,
        options.COUNT,
        "Cross-check N random boards in each direction, instead of all.",
    ],
    seed: options.Seed,
    as_json: options.Json,
    limits: CostLimits,
) -> int:
    """Compare the count with the models of the encoding of the same boards."""
    from galaxies_asp.counting.boards import witness

    width, height = size
    board = kind, height, width
    if count is None:
        watch = limits.watch(kind, size)
        counted = counting.count(*board, report=watch)
        found = witness.enumerate_models(*board, watch)
        agrees = found.confirms(counted)
        answer = WitnessAnswer(
            kind, width, height, agrees=agrees, counted=counted, **vars(found)
        )
        details = (
            f"counted {counted}; {found.models} models, {found.distinct} different, "
            f"{found.invalid} invalid"
        )
    else:
        watch = limits.watch(witness.sampled(kind), size, is_sampled=True)
        accepted = witness.sample_models(*board, count, seed)
        declared = witness.declare_samples(*board, count, seed, watch)
        answer = WitnessAnswer(
            kind,
            width,
            height,
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
    text = f"{kind} {width}x{height}: {verdict}: {details}\n"
    print_answer(answer, text, as_json)
    return exits.ANSWERED if answer.agrees else exits.NEGATIVE
