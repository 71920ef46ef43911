"""`galaxies boards table`: counts of all sizes up to a square."""

from itertools import chain

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.boards.options import (
    BoardLimits,
    kind_argument,
    limits_options,
)
from galaxies_asp.cli.options import output_option, sequence_format_option
from galaxies_asp.cli.output import sequence, write_output
from galaxies_asp.counting.boards import counting
from galaxies_asp.counting.boards.counting import growth_estimates, triangle


@click.command(name="table")
@kind_argument(*counting.KINDS)
@click.argument("size", type=click.IntRange(min=1), metavar="N")
@click.option("--squares", is_flag=True, help="Only n x n, for n = 1 to N.")
@click.option(
    "--growth",
    is_flag=True,
    help="Estimates of the growth per cell, F(n,n) F(n-1,n-1) / F(n,n-1)^2 for n = 2 "
    "to N, instead of the counts.",
)
@sequence_format_option
@output_option()
@limits_options
def command(
    kind: str,
    size: int,
    squares: bool,
    growth: bool,
    format_: str,
    output: str | None,
    limits: BoardLimits,
) -> int:
    """Print the counts for n x k cells, k = 1 to n, for n = 1 to N, row by row."""
    if growth and (squares or format_ != "text"):
        raise click.UsageError("--growth goes with neither --squares nor --format")
    limits.check(kind, (size, size))
    watch = limits.watch()
    counts = triangle(kind, size, report=watch)
    watch.clear()
    if growth:
        estimates = enumerate(growth_estimates(counts), 2)
        text = "".join(f"{n} {estimate:.15f}\n" for n, estimate in estimates)
    else:
        rows = [row[-1:] for row in counts] if squares else counts
        text = sequence(chain.from_iterable(rows), 1, format_)
    write_output(text, output)
    return exits.ANSWERED
