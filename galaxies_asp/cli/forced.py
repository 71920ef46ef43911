"""`galaxies forced`: cautious consequences of all solutions."""

import json
from functools import partial
from typing import Any

import click

from galaxies_asp.all_solutions.drawing import possible_svg
from galaxies_asp.all_solutions.forced import forced
from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.grid import Point, in_reading_order
from galaxies_asp.board.puzzle import NO_DOT
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options.limits import Limits, limits_options
from galaxies_asp.cli.options.look import Look, look_options
from galaxies_asp.cli.options.output import (
    json_option,
    output_option,
    write_output,
)
from galaxies_asp.cli.options.rules import (
    print_decision,
    rules_options,
    verbose_option,
)
from galaxies_asp.fast.no_solution import NoSolutionError
from galaxies_asp.solving.answers import Possibilities


@click.command(name="forced")
@sources_options
@rules_options
@verbose_option
@json_option()
@output_option("Draw an SVG map; cells with more candidates are darker.")
@limits_options
@look_options
def command(
    sources: Inputs,
    rules: Rules,
    verbose: bool,
    as_json: bool,
    output: str | None,
    limits: Limits,
    look: Look,
) -> int:
    """Show which cells and walls are the same in all solutions.

    The drawing shows the letter of each forced cell, and each forced wall.
    """
    sources.check_single(output)

    def answer(entry: Entry) -> int:
        try:
            found = limits.call(partial(forced, entry.position.puzzle, rules=rules))
        except NoSolutionError as error:
            click.echo(f"galaxies: {entry.name}: no solution: {error}", err=True)
            return exits.NEGATIVE
        print_decision(entry.name, found.encoding, found.decided_by, verbose)
        if output is not None:
            write_output(possible_svg(found), output)
        elif as_json:
            click.echo(json.dumps(_answer(entry, found)))
        else:
            click.echo(f"{entry.name}: {_summary(found)}")
            click.echo(look.draw(found.position()), nl=False, color=True)
        return exits.ANSWERED

    return sources.answer_each(answer)


def _summary(found: Possibilities) -> str:
    forced = sum(len(dots) == 1 for dots in found.dots.values())
    return (
        f"{forced} of {len(found.dots)} cells are forced; {len(found.walls)} edges are "
        f"walls, {len(found.passages)} are not, {len(found.open_edges)} are open"
    )


def _answer(entry: Entry, found: Possibilities) -> dict[str, Any]:
    def listed(edges: frozenset[Point]) -> list[list[int]]:
        return [list(edge) for edge in in_reading_order(edges)]

    puzzle = found.puzzle
    rows = [
        [
            [None if dot == NO_DOT else dot for dot in found.dots[Point(x, y)]]
            if Point(x, y) in found.dots
            else None
            for x in range(1, 2 * puzzle.width, 2)
        ]
        for y in range(1, 2 * puzzle.height, 2)
    ]
    return {
        "schema": 1,
        "id": entry.name,
        "encoding": found.encoding,
        "decided_by": found.decided_by,
        "dots": rows,
        "walls": listed(found.walls),
        "no_walls": listed(found.passages),
        "open": listed(found.open_edges),
    }
