"""The commands of `galaxies boards` that print numbers."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.boards.options import (
    BoardChoice,
    BoardsAnswer,
    CostLimits,
    Counting,
    LatticeName,
    puzzle_on,
    shape_of,
)
from galaxies_asp.cli.commands import Argument, command
from galaxies_asp.cli.output import (
    print_answer,
    print_drawing,
    sequence,
    table,
    write_output,
)
from galaxies_asp.cli.values import Choice, Parsed
from galaxies_asp.core.board.answer import Answer, Fields, Natural, Seconds
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.grid import SQUARE, Point
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.counting.boards import costs, counting
from galaxies_asp.counting.boards.shape import BoardShape

SOLUTIONS = "solutions"
"""The kind of a count by the number of solutions."""


@dataclass(frozen=True)
class BoardsCountAnswer(BoardsAnswer):
    """Answer of galaxies boards count --json."""

    cells: Annotated[Natural, "Number of cells."]
    count: Annotated[Natural, "Exact number of boards."]
    cpu_seconds: Seconds
    with_solutions: Annotated[
        Sequence[Natural],
        "Of dot sets: the number of those with exactly 1, 2, ... solutions.",
    ] = ()
    boards: Annotated[Natural | None, "Of solutions: number of galaxies boards."] = None
    most: Annotated[
        Sequence[Point],
        "Of solutions: a set of dots with the most, on the doubled grid.",
    ] = ()


CountedKind = Annotated[str, Argument(), Choice(tuple(counting.KINDS))]


@command("count", has_csv=True)
def count_command(
    run: Counting,
    kind: Annotated[str, Argument(), Choice((*counting.KINDS, SOLUTIONS))],
    board: BoardChoice,
    as_json: Annotated[
        bool,
        options.JSON,
        "Print JSON with the CPU time, and of dot sets all numbers of solutions.",
    ],
) -> int:
    """Print the exact number of boards, dot sets, or proper puzzles.

    partitions: divisions into connected regions
    arrangements: sets of walls in which no inner vertex touches exactly one
    galaxies: divisions into symmetric regions that contain their centers
    galaxies-toroidal: the same, wherever their centers are
    dot-sets: sets of dots that some galaxies board has
    proper: sets of dots that exactly one galaxies board has
    solutions: dot sets by their number of solutions, and one with the most

    BOARD is a size; with --lattice hexagonal the side of a hexagon; or a puzzle, of
    whose board the cells are taken.
    """
    shape = board.shape
    counted_kind = "dot-sets" if kind == SOLUTIONS else kind
    given = run.options(counted_kind, shape)
    started = time.process_time()
    fields: Fields = {}
    if costs.is_census(counted_kind):
        found = counting.census(shape, counted_kind, **given)
        fields["with_solutions"] = found.with_solutions
        number = found.proper if kind == "proper" else found.dot_sets
        if kind == SOLUTIONS:
            fields |= {"boards": found.boards, "most": found.most}
    else:
        number = counting.count_shape(kind, shape, **given)
    answer = BoardsCountAnswer(
        kind,
        shape.width,
        shape.height,
        cells=shape.area,
        count=number,
        cpu_seconds=round(time.process_time() - started, 3),
        **fields,
    )
    print_answer(answer, "".join(_lines(answer)), as_json)
    if answer.most and not as_json:
        puzzle = puzzle_on(shape, tuple(answer.most))
        print_drawing(TextStyle(color=options.uses_color()).draw(Position(puzzle)))
    return exits.ANSWERED


def _lines(answer: BoardsCountAnswer) -> Iterator[str]:
    """Yield a number, or those of dot sets by their number of solutions."""
    if answer.boards is None:
        yield f"{answer.count}\n"
        return
    yield f"boards {answer.boards}\ndot sets {answer.count}\n"
    for solutions, number in enumerate(answer.with_solutions, 1):
        if number:
            yield f"with {counted(solutions, 'solution')} {number}\n"


@dataclass(frozen=True)
class CellGrowthAnswer(Answer):
    """Answer of galaxies boards table --growth -f json."""

    kind: Annotated[str, "Kind of boards."]
    first: Annotated[Natural, "Side of the square board of the first estimate."]
    growth: Annotated[Sequence[str], "Estimates of the growth per cell, as decimals."]


def _side(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ValueError(
            "a number from 1, as a table has all sizes; boards count "
            "takes the board of a puzzle, with its holes"
        )
    return int(text)


@command("table")
def table_command(
    *,
    squares: Annotated[bool, "Only n x n, for n = 1 to N."],
    growth: Annotated[
        bool,
        "Estimates of the growth per cell, F(n,n) F(n-1,n-1) / F(n,n-1)^2 for n = "
        "2 to N, instead of the counts.",
    ],
    lattice: LatticeName = SQUARE.name,
    kind: CountedKind,
    side: Annotated[int, Argument(metavar="N"), Parsed("N", _side)],
    format_: options.SequenceFormat,
    output: options.Output,
    limits: CostLimits,
) -> int:
    """Print the counts for n x k cells, k = 1 to n, for n = 1 to N, row by row.

    With --lattice hexagonal, those of the hexagons of side 1 to N.
    """
    if growth and (squares or format_ not in ("text", "json")):
        raise click.UsageError(
            "--growth goes with the formats text and json, and not with --squares"
        )
    if lattice != SQUARE.name and (growth or squares):
        raise click.UsageError("--growth and --squares are for squares")
    watch = limits.watch(kind, shape_of(side, side, lattice))
    sizes = list[str]()
    if lattice != SQUARE.name:
        hexagons = map(BoardShape.hexagon, range(1, side + 1))
        numbers = list(counting.counts(kind, hexagons, report=watch))
    else:
        rows = counting.triangle(kind, side, report=watch)
        if growth:
            write_output(_growth_text(kind, rows, format_), output)
            return exits.ANSWERED
        sizes = [f"{n}x{k}" for n in range(1, side + 1) for k in range(1, n + 1)]
        if squares:
            rows = [row[-1:] for row in rows]
            sizes = [f"{n}x{n}" for n in range(1, side + 1)]
        numbers = list(chain.from_iterable(rows))
    write_output(sequence(numbers, 1, format_, sizes), output)
    return exits.ANSWERED


def _growth_text(kind: str, counts: counting.Triangle, format_: str) -> str:
    """Return estimates of the growth per cell in a format."""
    estimates = [f"{value:.15f}" for value in counting.growth_estimates(counts)]
    if format_ == "json":
        return f"{CellGrowthAnswer(kind, 2, estimates).json()}\n"
    return table(range(2, len(counts) + 1), estimates)
