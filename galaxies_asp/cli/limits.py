"""Options that limit and share work: time, memory, processes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from galaxies_asp.cli.options.grouping import Option, grouped
from galaxies_asp.cli.options.numbers import FiniteRange
from galaxies_asp.processes.sharing import Sharing

if TYPE_CHECKING:  # pickle, threads and more are loaded where work is shared
    from galaxies_asp.processes.worker import Worker

Result = TypeVar("Result")

MEGABYTE = 1_000_000


class Limits(NamedTuple):
    """Limits of the work on a puzzle: seconds, and bytes of memory."""

    time: float | None
    memory: int | None

    @property
    def any(self) -> bool:
        """Whether there is a limit."""
        return (self.time, self.memory) != (None, None)

    @contextmanager
    def worker(self, function: str) -> "Iterator[Worker | None]":
        """Give a worker process for a function if there is a limit; see `Worker`."""
        if not self.any:
            yield None
            return
        from galaxies_asp.processes.worker import Worker

        with Worker(function) as worker:
            yield worker

    def call(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call the function; under a limit, in a process.

        Raises `LimitReachedError` if a limit is reached.
        """
        if not self.any:
            return function(*arguments)
        from galaxies_asp.processes.worker import limited

        call = partial(_once, function, arguments)
        (result,) = limited(call, time_limit=self.time, memory_limit=self.memory)
        return result


def _once(
    function: Callable[..., Result], arguments: tuple[Any, ...]
) -> Iterator[Result]:
    yield function(*arguments)


def time_limit_option(
    help_text: str = "Wall-clock limit for each puzzle, grounding included.",
) -> Option:
    """Return the option for a limit of wall-clock time."""
    return click.option(
        "--time-limit",
        type=FiniteRange(min=0, min_open=True),
        metavar="SECONDS",
        help=help_text,
    )


def memory_limit_option(
    default: int | None = None,
    help_text: str = "Memory limit for each puzzle, grounding included (1 MB = 10^6 "
    "bytes).",
) -> Option:
    """Return the option for a limit of memory; the value is in bytes."""
    return click.option(
        "--memory-limit",
        type=click.IntRange(min=1),
        callback=lambda _ctx, _option, value: value and value * MEGABYTE,
        default=default,
        show_default=default is not None,
        metavar="MB",
        help=help_text,
    )


def _limits(time_limit: float | None, memory_limit: int | None) -> Limits:
    return Limits(time_limit, memory_limit)


limits_options = grouped("limits", _limits, time_limit_option(), memory_limit_option())


force_option = click.option(
    "--force", is_flag=True, help="Start even if the estimated cost is too high."
)


def jobs_option(default: int = 0) -> Option:
    """Return the option for the number of worker processes; 0 becomes one per CPU."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(0, 256),
        callback=_number_of_jobs,
        default=default,
        show_default=True,
        metavar="N",
        help="Number of worker processes; 0: one per CPU.",
    )


def sharing_options(default: int = 0) -> Option:
    """Return the options for worker processes; passes `sharing`."""
    return grouped(
        "sharing",
        Sharing,
        jobs_option(default),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Share the work among the workers of a Dask scheduler.",
        ),
    )


def _number_of_jobs(_ctx: click.Context, _option: click.Parameter, value: int) -> int:
    import os

    return value or os.cpu_count() or 1
