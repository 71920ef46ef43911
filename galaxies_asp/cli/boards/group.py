"""`galaxies boards`: count, draw and judge all boards of a size."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import numpy as np

from galaxies_asp.boards import (
    counterexamples,
    counting,
    dot_sets,
    partitions,
    sampling,
    statistics,
)
from galaxies_asp.boards.bitboard import Bitboard
from galaxies_asp.boards.frontier import MAX_WIDTH
from galaxies_asp.boards.matrices import Ints, Walls, gridlines
from galaxies_asp.boards.symmetry import is_galaxies_board
from galaxies_asp.cli import exits
from galaxies_asp.cli.boards import random
from galaxies_asp.cli.boards.limits import (
    Watch,
    check_census,
    check_cost,
    limit_options,
    limited,
    watched,
)
from galaxies_asp.cli.options.common import Look, look_options
from galaxies_asp.grid import Point
from galaxies_asp.processes.pool import executor_of
from galaxies_asp.puzzle import Position, Puzzle, walls_between

_DRAWABLE = ("partitions", "galaxies", "galaxies-toroidal")
_DECLARED = (*_DRAWABLE, "arrangements")
_DOT_SETS = ("dot-sets", "proper")

_Command = TypeVar("_Command", bound=Callable[..., Any])


@click.group(name="boards")
def command() -> None:
    """All boards of a size: count, sample and examine them.

    KIND is one of partitions, arrangements, galaxies, galaxies-toroidal, dot-sets,
    proper; H and W are the numbers of rows and columns of cells.
    """


def _board_arguments(*kinds: str) -> Callable[[_Command], _Command]:
    """Take what to look at and the size of the board."""

    def decorate(command: _Command) -> _Command:
        for name in ("width", "height"):
            command = click.argument(
                name, type=click.IntRange(min=1), metavar=name[0].upper()
            )(command)
        if kinds:
            command = click.argument("kind", type=click.Choice(kinds))(command)
        return command

    return decorate


@command.command(name="count")
@_board_arguments(*counting.KINDS)
@click.option(
    "--checkpoint",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep there what is found, and go on from it (partitions, galaxies); galaxies "
    "boards then need far less memory.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Share the search for galaxies boards.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, with the cost.")
@limit_options
def count_command(
    kind: str,
    height: int,
    width: int,
    checkpoint: Path | None,
    processes: int,
    as_json: bool,
    memory_limit: int,
    force: bool,
    quiet: bool,
) -> int:
    """Print the exact number of boards, dot sets, or proper puzzles."""

    def work() -> int:
        with_files = checkpoint is not None
        check_cost(kind, height, width, memory_limit, force, with_files)
        if kind in _DOT_SETS:
            check_census(height, width, memory_limit, force)
        started = time.process_time()
        with watched(quiet, memory_limit) as watch, executor_of(processes) as executor:
            number = counting.count(
                kind, height, width, folder=checkpoint, executor=executor, report=watch
            )
        if as_json:
            seconds = time.process_time() - started
            answer = {"schema": 1, "kind": kind, "height": height, "width": width}
            answer |= {"count": number, "cpu_seconds": round(seconds, 3)}
            click.echo(json.dumps(answer))
        else:
            click.echo(number)
        return exits.ANSWERED

    return limited(work)


@command.command(name="sample")
@_board_arguments(*_DRAWABLE)
@click.option("--count", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One array of labels a line.")
@limit_options
@look_options
def sample_command(
    kind: str,
    height: int,
    width: int,
    count: int,
    seed: int,
    as_json: bool,
    memory_limit: int,
    force: bool,
    quiet: bool,
    look: Look,
) -> int:
    """Draw boards at random, each with the same probability."""

    def work() -> int:
        check_cost(kind, height, width, memory_limit, force)
        with watched(quiet, memory_limit) as watch:
            boards = sampling.sampler(kind, height, width, watch)
        for number, labels in enumerate(sampling.draw(boards, count, seed)):
            if as_json:
                click.echo(json.dumps(labels.tolist()))
            else:
                if number:
                    click.echo()
                click.echo(look.draw(drawable(labels)), nl=False, color=True)
        return exits.ANSWERED

    return limited(work)


command.add_command(random.command)


def drawable(labels: Ints) -> Position:
    """Return a board as a position: with its dots, if it is a galaxies board."""
    height, width = labels.shape
    centers = statistics.dots_of(labels) if is_galaxies_board(labels) else ()
    puzzle = Puzzle(width, height, centers)
    walls = walls_between(puzzle, labels.tolist())
    return Position(puzzle, walls=walls)


@command.command(name="dots")
@_board_arguments()
@limit_options
@look_options
def dots_command(
    height: int,
    width: int,
    memory_limit: int,
    force: bool,
    quiet: bool,
    look: Look,
) -> int:
    """Say how many dot sets have how many solutions, and draw one with the most."""

    def work() -> int:
        check_cost("galaxies", height, width, memory_limit, force)
        check_census(height, width, memory_limit, force)
        with watched(quiet, memory_limit) as watch:
            found = dot_sets.census(Bitboard(height, width), report=watch)
        click.echo(f"boards {found.boards}")
        click.echo(f"dot sets {found.dot_sets}")
        for solutions, number in enumerate(found.with_solutions, 1):
            click.echo(f"with {solutions} solution{'s'[: solutions > 1]} {number}")
        position = Position(Puzzle(width, height, found.most))
        click.echo(look.draw(position), nl=False, color=True)
        return exits.ANSWERED

    return limited(work)


@command.command(name="statistics")
@_board_arguments(*_DRAWABLE)
@click.option("--count", type=click.IntRange(min=2), default=1000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--proper", is_flag=True, help="Solve each board's dots: are they a proper puzzle?"
)
@limit_options
def statistics_command(
    kind: str,
    height: int,
    width: int,
    count: int,
    seed: int,
    proper: bool,
    memory_limit: int,
    force: bool,
    quiet: bool,
) -> int:
    """Estimate what boards are like, from a sample, as one JSON object."""

    def work() -> int:
        check_cost(kind, height, width, memory_limit, force)
        with watched(quiet, memory_limit) as watch:
            boards = sampling.sampler(kind, height, width, watch)
            drawn = []
            for number, labels in enumerate(sampling.draw(boards, count, seed), 1):
                drawn.append(labels)
                watch("boards drawn", number, count)
            unique = _proper(drawn, watch) if proper and kind == "galaxies" else None
        summary = statistics.summarize(drawn, unique)
        answer = {"schema": 1, "kind": kind, "height": height, "width": width}
        answer |= {"seed": seed, "total": boards.total}
        click.echo(json.dumps(answer | _plain(summary)))
        return exits.ANSWERED

    return limited(work)


def _proper(boards: list[Ints], watch: Watch) -> list[bool]:
    from galaxies_asp.solve.search import is_unique

    unique = []
    for labels in boards:
        height, width = labels.shape
        unique.append(is_unique(Puzzle(width, height, statistics.dots_of(labels))))
        watch("puzzles solved", len(unique), len(boards))
    return unique


@command.command(name="growth")
@click.argument("width", type=click.IntRange(1, MAX_WIDTH), metavar="W")
def growth_command(width: int) -> int:
    """Say how partitions grow with each row of W cells, and of how many states."""
    states = 0
    for latest in partitions.rows_of_states(width):
        if latest == states:
            break
        states = latest
    click.echo(f"states {states}")
    click.echo(f"growth {partitions.growth(width):.12g}")
    return exits.ANSWERED


@command.command(name="counterexamples")
@look_options
def counterexamples_command(look: Look) -> int:
    """Draw the smallest boards on which statements of the paper fail."""
    click.echo("No vertex touches exactly one wall, but a region borders itself (3x3):")
    for walls in counterexamples.no_partitions(3, 3):
        click.echo(look.draw(_walled(walls)), nl=False, color=True)
    click.echo("All regions pass the palindrome test, but one is not symmetric (2x2):")
    for labels in counterexamples.false_palindromes(2, 2):
        click.echo(look.draw(drawable(labels)), nl=False, color=True)
    return exits.ANSWERED


def _walled(walls: Walls) -> Position:
    """Return walls, which need not be a partition, as a position."""
    height, width = walls[0].shape[0], walls[1].shape[1]
    drawn = np.concatenate([part.ravel() for part in walls])
    points = gridlines(height, width)[drawn].tolist()
    return Position(Puzzle(width, height), walls=frozenset(Point(*p) for p in points))


def _plain(summary: statistics.Summary) -> dict[str, object]:
    """Return a summary for JSON: an interval is the value and its bounds."""

    def plain(value: object) -> object:
        if isinstance(value, statistics.Interval):
            return [round(x, 6) for x in (value.value, value.low, value.high)]
        return value

    names = ("boards", "regions", "sizes", "on_cells", "on_edges", "on_vertices")
    return {name: plain(getattr(summary, name)) for name in (*names, "proper")}


@command.command(name="witness")
@_board_arguments(*_DECLARED)
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    help="Do not enumerate: put so many boards to each other's judgement.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@limit_options
def witness_command(
    kind: str,
    height: int,
    width: int,
    samples: int | None,
    seed: int,
    memory_limit: int,
    force: bool,
    quiet: bool,
) -> int:
    """Hold the count against clingo and the encoding of the same boards."""
    from galaxies_asp.boards import witness

    def work() -> int:
        check_cost(kind, height, width, memory_limit, force)
        with watched(quiet, memory_limit) as watch:
            if samples is None:
                number = counting.count(kind, height, width, report=watch)
                found = witness.enumerate_models(kind, height, width, watch)
                agrees = found.confirms(number)
                said = (
                    f"counted {number}; {found.models} models, {found.distinct} "
                    f"different, {found.invalid} invalid"
                )
            else:
                accepted = witness.sample_models(kind, height, width, samples, seed)
                declared = witness.declare_samples(kind, height, width, samples, seed)
                agrees = accepted == declared == samples
                said = (
                    f"of {samples} models sampled by clingo {accepted} are boards; of "
                    f"{samples} boards sampled by counting {declared} are models"
                )
        verdict = "agreed" if agrees else "DISAGREED"
        click.echo(f"{kind} {height}x{width}: {verdict}: {said}")
        return exits.ANSWERED if agrees else exits.NEGATIVE

    return limited(work)
