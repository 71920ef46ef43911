"""`galaxies count`: how many solutions, exactly."""

import json
from typing import Any

import click

from galaxies_asp.all_solutions.count import Count, count
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.common import (
    Limits,
    from_option,
    inputs_argument,
    limits_options,
)
from galaxies_asp.cli.options.inputs import Entry, Inputs
from galaxies_asp.processes.worker import WorkerDiedError


@click.command(name="count")
@inputs_argument
@limits_options
@click.option("--json", "as_json", is_flag=True, help="Say also how it came about.")
@from_option
def command(
    inputs: tuple[str, ...], limits: Limits, as_json: bool, from_: str | None
) -> int:
    """Count the solutions of puzzles without going through them.

    Prints the exact number, or `>= N` (and exits with 3) where a limit was reached
    before it was known.
    """
    sources = Inputs(inputs, from_)
    codes = []
    for entry in sources:
        puzzle = entry.position.puzzle
        try:
            found = count(puzzle, time_limit=limits.time, memory_limit=limits.memory)
        except WorkerDiedError as error:
            click.echo(f"galaxies: {entry.name}: {error}", err=True)
            codes.append(exits.LIMIT_REACHED)
            continue
        if as_json:
            click.echo(json.dumps(_answer(entry, found)))
        else:
            click.echo(found.total if found.complete else f">= {found.total}")
        if found.stopped_by == "interrupt":
            raise KeyboardInterrupt
        codes.append(exits.ANSWERED if found.complete else exits.LIMIT_REACHED)
    return exits.DATA_ERROR if sources.faulty else exits.worst(codes)


def _answer(entry: Entry, found: Count) -> dict[str, Any]:
    return {
        "schema": 1,
        "id": entry.name,
        "count": found.total,
        "complete": found.complete,
        "stopped_by": found.stopped_by,
        "components": list(found.components),
        "forced_cells": found.forced_cells,
        "open_cells": found.open_cells,
        "decisions": found.decisions,
        "seconds": round(found.seconds, 6),
    }
