"""Numbered puzzles: in order, all different, the same with any executor.

What makes the puzzle with a number takes the number, the first attempt that may be
used, and a function that is told of the progress. A duplicate is replaced by what a
later attempt makes.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from itertools import count
from typing import Protocol, TypeVar

from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.processes.pool import futures_ahead
from galaxies_asp.processes.progress import Report, silent


class NotReachedError(GalaxiesError):
    """No attempt made the puzzle that is wanted."""


class TimeLimitError(Exception):
    """The time limit is reached (files may raise `TimeoutError`)."""


class Seen(Protocol):
    """The canonical hashes of puzzles, to which more are added; such as a set."""

    def __contains__(self, canonical: object, /) -> bool: ...

    def __len__(self) -> int: ...

    def add(self, canonical: str, /) -> None:
        """Add a hash."""


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
"""Makes the puzzle with an index by an attempt, or one after it."""


def made_here(
    maker: Maker[Made],
    *,
    start: int = 0,
    seen: Seen | None = None,
    report: Report = silent,
) -> Iterator[Made]:
    """Yield puzzles without end.

    Parameters
    ----------
    start
        The index of the first puzzle.
    seen
        The canonical hashes of the puzzles before it.
    report
        Called before each attempt to make a puzzle.

    Raises
    ------
    NotReachedError
        If the next puzzle cannot be made.
    """
    made = (maker(index, 0, report) for index in count(start))
    return _distinct(made, seen, lambda index, attempt: maker(index, attempt, report))


def made_by(
    executor: Executor,
    maker: Maker[Made],
    number: int,
    *,
    start: int = 0,
    seen: Seen | None = None,
    deadline: float | None = None,
) -> Iterator[Made]:
    """Make puzzles with an executor; yield the same ones in the same order.

    When the iterator is closed, work that has not begun is canceled.

    Raises
    ------
    NotReachedError
        If the next puzzle cannot be made.
    TimeLimitError
        If `time.monotonic()` passes the deadline.
    """

    def submit(index: int, attempt: int = 0) -> Future[Made]:
        return executor.submit(maker, index, attempt, silent)

    def again(index: int, attempt: int) -> Made:
        return _awaited(submit(index, attempt), deadline)

    ahead = futures_ahead(executor, submit, range(start, start + number))
    made = (_awaited(future, deadline) for _, future in ahead)
    return _distinct(made, seen, again)


def _awaited(future: Future[Made], deadline: float | None) -> Made:
    left = None if deadline is None else deadline - time.monotonic()
    try:
        if left is not None and left < 0:
            raise TimeoutError
        return future.result(left)
    except TimeoutError:
        future.cancel()
        raise TimeLimitError from None


def _distinct(
    made: Iterator[Made], seen: Seen | None, again: Callable[[int, int], Made]
) -> Iterator[Made]:
    """Yield puzzles; replace each duplicate by what a later attempt makes."""
    seen = set() if seen is None else seen
    for result in made:
        while result.canonical in seen:
            result = again(result.index, result.attempt + 1)
        seen.add(result.canonical)
        yield result
