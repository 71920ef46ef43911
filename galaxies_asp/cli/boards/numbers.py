"""`galaxies boards count`, `table`, `dots`, `growth`, `witness`: exact numbers."""

import time
from dataclasses import replace
from itertools import chain
from pathlib import Path

import click

from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.cli import exits
from galaxies_asp.cli.boards.options import (
    DRAWABLE,
    BoardsRun,
    Watch,
    kind_argument,
    limits_options,
    size_argument,
)
from galaxies_asp.cli.commands import Run, command
from galaxies_asp.cli.options import (
    count_option,
    json_option,
    output_option,
    seed_option,
    sequence_format_option,
    sharing_options,
    style_options,
)
from galaxies_asp.cli.output import sequence
from galaxies_asp.cli.values import Choice
from galaxies_asp.counting.boards import counting, dot_sets, partitions
from galaxies_asp.counting.boards.structures import number_of_states
from galaxies_asp.counting.boards.word_board import MAX_SIDE
from galaxies_asp.processes.exchange import Traffic

_MAX_GROWTH_WIDTH = 11
"""A wider row takes gigabytes."""


@command(
    "count",
    kind_argument(*counting.KINDS),
    size_argument,
    click.option(
        "--checkpoint",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="FOLDER",
        help="Save intermediate results there, and continue from them (not "
        "arrangements).",
    ),
    click.option(
        "--kernel",
        type=Choice(counting.KERNELS),
        help="Compiled code (numba) or arrays (numpy) for galaxies boards (default: "
        "numba where it is installed).",
    ),
    sharing_options(default=1),
    json_option("Print JSON with the CPU time, and what -j or --scheduler exchanged."),
    limits_options,
    kind=BoardsRun,
)
def count_command(run: BoardsRun, checkpoint: Path | None, kernel: str | None) -> int:
    """Print the exact number of boards, dot sets, or proper puzzles."""
    _check_options(run, checkpoint, kernel)
    watch = run.watch(kernel=kernel)
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
        report=watch,
    )
    watch.clear()
    if run.as_json:
        from galaxies_asp.counting.answers import BoardsCountAnswer

        serial = time.process_time() - started
        costs = {
            "cpu_seconds": round(serial + traffic.seconds, 3),
            "serial_seconds": round(serial, 3) if traffic.seconds else None,
            "exchanged_bytes": traffic.moved,
        }
        run.print(BoardsCountAnswer.of(run, count=number, **costs))
    else:
        click.echo(number)
    return exits.ANSWERED


def _check_options(run: BoardsRun, folder: Path | None, kernel: str | None) -> None:
    """Reject options that would have no effect."""
    if kernel and not run.kind.startswith("galaxies"):
        raise click.UsageError("--kernel is for galaxies and galaxies-toroidal")
    if kernel == "numba" and run.sharing.scheduler:
        raise click.UsageError("--kernel numba works on one machine: use -j")
    if run.kind == "arrangements" and (folder or run.sharing.is_shared):
        raise click.UsageError(
            "arrangements are counted by one process without checkpoints: -j, "
            "--scheduler and --checkpoint have no effect"
        )


@command(
    "hexagonal",
    click.argument("side", type=click.IntRange(1, MAX_SIDE)),
    click.option(
        "--toroidal", is_flag=True, help="Centers may lie outside their regions."
    ),
    json_option(),
    limits_options,
    kind=BoardsRun,
)
def hexagonal_command(run: BoardsRun, side: int, toroidal: bool) -> int:
    """Count the galaxies boards of hexagons with SIDE cells at each of six sides."""
    watch = Watch(run.quiet, run.memory_limit)
    number = counting.count_hexagonal(side, around_center=not toroidal, report=watch)
    watch.clear()
    if run.as_json:
        from galaxies_asp.counting.answers import HexagonalCountAnswer

        run.print(HexagonalCountAnswer(side, toroidal, number))
    else:
        click.echo(number)
    return exits.ANSWERED


