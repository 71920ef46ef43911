"""`galaxies cover`: the fewest galaxies that cover a shape exactly."""

import json
import time
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options import (
    format_option,
    json_option,
    output_option,
    style_options,
    time_limit_option,
)
from galaxies_asp.cli.output import WRITABLE, Progress, format_of, write_output, written
from galaxies_asp.cli.pixels import pixels_of, source_options
from galaxies_asp.cli.render import SUFFIXES, drawer
from galaxies_asp.cli.text_style import TextStyle
from galaxies_asp.errors import InputError, NotationError
from galaxies_asp.generating.cover import Cover, covers
from galaxies_asp.generating.picture import BLACK
from galaxies_asp.notation import write

_DRAWN = ["text", "svg", "png", "pdf", "tikz"]


@click.command(name="cover")
@source_options("shape", "The shape of a word: letters and digits.")
@click.option(
    "--unique", is_flag=True, help="Only covers whose dots have exactly 1 solution."
)
@time_limit_option("Wall-clock limit; the best cover that was found is shown.")
@format_option(_DRAWN + WRITABLE, "Format (default: by the suffix of -o, or text)")
@json_option()
@output_option()
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
@style_options
def command(
    shape: Path | None,
    text: str | None,
    unique: bool,
    time_limit: float | None,
    format_: str | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    style: TextStyle,
) -> int:
    """Find the fewest galaxies that cover a shape exactly.

    SHAPE is a text file with # for the cells of the shape and . for others, or an
    image. The number of galaxies is proven to be the fewest, unless a limit ends the
    search. The dots may have several solutions, unless --unique is given.
    """
    name, pixels = pixels_of(shape, text)
    format_ = format_ or format_of(output, SUFFIXES, "text")
    deadline = None if time_limit is None else time.monotonic() + time_limit
    progress = Progress(quiet)
    best, code = None, exits.ANSWERED
    try:
        for best in covers(pixels == BLACK, unique=unique, deadline=deadline):
            progress("galaxies", best.galaxies, None)
    except TimeoutError:
        code = exits.LIMIT_REACHED
    except KeyboardInterrupt:
        code = exits.INTERRUPTED
    except (InputError, NotationError) as error:
        raise InputError(f"{name}: {error}") from None
    finally:
        progress.clear()
    if best is None:
        click.echo(f"galaxies: {name}: no cover was found in time", err=True)
        return code
    if as_json:
        write_output(json.dumps(_answer(name, best, unique)) + "\n", output)
        return code
    if not quiet:
        click.echo(f"{name}: {_summary(best, unique)}", err=output is not None)
    position = best.solution.position()
    if format_ in WRITABLE:
        write_output(written(name, position, format_), output)
    else:
        write_output(drawer(format_, style)(position), output)
    return code


def _summary(cover: Cover, unique: bool) -> str:
    several = cover.galaxies > 1
    number = f"{cover.galaxies} galaxies cover" if several else "1 galaxy covers"
    cells = int(cover.solution.puzzle.cell_mask().sum())
    proof = "fewer do not suffice" if cover.fewest else "fewer may suffice"
    puzzle = ", in a puzzle with exactly 1 solution" if unique else ""
    return f"{number} the {cells} cells{puzzle}; {proof}"


def _answer(name: str, cover: Cover, unique: bool) -> dict[str, object]:
    return {
        "schema": 1,
        "id": name,
        "galaxies": cover.galaxies,
        "fewest": cover.fewest,
        "unique": unique,
        "cover": json.loads(write(cover.solution.position(), "json")),
    }
