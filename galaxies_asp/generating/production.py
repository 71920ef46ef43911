"""Many puzzles of a recipe: in order, all different, the same with any executor."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import count
from typing import Protocol

from galaxies_asp.generating.made import MadePuzzle
from galaxies_asp.generating.making import NotReachedError, make
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.processes.pool import futures_ahead

_TOGETHER = 8
"""Number of small puzzles per task of an executor."""
_QUICK_CELLS = 400


class Seen(Protocol):
    """The canonical hashes of puzzles, to which more are added; such as a set."""

    def __contains__(self, canonical: object, /) -> bool: ...

    def __len__(self) -> int: ...

    def add(self, canonical: str, /) -> None:
        """Add a hash."""


Task = list[MadePuzzle | NotReachedError]


class TimeLimitError(Exception):
    """The time limit is reached (files may raise `TimeoutError`)."""


def generate(
    recipe: Recipe,
    *,
    start: int = 0,
    seen: Seen | None = None,
    on_attempt: Callable[[], None] | None = None,
) -> Iterator[MadePuzzle]:
    """Yield the puzzles of a recipe without end.

    No two of them turn into each other by a symmetry of the square.

    Parameters
    ----------
    start
        The index of the first puzzle.
    seen
        The canonical hashes of the puzzles before it.
    on_attempt
        Called before each attempt to make a puzzle.

    Raises `NotReachedError` if the next puzzle cannot be made.
    """
    made = (_made_or_error(recipe, index, 0, on_attempt) for index in count(start))
    return _distinct(recipe, made, seen)


def generate_with(
    executor: Executor,
    recipe: Recipe,
    number: int,
    *,
    start: int = 0,
    seen: Seen | None = None,
    deadline: float | None = None,
) -> Iterator[MadePuzzle]:
    """Make puzzles with an executor; yield the same ones in the same order.

    When the iterator is closed, work that has not begun is canceled.

    Raises `NotReachedError` if the next puzzle cannot be made. Raises `TimeLimitError`
    if `time.monotonic()` passes the deadline.
    """
    made = _ahead(executor, recipe, range(start, start + number), deadline)
    return _distinct(recipe, made, seen)


def _ahead(
    executor: Executor, recipe: Recipe, indices: range, deadline: float | None
) -> Iterator[MadePuzzle | NotReachedError]:
    aimless = (
        recipe.dots is None and recipe.grade is None and not recipe.has_walkthrough
    )
    is_quick = aimless and recipe.width * recipe.height <= _QUICK_CELLS
    together = _TOGETHER if is_quick else 1
    tasks = (indices[i : i + together] for i in range(0, len(indices), together))
    for _, future in futures_ahead(
        executor, lambda indices: executor.submit(_task, recipe, indices), tasks
    ):
        left = None if deadline is None else deadline - time.monotonic()
        try:
            if left is not None and left < 0:
                raise TimeoutError
            yield from future.result(left)
        except TimeoutError:
            future.cancel()
            raise TimeLimitError from None


def _task(recipe: Recipe, indices: range) -> Task:
    return [_made_or_error(recipe, index) for index in indices]


def _made_or_error(
    recipe: Recipe,
    index: int,
    attempt: int = 0,
    on_attempt: Callable[[], None] | None = None,
) -> MadePuzzle | NotReachedError:
    """Make a puzzle; return an error, to be raised after all earlier puzzles."""
    try:
        return make(recipe, index, attempt, on_attempt)
    except NotReachedError as error:
        return error


def _distinct(
    recipe: Recipe, made: Iterator[MadePuzzle | NotReachedError], seen: Seen | None
) -> Iterator[MadePuzzle]:
    """Yield puzzles; replace each duplicate by another puzzle."""
    seen = set() if seen is None else seen
    for result in made:
        while not isinstance(result, NotReachedError) and result.canonical in seen:
            result = _made_or_error(recipe, result.index, result.attempt + 1)
        if isinstance(result, NotReachedError):
            raise result
        seen.add(result.canonical)
        yield result
