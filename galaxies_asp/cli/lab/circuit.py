"""`galaxies lab circuit`: a puzzle with the solutions of a formula."""

from dataclasses import replace
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Argument, Option, command
from galaxies_asp.cli.output import WRITABLE, echo, write_output, written
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.lab.circuits.formula import count, parse, relations_of, tseitin
from galaxies_asp.lab.circuits.layout import puzzle_of

_NAMED = 60
"""The longest formula that is the name of its puzzle, in characters."""


@command("circuit")
def circuit_command(
    *,
    vertices: Annotated[
        int | None,
        Option("--tseitin"),
        Range(4, 400),
        "The parities of a random graph with N vertices of three edges, instead "
        "of a formula.",
    ],
    odd: Annotated[bool, "With --tseitin: parities that have no solution."],
    holes: Annotated[
        bool, "Cells off the wires are missing, instead of having dots of their own."
    ],
    formula: Annotated[str | None, Argument()],
    seed: Annotated[int, options.SEEDS, "Seed of the random graph."] = 0,
    format_: Annotated[
        str, options.format_option(WRITABLE, "Notation of the puzzle")
    ] = "json",
    output: options.Output,
    quiet: options.Quiet,
) -> int:
    """Make a puzzle that has exactly the solutions of a formula.

    A FORMULA has names, & (and), | (or), ^ (odd), ~ (not) and parentheses, as in
    "a & (b | ~c)". The number of solutions is known from the formula, so it checks
    counting; with --tseitin it grows hard for a search.
    """
    if (formula is None) == (vertices is None):
        raise click.UsageError("give either a formula or --tseitin N")
    if vertices is not None:
        circuit = tseitin(vertices, seed, odd=odd)
        name = f"tseitin-{vertices}-{seed}" + "-odd" * odd
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
    sheet = GalaxiesSheet(puzzle.name, Position(puzzle))
    write_output(written(sheet, format_), output)
    if not quiet:
        size = f"{puzzle.width}x{puzzle.height} cells"
        dots = counted(len(puzzle.centers), "dot")
        echo(f"{puzzle.name}: {size}, {dots}, {puzzle.source}", err=True)
    return exits.ANSWERED
