"""`galaxies strip terms`: the numbers of boards by their number of columns."""

from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options import count_option, output_option, sequence_format_option
from galaxies_asp.cli.output import sequence, write_output
from galaxies_asp.cli.strip.gf import fitted
from galaxies_asp.cli.strip.options import (
    GALAXIES,
    SQUARE,
    Strip,
    StripLimits,
    checkpoint_option,
    limits_options,
    strip_options,
)
from galaxies_asp.counting.strips.galaxies_two_rows import count_boards
from galaxies_asp.counting.strips.lumping import lumped
from galaxies_asp.counting.strips.puzzles import StripPuzzle
from galaxies_asp.counting.strips.series import terms
from galaxies_asp.counting.strips.two_not_touch_square import count_squares
from galaxies_asp.processes.progress import Report
from galaxies_asp.processes.sharing import Sharing


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
@limits_options
@sequence_format_option
@output_option()
def terms_command(
    strip: Strip,
    size: int | None,
    count: int,
    at: int | None,
    modulo: int | None,
    checkpoint: Path | None,
    limits: StripLimits,
    format_: str,
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
        numbers = [limits.call(_squares, progress, size, strip.stars, limits.force)]
    elif strip.board is None:
        if strip.rows != 2 or strip.stars is not None:
            raise click.UsageError(f"{GALAXIES} takes --rows 2; see docs/strips.md")
        numbers = limits.call(_two_rows, progress, count)
    elif at is None:
        arguments = strip.board, count, checkpoint, limits.force
        numbers = limits.call(_terms, progress, *arguments)
    else:
        request = strip.board, at, modulo, checkpoint, limits.force
        numbers = [limits.call(_single_term, progress, *request)]
    progress.clear()
    first = at if at is not None else size or 0
    write_output(sequence(numbers, first, format_), output)
    return exits.ANSWERED


def _squares(size: int, stars: int, force: bool, report: Report) -> int:
    return count_squares(size, stars, force=force, report=report)


def _two_rows(count: int, report: Report) -> list[int]:
    return count_boards(count, report=report)


def _terms(
    board: StripPuzzle, count: int, checkpoint: Path | None, force: bool, report: Report
) -> list[int]:
    strip = board.strip(report, force=force)
    return terms(strip, count, checkpoint=checkpoint, report=report)


def _single_term(
    board: StripPuzzle,
    index: int,
    modulo: int | None,
    checkpoint: Path | None,
    force: bool,
    report: Report,
) -> int:
    """Step to the term, or use the generating function if that is shorter."""
    strip = lumped(board.strip(report, force=force))
    if index < 2 * strip.states:
        known = terms(strip, index + 1, checkpoint=checkpoint, report=report)
        return known[index] % modulo if modulo else known[index]
    return fitted(board, checkpoint, Sharing(1, None), force, report).term(
        index, modulo
    )
