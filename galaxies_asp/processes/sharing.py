"""Which processes do work: the caller's, a worker under limits, several, a cluster."""

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, TypeVar

if TYPE_CHECKING:  # pickle, threads and more are loaded where work is shared
    from galaxies_asp.processes.pool import WorkerExecutor
    from galaxies_asp.processes.worker import Worker

Request = TypeVar("Request")
Item = TypeVar("Item")


MAX_JOBS = 256


@dataclass(frozen=True)
class Sharing:
    """How work is shared: worker processes, or the workers of a cluster."""

    jobs: int = 1
    """Worker processes; 0: one per CPU."""
    scheduler: str | None = None
    """The address of a Dask scheduler, among whose workers the work is shared."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "jobs", self.jobs or os.cpu_count() or 1)

    @property
    def is_shared(self) -> bool:
        """Whether other processes than the caller's do the work."""
        return self.jobs > 1 or self.scheduler is not None

    def executor(self) -> "AbstractContextManager[WorkerExecutor | None]":
        """Give an executor, or None for one process: the caller's own."""
        return self.workers() if self.is_shared else nullcontext()

    def workers(
        self, function: str | None = None, most: int | None = None
    ) -> "WorkerExecutor":
        """Return workers of a function, by default calls; at most `most` processes."""
        from galaxies_asp.processes.serving import CALL

        if self.scheduler is not None:
            from galaxies_asp.processes.cluster import Cluster

            return Cluster(self.scheduler, function or CALL)
        from galaxies_asp.processes.pool import Pool

        jobs = self.jobs if most is None else max(1, min(self.jobs, most))
        return Pool(jobs, function or CALL)


ALONE = Sharing()


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
