"""The exact number of solutions under the standard rules, without listing them."""

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import repeat
from math import prod
from typing import TYPE_CHECKING

from galaxies_asp.core.asp.encodings import FAST
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.core.possibilities import Count
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.fast.diagram import Diagram
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.solving.consequences import Brave

if TYPE_CHECKING:  # threads and more are loaded where work is shared
    from concurrent.futures import Executor

FEW_CONFLICTS = 2_000
"""The limit of the search that removes pairs, where a solution is known."""

KERNEL_WORK = 500_000
"""The work after which the kernel does not count a component: 6 milliseconds."""

FEW_DECISIONS = 50
FEW_MODELS = 50_000
_MORE = 4
"""The solver counts by enumeration the components that the diagram gives up. Both have
limits, which grow in turns by this factor: no property of a component tells which of
them is faster."""

_BEGINNINGS = 64
"""Number of parts of the work that workers share."""

ROUNDS_ALONE = 2
"""Rounds of growing limits before the work is shared. The parts have no results in
common, so most components take less time as a whole."""


def bounds(
    sheet: Sheet[Position],
    deadline: float | None = None,
    workers: "Executor | None" = None,
    memory_limit: int | None = None,
) -> Iterator[Count]:
    """Yield better and better bounds; the last one is the answer.

    The compiled kernel counts the components that take little work. Of the others, the
    pairs that no solution takes are removed first, as far as a short search finds them.
    What remains is compiled into a decision diagram (see `fast.diagram`), or enumerated
    by the solver where the diagram is too large. Workers share the work, each with a
    limit of memory in bytes.
    """
    known = _Bound(sheet, deadline)
    try:
        for _ in known.improved(workers, memory_limit):
            yield known.bound()
    except NoSolutionError:
        yield replace(known.bound(), complete=True)
    except TimeoutError:
        yield replace(known.bound(), stopped_by="time")
    except LimitReachedError as limit:
        yield replace(known.bound(), stopped_by=limit.limit)
    except KeyboardInterrupt:
        yield replace(known.bound(), stopped_by="interrupt")


def count_part(puzzle: Puzzle, pairs: PairLists) -> int:
    """Return the number of solutions of some pairs that no others touch."""
    diagram = Diagram(puzzle, pairs, [True] * len(pairs.dots))
    for _ in _decided(diagram, None, share=_BEGINNINGS):
        pass
    return diagram.count()


def _decided(
    diagram: Diagram, deadline: float | None, share: int = 1, rounds: int | None = None
) -> Iterator[None]:
    """Decide or search all components; yield at each improvement.

    `share` divides the first limits. `rounds` limits how often they grow.
    """
    from galaxies_asp.fast.stream import number_of_models

    decisions, most = max(1, FEW_DECISIONS // share), FEW_MODELS // share
    for _ in repeat(None) if rounds is None else range(rounds):
        diagram.expand(deadline, decisions)
        yield
        for root in diagram.given_up:
            if deadline is not None and time.monotonic() > deadline:
                raise TimeoutError
            pairs = diagram.pairs(root)
            number, complete = number_of_models(pairs, most, deadline)
            diagram.learn(root, number, complete)
            yield
        if not diagram.given_up:
            return
        decisions *= _MORE
        most *= _MORE


class _Bound:
    """The current bound of the number of solutions."""

    def __init__(self, sheet: Sheet[Position], deadline: float | None) -> None:
        self._sheet, self._deadline = sheet, deadline
        self._puzzle = sheet.position.puzzle
        self._started = time.process_time()
        self._found = 0
        self._counted: list[int] = []
        self._diagram: Diagram | None = None
        self._is_reduced = False

    def improved(
        self, workers: "Executor | None", memory_limit: int | None
    ) -> Iterator[None]:
        """Improve the bound; yield at each improvement."""
        pairs, self._counted = _not_counted(self._puzzle)
        search = Brave.of(pairs) if pairs.dots else None
        for conflicts in (FEW_CONFLICTS, None):
            for _ in search.found(self._deadline, conflicts) if search else ():
                self._found += 1
                yield
            if not search or self._found or search.exhausted:
                break
        self._is_reduced = not search or search.exhausted
        possible = search.possible if search else []
        self._diagram = diagram = Diagram(self._puzzle, pairs, possible)
        if workers is not None:
            yield from _decided(diagram, self._deadline, rounds=ROUNDS_ALONE)
            yield from self._shared(diagram, workers, memory_limit)
        yield from _decided(diagram, self._deadline)

    def _shared(
        self, diagram: Diagram, workers: "Executor", memory_limit: int | None
    ) -> Iterator[None]:
        """Let workers count; yield at each result; `TimeoutError` at the deadline."""
        from galaxies_asp.processes.pool import Pool, RequestLimits

        parts = diagram.divide(_BEGINNINGS)
        calls = [partial(count_part, self._puzzle, diagram.pairs(p)) for p in parts]
        submit = workers.submit
        if isinstance(workers, Pool):
            submit = partial(workers.ask, limits=RequestLimits(memory=memory_limit))
        futures = list(map(submit, calls))
        deadline = self._deadline
        try:
            for part, future in zip(parts, futures, strict=True):
                left = None if deadline is None else deadline - time.monotonic()
                diagram.learn(part, future.result(left and max(0.0, left)))
                yield
        finally:
            for future in futures:
                future.cancel()

    def bound(self) -> Count:
        """Return the bound; it is complete if all components are."""
        diagram = self._diagram
        seconds = time.process_time() - self._started
        if diagram is None:
            found = self._found * prod(self._counted)
            return Count(self._sheet, found, False, FAST, seconds=seconds)
        # A solution is known, and with it one of every component.
        searched = (max(1, diagram.count(root)) for root in diagram.roots or ())
        components = sorted([*self._counted, *searched])
        cells = sum(1 for _ in self._puzzle.cells())
        forced = len(diagram.base) - diagram.base.count(NO_DOT)
        return Count(
            self._sheet,
            total=max(prod(components), self._found),
            complete=not diagram.given_up,
            encoding=FAST,
            components=tuple(reversed(components)),
            forced_cells=forced if self._is_reduced else None,
            open_cells=cells - forced if self._is_reduced else None,
            decisions=diagram.size,
            decided_by="search" if components else "propagation",
            seconds=seconds,
        )


def reduced_diagram(puzzle: Puzzle, conflicts: int | None = None) -> Diagram:
    """Return the diagram, not expanded, without the pairs that no solution takes.

    `conflicts`: the limit of the search for pairs in solutions; beyond it, all pairs
    are kept. Raises `NoSolutionError` if there is no solution.
    """
    pairs, components = Kernel.settled(puzzle).components(KERNEL_WORK)
    if all(number for _, number in components):
        return Diagram(puzzle, pairs, [True] * len(pairs.dots))
    search = Brave.of(pairs)
    for _ in search.found(conflicts=conflicts):
        pass
    return Diagram(puzzle, pairs, search.possible)


def _not_counted(puzzle: Puzzle) -> tuple[PairLists, list[int]]:
    """Return the open pairs, and how many solutions the components without them have.

    Raises `NoSolutionError` if some component has none.
    """
    pairs, components = Kernel.settled(puzzle).components(KERNEL_WORK)
    rest = sorted(pair for part, number in components if not number for pair in part)
    return pairs.part(rest), [number for _, number in components if number]
