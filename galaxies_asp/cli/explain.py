"""`galaxies explain`: why a cell belongs to its dot, why there is a wall, or none."""

import json
import re
from typing import Any

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
from galaxies_asp.explain.answers import reason_answer
from galaxies_asp.explain.levels import level_of
from galaxies_asp.explain.pictures import picture
from galaxies_asp.explain.questions import explain
from galaxies_asp.explain.reasons import Reason
from galaxies_asp.explain.words import level_name, reason_in_words, target_in_words
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.grid import Point, describe
from galaxies_asp.puzzle import Position


def _point(
    context: click.Context, option: click.Parameter, value: str | None
) -> Point | None:
    """Read a point, as in 7,4 or (7,4)."""
    if value is None:
        return None
    match = re.fullmatch(r"\s*\(?\s*(\d{1,7})\s*,\s*(\d{1,7})\s*\)?\s*", value)
    if match is None:
        raise click.BadParameter(f"{value!r} is not a point such as 7,4")
    return Point(int(match[1]), int(match[2]))


@click.command(name="explain")
@inputs_argument
@click.option(
    "--at",
    callback=_point,
    metavar="X,Y",
    help="A cell or an edge, in the coordinates at the sides of a drawn board. Without "
    "it, the question is why there is no solution.",
)
@click.option("--smallest", is_flag=True, help="Search for the fewest rules.")
@click.option(
    "--position", "drawn", is_flag=True, help="Take what is drawn on it for given."
)
@click.option("-o", "--output", metavar="FILE", help="Draw the reason as SVG.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
@click.option("-q", "--quiet", is_flag=True, help="No drawings.")
@from_option
@look_options
def command(
    inputs: tuple[str, ...],
    at: Point | None,
    smallest: bool,
    drawn: bool,
    output: str | None,
    as_json: bool,
    quiet: bool,
    from_: str | None,
    look: Look,
) -> int:
    """Say why: which rules force a cell's dot, a wall, or that there is none.

    Of the rules that are named none can be left out. Exit code 1: nothing is forced
    there, or there is no solution.
    """
    sources = Inputs(inputs, from_)
    entries = list(sources)
    if output is not None and len(entries) > 1:
        raise click.UsageError("a drawing is of one puzzle; give one")
    codes = []
    for entry in entries:
        puzzle = entry.position.puzzle
        position = entry.position if drawn else Position(puzzle)
        reason = explain(position, at, smallest=smallest)
        forced = reason is not None and (at is None or reason.target.at == at)
        codes.append(exits.ANSWERED if forced else exits.NEGATIVE)
        if as_json:
            answer = {"forced": reason is not None}
            if reason is not None:
                answer |= _answer(position, reason)
            click.echo(json.dumps({"schema": 1, "id": entry.name} | answer))
        else:
            if not quiet:
                click.echo(look.draw(position), nl=False, color=True)
            click.echo(f"{entry.name}: {_words(position, at, reason, smallest)}")
        if output is not None and reason is not None:
            write_output(picture(position, reason), output)
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)


def _words(
    position: Position, at: Point | None, reason: Reason | None, smallest: bool
) -> str:
    if reason is None and at is None:
        return "there is a solution; name a place with --at"
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
