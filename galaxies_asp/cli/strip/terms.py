"""`galaxies strip terms`: the numbers of boards by their number of columns."""

from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.output import output_option, write_output
from galaxies_asp.cli.options.selection import count_option
from galaxies_asp.cli.strip.options import (
    GALAXIES,
    SQUARE,
    Strip,
    checkpoint_option,
    strip_options,
)
from galaxies_asp.strips.galaxies_two_rows import count_boards
from galaxies_asp.strips.lumping import lumped
from galaxies_asp.strips.series import terms
from galaxies_asp.strips.two_not_touch_square import count_squares


@click.command(name="terms")
@strip_options
@click.option(
    "--size", type=click.IntRange(min=1), metavar="N", help=f"{SQUARE}: the size."
)
@count_option("Number of terms, from 0 columns on.", default=12)
@click.option(
    "--at",
    type=click.IntRange(min=0),
    metavar="N",
    help="Only the term for N columns; N may be large.",
)
@click.option(
    "--modulo",
    type=click.IntRange(min=2),
    metavar="M",
    help="With --at: the remainder of the term.",
)
@checkpoint_option
@output_option()
def terms_command(
    strip: Strip,
    size: int | None,
    count: int,
    at: int | None,
    modulo: int | None,
    checkpoint: Path | None,
    output: str | None,
) -> int:
    """Print the numbers of boards with 0, 1, 2, ... columns, one per line."""
    progress = strip.progress
    if modulo is not None and at is None:
        raise click.UsageError("--modulo needs --at")
    if size is not None and strip.puzzle != SQUARE:
        raise click.UsageError(f"--size belongs to {SQUARE}")
    if strip.board is None and (at is not None or checkpoint is not None):
        raise click.UsageError(f"{strip.puzzle} takes neither --at nor --checkpoint")
    if strip.puzzle == SQUARE:
        if size is None or strip.stars is None or strip.rows is not None:
            raise click.UsageError(f"{SQUARE} takes --size and --stars")
        numbers = [count_squares(size, strip.stars, report=progress)]
    elif strip.board is None:
        if strip.rows != 2 or strip.stars is not None:
            raise click.UsageError(f"{GALAXIES} takes --rows 2; see docs/strips.md")
        numbers = count_boards(count, report=progress)
    elif at is None:
        columns = strip.board.strip(progress)
        numbers = terms(columns, count, checkpoint=checkpoint, report=progress)
    else:
        numbers = [_single_term(strip, at, modulo, checkpoint)]
    progress.clear()
    write_output("".join(f"{number}\n" for number in numbers), output)
    return exits.ANSWERED


def _single_term(
    strip: Strip, index: int, modulo: int | None, checkpoint: Path | None
) -> int:
    """Step to the term, or use the generating function if that is shorter."""
    columns = lumped(strip.automatic().strip(strip.progress))
    if index < 2 * columns.states:
        watch = strip.progress
        known = terms(columns, index + 1, checkpoint=checkpoint, report=watch)
        return known[index] % modulo if modulo else known[index]
    return strip.fitted(checkpoint).term(index, modulo)
