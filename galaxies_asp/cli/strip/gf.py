"""`galaxies strip gf`: generating functions."""

import json
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options import format_option, output_option, sharing_options
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.strip.options import (
    Strip,
    StripLimits,
    checkpoint_option,
    limits_options,
    strip_options,
)
from galaxies_asp.counting.strips import writing
from galaxies_asp.counting.strips.fitting import check_cost, generating_function
from galaxies_asp.counting.strips.generating_function import GeneratingFunction
from galaxies_asp.counting.strips.lumping import lumped
from galaxies_asp.counting.strips.puzzles import StripPuzzle
from galaxies_asp.processes.progress import Report
from galaxies_asp.processes.sharing import Sharing


@click.command(name="gf")
@strip_options
@format_option(["text", "json", "latex", "sympy"], default="text")
@click.option(
    "--digits",
    default=20,
    show_default=True,
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Digits of the growth rate after the decimal point.",
)
@checkpoint_option
@sharing_options(default=1)
@limits_options
@output_option()
def gf_command(
    strip: Strip,
    format_: str,
    digits: int,
    checkpoint: Path | None,
    sharing: Sharing,
    limits: StripLimits,
    output: str | None,
) -> int:
    """Print the generating function of the numbers of boards, with a certificate."""
    board = strip.automatic()
    arguments = board, format_, digits, checkpoint, sharing, limits.force
    text = limits.call(_written, strip.progress, *arguments)
    strip.progress.clear()
    write_output(text + "\n", output)
    return exits.ANSWERED


def _written(
    board: StripPuzzle,
    format_: str,
    digits: int,
    checkpoint: Path | None,
    sharing: Sharing,
    force: bool,
    report: Report,
) -> str:
    function = fitted(board, checkpoint, sharing, force, report)
    if format_ == "json":
        return json.dumps(writing.as_object(function, digits))
    if format_ == "latex":
        return writing.latex(function)
    if format_ == "sympy":
        return writing.sympy(function)
    return writing.report(function, digits).rstrip()


def fitted(
    board: StripPuzzle,
    checkpoint: Path | None,
    sharing: Sharing,
    force: bool,
    report: Report,
) -> GeneratingFunction:
    """Return the generating function of a puzzle.

    Raises
    ------
    TooLargeError
        If it would take too long, unless it is forced.
    """
    strip = lumped(board.strip(report, force=force))
    if not force:
        check_cost(strip, sharing.jobs)
    with sharing.executor() as executor:
        return generating_function(
            strip, executor=executor, checkpoint=checkpoint, report=report
        )
