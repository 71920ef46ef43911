"""`galaxies explain`: why a cell belongs to its dot, why there is a wall, or none."""

import json
from functools import partial
from typing import Any

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
from galaxies_asp.cli.options.selection import PlaceType
from galaxies_asp.explain.answers import reason_answer
from galaxies_asp.explain.levels import level_of
from galaxies_asp.explain.pictures import picture
from galaxies_asp.explain.questions import explain
from galaxies_asp.explain.reasons import Reason
from galaxies_asp.explain.words import level_name, reason_in_words, target_in_words
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.grid import Point, describe
from galaxies_asp.puzzle import Position


@click.command(name="explain")
@sources_options
@click.option(
    "--at",
    type=PlaceType(),
    help="A cell or an edge, in the coordinates of the drawing. Default: explain why "
    "there is no solution.",
)
@click.option("--smallest", is_flag=True, help="Find a smallest set of rules.")
@click.option(
    "--position", "drawn", is_flag=True, help="Assume what is drawn on the puzzle."
)
@output_option("Draw the reason as SVG.")
@json_option()
@quiet_option
@limits_options
@look_options
def command(
    sources: Inputs,
    at: Point | None,
    smallest: bool,
    drawn: bool,
    output: str | None,
    as_json: bool,
    quiet: bool,
    limits: Limits,
    look: Look,
) -> int:
    """Explain which rules force a cell's dot or a wall, or exclude all solutions.

    The set of rules is minimal: each of them is needed. Exit code 1: nothing is forced
    there, or there is no solution.
    """
    sources.check_single(output)

    def answer(entry: Entry) -> int:
        position = entry.position if drawn else Position(entry.position.puzzle)
        reason = limits.call(partial(explain, smallest=smallest), position, at)
        if as_json:
            fields = {"forced": reason is not None}
            if reason is not None:
                fields |= _answer(position, reason)
            click.echo(json.dumps({"schema": 1, "id": entry.name} | fields))
        else:
            if not quiet:
                click.echo(look.draw(position), nl=False, color=True)
            click.echo(f"{entry.name}: {_words(position, at, reason, smallest)}")
        if output is not None and reason is not None:
            write_output(picture(position, reason), output)
        forced = reason is not None and (at is None or reason.target.at == at)
        return exits.ANSWERED if forced else exits.NEGATIVE

    return sources.answer_each(answer)


def _words(
    position: Position, at: Point | None, reason: Reason | None, smallest: bool
) -> str:
    if reason is None and at is None:
        return "there is a solution; give a place with --at"
    if reason is None:
        assert at is not None
        return f"nothing is forced at {describe(at)}: solutions differ"
    puzzle = position.puzzle
    level = level_of(Bitboard(puzzle), reason)
    words = f"{target_in_words(puzzle, reason.target)}.\n"
    words += reason_in_words(puzzle, reason, level)
    if smallest and reason.smallest:
        words += "\nNo smaller set of rules forces it."
    elif smallest:
        words += f"\nAny set that forces it has at least {reason.at_least} rules."
    return words


def _answer(position: Position, reason: Reason) -> dict[str, Any]:
    level = level_of(Bitboard(position.puzzle), reason)
    return {"level": level_name(level)} | reason_answer(reason)
