"""`galaxies forced`: what all solutions have in common, and what is open."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import click

from galaxies_asp.all_solutions.drawing import possible_svg
from galaxies_asp.all_solutions.forced import Possibilities, possibilities
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import (
    Limits,
    Look,
    from_option,
    inputs_argument,
    limits_options,
    look_options,
)
from galaxies_asp.cli.options.inputs import Entry, Inputs
from galaxies_asp.cli.output import write_output
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.fast.pairs import NoSolutionError
from galaxies_asp.grid import Point, in_reading_order
from galaxies_asp.processes.worker import LimitReachedError, WorkerDiedError, limited
from galaxies_asp.puzzle import Puzzle


@click.command(name="forced")
@inputs_argument
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle.")
@click.option("-o", "--output", metavar="FILE.svg", help="Draw a shaded map.")
@limits_options
@from_option
@look_options
def command(
    inputs: tuple[str, ...],
    as_json: bool,
    output: str | None,
    limits: Limits,
    from_: str | None,
    look: Look,
) -> int:
    """Show which cells and walls are the same in all solutions.

    In the drawing a cell has its letter, and an edge its wall, where this is so; the
    map (`-o`) is the darker, the more dots a cell can belong to.
    """
    sources = Inputs(inputs, from_)
    codes = []
    for entry in sources:
        try:
            found = _found(entry.position.puzzle, limits)
        except NoSolutionError as error:
            click.echo(f"galaxies: {entry.name}: no solution: {error}", err=True)
            codes.append(exits.NEGATIVE)
            continue
        except LimitReachedError as limit:
            click.echo(
                f"galaxies: {entry.name}: the {limit.limit} limit was reached before "
                "it was known what is forced",
                err=True,
            )
            codes.append(exits.LIMIT_REACHED)
            continue
        except WorkerDiedError as error:
            click.echo(f"galaxies: {entry.name}: {error}", err=True)
            codes.append(exits.LIMIT_REACHED)
            continue
        if output is not None:
            if codes:
                raise GalaxiesError(f"{output}: one map holds one puzzle")
            write_output(possible_svg(found), output)
        elif as_json:
            click.echo(json.dumps(_answer(entry, found)))
        else:
            click.echo(f"{entry.name}: {_summary(found)}")
            click.echo(look.draw(found.position()), nl=False, color=True)
        codes.append(exits.ANSWERED)
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)


def _found(puzzle: Puzzle, limits: Limits) -> Possibilities:
    """Find out what is forced.

    Raises
    ------
    NoSolutionError
        If there is no solution.
    LimitReachedError
        If a limit was reached.
    """
    call = partial(_found_once, puzzle)
    (found,) = limited(call, time_limit=limits.time, memory_limit=limits.memory)
    return found


def _found_once(puzzle: Puzzle) -> Iterator[Possibilities]:
    yield possibilities(puzzle)


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
            list(found.dots.get(Point(x, y), ())) or None
            for x in range(1, 2 * puzzle.width, 2)
        ]
        for y in range(1, 2 * puzzle.height, 2)
    ]
    return {
        "schema": 1,
        "id": entry.name,
        "dots": rows,
        "walls": listed(found.walls),
        "no_walls": listed(found.passages),
        "open": listed(found.open_edges),
    }
