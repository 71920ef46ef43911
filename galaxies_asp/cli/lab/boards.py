"""One request for each instance of a command line, answered under limits."""

from collections.abc import Callable, Iterator
from typing import Any

import click

from galaxies_asp.cli import exits
from galaxies_asp.cli.inputs import stopped
from galaxies_asp.cli.lab.options import Subject
from galaxies_asp.families.family import Board
from galaxies_asp.families.galaxies.family import NAME as GALAXIES
from galaxies_asp.lab.worker import NAME
from galaxies_asp.processes.pool import Limits
from galaxies_asp.processes.stopped import LimitReachedError, WorkerDiedError
from galaxies_asp.processes.worker import Worker


def instances_of(inputs: tuple[str, ...], family: str) -> tuple[str, ...]:
    """Return the inputs; without any, standard input, or all instances of a family."""
    return inputs or (("-",) if family == GALAXIES else ())


def require_one(given: Subject, output: str | None) -> None:
    """Raise UsageError if one drawing is wanted of several instances."""
    if output is not None and len(given.boards) > 1:
        raise click.UsageError(
            f"-o draws one instance, but {len(given.boards)} were given"
        )


def answered(
    given: Subject, request: Callable[[Board], Any], limits: Limits, codes: list[int]
) -> Iterator[tuple[Board, Any]]:
    """Yield each instance with the answer to its request; print what was stopped.

    Parameters
    ----------
    codes
        Receives an exit code for each fault.
    """
    if given.faulty:
        codes.append(exits.DATA_ERROR)
    with Worker(NAME) as worker:
        for board in given.boards:
            try:
                yield board, limits.ask(worker, request(board))
            except (LimitReachedError, WorkerDiedError) as error:
                click.echo(f"galaxies: {board.name}: {stopped(error)}", err=True)
                codes.append(exits.LIMIT_REACHED)
