"""`galaxies generate`: puzzles with exactly one solution."""

import re

import click

from galaxies_asp.cli.making import Making, making_options
from galaxies_asp.cli.options.generate import Wishes, wishes_options


def _size(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})(?:[xX](\d{1,5}))?", value)
    if not match:
        raise click.BadParameter(f"{value} is no size such as 15x15")
    return int(match[1]), int(match[2] or match[1])


@click.command(name="generate")
@click.option(
    "--size",
    callback=_size,
    default="10x10",
    metavar="WxH",
    show_default=True,
    help="Columns x rows; one number for a square.",
)
@wishes_options
@click.option(
    "--black",
    type=float,
    default=0.0,
    show_default=True,
    help="The share of black dots, 0 to 1.",
)
@click.option(
    "--holes",
    type=click.IntRange(min=0),
    default=0,
    help="How many cells are missing, at random places.",
)
@making_options
def command(
    size: tuple[int, int], black: float, holes: int, wishes: Wishes, making: Making
) -> int:
    """Make puzzles with exactly one solution, each proven and verified.

    The same request makes the same puzzles, whatever the number of processes, and more
    of them begin with the same ones. With -o the same command continues a run that was
    interrupted.
    """
    return making.run(wishes.recipe(*size, black=black, holes=holes))
