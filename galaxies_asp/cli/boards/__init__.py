"""`galaxies boards`: all boards of a size."""

import click

from galaxies_asp.cli.boards import numbers, samples
from galaxies_asp.cli.helping import CommandGroup


@click.group(name="boards", cls=CommandGroup)
def boards_command() -> None:
    """Count, sample and examine all boards of a size.

    KIND is one of partitions, arrangements, galaxies, galaxies-toroidal, dot-sets,
    proper; WxH is the number of columns and rows of cells.
    """


boards_command.add_all(numbers, samples)
