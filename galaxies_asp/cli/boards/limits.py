"""Limits of counts of boards: estimates, memory, and how they are told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from galaxies_asp.boards import counting
from galaxies_asp.boards.estimates import census, check_board, estimate
from galaxies_asp.cli import exits
from galaxies_asp.cli.progress import Progress
from galaxies_asp.processes.worker import import_psutil

_MEGABYTE = 1 << 20
_MEMORY_LIMIT_MB = 4096
_HOUR = 3600.0

_Command = TypeVar("_Command", bound=Callable[..., Any])


class OverLimitError(Exception):
    """The work would need, or needs, more than it may have."""


class Watch:
    """Shows progress, and stops work that takes more memory than it may."""

    def __init__(self, quiet: bool, memory_limit: int) -> None:
        self._progress = Progress(quiet)
        self._limit = memory_limit * _MEGABYTE
        self._process = import_psutil().Process()

    def __call__(self, what: str, done: int, total: int | None) -> None:
        """Take note of progress; raise OverLimitError if the memory is used up."""
        self._progress.report(what, done, total)
        if self._process.memory_info().rss > self._limit:
            raise OverLimitError(
                f"stopped at the memory limit of {self._limit // _MEGABYTE} MB; "
                "--memory-limit raises it"
            )

    def clear(self) -> None:
        """Remove the line of progress."""
        self._progress.clear()


def limit_options(command: _Command) -> _Command:
    """Take limits and whether to show progress."""
    for option in (
        click.option("-q", "--quiet", is_flag=True, help="No progress."),
        click.option("--force", is_flag=True, help="Start whatever the estimate says."),
        click.option(
            "--memory-limit",
            type=click.IntRange(min=1),
            default=_MEMORY_LIMIT_MB,
            show_default=True,
            metavar="MB",
            help="Stop before more than this is used.",
        ),
    ):
        command = option(command)
    return command


@contextmanager
def watched(quiet: bool, memory_limit: int) -> Iterator[Watch]:
    """Give what watches the work; its line is removed in the end."""
    watch = Watch(quiet, memory_limit)
    try:
        yield watch
    finally:
        watch.clear()


def check_cost(
    kind: str,
    height: int,
    width: int,
    memory_limit: int,
    force: bool,
    with_files: bool = False,
) -> None:
    """Refuse what would take too long or too much memory, unless it is forced."""
    check_board(kind, height, width)
    cost = estimate(kind, height, width, with_files=with_files)
    if not force and (cost.seconds > _HOUR or cost.memory > memory_limit * _MEGABYTE):
        raise OverLimitError(
            f"{kind} {height}x{width} would take {cost}; --force starts it all the same"
        )


def limited(work: Callable[[], int]) -> int:
    """Do work, and answer with the code for a limit where one is reached."""
    try:
        return work()
    except OverLimitError as limit:
        click.echo(f"galaxies: {limit}", err=True)
    except MemoryError:
        click.echo("galaxies: there is not enough memory", err=True)
    return exits.LIMIT_REACHED


def check_census(height: int, width: int, memory_limit: int, force: bool) -> None:
    """Refuse to list the boards of a size where there are too many."""
    boards = counting.count("galaxies", height, width)
    cost = census(boards)
    if not force and cost.memory > memory_limit * _MEGABYTE:
        raise OverLimitError(
            f"grouping {boards:,} boards by their dots would take {cost}; --force "
            "starts it all the same"
        )
