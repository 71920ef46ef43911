"""`galaxies hint`: the easiest next step in a position, or the mistake in it."""

import json

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.options.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options.limits import Limits, limits_options
from galaxies_asp.cli.options.look import Look, look_options
from galaxies_asp.cli.options.output import (
    json_option,
    output_option,
    quiet_option,
    write_output,
)
from galaxies_asp.explain.answers import hint_answer
from galaxies_asp.explain.hints import Hint, hint
from galaxies_asp.explain.steps import Finished, Step
from galaxies_asp.explain.words import hint_in_words
from galaxies_asp.puzzle import Position


@click.command(name="hint")
@sources_options
@click.option("--from-start", is_flag=True, help="Ignore what is drawn on the puzzle.")
@output_option("Draw the hint as SVG.")
@json_option()
@quiet_option
@limits_options
@look_options
def command(
    sources: Inputs,
    from_start: bool,
    output: str | None,
    as_json: bool,
    quiet: bool,
    limits: Limits,
    look: Look,
) -> int:
    """Give the easiest next step in a position with its reason, or the mistake in it.

    The position includes what is drawn on the puzzle: walls, or the dots of cells. The
    hint is about a wall if walls are drawn, otherwise about a cell. Exit code 1: there
    is a mistake, or nothing more is forced.
    """
    sources.check_single(output)

    def answer(entry: Entry) -> int:
        position = Position(entry.position.puzzle) if from_start else entry.position
        found = limits.call(hint, position)
        if as_json:
            fields = hint_answer(position.puzzle, found)
            click.echo(json.dumps({"schema": 1, "id": entry.name} | fields))
        else:
            if not quiet:
                click.echo(look.draw(position), nl=False, color=True)
            click.echo(f"{entry.name}: {hint_in_words(position.puzzle, found)}")
        if output is not None:
            from galaxies_asp.explain.pictures import picture  # loads numpy

            write_output(picture(position, found), output)
        return _code(found)

    return sources.answer_each(answer)


def _code(found: Hint) -> int:
    if isinstance(found, Step) or (isinstance(found, Finished) and found.solved):
        return exits.ANSWERED
    return exits.NEGATIVE
