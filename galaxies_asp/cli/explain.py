"""`galaxies explain`: why a cell belongs to its dot, why there is a wall, or none."""

import json
from functools import partial

import click

from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.grid import Point, describe
from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli import exits
from galaxies_asp.cli.figures import printed
from galaxies_asp.cli.inputs import Entry, Inputs, sources_options
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
from galaxies_asp.cli.values import PlaceType
from galaxies_asp.explaining.reasons import Reason
from galaxies_asp.explaining.shown import shown_reason
from galaxies_asp.explaining.words import rules_in_words


@click.command(name="explain")
@sources_options()
@click.option(
    "--at",
    type=PlaceType(),
    help="A cell (c2r1), an edge (c2r1-c3r1), or a point X,Y of either. Default: "
    "explain why there is no solution.",
)
@rules_options
@click.option("--smallest", is_flag=True, help="Find a smallest set of rules.")
@click.option(
    "--unsat",
    is_flag=True,
    help="Explain why there is no solution, as without --at.",
)
@click.option(
    "--position", "drawn", is_flag=True, help="Assume what is drawn on the puzzle."
)
@output_option("Draw the reason as SVG.")
@json_option()
@quiet_option
@limits_options
@color_option
def command(
    sources: Inputs,
    at: Point | None,
    rules: Rules,
    smallest: bool,
    unsat: bool,
    drawn: bool,
    output: str | None,
    as_json: bool,
    quiet: bool,
    limits: Limits,
    color: bool,
) -> int:
    """Explain which rules force a cell's dot or a wall, or exclude all solutions.

    The set of rules is minimal: each of them is needed. With -e or under other rules
    than the standard ones, the rules are those of the encoding, in the words of its
    comments. Exit code 1: nothing is forced
    there, or there is no solution.
    """
    if unsat and at is not None:
        raise click.UsageError("--unsat and --at exclude each other")
    sources.check_single(output)

    def answer(entry: Entry) -> int:
        position = entry.position if drawn else Position(entry.position.puzzle)
        asked = partial(shown_reason, smallest=smallest)
        found = limits.call(asked, rules, position, at)
        if as_json:
            fields = {"forced": found is not None} | (found.answer if found else {})
            click.echo(json.dumps({"schema": 1, "id": entry.name} | fields))
        elif found is None:
            click.echo(f"{entry.name}: {_unforced(at)}")
        else:
            text = printed(found.figure, boards=not quiet, color=color)
            if found.builtin is not None:
                text += _rules(position, found.builtin, smallest)
            click.echo(f"{entry.name}: {text}", nl=False, color=True)
        if output is not None and found is not None:
            write_output(found.figure.svg(), output)
        return exits.ANSWERED if found and found.found else exits.NEGATIVE

    return sources.answer_each(answer)


def _unforced(at: Point | None) -> str:
    if at is None:
        return "there is a solution; give a place with --at"
    return f"nothing is forced at {describe(at)}: solutions differ"


def _rules(position: Position, reason: Reason, smallest: bool) -> str:
    words = rules_in_words(position.puzzle, reason)
    if smallest and reason.smallest:
        words += "\nNo smaller set of rules forces it."
    elif smallest:
        words += f"\nAny set that forces it has at least {reason.at_least} rules."
    return f"{words}\n"
