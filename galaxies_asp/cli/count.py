"""`galaxies count`: the exact number of solutions."""

import json
from typing import Any

import click

from galaxies_asp.all_solutions.count import count
from galaxies_asp.asp.rules import Rules
from galaxies_asp.cli import exits
from galaxies_asp.cli.options.inputs import Entry, Inputs, sources_options
from galaxies_asp.cli.options.limits import Limits, limits_options, sharing_options
from galaxies_asp.cli.options.output import json_option
from galaxies_asp.cli.options.rules import (
    print_decision,
    rules_options,
    verbose_option,
)
from galaxies_asp.processes.sharing import Sharing
from galaxies_asp.solving.answers import Count


@click.command(name="count")
@sources_options
@rules_options
@limits_options
@sharing_options(default=1)
@verbose_option
@json_option("Print JSON with components and timing.")
def command(
    sources: Inputs,
    rules: Rules,
    limits: Limits,
    sharing: Sharing,
    verbose: bool,
    as_json: bool,
) -> int:
    """Count the solutions of puzzles without listing them.

    Prints the exact number, or `>= N` (exit code 3) if a limit is reached first.
    Under the standard rules the number comes from a decision diagram; under any other
    encoding all models are enumerated.
    """

    def answer(entry: Entry) -> int:
        puzzle = entry.position.puzzle
        found = count(
            puzzle,
            rules=rules,
            time_limit=limits.time,
            memory_limit=limits.memory,
            workers=workers,
        )
        if found.verified is not None and (verbose or found.verified < found.total):
            click.echo(f"galaxies: {entry.name}: {_verified(found)}", err=True)
        print_decision(entry.name, found.encoding, found.decided_by, verbose)
        if as_json:
            click.echo(json.dumps(_answer(entry, found)))
        else:
            click.echo(found.total if found.complete else f">= {found.total}")
        if found.stopped_by == "interrupt":
            raise KeyboardInterrupt
        return exits.ANSWERED if found.complete else exits.LIMIT_REACHED

    with sharing.executor() as workers:
        return sources.answer_each(answer)


def _verified(found: Count) -> str:
    if not found.verified and found.total:
        return "no solution was verified: no verifier for these rules"
    if found.verified == found.total:
        return f"all {found.total:,} solutions were verified"
    return f"only {found.verified:,} solutions were verified, the others counted"


def _answer(entry: Entry, found: Count) -> dict[str, Any]:
    return {
        "schema": 1,
        "id": entry.name,
        "count": found.total,
        "complete": found.complete,
        "encoding": found.encoding,
        "decided_by": found.decided_by,
        "verified": found.verified,
        "stopped_by": found.stopped_by,
        "components": list(found.components),
        "forced_cells": found.forced_cells,
        "open_cells": found.open_cells,
        "decisions": found.decisions,
        "seconds": round(found.seconds, 6),
    }
