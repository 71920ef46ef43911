"""`galaxies boards count`: the exact number of boards."""

import json
import time
from pathlib import Path

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.boards.options import (
    BoardLimits,
    kind_argument,
    limits_options,
    size_argument,
)
from galaxies_asp.cli.options import json_option, sharing_options
from galaxies_asp.counting.boards import counting
from galaxies_asp.processes.sharing import Sharing


@click.command(name="count")
@kind_argument(*counting.KINDS)
@size_argument
@click.option(
    "--checkpoint",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Save intermediate results there, and continue from them (not arrangements).",
)
@sharing_options(default=1)
@json_option("Print JSON with the CPU time.")
@limits_options
def command(
    kind: str,
    size: tuple[int, int],
    checkpoint: Path | None,
    sharing: Sharing,
    as_json: bool,
    limits: BoardLimits,
) -> int:
    """Print the exact number of boards, dot sets, or proper puzzles."""
    width, height = size
    limits.check(kind, size)
    started = time.process_time()
    watch = limits.watch()
    with sharing.executor() as executor:
        number = counting.count(
            kind,
            height,
            width,
            folder=checkpoint,
            executor=executor,
            report=watch,
            memory_limit=limits.memory_limit,
        )
    watch.clear()
    if as_json:
        seconds = time.process_time() - started
        answer = {"schema": 1, "kind": kind, "width": width, "height": height}
        answer |= {"count": number, "cpu_seconds": round(seconds, 3)}
        click.echo(json.dumps(answer))
    else:
        click.echo(number)
    return exits.ANSWERED
