"""`galaxies generate`: puzzles with exactly one solution."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import click
from click.core import ParameterSource

from galaxies_asp.board.grid import LATTICES, SQUARE
from galaxies_asp.cli.commands import given_options
from galaxies_asp.cli.inputs import family_option
from galaxies_asp.cli.making import Making, making
from galaxies_asp.cli.options import rules_options
from galaxies_asp.cli.pixels import pixels_of
from galaxies_asp.cli.values import FILE, Choice, FiniteRange, SizeType
from galaxies_asp.families.registry import BUILT_IN, family_named
from galaxies_asp.generating.picture import BLACK
from galaxies_asp.generating.recipe import hexagonal_shape


@making(
    "generate",
    click.option(
        "--size",
        type=SizeType(),
        default="10x10",
        show_default=True,
        help="Columns and rows; one number is a square, or the side of a hexagon.",
    ),
    rules_options,
    family_option,
)
def command(
    run: Making,
    size: tuple[int, int],
    family: str | None,
    lattice: Annotated[
        str, Choice(list(LATTICES)), "Lattice of the cells: square, or hexagonal."
    ] = SQUARE.name,
    black: Annotated[float, FiniteRange(0, 1), "Share of black dots, 0 to 1."] = 0.0,
    holes: Annotated[
        int, click.IntRange(min=0), "Number of missing cells, at random places."
    ] = 0,
    shape: Annotated[
        Path | None,
        FILE,
        "FILE",
        "A text with # for cells and . for holes, or an image; replaces --size.",
    ] = None,
) -> int:
    """Generate puzzles with exactly 1 solution, each proven and verified.

    The same options give the same puzzles in the same order, whatever the number of
    processes. With -o, the same command continues an interrupted run.

    Under other rules (--with quarter-turn, -e mine.lp) puzzles are sampled from the
    encoding itself; these take no difficulty and no style. Puzzles of other families,
    as in --family ring-ring --size 6x5, take a difficulty that is the size of the
    largest reason in their walkthrough; the size of fences is the number of steps from
    the middle of the board to its border.
    """
    if family not in (None, BUILT_IN[0]):
        return _make_sheets(run, family or "", size)
    rows = None
    if shape is not None:
        context = click.get_current_context()
        if context.get_parameter_source("size") != ParameterSource.DEFAULT:
            raise click.UsageError("--shape has a size of its own; leave out --size")
        _, pixels = pixels_of(shape, None)
        rows = tuple(map(tuple, (pixels == BLACK).tolist()))
        size = len(rows[0]), len(rows)
    elif lattice != SQUARE.name and size[0] == size[1] and not holes:
        rows = hexagonal_shape(size[0])
        size = len(rows[0]), len(rows)
    recipe = run.recipes.recipe(
        *size, black=black, holes=holes, shape=rows, lattice=LATTICES[lattice]
    )
    return run.make(replace(recipe, rules=run.rules))


_OF_ALL_FAMILIES = {
    *("family", "size", "seed", "count", "format_", "as_json", "solution", "output"),
    *("quiet", "color", "grade", "attempts"),
}
"""The parameters that have an effect on puzzles of all families."""


def _make_sheets(run: Making, name: str, size: tuple[int, int]) -> int:
    """Make puzzles of a family; their seeds follow each other."""
    from galaxies_asp.generating.lines import SheetRecipe  # loads clingo

    for option, written_as in given_options():
        if option not in _OF_ALL_FAMILIES:
            raise click.UsageError(f"{written_as} takes puzzles of Galaxies only")
    family, wanted = family_named(name), run.recipes.grade
    if isinstance(wanted, str):
        raise click.UsageError(
            f"--difficulty: puzzles of {family.name} have no grades, but sizes of the "
            "largest reason, such as --difficulty 3-6"
        )
    recipe = SheetRecipe(family, *size, run.recipes.seed, wanted, run.recipes.attempts)
    return run.make_sheets(recipe)
