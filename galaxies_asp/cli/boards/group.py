"""`galaxies boards`: all boards of a size."""

import click

from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.cli import exits
from galaxies_asp.cli.boards import count, loops, random, sample, table, witness
from galaxies_asp.cli.boards.drawing import drawable, walled
from galaxies_asp.cli.boards.options import BoardLimits, limits_options, size_argument
from galaxies_asp.cli.group import Group
from galaxies_asp.cli.options import style_options
from galaxies_asp.cli.text_style import TextStyle
from galaxies_asp.counting.boards import counterexamples, dot_sets, partitions
from galaxies_asp.counting.boards.structures import number_of_states

_MAX_GROWTH_WIDTH = 11
"""A wider row takes gigabytes."""


@click.group(name="boards", cls=Group)
def command() -> None:
    """Count, sample and examine all boards of a size.

    KIND is one of partitions, arrangements, galaxies, galaxies-toroidal, dot-sets,
    proper; WxH is the number of columns and rows of cells.
    """


for _part in (
    count.command,
    loops.command,
    table.command,
    sample.sample_command,
    sample.statistics_command,
    random.command,
    witness.command,
):
    command.add_command(_part)


@command.command(name="dots")
@size_argument
@limits_options
@style_options
def dots_command(size: tuple[int, int], limits: BoardLimits, style: TextStyle) -> int:
    """Count the dot sets by number of solutions, and draw one with the most."""
    width, height = size
    limits.check("dot-sets", size)
    watch = limits.watch()
    found = dot_sets.census(height, width, report=watch)
    watch.clear()
    click.echo(f"boards {found.boards}")
    click.echo(f"dot sets {found.dot_sets}")
    for solutions, number in enumerate(found.with_solutions, 1):
        click.echo(f"with {solutions} solution{'s'[: solutions > 1]} {number}")
    position = Position(Puzzle(width, height, found.most))
    click.echo(style.draw(position), nl=False, color=True)
    return exits.ANSWERED


@command.command(name="growth")
@click.argument("width", type=click.IntRange(1, _MAX_GROWTH_WIDTH), metavar="W")
def growth_command(width: int) -> int:
    """Print the growth factor of partitions per row of W cells, and the states."""
    click.echo(f"states {number_of_states(width)}")
    click.echo(f"growth {partitions.growth(width):.12g}")
    return exits.ANSWERED


@command.command(name="counterexamples")
@style_options
def counterexamples_command(style: TextStyle) -> int:
    """Draw the smallest boards that refute statements of the paper."""
    click.echo("No vertex touches exactly one wall, but a region borders itself (3x3):")
    for walls in counterexamples.no_partitions(3, 3):
        click.echo(style.draw(walled(walls)), nl=False, color=True)
    click.echo("All regions pass the palindrome test, but one is not symmetric (2x2):")
    for labels in counterexamples.false_palindromes(2, 2):
        click.echo(style.draw(drawable(labels)), nl=False, color=True)
    return exits.ANSWERED
