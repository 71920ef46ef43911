"""Solve puzzles: search for solutions, verify each, and say how the search ended."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

from galaxies_asp.asp.encodings import FAST, variants
from galaxies_asp.asp.search import LimitedSearch, Outcome, solutions
from galaxies_asp.fast.fixpoint import obstacle
from galaxies_asp.fast.lists import NoSolutionError
from galaxies_asp.processes.cpu_time import Seconds
from galaxies_asp.processes.worker import Worker
from galaxies_asp.puzzle import Puzzle, Rows, Solution
from galaxies_asp.solve.grounding import ground
from galaxies_asp.solve.request import Request
from galaxies_asp.solve.result import Result
from galaxies_asp.verify.rules import check_labels

WORKER = f"{__name__}:search"


def solve(
    puzzle: Puzzle,
    models: int = 2,
    *,
    encoding: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int = 1,
    seed: int | None = None,
    options: tuple[str, ...] = (),
    statistics: bool = False,
) -> Result:
    """Solve a puzzle: by default, find a solution and prove that there is no other.

    Parameters
    ----------
    models, encoding, threads, seed, options, statistics
        See `Request`.
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
    request = Request(puzzle, models, encoding, threads, seed, options, statistics)
    return Search(request, time_limit=time_limit, memory_limit=memory_limit).run()


def enumerate_solutions(
    puzzle: Puzzle,
    *,
    encoding: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int = 1,
    seed: int | None = None,
    options: tuple[str, ...] = (),
    statistics: bool = False,
) -> "Search":
    """Return an iterator over all solutions; its `result` says if it was complete."""
    request = Request(puzzle, 0, encoding, threads, seed, options, statistics)
    return Search(request, time_limit=time_limit, memory_limit=memory_limit)


def is_unique(puzzle: Puzzle, *, time_limit: float | None = None) -> bool:
    """Tell whether the puzzle has exactly one solution.

    Raises
    ------
    TimeoutError
        If this is not known within the limit.
    """
    result = solve(puzzle, 2, time_limit=time_limit)
    if result.status == "unknown":
        raise TimeoutError("whether the solution is unique is not known in time")
    return result.status == "unique"


class Search:
    """A search for solutions: iterate over them, then ask how it ended.

    Parameters
    ----------
    worker
        A worker to use under limits; by default, the search starts one.
    """

    def __init__(
        self,
        request: Request,
        *,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        worker: Worker | None = None,
    ) -> None:
        self.request = request
        self._search: LimitedSearch[Rows] = LimitedSearch(
            search,
            request,
            WORKER,
            time_limit=time_limit,
            memory_limit=memory_limit,
            worker=worker,
        )

    def __iter__(self) -> Iterator[Solution]:
        """Yield the solutions as they are found. A search can be run once."""
        return map(self._solution, self._search)

    def run(self) -> Result:
        """Search to the end; return all solutions and how the search ended."""
        return self._search.run(
            lambda found, _: self.result(map(self._solution, found))
        )

    def result(self, solutions: Iterable[Solution] = ()) -> Result:
        """Say how the search ended; the caller may keep solutions or not."""
        return Result(tuple(solutions), self._search.outcome, self.request.puzzle)

    def _solution(self, rows: Rows) -> Solution:
        return Solution(self.request.puzzle, rows)


def search(request: Request) -> Iterator[Rows | Outcome]:
    """Yield the labels of each solution, and at last the outcome.

    Raises
    ------
    EncodingError
        See `solve`.
    """
    puzzle = request.puzzle
    encoding = FAST if request.encoding == "auto" else request.encoding
    rules = variants(encoding)
    started = time.process_time()
    found = False
    try:
        for event in solutions(
            lambda: ground(request, encoding),
            lambda rows: check_labels(puzzle, rows, rules),
            statistics=request.statistics,
        ):
            if isinstance(event, Outcome) and event.exhausted and not found:
                yield event if rules else replace(event, reason=obstacle(puzzle))
            else:
                found = True
                yield event
    except NoSolutionError as error:
        elapsed = time.process_time() - started
        seconds = Seconds(ground=elapsed, total=elapsed)
        yield Outcome(True, seconds, reason=str(error))
