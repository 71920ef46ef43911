"""`galaxies cover`: the fewest galaxies that cover a shape exactly."""

import time
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.board.errors import InputError, NotationError
from galaxies_asp.cli import commands, exits, options
from galaxies_asp.cli.commands import Run, note
from galaxies_asp.cli.output import WRITABLE, echo, format_of, written
from galaxies_asp.cli.pixels import pixels_of, source_options
from galaxies_asp.cli.render import SUFFIXES, drawn
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.generating.answers import CoverAnswer
from galaxies_asp.generating.cover import Cover, covers
from galaxies_asp.generating.picture import BLACK
from galaxies_asp.notation.json_lines import JsonPuzzle


@commands.command(
    "cover",
    source_options("shape", "The shape of a word: letters and digits."),
    options.rules_options,
    options.time_limit_option(
        "Wall-clock limit; the best cover that was found is shown."
    ),
    options.format_option(
        [*SUFFIXES.values(), *WRITABLE],
        "Format (default: by the suffix of -o, or text)",
    ),
    options.json_option(),
    options.output_option(),
    click.option("-q", "--quiet", is_flag=True, help="No progress."),
    options.style_options,
)
def command(
    run: Run,
    shape: Path | None,
    text: str | None,
    time_limit: float | None,
    unique: Annotated[bool, "Only covers whose dots have exactly 1 solution."] = False,
) -> int:
    """Find the fewest galaxies that cover a shape exactly.

    SHAPE is a text file with # for the cells of the shape and . for others, or an
    image. The number of galaxies is proven to be the fewest, unless a limit ends the
    search. The dots may have several solutions, unless --unique is given. Under other
    rules (-e, --with) the shape is covered as a whole, which takes longer.
    """
    name, pixels = pixels_of(shape, text)
    format_ = run.format_ or format_of(run.output, SUFFIXES, "text")
    deadline = None if time_limit is None else time.monotonic() + time_limit
    progress = run.progress()
    best, code = None, exits.ANSWERED
    try:
        for best in covers(
            pixels == BLACK, unique=unique, deadline=deadline, rules=run.rules
        ):
            progress("galaxies", best.galaxies, None)
    except TimeoutError:
        code = exits.LIMIT_REACHED
    except KeyboardInterrupt:
        code = exits.INTERRUPTED
    except (InputError, NotationError) as error:
        raise InputError(f"{name}: {error}") from None
    if best is None:
        note(name, "no cover was found in time")
        return code
    entry = GalaxiesSheet(name, best.solution.position())
    if run.as_json:
        answer = CoverAnswer.of(
            best,
            id=name,
            unique=unique,
            encoding=run.rules.encoding,
            cover=JsonPuzzle.about(entry.position),
        )
        run.write(f"{answer.json()}\n")
        return code
    if not run.quiet:
        echo(f"{name}: {_summary(best, unique)}", err=run.output is not None)
    if format_ in WRITABLE:
        run.write(written(entry, format_))
    else:
        run.write(drawn(entry, format_, run.style))
    return code


def _summary(cover: Cover, unique: bool) -> str:
    several = cover.galaxies > 1
    number = f"{cover.galaxies} galaxies cover" if several else "1 galaxy covers"
    cells = int(cover.solution.puzzle.cell_mask().sum())
    proof = "fewer do not suffice"
    if not cover.fewest:
        proof = f"fewer may suffice, but not fewer than {max(1, cover.at_least)}"
    puzzle = ", in a puzzle with exactly 1 solution" if unique else ""
    trust = "" if cover.verified else " (not verified: no verifier for these rules)"
    return f"{number} the {cells} cells{puzzle}; {proof}{trust}"
