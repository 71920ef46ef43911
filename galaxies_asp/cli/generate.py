"""`galaxies generate`: puzzles with exactly one solution."""

import random
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import click
from click.core import ParameterSource

from galaxies_asp.board.grid import LATTICES, SQUARE
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import given_options
from galaxies_asp.cli.inputs import family_option
from galaxies_asp.cli.making import Making, making
from galaxies_asp.cli.options import rules_options
from galaxies_asp.cli.output import Progress, joined, written
from galaxies_asp.cli.pixels import pixels_of
from galaxies_asp.cli.values import FILE, Choice, FiniteRange, SizeType
from galaxies_asp.explaining.grading import sizes
from galaxies_asp.explaining.questions import walkthrough
from galaxies_asp.families.family import GenerationError
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
    *("family", "size", "seed", "count", "format_", "solution", "output"),
    *("quiet", "color", "grade", "attempts"),
}
"""The parameters that have an effect on puzzles of all families."""


def _make_sheets(run: Making, name: str, size: tuple[int, int]) -> int:
    """Make puzzles of a family; their seeds follow each other."""
    for option, written_as in given_options():
        if option not in _OF_ALL_FAMILIES:
            raise click.UsageError(f"{written_as} takes puzzles of Galaxies only")
    family = family_named(name)
    format_ = run.format_ or [*family.notations, "facts"][0]
    progress = run.progress()
    texts = []
    for seed in range(run.recipes.seed, run.recipes.seed + run.count):
        made = _sheet(run, family, size, seed, progress)
        texts.append(written(made if run.solution else made.puzzle, format_))
    run.write(joined(texts, format_))
    return exits.ANSWERED


def _sheet(
    run: Making, family: Any, size: tuple[int, int], seed: int, progress: Progress
) -> Any:
    """Make a puzzle of a family, of the difficulty that is wanted."""
    from galaxies_asp.families.making import generate  # loads clingo

    rng = random.Random(seed)
    wanted = run.recipes.grade
    if isinstance(wanted, str):
        raise click.UsageError(
            f"--difficulty: puzzles of {family.name} have no grades, but sizes of the "
            "largest reason, such as --difficulty 3-6"
        )
    if wanted is None:
        return generate(family, size, rng, progress)
    for _ in range(run.recipes.attempts):
        made = generate(family, size, rng, progress)
        way = walkthrough(made.puzzle, report=partial(progress, "deducing"))
        if way.steps and wanted[0] <= sizes(way).largest <= wanted[1]:
            return made
    raise GenerationError(
        f"the largest reason of none of {run.recipes.attempts} puzzles has a size of "
        f"{wanted[0]} to {wanted[1]}; ask for something else, or allow more --attempts"
    )
