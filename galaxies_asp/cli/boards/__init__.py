"""`galaxies boards`: all boards of a size."""

import click

from galaxies_asp.cli import Group
from galaxies_asp.cli.boards import numbers, random, samples


@click.group(name="boards", cls=Group)
def command() -> None:
    """Count, sample and examine all boards of a size.

    KIND is one of partitions, arrangements, galaxies, galaxies-toroidal, dot-sets,
    proper; WxH is the number of columns and rows of cells.
    """


for _part in (
    numbers.count_command,
    numbers.hexagonal_command,
    numbers.loops_command,
    numbers.table_command,
    numbers.dots_command,
    numbers.growth_command,
    numbers.witness_command,
    samples.sample_command,
    samples.statistics_command,
    samples.counterexamples_command,
    random.random_command,
):
    command.add_command(_part)
