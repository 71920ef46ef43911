"""`galaxies hint`: the easiest next step in a position, or the mistake in it."""

import json

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import (
    Look,
    from_option,
    inputs_argument,
    look_options,
)
from galaxies_asp.cli.options.inputs import Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.explain.answers import hint_answer
from galaxies_asp.explain.hints import Hint, hint
from galaxies_asp.explain.pictures import picture
from galaxies_asp.explain.steps import Finished, Step
from galaxies_asp.explain.words import hint_in_words
from galaxies_asp.puzzle import Position


@click.command(name="hint")
@inputs_argument
@click.option("--from-start", is_flag=True, help="Ignore what is drawn on the puzzle.")
@click.option("-o", "--output", metavar="FILE", help="Draw the hint as SVG.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a position.")
@click.option("-q", "--quiet", is_flag=True, help="No drawings.")
@from_option
@look_options
def command(
    inputs: tuple[str, ...],
    from_start: bool,
    output: str | None,
    as_json: bool,
    quiet: bool,
    from_: str | None,
    look: Look,
) -> int:
    """Say what follows next in a position, and why; or what is wrong in it.

    What is drawn on the puzzle is taken into account: walls, or the dots of cells,
    whatever the notation holds. Where walls are drawn the hint is about a wall,
    otherwise about a cell. Exit code 1: there is a mistake, or nothing more is forced.
    """
    sources = Inputs(inputs, from_)
    entries = list(sources)
    if output is not None and len(entries) > 1:
        raise click.UsageError("a drawing is of one position; give one")
    codes = []
    for entry in entries:
        position = Position(entry.position.puzzle) if from_start else entry.position
        found = hint(position)
        codes.append(_code(found))
        if as_json:
            answer = hint_answer(position.puzzle, found)
            click.echo(json.dumps({"schema": 1, "id": entry.name} | answer))
        else:
            if not quiet:
                click.echo(look.draw(position), nl=False, color=True)
            click.echo(f"{entry.name}: {hint_in_words(position.puzzle, found)}")
        if output is not None:
            write_output(picture(position, found), output)
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)


def _code(found: Hint) -> int:
    if isinstance(found, Step) or (isinstance(found, Finished) and found.solved):
        return exits.ANSWERED
    return exits.NEGATIVE
