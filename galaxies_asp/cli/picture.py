"""`galaxies picture`: a puzzle whose solution shows a picture."""

from pathlib import Path

import click

from galaxies_asp.cli.options.making import Making, making_options
from galaxies_asp.cli.options.wishes import Wishes, wishes_options
from galaxies_asp.errors import InputError, NotationError
from galaxies_asp.generate.picture import MAX_BYTES, from_image, from_text
from galaxies_asp.processes.files import read_file


@click.command(name="picture")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--width", type=click.IntRange(min=1), metavar="N", help="Columns of an image."
)
@click.option(
    "--height", type=click.IntRange(min=1), metavar="N", help="Rows of an image."
)
@click.option(
    "--threshold",
    type=click.IntRange(0, 255),
    help="Darker pixels are black (default: the best separation of the pixels).",
)
@click.option(
    "--margin",
    type=click.IntRange(0, 255),
    default=0,
    help="Pixels within this distance of the threshold may become either.",
)
@click.option("--invert", is_flag=True, help="Exchange black and white.")
@wishes_options
@making_options
def command(
    file: Path,
    width: int | None,
    height: int | None,
    threshold: int | None,
    margin: int,
    invert: bool,
    wishes: Wishes,
    making: Making,
) -> int:
    """Make a puzzle whose regions with black dots draw a picture.

    FILE is an image, or a text with # for black, . for white and ? for either.
    `galaxies render --solution` draws the solution. By default, the longer side of an
    image becomes 30 cells.
    """
    try:
        data = read_file(file, MAX_BYTES)
        text = _text(data)
        if text is None:
            picture = from_image(
                data,
                width=width,
                height=height,
                threshold=threshold,
                margin=margin,
                inverted=invert,
            )
        else:
            picture = from_text(text, inverted=invert)
    except (InputError, NotationError) as error:
        raise InputError(f"{file}: {error}") from None
    rows, columns = picture.shape
    pixels = tuple(tuple(row) for row in picture.tolist())
    return making.run(wishes.recipe(columns, rows, picture=pixels))


def _text(data: bytes) -> str | None:
    """Return the text of a file; None if it is something else."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
