"""The exact number of solutions, what some solution has, and what all have."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar, overload

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.galaxies import AnyBoard
from galaxies_asp.core.possibilities import CellPossibilities, Count, Possibilities
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.processes.serving import call_each
from galaxies_asp.processes.sharing import limited
from galaxies_asp.solving.kernel_engine import KernelEngine
from galaxies_asp.solving.plan import engine

if TYPE_CHECKING:  # threads and more are loaded where work is shared
    from concurrent.futures import Executor

P = TypeVar("P")

_GRACE = 1.0
"""Seconds after the time limit at which a worker is killed that has not ended."""


@checked
def count(
    puzzle: AnyBoard,
    *,
    part: str = "",
    rules: Rules | str = STANDARD,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    workers: "Executor | None" = None,
    report: Callable[[int], None] = lambda number: None,
) -> Count:
    """Count the solutions of a puzzle.

    Under the standard rules a decision diagram gives the number. Under other rules all
    models are enumerated.

    Raises `EncodingError` if the encoding is faulty, or has a model that breaks the
    rules.

    Parameters
    ----------
    puzzle
        The puzzle, of another family than Galaxies a `Sheet`.
    part
        The part of the solutions in which they differ; empty: anything.
    rules
        The rules, or the name of an encoding; by default the standard rules.
    time_limit
        Wall-clock seconds; when they have passed, the answer is a lower bound.
    memory_limit
        Bytes of memory. Under a limit, a worker process does the work.
    workers
        Under the standard rules, they count the solutions that begin in different ways;
        a `memory_limit` needs a `Pool`.
    report
        Called with the number of solutions so far.
    """
    rules = Rules.of(rules)
    answering = engine(puzzle, rules, part)
    if workers is not None and isinstance(answering, KernelEngine):
        deadline = None if time_limit is None else time.monotonic() + time_limit
        shared = answering.shared_bounds(deadline, workers, memory_limit)
        return deque(shared, maxlen=1).pop()
    call = partial(bounds, puzzle, rules, time_limit, part)
    known = Count(answering.sheet, 0, False, encoding=answering.encoding)
    try:
        longest = None if time_limit is None else time_limit + _GRACE
        for better in limited(
            call_each, call, time_limit=longest, memory_limit=memory_limit
        ):
            known = better
            report(known.total)
    except LimitReachedError as limit:
        return replace(known, stopped_by=limit.limit, seconds=limit.cpu_seconds)
    except KeyboardInterrupt:
        return replace(known, stopped_by="interrupt")
    return known


def bounds(
    puzzle: AnyBoard,
    rules: Rules = STANDARD,
    time_limit: float | None = None,
    part: str = "",
) -> Iterator[Count]:
    """Yield better and better bounds; the last one is the answer."""
    deadline = None if time_limit is None else time.monotonic() + time_limit
    return engine(puzzle, rules, part).bounds(deadline)


@overload
def forced(
    puzzle: Puzzle | Position,
    *,
    rules: Rules | str = ...,
    time_limit: float | None = ...,
) -> CellPossibilities: ...


@overload
def forced(
    puzzle: Sheet[P], *, rules: Rules | str = ..., time_limit: float | None = ...
) -> Possibilities[P]: ...


@checked
def forced(
    puzzle: AnyBoard, *, rules: Rules | str = STANDARD, time_limit: float | None = None
) -> object:
    """Return the cells and walls that are the same in all solutions, and the others.

    Raises `NoSolutionError` if there is no solution. Raises `TimeoutError` if this is
    not known within the limit.

    `puzzle`: the puzzle; of another family than Galaxies a `Sheet`, whose answer is
    about the atoms of the output. `rules`: the rules, or the name of an encoding; by
    default the standard rules. `time_limit`: wall-clock seconds.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    return engine(puzzle, Rules.of(rules)).possibilities(deadline)
