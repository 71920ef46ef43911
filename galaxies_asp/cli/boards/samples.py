"""`galaxies boards random`, `sample`, `statistics` and `counterexamples`: boards."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.boards.options import (
    DRAWABLE,
    BoardsAnswer,
    BoardsRun,
    boards_command,
    limits_options,
    size_argument,
)
from galaxies_asp.cli.commands import Run, command
from galaxies_asp.cli.output import WRITABLE, Progress, collected, echo, is_separate
from galaxies_asp.cli.values import Choice, FiniteRange
from galaxies_asp.core.board.answer import Natural
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import LimitError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import (
    Position,
    Puzzle,
    Solution,
    check_size,
    walls_between,
)
from galaxies_asp.core.drawing.position import scene_of
from galaxies_asp.core.drawing.svg import MOST_ON_A_SHEET, sheet_svg
from galaxies_asp.core.notation import Part
from galaxies_asp.counting.boards import matrices, sampling
from galaxies_asp.counting.boards.engines import chain, morris
from galaxies_asp.notation import omitted, write
from galaxies_asp.processes.serving import call_each
from galaxies_asp.processes.sharing import limited


@dataclass(frozen=True)
class RandomRun(BoardsRun):
    """The requested boards; an option that is None has the default of the engine."""

    engine: Annotated[
        str,
        Choice(["morris", "uniform", "chain", "clingo"]),
        "morris: grow regions from centers; uniform: sample by exact counting; chain: "
        "change a board until all are equally likely; clingo: random search.",
    ] = "morris"
    mean_size: Annotated[
        float | None,
        FiniteRange(min=1),
        "CELLS",
        "morris: mean size of the regions (default: random for each board).",
    ] = None
    spread: Annotated[
        float | None,
        FiniteRange(min=0),
        "CELLS",
        "morris: standard deviation of the sizes; half the mean size minus 0.3.",
    ] = None
    sweeps: Annotated[
        int | None,
        click.IntRange(min=0),
        f"chain: number of changes of each part of the board; {chain.SWEEPS}.",
    ] = None
    random_share: Annotated[
        float | None,
        FiniteRange(0, 1),
        "SHARE",
        "clingo: share of random decisions; 1. Smaller shares are faster on large "
        "boards, and give more similar boards.",
    ] = None
    time_limit: Annotated[
        float | None,
        FiniteRange(min=0, min_open=True),
        "SECONDS",
        "clingo: wall-clock limit for all boards, grounding included.",
    ] = None


@command(
    "random",
    *options.declared(RandomRun),
    size_argument,
    options.count_option("Number of boards."),
    options.seed_option(),
    limits_options,
    options.json_option("Print an array of labels per line, counted from 0."),
    options.format_option(
        ["text", *WRITABLE, "sheet"], "Format; a sheet is an SVG of all boards"
    ),
    "output style",
    kind=RandomRun,
)
def random_command(
    run: RandomRun,
    dots_only: Annotated[bool, "--puzzle", "The dots without regions."] = False,
) -> int:
    """Generate random galaxies boards of W columns and H rows."""
    for other, (_, names) in _ENGINES.items():
        for name in names:
            if other != run.engine and getattr(run, name) is not None:
                option = f"--{name.replace('_', '-')}"
                raise click.UsageError(f"{option} is for --engine {other}")
    contradictions = {
        "--spread needs --mean-size": run.spread is not None and run.mean_size is None,
        "--json writes regions, but --puzzle omits them": run.as_json and dots_only,
        f"a sheet holds at most {MOST_ON_A_SHEET} boards": run.format_ == "sheet"
        and run.count > MOST_ON_A_SHEET,
    }
    for message, is_given in contradictions.items():
        if is_given:
            raise click.UsageError(message)
    check_size(run.width, run.height)
    limits: list[LimitError] = []
    boards = _named(run, limits)
    if run.format_ == "sheet":
        drawn = (Position(b.puzzle) if dots_only else b for b in boards)
        run.write(sheet_svg(map(scene_of, drawn)))
    else:
        with collected(run.output) as add:
            for text in _texts(run, boards, dots_only):
                add(text)
    if limits:
        raise limits[0]
    return exits.ANSWERED


def _named(run: RandomRun, limits: list[LimitError]) -> Iterator[Solution]:
    """Yield the boards with their names, up to a limit, which is added to `limits`.

    Raises `LimitError` if not even one board is found.
    """
    number = 0
    name = f"{run.engine} {run.width}x{run.height} seed {run.seed}"
    progress = run.progress()
    boards, _ = _ENGINES[run.engine]
    try:
        for number, board in enumerate(boards(run, progress), 1):
            puzzle = replace(board.puzzle, name=f"{name} board {number}")
            yield Solution(puzzle, board.labels)
            progress("boards", number, run.count)
    except LimitError as limit:
        if not number:
            raise
        limits.append(limit)


def _texts(
    run: RandomRun, boards: Iterator[Solution], dots_only: bool
) -> Iterator[str]:
    """Yield boards as text, with an empty line between boards of several lines."""
    notation = run.format_ or "text"
    is_apart = not run.as_json and (notation == "text" or is_separate(notation))
    for number, board in enumerate(boards):
        position = Position(board.puzzle) if dots_only else board.position()
        if run.as_json:
            text = json.dumps(board.labels.tolist()) + "\n"
        elif notation == "text":
            text = run.style.draw(position)
        else:
            if not number and Part.WALLS in omitted(position, notation):
                echo(
                    f"galaxies: the notation {notation} holds no regions: only the "
                    "dots are written",
                    err=True,
                )
            text = write(position, notation)
        yield "\n" + text if number and is_apart else text


def _by_morris(run: RandomRun, _progress: Progress) -> Iterator[Solution]:
    sizes = None
    mean = run.mean_size
    if mean is not None:
        spread = mean / 2 - 0.3 if run.spread is None else run.spread
        sizes = morris.sizes_about(run.height, run.width, mean, spread)
    boards = morris.boards(run.height, run.width, run.seed, sizes)
    return islice(boards, run.count)


def _by_counting(run: RandomRun, _progress: Progress) -> Iterator[Solution]:
    watch = run.watch(is_sampled=True)
    return sampling.solutions(run.height, run.width, run.count, run.seed, watch)


def _by_chain(run: RandomRun, progress: Progress) -> Iterator[Solution]:
    sweeps = chain.SWEEPS if run.sweeps is None else run.sweeps
    boards = chain.boards(run.height, run.width, run.seed, sweeps, progress)
    return islice(boards, run.count)


def _by_clingo(run: RandomRun, _progress: Progress) -> Iterator[Solution]:
    from galaxies_asp.counting.boards import witness

    share = 1 if run.random_share is None else run.random_share
    call = partial(
        witness.random_boards, run.height, run.width, run.count, run.seed, share
    )
    limits = options.Limits(run.time_limit, run.memory_limit)._asdict()
    number = 0
    try:
        for labels in limited(call_each, call, **limits):
            number += 1
            yield matrices.solution_of(labels)
    except LimitReachedError as limit:
        raise LimitError(
            f"{number} of {run.count} boards were found within the {limit} "
            "limit; a smaller --random-share may find them sooner"
        ) from None


_ENGINES: dict[
    str, tuple[Callable[[RandomRun, Progress], Iterator[Solution]], tuple[str, ...]]
] = {
    "morris": (_by_morris, ("mean_size", "spread")),
    "uniform": (_by_counting, ()),
    "chain": (_by_chain, ("sweeps",)),
    "clingo": (_by_clingo, ("random_share", "time_limit")),
}
"""What makes the boards, and the options that belong to it alone."""


@boards_command(
    "sample",
    options.count_option("Number of boards."),
    options.seed_option(),
    options.json_option("Print an array of labels per line, counted from 0."),
    "output style",
    kinds=DRAWABLE,
)
def sample_command(run: BoardsRun) -> int:
    """Draw boards at random, each with the same probability."""
    watch = run.watch(is_sampled=True)
    boards = sampling.sampler(run.kind, run.height, run.width, watch)
    drawn = sampling.draw(boards, run.count, run.seed)
    if run.as_json:
        rows = ((labels - 1).tolist() for labels in drawn)
        run.write("".join(f"{json.dumps(each)}\n" for each in rows))
    else:
        run.write("\n".join(run.style.draw(_drawable(labels)) for labels in drawn))
    return exits.ANSWERED


@dataclass(frozen=True)
class _SampledBoards(BoardsAnswer):
    """How a sample was drawn; its statistics follow in the answer."""

    seed: Annotated[Natural, "Random seed."]
    total: Annotated[Natural, "Exact number of boards."]


@dataclass(frozen=True)
class BoardsStatisticsAnswer(sampling.Summary, _SampledBoards):
    """Answer of galaxies boards statistics."""


@boards_command(
    "statistics",
    options.count_option("Number of boards in the sample.", default=1000, minimum=2),
    options.seed_option(),
    kinds=DRAWABLE,
)
def statistics_command(
    run: BoardsRun,
    proper: Annotated[
        bool, "Also solve the dots of each board: do they have exactly 1 solution?"
    ] = False,
) -> int:
    """Estimate properties of boards from a sample; print one JSON object."""
    if proper and run.kind != "galaxies":
        raise click.UsageError("--proper is for galaxies")
    watch = run.watch(is_sampled=True)
    boards = sampling.sampler(run.kind, run.height, run.width, watch)
    drawn = []
    for number, labels in enumerate(sampling.draw(boards, run.count, run.seed), 1):
        drawn.append(labels)
        watch("boards drawn", number, run.count)
    unique = None
    if proper:
        from galaxies_asp.solving.search import is_unique

        unique = []
        for labels in drawn:
            puzzle = Puzzle(*run.size, sampling.dots_of(labels))
            unique.append(is_unique(puzzle))
            watch("puzzles solved", len(unique), len(drawn))
    summary = sampling.summarize(drawn, unique)
    run.print(BoardsStatisticsAnswer.of(run, total=boards.total, **vars(summary)))
    return exits.ANSWERED


@command("counterexamples", "style")
def counterexamples_command(run: Run) -> int:
    """Draw the smallest boards that refute statements of the paper."""
    echo("No vertex touches exactly one wall, but a region borders itself (3x3):")
    for walls in matrices.no_partitions(3, 3):
        points = matrices.gridlines(3, 3)[matrices.drawn_of(walls)].tolist()
        drawn = frozenset(Point(x, y) for x, y in points)
        run.draw(Position(Puzzle(3, 3), walls=drawn))
    echo("All regions pass the palindrome test, but one is not symmetric (2x2):")
    for labels in matrices.false_palindromes(2, 2):
        run.draw(_drawable(labels))
    return exits.ANSWERED


def _drawable(labels: matrices.Ints) -> Position:
    """Return a board as a position: with its dots, if it is a galaxies board."""
    height, width = labels.shape
    centers = sampling.dots_of(labels) if matrices.is_galaxies_board(labels) else ()
    return Position(
        Puzzle(width, height, centers), walls=walls_between(labels.tolist())
    )
