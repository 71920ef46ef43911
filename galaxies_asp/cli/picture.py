"""`galaxies picture`: a puzzle whose solution shows a picture."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.making import Making, making
from galaxies_asp.cli.options import rules_options
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.pixels import pixels_of, source_options
from galaxies_asp.generating.picture import drawn_by_dots, to_text
from galaxies_asp.processes.files import make_folder


@making(
    "picture",
    source_options("file", "Letters and digits as the picture, instead of a file."),
    rules_options,
)
def command(
    run: Making,
    file: Path | None,
    text: str | None,
    each: Annotated[bool, "A puzzle for each letter; -o names a folder."] = False,
    width: Annotated[int | None, click.IntRange(min=1), "Columns of an image."] = None,
    height: Annotated[int | None, click.IntRange(min=1), "Rows of an image."] = None,
    threshold: Annotated[
        int | None,
        click.IntRange(0, 255),
        "Darker pixels are black (default: the best separation of the pixels).",
    ] = None,
    margin: Annotated[
        int,
        click.IntRange(0, 255),
        "Pixels within this distance of the threshold may become either.",
    ] = 0,
    by_dots: Annotated[
        bool, "Draw with black dots, one in each black pixel, instead of regions."
    ] = False,
    invert: Annotated[bool, "Exchange black and white."] = False,
    preview: Annotated[bool, "Print the picture as a text; make no puzzle."] = False,
) -> int:
    """Make a puzzle whose black dots, or their regions, draw a picture.

    FILE is an image, or a text with # for black, . for white and ? for either.
    `galaxies render --solution` draws the solution. By default, the longer side of an
    image becomes 30 cells.
    """
    if each and text is None:
        raise click.UsageError("--each needs the letters of --text")
    words = dict.fromkeys((text or "").upper().replace(" ", "")) if each else [text]
    codes = []
    for word in words:
        _, picture = pixels_of(
            file,
            word,
            width=width,
            height=height,
            threshold=threshold,
            margin=margin,
            inverted=invert,
        )
        if preview:
            echo(to_text(picture), nl=False)
            continue
        rows, columns = picture.shape
        if by_dots:
            picture = drawn_by_dots(picture)
        pixels = tuple(map(tuple, picture.tolist()))
        one = _for_letter(run, word or "") if each else run
        recipe = run.recipes.recipe(columns, rows, picture=pixels)
        codes.append(one.make(replace(recipe, rules=run.rules)))
    return exits.worst(codes)


def _for_letter(run: Making, letter: str) -> Making:
    """Write to a file of the letter in the folder."""
    if run.output in (None, "-"):
        return run
    folder = Path(run.output or "")
    make_folder(folder)
    return replace(run, output=str(folder / f"{letter}.jsonl"))
