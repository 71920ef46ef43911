"""`galaxies picture`: a puzzle whose solution shows a picture."""

from dataclasses import replace
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.grouping import Option
from galaxies_asp.cli.options.making import Making, making_options
from galaxies_asp.cli.options.wishes import Wishes, wishes_options
from galaxies_asp.errors import InputError, NotationError
from galaxies_asp.generate.canvas import Colors
from galaxies_asp.generate.lettering import lettered
from galaxies_asp.generate.picture import MAX_BYTES, from_image, from_text
from galaxies_asp.processes.files import make_folder, read_file


def text_option(help_text: str) -> Option:
    """Return the option for a word instead of a file."""
    return click.option("--text", metavar="WORD", help=help_text)


@click.command(name="picture")
@click.argument(
    "file",
    required=False,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@text_option("Letters and digits as the picture, instead of a file.")
@click.option(
    "--each", is_flag=True, help="A puzzle for each letter; -o names a folder."
)
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
    file: Path | None,
    text: str | None,
    each: bool,
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
    if each and text is None:
        raise click.UsageError("--each needs the letters of --text")
    if not each:
        picture = pixels_of(
            *(file, text),
            width=width,
            height=height,
            threshold=threshold,
            margin=margin,
            inverted=invert,
        )[1]
        return _make(picture, wishes, making)
    letters = dict.fromkeys((text or "").upper().replace(" ", ""))
    pictures = {one: pixels_of(None, one, inverted=invert)[1] for one in letters}
    codes = []
    for letter, picture in pictures.items():
        codes.append(_make(picture, wishes, _for_letter(making, letter)))
    return exits.worst(codes)


def _make(picture: Colors, wishes: Wishes, making: Making) -> int:
    rows, columns = picture.shape
    pixels = tuple(tuple(row) for row in picture.tolist())
    return making.run(wishes.recipe(columns, rows, picture=pixels))


def _for_letter(making: Making, letter: str) -> Making:
    """Write to a file of the letter in the folder."""
    if making.output in (None, "-"):
        return making
    folder = Path(making.output or "")
    make_folder(folder)
    return replace(making, output=str(folder / f"{letter}.jsonl"))


def pixels_of(
    file: Path | None,
    word: str | None,
    *,
    width: int | None = None,
    height: int | None = None,
    threshold: int | None = None,
    margin: int = 0,
    inverted: bool = False,
) -> tuple[str, Colors]:
    """Return the name and the pixels of a picture: a file, or a word to draw.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    if (file is None) == (word is None):
        raise click.UsageError("give either a file or --text WORD")
    name = str(file) if file is not None else f"--text {word}"
    try:
        if word is not None:
            return word, from_text(lettered(word), inverted=inverted)
        assert file is not None
        data = read_file(file, MAX_BYTES)
        text = _text(data)
        if text is not None:
            return file.stem, from_text(text, inverted=inverted)
        return file.stem, from_image(
            data,
            width=width,
            height=height,
            threshold=threshold,
            margin=margin,
            inverted=inverted,
        )
    except (InputError, NotationError) as error:
        raise InputError(f"{name}: {error}") from None


def _text(data: bytes) -> str | None:
    """Return the text of a file; None if it is something else."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
