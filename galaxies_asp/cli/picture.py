"""`galaxies picture`: a puzzle whose solution shows a picture."""

from dataclasses import replace
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.making import Making, making
from galaxies_asp.cli.pixels import pixels_of, source_options
from galaxies_asp.generating.canvas import Colors
from galaxies_asp.generating.picture import to_text
from galaxies_asp.processes.files import make_folder


@making(
    "picture",
    source_options("file", "Letters and digits as the picture, instead of a file."),
    click.option(
        "--each", is_flag=True, help="A puzzle for each letter; -o names a folder."
    ),
    click.option(
        "--width", type=click.IntRange(min=1), metavar="N", help="Columns of an image."
    ),
    click.option(
        "--height", type=click.IntRange(min=1), metavar="N", help="Rows of an image."
    ),
    click.option(
        "--threshold",
        type=click.IntRange(0, 255),
        help="Darker pixels are black (default: the best separation of the pixels).",
    ),
    click.option(
        "--margin",
        type=click.IntRange(0, 255),
        default=0,
        help="Pixels within this distance of the threshold may become either.",
    ),
    click.option("--invert", is_flag=True, help="Exchange black and white."),
    click.option(
        "--preview",
        is_flag=True,
        help="Print the picture as a text; make no puzzle.",
    ),
)
def command(
    run: Making,
    file: Path | None,
    text: str | None,
    each: bool,
    width: int | None,
    height: int | None,
    threshold: int | None,
    margin: int,
    invert: bool,
    preview: bool,
) -> int:
    """Make a puzzle whose regions with black dots draw a picture.

    FILE is an image, or a text with # for black, . for white and ? for either.
    `galaxies render --solution` draws the solution. By default, the longer side of an
    image becomes 30 cells.
    """
    if each and text is None:
        raise click.UsageError("--each needs the letters of --text")
    if not each:
        _, picture = pixels_of(
            file,
            text,
            width=width,
            height=height,
            threshold=threshold,
            margin=margin,
            inverted=invert,
        )
        if preview:
            click.echo(to_text(picture), nl=False)
            return exits.ANSWERED
        return _make(run, picture)
    letters = dict.fromkeys((text or "").upper().replace(" ", ""))
    pictures = [pixels_of(None, letter, inverted=invert)[1] for letter in letters]
    runs = [_for_letter(run, letter) for letter in letters]
    return exits.worst(list(map(_make, runs, pictures)))


def _make(run: Making, picture: Colors) -> int:
    rows, columns = picture.shape
    pixels = tuple(tuple(row) for row in picture.tolist())
    return run.make(run.recipes.recipe(columns, rows, picture=pixels))


def _for_letter(run: Making, letter: str) -> Making:
    """Write to a file of the letter in the folder."""
    if run.output in (None, "-"):
        return run
    folder = Path(run.output or "")
    make_folder(folder)
    return replace(run, output=str(folder / f"{letter}.jsonl"))
