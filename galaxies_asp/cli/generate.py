"""`galaxies generate`: puzzles with exactly one solution."""

from dataclasses import replace
from pathlib import Path

import click
from click.core import ParameterSource

from galaxies_asp.board.grid import LATTICES, SQUARE
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import given_options
from galaxies_asp.cli.inputs import family_option
from galaxies_asp.cli.making import Making, making
from galaxies_asp.cli.options import rules_options
from galaxies_asp.cli.output import joined, written
from galaxies_asp.cli.pixels import pixels_of
from galaxies_asp.cli.values import Choice, FiniteRange, SizeType
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
    click.option(
        "--lattice",
        type=Choice(list(LATTICES)),
        default=SQUARE.name,
        show_default=True,
        help="Lattice of the cells: square, or hexagonal.",
    ),
    click.option(
        "--black",
        type=FiniteRange(),
        default=0.0,
        show_default=True,
        help="Share of black dots, 0 to 1.",
    ),
    click.option(
        "--holes",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="Number of missing cells, at random places.",
    ),
    click.option(
        "--shape",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="A text with # for cells and . for holes, or an image; replaces --size.",
    ),
    rules_options,
    family_option,
)
def command(
    run: Making,
    size: tuple[int, int],
    black: float,
    holes: int,
    shape: Path | None,
    family: str | None,
    lattice: str,
) -> int:
    """Generate puzzles with exactly 1 solution, each proven and verified.

    The same options give the same puzzles in the same order, whatever the number of
    processes. With -o, the same command continues an interrupted run.

    Under other rules (--with quarter-turn, -e mine.lp) puzzles are sampled from the
    encoding itself; these take no difficulty and no style. So are puzzles of other
    families, as in --family ring-ring --size 6x5; the size of fences is the number of
    steps from the middle of the board to its border.
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
    *("family", "size", "seed", "count", "format_", "solution", "output"),
    *("quiet", "color"),
}
"""The parameters that have an effect on puzzles of all families."""


def _make_sheets(run: Making, name: str, size: tuple[int, int]) -> int:
    """Make puzzles of a family; their seeds follow each other."""
    import random

    for option, written_as in given_options():
        if option not in _OF_ALL_FAMILIES:
            raise click.UsageError(f"{written_as} takes puzzles of Galaxies only")
    from galaxies_asp.families.making import generate  # loads clingo

    family = family_named(name)
    format_ = run.format_ or [*family.notations, "facts"][0]
    progress = run.progress()
    texts = []
    for seed in range(run.recipes.seed, run.recipes.seed + run.count):
        made = generate(family, size, random.Random(seed), progress)
        shown = made if run.solution else made.puzzle
        texts.append(written(made.name, shown.position, format_, family))
    progress.clear()
    run.write(joined(texts, format_))
    return exits.ANSWERED
