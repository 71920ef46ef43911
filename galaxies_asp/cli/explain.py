"""`galaxies explain`: why a cell belongs to its dot, why there is a wall, or none."""

import json
from functools import partial

import click

from galaxies_asp.board.grid import Point, describe
from galaxies_asp.board.puzzle import Position
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, on_puzzles
from galaxies_asp.cli.inputs import Entry
from galaxies_asp.cli.values import PlaceType
from galaxies_asp.explaining.reasons import Reason
from galaxies_asp.explaining.shown import shown_reason
from galaxies_asp.explaining.words import rules_in_words


@on_puzzles(
    "explain",
    click.option(
        "--at",
        type=PlaceType(),
        help="A cell (c2r1), an edge (c2r1-c3r1), or a point X,Y of either. Default: "
        "explain why there is no solution.",
    ),
    options.rules_options,
    click.option("--smallest", is_flag=True, help="Find a smallest set of rules."),
    click.option(
        "--unsat",
        is_flag=True,
        help="Explain why there is no solution, as without --at.",
    ),
    click.option(
        "--position", "drawn", is_flag=True, help="Assume what is drawn on the puzzle."
    ),
    options.output_option("Draw the reason as SVG."),
    options.json_option(),
    options.quiet_option,
    options.limits_options,
    options.color_option,
)
def command(
    run: Run, at: Point | None, smallest: bool, unsat: bool, drawn: bool
) -> int:
    """Explain which rules force a cell's dot or a wall, or exclude all solutions.

    The set of rules is minimal: each of them is needed. With -e or under other rules
    than the standard ones, the rules are those of the encoding, in the words of its
    comments. Exit code 1: nothing is forced there, or there is no solution.
    """
    if unsat and at is not None:
        raise click.UsageError("--unsat and --at exclude each other")

    def answer(entry: Entry) -> int:
        position = entry.position if drawn else Position(entry.position.puzzle)
        explain = partial(shown_reason, smallest=smallest)
        shown = run.limits.call(explain, run.rules, position, at)
        if run.as_json:
            fields = {"forced": shown is not None} | (shown.answer if shown else {})
            click.echo(json.dumps({"schema": 1, "id": entry.name} | fields))
        elif shown is None:
            click.echo(f"{entry.name}: {_unforced(at)}")
        else:
            text = run.figure(shown.figure)
            if shown.builtin is not None:
                text += _rules(position, shown.builtin, smallest)
            click.echo(f"{entry.name}: {text}", nl=False, color=True)
        if run.output is not None and shown is not None:
            run.write(shown.figure.svg())
        return exits.ANSWERED if shown and shown.found else exits.NEGATIVE

    return run.answer_single(answer)


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
