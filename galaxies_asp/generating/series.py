"""Numbered puzzles: in order, all different, the same with any executor.

A function makes the puzzle with a given number. It tries one attempt after the other,
beginning with a given one, and reports its progress. If a puzzle is a duplicate, a
later attempt makes another one.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import Protocol, TypeVar

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.processes.pool import futures_ahead


class NotReachedError(GalaxiesError):
    """No attempt made the puzzle that is wanted."""


class TimeLimitError(Exception):
    """The time limit is reached (files may raise `TimeoutError`)."""


class Numbered(Protocol):
    """A puzzle of a series."""

    @property
    def index(self) -> int:
        """Its number."""

    @property
    def attempt(self) -> int:
        """The number of the attempt that made it."""

    @property
    def canonical(self) -> str:
        """The hash by which duplicates are found, in hexadecimal digits."""


Made = TypeVar("Made", bound=Numbered)
Maker = Callable[[int, int, Report], Made]
"""Makes the puzzle with an index, by the attempt with a number or a later one."""


def in_order(
    maker: Maker[Made],
    indices: Iterable[int],
    *,
    seen: set[str] | None = None,
    report: Report = silent,
    executor: Executor | None = None,
    deadline: float | None = None,
) -> Iterator[Made]:
    """Yield the puzzles with some indices; replace each duplicate by another puzzle.

    When the iterator is closed, work that has not begun is canceled.

    Parameters
    ----------
    seen
        The canonical hashes of the puzzles before the first one.
    report
        Called before each attempt to make a puzzle; not with an executor.
    executor
        What makes the puzzles, some of them ahead; None: the caller's process.
    deadline
        The value of `time.monotonic()` at which to stop; only with an executor.

    Raises
    ------
    NotReachedError
        If the next puzzle cannot be made.
    TimeLimitError
        At the deadline.
    """
    seen = set() if seen is None else seen
    made: Iterator[Made]
    if executor is None:

        def make(index: int, attempt: int = 0) -> Made:
            return maker(index, attempt, report)

        made = map(make, indices)
    else:

        def submit(index: int, attempt: int = 0) -> Future[Made]:
            return executor.submit(maker, index, attempt, silent)

        def make(index: int, attempt: int = 0) -> Made:
            return _awaited(submit(index, attempt), deadline)

        ahead = futures_ahead(executor, submit, indices)
        made = (_awaited(future, deadline) for _, future in ahead)
    for result in made:
        while result.canonical in seen:
            result = make(result.index, result.attempt + 1)
        seen.add(result.canonical)
        yield result


def _awaited(future: Future[Made], deadline: float | None) -> Made:
    left = None if deadline is None else deadline - time.monotonic()
    try:
        if left is not None and left < 0:
            raise TimeoutError
        return future.result(left)
    except TimeoutError:
        future.cancel()
        raise TimeLimitError from None
