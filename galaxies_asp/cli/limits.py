"""Limits of work: time and memory."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

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

    def keywords(self) -> dict[str, Any]:
        """Return the limits as keyword arguments of a search."""
        return {"time_limit": self.time, "memory_limit": self.memory}

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

        (result,) = limited(partial(_once, function, arguments), **self.keywords())
        return result


def _once(
    function: Callable[..., Result], arguments: tuple[Any, ...]
) -> Iterator[Result]:
    yield function(*arguments)
