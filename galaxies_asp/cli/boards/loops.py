"""`galaxies boards symmetric-loops`: loops on an empty board of fences."""

from typing import Annotated

import click

from galaxies_asp.board.answer import Answer, Natural, Positive
from galaxies_asp.board.values import dataclass
from galaxies_asp.cli import commands, exits
from galaxies_asp.cli.commands import Run
from galaxies_asp.cli.options import json_option, quiet_option
from galaxies_asp.cli.values import Choice
from galaxies_asp.families.fences.lattice import LATTICES, by_name
from galaxies_asp.families.fences.puzzle import MAX_SIDE


@dataclass(frozen=True)
class SymmetricLoopsAnswer(Answer):
    """Answer of galaxies boards symmetric-loops --json."""

    lattice: Annotated[str, "Shape of the cells."]
    side: Annotated[Positive, "Steps from the middle of the board to its border."]
    symmetric_loops: Annotated[Natural, "Number of symmetric loops."]


@commands.command(
    "symmetric-loops",
    click.argument("side", type=click.IntRange(1, MAX_SIDE)),
    click.option(
        "--lattice",
        type=Choice(list(LATTICES)),
        default="hexagonal",
        show_default=True,
        help="Shape of the cells.",
    ),
    json_option(),
    quiet_option,
)
def command(run: Run, side: int, lattice: str) -> int:
    """Count the symmetric loops through all colors on an empty board of fences.

    SIDE is the number of steps from the middle of the board to its border.
    """
    from galaxies_asp.families.fences.count import count_symmetric_loops

    progress = run.progress()
    count = count_symmetric_loops(side, by_name(lattice), progress)
    progress.clear()
    answer = SymmetricLoopsAnswer(lattice, side, count)
    click.echo(answer.json() if run.as_json else str(count))
    return exits.ANSWERED
