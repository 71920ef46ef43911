"""`galaxies boards count`, `hexagonal`, `table` and `dots`: numbers of boards."""

import time
from collections.abc import Sequence
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
from galaxies_asp.cli.values import Choice
from galaxies_asp.core.board.answer import (
    Answer,
    Height,
    Natural,
    Seconds,
    Width,
)
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import SQUARE, Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.counting.boards import counting
from galaxies_asp.counting.boards.shape import BoardShape


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


CountedKind = Annotated[str, Argument(), Choice(tuple(counting.KINDS))]


@command("count")
def count_command(
    run: Counting,
    kind: CountedKind,
    board: BoardChoice,
    as_json: Annotated[
        bool,
        options.JSON,
        "Print JSON with the CPU time, and of dot sets all numbers of solutions.",
    ],
) -> int:
    """Print the exact number of boards, dot sets, or proper puzzles.

    BOARD is a size; with --lattice hexagonal the side of a hexagon; or a puzzle, of
    whose board the cells are taken.
    """
    shape = board.shape
    given = run.options(kind, shape)
    started = time.process_time()
    solutions: Sequence[int] = ()
    if kind in ("dot-sets", "proper"):
        found = counting.census(shape, kind, **given)
        solutions = found.with_solutions
        number = found.proper if kind == "proper" else found.dot_sets
    else:
        number = counting.count_shape(kind, shape, **given)
    answer = BoardsCountAnswer(
        kind,
        shape.width,
        shape.height,
        cells=shape.area,
        count=number,
        cpu_seconds=round(time.process_time() - started, 3),
        with_solutions=solutions,
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
    run: Counting,
    side: Annotated[int, Argument(), Range(1, 100)],
    as_json: options.Json,
) -> int:
    """Count the galaxies boards of hexagons with SIDE cells at each of six sides.

    The same as boards count galaxies SIDE --lattice hexagonal.
    """
    kind = "galaxies-toroidal" if toroidal else "galaxies"
    shape = BoardShape.hexagon(side)
    number = counting.count_shape(kind, shape, **run.options(kind, shape))
    answer = HexagonalCountAnswer(side, toroidal, number)
    return print_answer(answer, f"{number}\n", as_json)


@dataclass(frozen=True)
class CellGrowthAnswer(Answer):
    """Answer of galaxies boards table --growth -f json."""

    kind: Annotated[str, "Kind of boards."]
    first: Annotated[Natural, "Side of the square board of the first estimate."]
    growth: Annotated[Sequence[str], "Estimates of the growth per cell, as decimals."]


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
    side: Annotated[int, Argument(metavar="N"), Range(1)],
    format_: options.SequenceFormat,
    output: options.Output,
    limits: CostLimits,
) -> int:
    """Print the counts for n x k cells, k = 1 to n, for n = 1 to N, row by row.

    With --lattice hexagonal, those of the hexagons of side 1 to N.
    """
    if growth and (squares or format_ not in ("text", "latex", "json")):
        raise click.UsageError(
            "--growth goes with the formats text, latex and json, and not with "
            "--squares"
        )
    if lattice != SQUARE.name and (growth or squares):
        raise click.UsageError("--growth and --squares are for squares")
    watch = limits.watch(kind, shape_of(side, side, lattice))
    if lattice != SQUARE.name:
        hexagons = map(BoardShape.hexagon, range(1, side + 1))
        numbers = list(counting.counts(kind, hexagons, report=watch))
        name = f"Number of {counting.KINDS[kind]}: hexagon with n cells on each side."
        write_output(sequence(numbers, 1, format_, name=name), output)
        return exits.ANSWERED
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
        name = f"T(n,k) = number of {counting.KINDS[kind]}: n X k cells, 1 <= k <= n."
        if squares:
            name = f"Number of {counting.KINDS[kind]}: n X n cells."
        write_output(sequence(numbers, 1, format_, sizes, name), output)
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
    run: Counting,
    board: BoardChoice,
    as_json: options.Json,
    style: options.DrawingStyle,
) -> int:
    """Count the dot sets by number of solutions, and draw one with the most."""
    shape = board.shape
    census = counting.census(shape, **run.options("dot-sets", shape))
    answer = DotSetsAnswer.of(census, width=shape.width, height=shape.height)
    lines = [f"boards {census.boards}", f"dot sets {census.dot_sets}"]
    for solutions, number in enumerate(census.with_solutions, 1):
        if number:
            lines.append(f"with {counted(solutions, 'solution')} {number}")
    print_answer(answer, "\n".join((*lines, "")), as_json)
    if not as_json:
        puzzle = Puzzle(
            shape.width,
            shape.height,
            census.most,
            holes=shape.holes,
            lattice=shape.lattice,
        )
        print_drawing(style.draw(Position(puzzle)))
    return exits.ANSWERED
