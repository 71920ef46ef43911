"""`galaxies lab circuit`: a puzzle with the solutions of a formula."""

from dataclasses import replace
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, command
from galaxies_asp.cli.output import WRITABLE, echo, written
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.lab.circuits.formula import count, parse, relations_of, tseitin
from galaxies_asp.lab.circuits.layout import puzzle_of

_NAMED = 60
"""The longest formula that is the name of its puzzle, in characters."""


@command(
    "circuit",
    click.argument("formula", required=False),
    options.seed_option("Seed of the random graph."),
    options.format_option(WRITABLE, "Notation of the puzzle", default="json"),
    options.output_option(),
    options.quiet_option,
)
def circuit_command(
    run: Run,
    formula: str | None,
    vertices: Annotated[
        int | None,
        "--tseitin",
        click.IntRange(4, 400),
        "The parities of a random graph with N vertices of three edges, instead "
        "of a formula.",
    ] = None,
    odd: Annotated[bool, "With --tseitin: parities that have no solution."] = False,
    holes: Annotated[
        bool, "Cells off the wires are missing, instead of having dots of their own."
    ] = False,
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
    number = count(circuit)
    puzzle = replace(
        puzzle_of(relations_of(circuit), holes=holes),
        name=name if len(name) <= _NAMED else "circuit",
        source="the number of solutions is not known"
        if number is None
        else counted(number, "solution"),
    )
    run.write(written(GalaxiesSheet(puzzle.name, Position(puzzle)), run.format_))
    if not run.quiet:
        size = f"{puzzle.width}x{puzzle.height} cells"
        dots = counted(len(puzzle.centers), "dot")
        echo(f"{puzzle.name}: {size}, {dots}, {puzzle.source}", err=True)
    return exits.ANSWERED
