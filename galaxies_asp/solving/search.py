"""Solve puzzles: search for solutions, verify each, and say how the search ended."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, TypedDict, TypeVar, Unpack, overload

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.search import LimitedSearch, Outcome
from galaxies_asp.core.board.arguments import checked
from galaxies_asp.core.board.board import Brief
from galaxies_asp.core.board.puzzle import Position, Puzzle, Solution
from galaxies_asp.core.engine import SolveRequest
from galaxies_asp.core.galaxies import AnyBoard, sheet_of
from galaxies_asp.core.result import AnyResult, Result
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.processes.sharing import SearchLimits, limited
from galaxies_asp.solving.plan import solver

P = TypeVar("P")

WORKER = f"{__name__}:search"


class SearchOptions(TypedDict, total=False):
    """Options of a search, as keyword arguments; see `SolveRequest`."""

    threads: int
    seed: int | None
    options: tuple[str, ...]
    statistics: bool
    part: str


class AllOptions(SearchOptions, total=False):
    """Keyword arguments of `solve`."""

    rules: Rules | str
    time_limit: float | None
    memory_limit: int | None


@overload
def solve(
    puzzle: Puzzle | Position, models: int = ..., **more: Unpack[AllOptions]
) -> Result[Solution]: ...


@overload
def solve(
    puzzle: Sheet[P], models: int = ..., **more: Unpack[AllOptions]
) -> Result[P]: ...


@checked
def solve(
    puzzle: AnyBoard,
    models: int = 2,
    *,
    rules: Rules | str = STANDARD,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    **more: Unpack[SearchOptions],
) -> AnyResult:
    """Solve a puzzle: by default, find a solution and prove that there is no other.

    Parameters
    ----------
    puzzle
        The puzzle, of another family than Galaxies a `Sheet`.
    rules
        The rules, or the name of an encoding; by default the standard rules.
    models
        The greatest number of solutions; 0 for all.
    threads, seed, options, statistics, part
        How clingo searches, and in what two solutions differ; see `SolveRequest`.
    time_limit
        Wall-clock seconds, grounding included.
    memory_limit
        Bytes of memory for grounding and solving. With either limit, a worker process
        does the work.

    Raises
    ------
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    SearchInterrupted
        At Ctrl-C; it carries what was found.
    """
    request = SolveRequest(sheet_of(puzzle), models, Rules.of(rules), **more)
    return Search(request, time_limit=time_limit, memory_limit=memory_limit).run()


@overload
def enumerate_solutions(
    puzzle: Puzzle | Position, **more: Unpack[AllOptions]
) -> "Search[Solution]": ...


@overload
def enumerate_solutions(
    puzzle: Sheet[P], **more: Unpack[AllOptions]
) -> "Search[P]": ...


@checked
def enumerate_solutions(
    puzzle: AnyBoard,
    *,
    rules: Rules | str = STANDARD,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    **more: Unpack[SearchOptions],
) -> "Search[Any]":
    """Return an iterator over all solutions; its `result` says if it was complete."""
    request = SolveRequest(sheet_of(puzzle), 0, Rules.of(rules), **more)
    return Search(request, time_limit=time_limit, memory_limit=memory_limit)


@checked
def is_unique(
    puzzle: AnyBoard, *, rules: Rules | str = STANDARD, time_limit: float | None = None
) -> bool:
    """Tell whether there is exactly 1 solution; `TimeoutError` at the limit."""
    result = solve(puzzle, 2, rules=rules, time_limit=time_limit)
    if result.status == "unknown":
        raise TimeoutError("whether the solution is unique is not known in time")
    return result.status == "unique"


class Search(Brief, Generic[P]):
    """A search for solutions: iterate over them, then ask how it ended."""

    @checked
    def __init__(self, request: SolveRequest, **limits: Unpack[SearchLimits]) -> None:
        self.request = request
        self.sheet: AnySheet = request.sheet.under(request.rules)
        read = self.sheet.family.solution
        self._read: Callable[[object], P] = partial(read, self.sheet.position)
        self._search = LimitedSearch[object](limited(search, request, **limits))

    def in_brief(self) -> str:
        """Return what is known about the board."""
        return self.sheet.in_brief()

    def __iter__(self) -> Iterator[P]:
        """Yield the solutions as they are found. A search can be run once."""
        return map(self._read, self._search)

    def run(self) -> Result[P]:
        """Search to the end; return all solutions and how the search ended."""
        return self._search.run(lambda raw, _: self.result(map(self._read, raw)))

    def result(
        self, solutions: Iterable[P] = (), outcome: Outcome | None = None
    ) -> Result[P]:
        """Say how the search ended; the caller may keep solutions or not."""
        return Result(
            **vars(outcome or self._search.outcome),
            sheet=self.sheet,
            solutions=tuple(solutions),
            part=self.request.part,
        )


def search(request: SolveRequest) -> Iterator[object]:
    """Yield what is read of each solution, then the outcome; `Engine.solutions`."""
    return solver(request.sheet, request.rules, request.part).solutions(request)