@command(
    "table",
    kind_argument(*counting.KINDS),
    click.argument("side", type=click.IntRange(min=1), metavar="N"),
    click.option("--squares", is_flag=True, help="Only n x n, for n = 1 to N."),
    click.option(
        "--growth",
        is_flag=True,
        help="Estimates of the growth per cell, F(n,n) F(n-1,n-1) / F(n,n-1)^2 for n = "
        "2 to N, instead of the counts.",
    ),
    sequence_format_option,
    output_option(),
    limits_options,
    kind=BoardsRun,
)
def table_command(run: BoardsRun, side: int, squares: bool, growth: bool) -> int:
    """Print the counts for n x k cells, k = 1 to n, for n = 1 to N, row by row."""
    if growth and (squares or run.format_ != "text"):
        raise click.UsageError("--growth goes with neither --squares nor --format")
    watch = replace(run, size=(side, side)).watch(kernel=None)
    counts = counting.triangle(run.kind, side, report=watch)
    watch.clear()
    if growth:
        estimates = enumerate(counting.growth_estimates(counts), 2)
        run.write("".join(f"{n} {estimate:.15f}\n" for n, estimate in estimates))
    else:
        rows = [row[-1:] for row in counts] if squares else counts
        sizes = [
            f"{n}x{n - len(row) + k}"
            for n, row in enumerate(rows, 1)
            for k in range(1, len(row) + 1)
        ]
        run.write(sequence(list(chain.from_iterable(rows)), 1, run.format_, sizes))
    return exits.ANSWERED


@command(
    "dots", size_argument, json_option(), limits_options, style_options, kind=BoardsRun
)
def dots_command(run: BoardsRun) -> int:
    """Count the dot sets by number of solutions, and draw one with the most."""
    watch = run.watch("dot-sets")
    census = dot_sets.census(run.height, run.width, report=watch)
    watch.clear()
    if run.as_json:
        from galaxies_asp.counting.answers import DotSetsAnswer

        run.print(DotSetsAnswer.of(census, width=run.width, height=run.height))
        return exits.ANSWERED
    click.echo(f"boards {census.boards}")
    click.echo(f"dot sets {census.dot_sets}")
    for solutions, number in enumerate(census.with_solutions, 1):
        click.echo(f"with {solutions} solution{'s'[: solutions > 1]} {number}")
    run.draw(Position(Puzzle(*run.size, census.most)))
    return exits.ANSWERED


@command(
    "growth",
    click.argument("width", type=click.IntRange(1, _MAX_GROWTH_WIDTH), metavar="W"),
    json_option(),
)
def growth_command(run: Run, width: int) -> int:
    """Print the growth factor of partitions per row of W cells, and the states."""
    states, growth = number_of_states(width), partitions.growth(width)
    if run.as_json:
        from galaxies_asp.counting.answers import PartitionGrowthAnswer

        run.print(PartitionGrowthAnswer(width, states, growth))
    else:
        click.echo(f"states {states}\ngrowth {growth:.12g}")
    return exits.ANSWERED


@command(
    "witness",
    kind_argument(*DRAWABLE, "arrangements"),
    size_argument,
    count_option(
        "Cross-check N random boards in each direction, instead of all.", default=None
    ),
    seed_option(),
    json_option(),
    limits_options,
    kind=BoardsRun,
)
def witness_command(run: BoardsRun) -> int:
    """Compare the count with the models of the encoding of the same boards."""
    from galaxies_asp.counting.boards import witness

    watch = run.watch(kernel=None)
    board = run.kind, run.height, run.width
    if run.count is None:
        counted = counting.count(*board, report=watch)
        found = witness.enumerate_models(*board, watch)
        agrees = found.confirms(counted)
        numbers = {"models": found.models, "distinct": found.distinct}
        numbers |= {"counted": counted, "invalid": found.invalid}
        details = (
            f"counted {counted}; {found.models} models, {found.distinct} different, "
            f"{found.invalid} invalid"
        )
    else:
        count = run.count
        accepted = witness.sample_models(*board, count, run.seed)
        declared = witness.declare_samples(*board, count, run.seed)
        agrees = accepted == declared == count
        numbers = {"models": count, "invalid": count - accepted}
        numbers |= {"counted": count, "declared": declared}
        details = (
            f"of {count} models sampled by clingo {accepted} are boards; of {count} "
            f"boards sampled by counting {declared} are models"
        )
    watch.clear()
    if run.as_json:
        from galaxies_asp.counting.answers import WitnessAnswer

        run.print(WitnessAnswer.of(run, agrees=agrees, **numbers))
    else:
        verdict = "agreed" if agrees else "DISAGREED"
        click.echo(f"{run.kind} {run.width}x{run.height}: {verdict}: {details}")
    return exits.ANSWERED if agrees else exits.NEGATIVE
