"""`galaxies lab circuit`: a puzzle with the solutions of a formula."""

from dataclasses import replace

import click

from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Run, command
from galaxies_asp.cli.options import (
    format_option,
    output_option,
    quiet_option,
    seed_option,
)
from galaxies_asp.cli.output import WRITABLE, written
from galaxies_asp.lab.circuits.formula import Formula, count, parse, tseitin
from galaxies_asp.lab.circuits.layout import puzzle_of
from galaxies_asp.lab.circuits.relations import relations_of

_NAMED = 60
"""The longest formula that is the name of its puzzle, in characters."""


@command(
    "circuit",
    click.argument("formula", required=False),
    click.option(
        "--tseitin",
        "vertices",
        type=click.IntRange(4, 400),
        metavar="N",
        help="The parities of a random graph with N vertices of three edges, instead "
        "of a formula.",
    ),
    click.option(
        "--odd", is_flag=True, help="With --tseitin: parities that have no solution."
    ),
    seed_option("Seed of the random graph."),
    click.option(
        "--holes",
        is_flag=True,
        help="Cells off the wires are missing, instead of having dots of their own.",
    ),
    format_option(WRITABLE, "Notation of the puzzle", default="json"),
    output_option(),
    quiet_option,
)
def circuit_command(
    run: Run, formula: str | None, vertices: int | None, odd: bool, holes: bool
) -> int:
    """Make a puzzle that has exactly the solutions of a formula.

    A FORMULA has names, & (and), | (or), ^ (odd), ~ (not) and parentheses, as in
    "a & (b | ~c)". The number of solutions is known from the formula, so it checks
    counting; with --tseitin it grows hard for a search.
    """
    if (formula is None) == (vertices is None):
        raise click.UsageError("give either a formula or --tseitin N")
    if vertices is not None:
        circuit = tseitin(vertices, run.seed, odd=odd)
        name = f"tseitin-{vertices}-{run.seed}" + "-odd" * odd
    else:
        circuit = parse(formula or "")
        name = str(circuit)
    puzzle = replace(
        puzzle_of(relations_of(circuit), holes=holes),
        name=name if len(name) <= _NAMED else "circuit",
        source=_solutions(circuit),
    )
    run.write(written(puzzle.name, Position(puzzle), run.format_))
    if not run.quiet:
        size = f"{puzzle.width}x{puzzle.height} cells, {len(puzzle.centers)} dots"
        click.echo(f"{puzzle.name}: {size}, {puzzle.source}", err=True)
    return exits.ANSWERED


def _solutions(formula: Formula) -> str:
    number = count(formula)
    if number is None:
        return "the number of solutions is not known"
    return "1 solution" if number == 1 else f"{number} solutions"
