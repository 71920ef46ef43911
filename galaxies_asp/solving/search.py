"""Solve puzzles: search for solutions, verify each, and say how the search ended."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Unpack

from galaxies_asp.asp.encodings import AUTO, BUILT_IN, FAST
from galaxies_asp.asp.search import LimitedSearch, Outcome, SearchLimits, solutions
from galaxies_asp.board.puzzle import Labels, Puzzle, Solution
from galaxies_asp.board.variants import MORE_THAN_LABELS
from galaxies_asp.fast.no_solution import NoSolutionError
from galaxies_asp.processes.cpu_time import Seconds
from galaxies_asp.solving.grounding import (
    Found,
    declared,
    ground,
    has_stages,
    is_verified,
)
from galaxies_asp.solving.request import Request
from galaxies_asp.solving.result import Result
from galaxies_asp.verifying.rules import check_labels, check_solution

if TYPE_CHECKING:
    from galaxies_asp.verifying.violations import Violation

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
    verifier: str | None = None,
) -> Result:
    """Solve a puzzle: by default, find a solution and prove that there is no other.

    Parameters
    ----------
    models, encoding, threads, seed, options, statistics, verifier
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
    request = Request(
        *(puzzle, models, encoding, threads, seed, options, statistics, verifier)
    )
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
    verifier: str | None = None,
) -> "Search":
    """Return an iterator over all solutions; its `result` says if it was complete."""
    request = Request(
        *(puzzle, 0, encoding, threads, seed, options, statistics, verifier)
    )
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
    """A search for solutions: iterate over them, then ask how it ended."""

    def __init__(self, request: Request, **limits: Unpack[SearchLimits]) -> None:
        self.request = request
        self.puzzle = request.rules.puzzle(request.puzzle)
        self._search: LimitedSearch[Found] = LimitedSearch(
            search, request, WORKER, **limits
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
        return Result(tuple(solutions), self._search.outcome, self.puzzle)

    def _solution(self, found: Found) -> Solution:
        return found if isinstance(found, Solution) else Solution(self.puzzle, found)


def search(request: Request) -> Iterator[Found | Outcome]:
    """Yield the labels of each solution, and at last the outcome.

    Where an answer is more than labels, a `Solution` takes their place.

    Raises
    ------
    EncodingError
        See `solve`.
    """
    rules = request.rules
    puzzle = rules.puzzle(request.puzzle)
    encoding = rules.entry(puzzle, in_loops=request.in_loops)
    if request.encoding == AUTO and encoding == BUILT_IN[0] and has_stages(puzzle):
        encoding = FAST
    declares, verified = declared(encoding), is_verified(rules)
    own = puzzle.variants or request.verifier is not None or declares.own_rules
    started = time.process_time()
    found = False
    try:
        for event in solutions(
            lambda: ground(
                puzzle,
                encoding,
                request.clingo_options(),
                models=None
                if request.options or request.statistics
                else request.models,
                seed=request.seed or 0,
            ),
            _faults(request, puzzle, verified),
            statistics=request.statistics,
            hint=_OWN_RULES if encoding.endswith(".lp") else "",
        ):
            if not isinstance(event, Outcome):
                found = True
                yield event
                continue
            yield event._replace(
                reason=None
                if found or own or not event.exhausted
                else _obstacle(puzzle),
                messages=(*declares.warnings, *event.messages),
                encoding=encoding,
                verified=verified,
            )
    except NoSolutionError as error:
        elapsed = time.process_time() - started
        yield Outcome(
            True,
            Seconds(ground=elapsed, total=elapsed),
            reason=str(error),
            encoding=encoding,
            decided_by="propagation",
        )


def _obstacle(puzzle: Puzzle) -> str | None:
    from galaxies_asp.fast.fixpoint import obstacle

    return obstacle(puzzle)


_OWN_RULES = (
    "; if the encoding has rules of its own, it states the fact own_rules, or name a "
    "verifier"
)


def _faults(
    request: Request, puzzle: Puzzle, verified: bool
) -> "Callable[[Found], Sequence[Violation]]":
    """Return the function that judges what is found."""
    if not verified:
        return lambda found: ()
    if request.verifier is not None:
        from galaxies_asp.verifying.own import load_verifier

        judge = load_verifier(request.verifier)
        return lambda found: judge(*_puzzle_and_labels(puzzle, found))
    if puzzle.variants & MORE_THAN_LABELS:
        return lambda found: check_solution(
            puzzle, found if isinstance(found, Solution) else Solution(puzzle, found)
        )
    return lambda found: check_labels(
        puzzle, found.rows() if isinstance(found, Solution) else found
    )


def _puzzle_and_labels(puzzle: Puzzle, found: Found) -> tuple[Puzzle, Labels]:
    solution = found if isinstance(found, Solution) else Solution(puzzle, found)
    return solution.puzzle, solution.labels
