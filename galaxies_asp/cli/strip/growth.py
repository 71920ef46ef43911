"""`galaxies strip growth`: bounds of the growth per column."""

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options import output_option
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.strip.options import (
    Strip,
    StripLimits,
    limits_options,
    strip_options,
)
from galaxies_asp.counting.strips.perron import growth_bounds
from galaxies_asp.counting.strips.puzzles import StripPuzzle
from galaxies_asp.processes.progress import Report


@click.command(name="growth")
@strip_options
@limits_options
@output_option()
def growth_command(strip: Strip, limits: StripLimits, output: str | None) -> int:
    """Print proven bounds of the growth per column.

    This is much faster than the generating function, which `strip gf` prints.
    """
    arguments = strip.automatic(), limits.force
    text = limits.call(_written, strip.progress, *arguments)
    strip.progress.clear()
    write_output(text, output)
    return exits.ANSWERED


def _written(board: StripPuzzle, force: bool, report: Report) -> str:
    strip = board.strip(report, force=force)
    bounds = growth_bounds(strip, report=report)
    low, high = bounds.ends
    return (
        f"states:  {strip.states:,}\n"
        f"growth:  {bounds.decimal} per column\n"
        f"between: {low} and {high}\n"
    )
