"""Options of the commands on strips: the puzzle, its height and its constants."""

from dataclasses import dataclass
from pathlib import Path

import click

from galaxies_asp.cli.options.grouping import grouped
from galaxies_asp.cli.options.output import quiet_option
from galaxies_asp.cli.options.progress import Progress
from galaxies_asp.strips.errors import StripError
from galaxies_asp.strips.generating_function import GeneratingFunction, fit
from galaxies_asp.strips.lumping import lumped
from galaxies_asp.strips.puzzles import ENCODED, SWEPT, StripPuzzle
from galaxies_asp.strips.series import terms

SQUARE = "two-not-touch-square"
GALAXIES = "galaxies"

CONFIRMING_TERMS = 8
"""The number of terms beyond those that the certificate needs."""

checkpoint_option = click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save intermediate results to this file, and continue from them.",
)


@dataclass(frozen=True)
class Strip:
    """The requested puzzle; no board where there is no automaton."""

    puzzle: str
    rows: int | None
    stars: int | None
    board: StripPuzzle | None
    progress: Progress

    def automatic(self) -> StripPuzzle:
        """Return the board of a puzzle that has an automaton."""
        if self.board is None:
            raise click.UsageError(
                f"{self.puzzle} has no finite automaton, only `terms`; see "
                "docs/strips.md"
            )
        return self.board

    def fitted(self, checkpoint: Path | None) -> GeneratingFunction:
        """Return the generating function."""
        strip = lumped(self.automatic().strip(self.progress))
        known = terms(
            strip,
            2 * strip.states + CONFIRMING_TERMS,
            checkpoint=checkpoint,
            report=self.progress,
        )
        return fit(known, strip.states, report=self.progress)


def _strip(
    puzzle: str,
    rows: int | None,
    stars: int | None,
    forbid: str | None,
    constants: tuple[str, ...],
    declarative: bool,
    quiet: bool,
) -> Strip:
    board: StripPuzzle | None = None
    if puzzle not in (SQUARE, GALAXIES):
        board = _board(puzzle, rows, stars, forbid, constants, declarative)
    elif forbid is not None or constants or declarative:
        raise click.UsageError(f"{puzzle} takes no further options")
    return Strip(puzzle, rows, stars, board, Progress(quiet))


def _board(
    puzzle: str,
    rows: int | None,
    stars: int | None,
    forbid: str | None,
    constants: tuple[str, ...],
    declarative: bool,
) -> StripPuzzle:
    if rows is None:
        raise click.UsageError("give the height of the strip with --rows")
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


strip_options = grouped(
    "strip",
    _strip,
    click.argument("puzzle"),
    click.option(
        "--rows", type=click.IntRange(min=1), metavar="N", help="Height of the strip."
    ),
    click.option(
        "--stars",
        type=click.IntRange(min=0),
        metavar="N",
        help="two-not-touch: stars per column.",
    ),
    click.option(
        "--forbid",
        metavar="WAYS",
        help="two-not-touch: forbidden ways of touching: vertical, horizontal, "
        "diagonal, falling, rising, joined by commas, or none.  "
        "[default: vertical,horizontal,diagonal]",
    ),
    click.option(
        "--const",
        "constants",
        multiple=True,
        metavar="NAME=NUMBER",
        help="A constant of an encoding; repeatable.",
    ),
    click.option(
        "--declarative",
        is_flag=True,
        help="Read the rules from the encoding with clingo, instead of from Python.",
    ),
    quiet_option,
)
