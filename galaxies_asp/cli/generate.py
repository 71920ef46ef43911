"""`galaxies generate` and `picture`: puzzles with exactly one solution."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Option, command, is_given, refuse_options
from galaxies_asp.cli.inputs import FamilyName, say_ignored
from galaxies_asp.cli.making import SUFFIX_OF, Making
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import SIZE, Choice
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import LATTICES, SQUARE
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.families.registry import family_named
from galaxies_asp.generating.recipe import (
    BLACK,
    BlackShare,
    HoleNumber,
    hexagonal_shape,
)
from galaxies_asp.processes.files import make_folder


@command("generate", has_csv=True)
def generate_command(
    *,
    lattice: Annotated[
        str, Choice(list(LATTICES)), "Lattice of the cells: square, or hexagonal."
    ] = SQUARE.name,
    black: BlackShare = 0.0,
    holes: HoleNumber = 0,
    shape: Annotated[
        options.File,
        "A text with # for cells and . for holes, or an image; replaces --size.",
    ],
    size: Annotated[
        tuple[int, int],
        Option(type=SIZE, default="10x10"),
        "Columns and rows; one number is a square, or the side of a hexagon.",
    ],
    rules: options.RulesOptions,
    family: FamilyName,
    run: Making,
) -> int:
    """Generate puzzles with exactly 1 solution, each proven and verified.

    The same options give the same puzzles in the same order, whatever the number of
    processes. With -o, the same command continues an interrupted run.

    Under other rules (--with quarter-turn, -e mine.lp) puzzles are sampled from the
    encoding itself; these take no style. Puzzles of other families,
    as in --family ring-ring --size 6x5, take a grade, or the size of the
    largest reason in their walkthrough; the size of fences is the number of steps from
    the middle of the board to its border.
    """
    chosen = family_named(family) if family else GALAXIES
    if not chosen.is_styled:
        refuse_options(
            lambda name: name not in _OF_ALL_FAMILIES, "puzzles of Galaxies only"
        )
    say_ignored(chosen, rules.encoding)
    rows = None
    if shape is not None:
        if is_given("size"):
            raise click.UsageError("--shape has a size of its own; leave out --size")
        from galaxies_asp.cli.cover import pixels_of  # rarely needed

        _, pixels = pixels_of(shape, None)
        rows = tuple(map(tuple, (pixels == BLACK).tolist()))
    elif lattice != SQUARE.name and size[0] == size[1]:
        rows = hexagonal_shape(size[0])
    if rows is not None:
        size = len(rows[0]), len(rows)
    return run.make(
        run.recipes.recipe(
            *size,
            black=black,
            holes=holes,
            shape=rows,
            rules=rules,
            lattice=LATTICES[lattice],
            family=chosen,
        )
    )


_OF_ALL_FAMILIES = {
    *("family", "size", "seed", "count", "format_", "as_json", "solution", "output"),
    *("quiet", "grade", "attempts", "time_limit", "sharing"),
    *("dots", "pattern", "effort"),
}
"""The parameters that have an effect on puzzles of all families."""


@command("picture")
def picture_command(
    *,
    each: Annotated[bool, "A puzzle for each letter; -o names a folder."],
    width: Annotated[int | None, Range(1), "Columns of an image."],
    height: Annotated[int | None, Range(1), "Rows of an image."],
    threshold: Annotated[
        int | None,
        Range(0, 255),
        "Darker pixels are black (default: the best separation of the pixels).",
    ],
    margin: Annotated[
        int,
        Range(0, 255),
        "Pixels within this distance of the threshold may become either.",
    ] = 0,
    by_dots: Annotated[
        bool, "Draw with black dots, one in each black pixel, instead of regions."
    ],
    invert: Annotated[bool, "Exchange black and white."],
    preview: Annotated[bool, "Print the picture as a text; make no puzzle."],
    file: options.PictureFile,
    text: Annotated[
        str | None,
        options.WORD,
        "Letters and digits as the picture, in place of FILE.",
    ],
    rules: options.RulesOptions,
    run: Making,
) -> int:
    """Make a puzzle whose black dots, or their regions, draw a picture.

    FILE is an image, SVG, or a text with # for black, . for white and ? for either.
    `galaxies render --solution` draws the solution. By default, the longer side of an
    image becomes 30 cells.
    """
    from galaxies_asp.cli.cover import pixels_of
    from galaxies_asp.generating.picture import drawn_by_dots, to_text

    if each and text is None:
        raise click.UsageError("--each needs the letters of --text")
    image = {"width": width, "height": height, "threshold": threshold, "margin": margin}
    words = dict.fromkeys((text or "").upper().replace(" ", "")) if each else [text]
    codes: list[int] = []
    for word in words:
        _, picture = pixels_of(file, word, inverted=invert, **image)
        if preview:
            echo(to_text(picture), nl=False)
            continue
        rows, columns = picture.shape
        if by_dots:
            picture = drawn_by_dots(picture)
        pixels = tuple(map(tuple, picture.tolist()))
        one = run
        if each and run.output not in (None, "-"):  # a file for each letter
            folder = Path(run.output or "")
            make_folder(folder)
            suffix = f".{SUFFIX_OF.get(run.format_ or '', 'txt')}"
            name = f"{word}{suffix if run.format_ else '.jsonl'}"
            one = replace(run, output=str(folder / name))
        recipe = run.recipes.recipe(columns, rows, picture=pixels, rules=rules)
        codes.append(one.make(recipe, before=len(codes)))
    return exits.worst(codes)
