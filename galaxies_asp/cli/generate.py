"""`galaxies generate` and `picture`: puzzles with exactly one solution."""

from collections.abc import Mapping
from typing import Annotated, Any

import click

from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import (
    Option,
    Settings,
    command,
    is_given,
    refuse_options,
)
from galaxies_asp.cli.inputs import FamilyName, say_ignored
from galaxies_asp.cli.making import Making
from galaxies_asp.cli.output import echo
from galaxies_asp.cli.values import SIZE, Choice
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import LATTICES, SQUARE
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.families.registry import family_named
from galaxies_asp.generating.recipe import BLACK, hexagonal_shape


def _read(
    width: Annotated[int | None, Range(1), "Columns."] = None,
    height: Annotated[int | None, Range(1), "Rows."] = None,
    threshold: Annotated[
        int | None, Range(0, 255), "Darker pixels are black (the best separation)."
    ] = None,
    margin: Annotated[
        int, Range(0, 255), "Pixels within this distance of it may become either."
    ] = 0,
    inverted: Annotated[bool, Option("--invert"), "Exchange black and white."] = False,
    dots: Annotated[bool, "Draw with a dot in each black pixel, not with regions."] = (
        False
    ),
) -> None:
    """Name what --image says."""


_image = Settings("--image", "How the picture is read and drawn", _read, dict)


@command("generate", has_csv=True)
def generate_command(
    *,
    lattice: Annotated[
        str, Choice(list(LATTICES)), "Lattice of the cells: square, or hexagonal."
    ] = SQUARE.name,
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

    Without --size, boards have 10x10 cells, or the nearest size that a family has.

    Under other rules (--with quarter-turn, -e mine.lp) puzzles are sampled from the
    encoding itself; these take no style. Puzzles of other families take a grade, or the
    size of the largest reason in their walkthrough; where boards have one side, the
    size is the number of steps from the middle of the board to its border.
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
    recipe = run.recipes.recipe(
        *size, shape=rows, rules=rules, lattice=LATTICES[lattice], family=chosen
    )
    if rows is None and not (is_given("size") or chosen.is_styled):
        from galaxies_asp.generating.nearest import with_boards  # loads hints, too

        recipe = with_boards(recipe)
    return run.make(recipe)


_OF_ALL_FAMILIES = {
    *("family", "size", "seed", "count", "format_", "as_json", "solution", "output"),
    *("quiet", "grade", "time_limit", "jobs", "required", "shape"),
}
"""The parameters that have an effect on puzzles of all families."""


@command("picture", has_csv=True)
def picture_command(
    *,
    image: Annotated[Mapping[str, Any], _image],
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

    FILE is an image, SVG or PDF, or a text of # for black, . for white, ? for either.
    `galaxies render --solution` draws the solution. By default, the longer side of an
    image becomes 30 cells.
    """
    from galaxies_asp.cli.cover import pixels_of
    from galaxies_asp.generating.picture import drawn_by_dots, to_text

    read = dict(image)
    by_dots = read.pop("dots", False)
    _, picture = pixels_of(file, text, **read)
    if preview:
        echo(to_text(picture), nl=False)
        return exits.ANSWERED
    rows, columns = picture.shape
    pixels = drawn_by_dots(picture) if by_dots else picture
    drawn = tuple(map(tuple, pixels.tolist()))
    return run.make(run.recipes.recipe(columns, rows, picture=drawn, rules=rules))
