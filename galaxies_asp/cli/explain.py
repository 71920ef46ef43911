"""`galaxies explain`: why a cell belongs to its dot, why there is a wall, or none."""

import json

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
from galaxies_asp.explaining.answers import reason_answer
from galaxies_asp.explaining.facts import NO_SOLUTION
from galaxies_asp.explaining.figures import figure
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.questions import explain
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
        found = limits.call(_illustrated, rules, position, at, smallest)
        if found is None:
            if as_json:
                answer = {"schema": 1, "id": entry.name, "forced": False}
                click.echo(json.dumps(answer))
            else:
                click.echo(f"{entry.name}: {_unforced(at)}")
            return exits.NEGATIVE
        reason, shown = found
        if as_json:
            head = {"schema": 1, "id": entry.name, "forced": True}
            click.echo(json.dumps(head | reason_answer(position, reason, shown)))
        else:
            text = printed(shown, boards=not quiet, color=color)
            text += _rules(position, reason, smallest)
            click.echo(f"{entry.name}: {text}", nl=False, color=True)
        if output is not None:
            write_output(shown.svg(), output)
        is_there = at is None or reason.target != NO_SOLUTION
        return exits.ANSWERED if is_there else exits.NEGATIVE

    return sources.answer_each(answer)


def _illustrated(
    rules: Rules, position: Position, at: Point | None, smallest: bool
) -> tuple[Reason, Figure] | None:
    reason = explain(position, at, rules=rules, smallest=smallest)
    return None if reason is None else (reason, figure(position, reason))


def _unforced(at: Point | None) -> str:
    if at is None:
        return "there is a solution; give a place with --at"
    return f"nothing is forced at {describe(at)}: solutions differ"


def _rules(position: Position, reason: Reason, smallest: bool) -> str:
    if reason.source is not None:
        return ""
    words = rules_in_words(position.puzzle, reason)
    if smallest and reason.smallest:
        words += "\nNo smaller set of rules forces it."
    elif smallest:
        words += f"\nAny set that forces it has at least {reason.at_least} rules."
    return f"{words}\n"
