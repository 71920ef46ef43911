"""`galaxies strip`: boards of a puzzle on strips of a fixed height."""

import sys

import click

from galaxies_asp.cli.helping import CommandGroup
from galaxies_asp.cli.strip import commands, functions


@click.group(name="strip", cls=CommandGroup)
@click.pass_context
def strip_command(context: click.Context) -> None:
    """Count boards of other puzzles on strips of a fixed height.

    PUZZLE is ring-ring, two-not-touch, circuit-board, partitions, dominoes, or a file
    with an encoding of one column (see docs/strips.md).
    """
    # Exact counts may have more digits than Python writes by default.
    digits = sys.get_int_max_str_digits()
    context.call_on_close(lambda: sys.set_int_max_str_digits(digits))
    sys.set_int_max_str_digits(0)


strip_command.add_all(functions, commands)
