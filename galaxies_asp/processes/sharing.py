"""Which processes do work: the caller's, a worker under limits, several."""

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TypedDict, TypeVar

if TYPE_CHECKING:  # pickle, threads and more are loaded where work is shared
    from galaxies_asp.processes.pool import Pool
    from galaxies_asp.processes.worker import Worker

Request = TypeVar("Request")
Item = TypeVar("Item")


def executor(jobs: int) -> "AbstractContextManager[Pool | None]":
    """Give worker processes, or None for one process: the caller's own."""
    if jobs == 1:
        return nullcontext()
    from galaxies_asp.processes.pool import Pool

    return Pool(jobs)


class SearchLimits(TypedDict, total=False):
    """Limits of a search, as keyword arguments."""

    time_limit: float | None
    """Wall-clock seconds, grounding included."""
    memory_limit: int | None
    """Bytes of memory. With either limit a worker process searches."""
    worker: "Worker | None"
    """A worker to use under limits; by default, the search starts one."""


def limited(
    function: Callable[[Request], Iterator[Item]],
    request: Request,
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    worker: "Worker | None" = None,
) -> Generator[Item]:
    """Yield what a function of a module yields; see `SearchLimits`.

    Without limits, this process calls the function.

    Raises `LimitReachedError` if a limit was reached.
    """
    if time_limit is None and memory_limit is None:
        yield from function(request)
        return
    from galaxies_asp.processes.worker import Worker  # it loads pickle and more

    name = f"{function.__module__}:{function.__name__}"
    with nullcontext(worker) if worker else Worker(name) as one:
        yield from one.stream(request, time_limit=time_limit, memory_limit=memory_limit)
