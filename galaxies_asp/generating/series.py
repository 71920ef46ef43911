"""Numbered puzzles: in order, all different, the same with any executor.

Each is made by one attempt after the other. If a puzzle is a duplicate, a later attempt
makes another one.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.notation.tatham import write
from galaxies_asp.generating.made import ALIKE, Likeness, Made, hashed
from galaxies_asp.generating.maker import has_maker, maker_of
from galaxies_asp.generating.making import make, stream_of
from galaxies_asp.generating.recipe import Recipe

if TYPE_CHECKING:  # they are loaded where work is shared
    from concurrent.futures import Executor, Future

_AT_ONCE, _CELLS_AT_ONCE = 512, 200_000
"""The most puzzles, and cells, that are made in one call."""
_BEFORE = 2.0
"""The most seconds before a deadline at which workers give the best they have."""


class TimeLimitError(Exception):
    """The time limit is reached (files may raise `TimeoutError`)."""


@checked
def generate(
    recipe: Recipe,
    *,
    start: int = 0,
    seen: set[str] | None = None,
    report: Report = silent,
) -> Iterator[Made]:
    """Yield the puzzles of a recipe without end.

    No two of them turn into each other by a symmetry of the lattice.
    """
    return generate_with(None, recipe, None, start=start, seen=seen, report=report)


def generate_with(
    executor: "Executor | None",
    recipe: Recipe,
    number: int | None,
    *,
    start: int = 0,
    seen: set[str] | None = None,
    report: Report = silent,
    deadline: float | None = None,
) -> Iterator[Made]:
    """Yield some puzzles of a recipe; replace each duplicate by another puzzle.

    When the iterator is closed, work that has not begun is canceled.

    Raises `NotReachedError` if the next puzzle cannot be made. Raises `TimeLimitError`
    at the deadline. Raises `StoppedError` at Ctrl-C or shortly before the deadline,
    with a puzzle of another family that has one solution, but maybe clues that it does
    not need.

    Parameters
    ----------
    executor
        What makes the puzzles, some of them ahead; None: the caller's process.
    number
        How many; None: without end.
    start
        The index of the first one.
    seen
        The canonical hashes of the puzzles before the first one.
    report
        Called before each attempt to make a puzzle; not with an executor.
    deadline
        The value of `time.monotonic()` at which to stop; only with an executor.
    """
    indices = count(start) if number is None else range(start, start + number)
    seen = set() if seen is None else seen
    known = list(map(Likeness.of, recipe.unlike))
    recipe = replace(recipe, unlike=()) if known else recipe
    if executor is not None:
        left = math.inf if deadline is None else deadline - time.monotonic()
        report = silent
        if left < math.inf and not recipe.is_styled:
            report = partial(_stopping, time.time() + left - min(_BEFORE, left / 10))

    def made_at(index: int, attempt: int = 0) -> Made:
        if executor is None:
            return make(recipe, index, attempt, report)
        return _awaited(executor.submit(make, recipe, index, attempt, report), deadline)

    made: Iterator[Made] = map(made_at, indices)
    if executor is not None:
        from galaxies_asp.processes.pool import futures_ahead

        ahead = futures_ahead(
            executor,
            lambda index: executor.submit(make, recipe, index, 0, report),
            indices,
        )
        made = (_awaited(future, deadline) for _, future in ahead)
    for result in made:
        while result.canonical in seen or (
            known and max(map(Likeness.of(result.puzzle).to, known)) >= ALIKE
        ):
            result = made_at(result.index, result.attempt + 1)
        seen.add(result.canonical)
        if known:
            known.append(Likeness.of(result.puzzle))
        yield result


def has_game_ids(recipe: Recipe) -> bool:
    """Tell whether `game_ids` makes the puzzles of a recipe."""
    wanted = recipe.opening, recipe.unlike, recipe.holes, recipe.shape
    return (
        recipe.has_standard_rules
        and has_maker()
        and recipe.lattice == SQUARE
        and recipe.picture is None
        and not (any(wanted) or recipe.has_walkthrough)
    )


def game_ids(recipe: Recipe, number: int) -> Iterator[list[str]]:
    """Yield the game IDs of the puzzles that `generate` yields, many at a time.

    They are made, compared, verified and written many times as fast. Raises
    `NotReachedError` if a puzzle cannot be made.
    """
    seen: set[str] = set()
    at_once = max(1, min(_AT_ONCE, _CELLS_AT_ONCE // (recipe.width * recipe.height)))
    for start in range(0, number, at_once):
        indices, ids = range(start, min(number, start + at_once)), list[str]()
        texts = maker_of(recipe).texts([stream_of(recipe, n, 0) for n in indices])
        for index, found in zip(indices, texts, strict=True):
            game_id, canonical = found or ("", "")
            key = hashed(canonical) if found else ""
            attempt = 0
            while not key or key in seen:
                made = make(recipe, index, attempt + 1)
                game_id, key, attempt = (
                    write(Position(made.puzzle)),
                    made.canonical,
                    made.attempt,
                )
            seen.add(key)
            ids.append(game_id)
        yield ids


def _stopping(moment: float, what: str, done: int, total: int | None) -> None:
    """Raise `TimeoutError` after a moment, as a report of a worker process."""
    if time.time() > moment:
        raise TimeoutError


def _awaited(future: "Future[Made]", deadline: float | None) -> Made:
    left = None if deadline is None else deadline - time.monotonic()
    try:
        if left is not None and left < 0:
            raise TimeoutError
        return future.result(left)
    except TimeoutError:
        future.cancel()
        raise TimeLimitError from None
