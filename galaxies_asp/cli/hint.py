"""`galaxies hint`: the easiest next step in a position, or the mistake in it."""

import json

import click

from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli import exits
from galaxies_asp.cli.figures import printed
from galaxies_asp.cli.inputs import Entry, Inputs, of_walls, sources_options
from galaxies_asp.cli.limits import Limits
from galaxies_asp.cli.options import (
    color_option,
    json_option,
    limits_options,
    output_option,
    quiet_option,
    rules_options,
)
from galaxies_asp.cli.output import write_output
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.shown import shown_hint


@click.command(name="hint")
@sources_options()
@click.option("--from-start", is_flag=True, help="Ignore what is drawn on the puzzle.")
@click.option(
    "--skip-trivial",
    "level",
    flag_value="2",
    help="Skip cells that dots touch, and mirror images; the same as --level 2.",
)
@click.option(
    "--level",
    "level",
    type=click.IntRange(1, len(Level)),
    default=1,
    show_default=True,
    help="Take all easier steps first, and give the first one of this level; under "
    "other rules, the first one whose reason has so many instances.",
)
@output_option("Draw the hint as SVG.")
@json_option()
@quiet_option
@rules_options
@limits_options
@color_option
def command(
    sources: Inputs,
    from_start: bool,
    level: int,
    output: str | None,
    as_json: bool,
    quiet: bool,
    rules: Rules,
    limits: Limits,
    color: bool,
) -> int:
    """Give the easiest next step in a position with its reason, or the mistake in it.

    The position includes what is drawn on the puzzle: walls, or the dots of cells. The
    hint is about a wall if walls are drawn, otherwise about a cell. Under other rules
    than the standard ones, its reason consists of instances of the rules of the
    encoding, in the words of its comments. Exit code 1: there is a mistake, or nothing
    more is forced.
    """
    sources.check_single(output)

    def answer(entry: Entry) -> int:
        position = Position(entry.position.puzzle) if from_start else entry.position
        shown = limits.call(shown_hint, rules, position, int(level))
        if as_json:
            click.echo(json.dumps({"schema": 1, "id": entry.name} | shown.answer))
        else:
            text = printed(shown.figure, boards=not quiet, color=color)
            click.echo(f"{entry.name}: {text}", nl=False, color=True)
        if note := of_walls(position):
            click.echo(f"galaxies: {entry.name}: {note}", err=True)
        if output is not None:
            write_output(shown.figure.svg(), output)
        return exits.ANSWERED if shown.found else exits.NEGATIVE

    return sources.answer_each(answer)
