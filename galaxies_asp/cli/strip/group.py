"""`galaxies strip`: count the boards of a puzzle on strips of a fixed height."""

import functools
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.output import write_output
from galaxies_asp.cli.progress import Progress
from galaxies_asp.cli.strip.clues import check_command, render_command, solve_command
from galaxies_asp.strips import drawing, writing
from galaxies_asp.strips.errors import StripError, TooLargeError
from galaxies_asp.strips.galaxies_two_rows import count_boards
from galaxies_asp.strips.generating_function import GeneratingFunction, fit
from galaxies_asp.strips.lumping import lumped
from galaxies_asp.strips.puzzles import ENCODED, SWEPT, StripPuzzle
from galaxies_asp.strips.series import terms
from galaxies_asp.strips.two_not_touch_square import count_squares

SQUARE = "two-not-touch-square"
GALAXIES = "galaxies"

CONFIRMING_TERMS = 8
"""So many more terms are computed than the certificate needs."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


@click.group(name="strip")
@click.pass_context
def command(context: click.Context) -> None:
    """Count the boards of a puzzle on strips of a fixed height; solve such puzzles.

    PUZZLE is ring-ring, two-not-touch, circuit-board, partitions, dominoes, or a file
    with an encoding of one column (see docs/strips.md). The command `terms` also takes
    two-not-touch-square, and galaxies with 2 rows.
    """
    # Exact counts may have more digits than Python writes by default.
    digits = sys.get_int_max_str_digits()
    context.call_on_close(lambda: sys.set_int_max_str_digits(digits))
    sys.set_int_max_str_digits(0)


for _board_command in (solve_command, check_command, render_command):
    command.add_command(_board_command)


@dataclass(frozen=True)
class _Asked:
    """What the command line asks about; no board where there is no automaton."""

    puzzle: str
    rows: int | None
    stars: int | None
    board: StripPuzzle | None

    def automatic(self) -> StripPuzzle:
        """Return the board of a puzzle that has an automaton."""
        if self.board is None:
            raise click.UsageError(
                f"{self.puzzle} has no finite automaton, only `terms`; see "
                "docs/strips.md"
            )
        return self.board


def _puzzle_options(command: _Command) -> _Command:
    """Take a puzzle and its height; report limits by the exit code."""

    @click.argument("puzzle")
    @click.option("--rows", type=click.IntRange(min=1), help="The height of the strip.")
    @click.option(
        "--stars", type=click.IntRange(min=0), help="two-not-touch: stars a column."
    )
    @click.option(
        "--forbid",
        metavar="WAYS",
        help="two-not-touch: how stars may not be neighbours: vertical, horizontal, "
        "diagonal, falling, rising, joined by commas, or none.  "
        "[default: vertical,horizontal,diagonal]",
    )
    @click.option(
        "-c",
        "--const",
        "constants",
        multiple=True,
        metavar="NAME=NUMBER",
        help="A constant of an encoding; repeatable.",
    )
    @click.option(
        "--declarative",
        is_flag=True,
        help="Read the rules from the encoding, by clingo, instead of from Python.",
    )
    @click.option("-q", "--quiet", is_flag=True, help="No progress.")
    @functools.wraps(command)
    def with_puzzle(
        puzzle: str,
        rows: int | None,
        stars: int | None,
        forbid: str | None,
        constants: tuple[str, ...],
        declarative: bool,
        quiet: bool,
        **kwargs: Any,
    ) -> int:
        progress = Progress(quiet)
        try:
            board: StripPuzzle | None = None
            if puzzle not in (SQUARE, GALAXIES):
                board = _board(puzzle, rows, stars, forbid, constants, declarative)
            elif forbid is not None or constants or declarative:
                raise click.UsageError(f"{puzzle} takes no further options")
            asked = _Asked(puzzle, rows, stars, board)
            code: int = command(asked, progress=progress, **kwargs)
        except TooLargeError as error:
            progress.clear()
            click.echo(f"galaxies: {error}", err=True)
            return exits.LIMIT_REACHED
        return code

    return with_puzzle  # type: ignore[return-value]


def _board(
    puzzle: str,
    rows: int | None,
    stars: int | None,
    forbid: str | None,
    constants: tuple[str, ...],
    declarative: bool,
) -> StripPuzzle:
    if rows is None:
        raise click.UsageError("say the height of the strip with --rows")
    if puzzle not in (*SWEPT, *ENCODED) and not Path(puzzle).is_file():
        known = ", ".join(dict.fromkeys((*SWEPT, *ENCODED)))
        raise click.UsageError(
            f"no puzzle {puzzle!r}: neither a file nor one of {known}"
        )
    values = {}
    for constant in constants:
        name, _, value = constant.partition("=")
        if not name.isidentifier() or not value.lstrip("-").isdigit():
            raise click.UsageError(f"{constant!r}: a constant is NAME=NUMBER")
        values[name] = int(value)
    ways = None
    if forbid is not None:
        ways = frozenset(filter(None, (way.strip() for way in forbid.split(","))))
        ways -= {"none"}
    try:
        return StripPuzzle(puzzle, rows, stars, ways, values, declarative)
    except StripError as error:
        raise click.UsageError(str(error)) from None


@command.command(name="terms")
@_puzzle_options
@click.option("--size", type=click.IntRange(min=1), help=f"{SQUARE}: the size.")
@click.option(
    "--terms",
    "count",
    default=12,
    show_default=True,
    type=click.IntRange(min=1),
    help="How many terms, from 0 columns on.",
)
@click.option(
    "--at",
    type=click.IntRange(min=0),
    metavar="N",
    help="Only the term for N columns, however large N is.",
)
@click.option(
    "--modulo",
    type=click.IntRange(min=2),
    metavar="M",
    help="With --at: only the remainder of the term.",
)
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save the work to this file now and then, and go on from it.",
)
def terms_command(
    asked: _Asked,
    progress: Progress,
    size: int | None,
    count: int,
    at: int | None,
    modulo: int | None,
    checkpoint: Path | None,
) -> int:
    """Print how many boards have 0, 1, 2, ... columns, one number a line."""
    if modulo is not None and at is None:
        raise click.UsageError("--modulo needs --at")
    if size is not None and asked.puzzle != SQUARE:
        raise click.UsageError(f"--size belongs to {SQUARE}")
    if asked.board is None and (at is not None or checkpoint is not None):
        raise click.UsageError(f"{asked.puzzle} takes neither --at nor --checkpoint")
    if asked.puzzle == SQUARE:
        if size is None or asked.stars is None or asked.rows is not None:
            raise click.UsageError(f"{SQUARE} takes --size and --stars")
        numbers = [count_squares(size, asked.stars, report=progress.report)]
    elif asked.board is None:
        if asked.rows != 2 or asked.stars is not None:
            raise click.UsageError(f"{GALAXIES} takes --rows 2; see docs/strips.md")
        numbers = count_boards(count, report=progress.report)
    elif at is None:
        strip = asked.board.strip(progress.report)
        numbers = terms(strip, count, checkpoint=checkpoint, report=progress.report)
    else:
        numbers = [_single_term(asked.board, at, modulo, checkpoint, progress)]
    progress.clear()
    click.echo("\n".join(map(str, numbers)))
    return exits.ANSWERED


def _single_term(
    board: StripPuzzle,
    index: int,
    modulo: int | None,
    checkpoint: Path | None,
    progress: Progress,
) -> int:
    """Step to the term, or jump there by the generating function if that is shorter."""
    strip = lumped(board.strip(progress.report))
    if index < 2 * strip.states:
        known = terms(strip, index + 1, checkpoint=checkpoint, report=progress.report)
        return known[index] % modulo if modulo else known[index]
    return _fitted(board, checkpoint, progress).term(index, modulo)


@command.command(name="gf")
@_puzzle_options
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "latex", "sympy"]),
    default="text",
    show_default=True,
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--digits",
    default=20,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="Of the growth, after the decimal point.",
)
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save the work to this file now and then, and go on from it.",
)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
def gf_command(
    asked: _Asked,
    progress: Progress,
    style: str,
    as_json: bool,
    digits: int,
    checkpoint: Path | None,
    output: str | None,
) -> int:
    """Print the generating function of the numbers of boards, with its proof."""
    function = _fitted(asked.automatic(), checkpoint, progress)
    if as_json or style == "json":
        text = json.dumps(writing.as_object(function, digits))
    elif style == "latex":
        text = writing.latex(function)
    elif style == "sympy":
        text = writing.sympy(function)
    else:
        text = writing.report(function, digits).rstrip()
    progress.clear()
    write_output(text + "\n", output)
    return exits.ANSWERED


def _fitted(
    board: StripPuzzle, checkpoint: Path | None, progress: Progress
) -> GeneratingFunction:
    strip = lumped(board.strip(progress.report))
    known = terms(
        strip,
        2 * strip.states + CONFIRMING_TERMS,
        checkpoint=checkpoint,
        report=progress.report,
    )
    return fit(known, strip.states, report=progress.report)


@command.command(name="automaton")
@_puzzle_options
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "dot", "svg"]),
    default="text",
    show_default=True,
)
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
def automaton_command(
    asked: _Asked,
    progress: Progress,
    style: str,
    output: str | None,
) -> int:
    """Print or draw the smallest automaton that reads the columns of a board."""
    automaton = asked.automatic().automaton(progress.report).minimal()
    progress.clear()
    write_output(drawing.STYLES[style](automaton), output)
    return exits.ANSWERED
