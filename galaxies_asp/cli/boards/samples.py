"""`galaxies boards sample`, `statistics` and `counterexamples`: boards."""

import json
from dataclasses import dataclass
from typing import Annotated

from galaxies_asp.board.answer import Natural
from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position, Puzzle, walls_between
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.boards.options import (
    DRAWABLE,
    BoardsAnswer,
    BoardsRun,
    boards_command,
)
from galaxies_asp.cli.commands import Run, command
from galaxies_asp.cli.output import echo
from galaxies_asp.counting.boards import matrices, sampling
from galaxies_asp.counting.boards.matrices import (
    Ints,
    drawn_of,
    gridlines,
    is_galaxies_board,
)


@boards_command(
    "sample",
    options.count_option("Number of boards."),
    options.seed_option(),
    options.json_option("Print an array of labels per line, counted from 0."),
    options.output_option(),
    options.style_options,
    kinds=DRAWABLE,
)
def sample_command(run: BoardsRun) -> int:
    """Draw boards at random, each with the same probability."""
    boards = sampling.sampler(run.kind, run.height, run.width, run.watch())
    drawn = sampling.draw(boards, run.count, run.seed)
    if run.as_json:
        run.write("".join(f"{json.dumps(labels.tolist())}\n" for labels in drawn))
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
    watch = run.watch()
    boards = sampling.sampler(run.kind, run.height, run.width, watch)
    drawn = []
    for number, labels in enumerate(sampling.draw(boards, run.count, run.seed), 1):
        drawn.append(labels)
        watch("boards drawn", number, run.count)
    unique = None
    if proper and run.kind == "galaxies":
        from galaxies_asp.solving.search import is_unique

        unique = []
        for labels in drawn:
            puzzle = Puzzle(*run.size, sampling.dots_of(labels))
            unique.append(is_unique(puzzle))
            watch("puzzles solved", len(unique), len(drawn))
    summary = sampling.summarize(drawn, unique)
    run.print(BoardsStatisticsAnswer.of(run, total=boards.total, **vars(summary)))
    return exits.ANSWERED


@command("counterexamples", options.style_options)
def counterexamples_command(run: Run) -> int:
    """Draw the smallest boards that refute statements of the paper."""
    echo("No vertex touches exactly one wall, but a region borders itself (3x3):")
    for walls in matrices.no_partitions(3, 3):
        points = gridlines(3, 3)[drawn_of(walls)].tolist()
        drawn = frozenset(Point(x, y) for x, y in points)
        run.draw(Position(Puzzle(3, 3), walls=drawn))
    echo("All regions pass the palindrome test, but one is not symmetric (2x2):")
    for labels in matrices.false_palindromes(2, 2):
        run.draw(_drawable(labels))
    return exits.ANSWERED


def _drawable(labels: Ints) -> Position:
    """Return a board as a position: with its dots, if it is a galaxies board."""
    height, width = labels.shape
    centers = sampling.dots_of(labels) if is_galaxies_board(labels) else ()
    return Position(
        Puzzle(width, height, centers), walls=walls_between(labels.tolist())
    )
