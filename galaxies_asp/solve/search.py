"""Solve puzzles: search for solutions, verify each, and say how the search ended."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from galaxies_asp.asp.encodings import FAST, variants
from galaxies_asp.errors import EncodingError, OptionError
from galaxies_asp.fast.fixpoint import obstacle
from galaxies_asp.fast.pairs import NoSolutionError
from galaxies_asp.processes.cpu_time import Seconds
from galaxies_asp.processes.worker import LimitReachedError, Worker
from galaxies_asp.puzzle import Labels, Puzzle, Solution
from galaxies_asp.verify.rules import check_labels

Status = Literal["unique", "multiple", "none", "unknown"]
Stop = Literal["models", "time", "memory", "interrupt"]

WORKER = "galaxies_asp.solve.worker"

# These would change what the models mean, or how many there are.
_RESERVED_OPTIONS = (
    *("-n", "--models", "-e", "--enum-mode", "--project", "--opt", "--time-limit"),
    *("--mode", "--outf", "--parse", "--text", "-q", "--quiet", "--solve-limit"),
    *("--seed", "-t", "--parallel-mode", "--supp-models", "--no-ufs-check"),
)

_AT_RANDOM = ("--sign-def=rnd", "--rand-freq=0.02")


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked about a puzzle.

    Parameters
    ----------
    models
        How many solutions at most; 0 for all.
    encoding
        `auto`, `fast`, the name of a built-in encoding, or the path of a file.
    threads
        How many threads search.
    seed
        Search at random, the same way for the same seed; None for clingo's own order.
    options
        Further options of clingo's command line, such as `--configuration=jumpy`.
    statistics
        Ask clingo for its statistics, which takes longer than solving a small puzzle.
    """

    puzzle: Puzzle
    models: int = 2
    encoding: str = "auto"
    threads: int = 1
    seed: int | None = None
    options: tuple[str, ...] = ()
    statistics: bool = False

    def __post_init__(self) -> None:
        if self.models < 0:
            raise OptionError(f"{self.models} models: 0 stands for all")
        if not 1 <= self.threads <= 64:
            raise OptionError(f"{self.threads} threads: 1 to 64 are possible")
        for option in self.options:
            if _is_reserved(option):
                raise OptionError(f"the option {option} is set by this program itself")

    def clingo_options(self) -> list[str]:
        """Return the command line for clingo."""
        options = [str(self.models), f"--parallel-mode={self.threads}"]
        if self.seed is not None:
            options.append(f"--seed={self.seed}")
            options += [o for o in _AT_RANDOM if not _is_among(o, self.options)]
        return options + list(self.options)


def _is_reserved(option: str) -> bool:
    """Tell whether an option is reserved; clingo takes abbreviations, too."""
    name = option.partition("=")[0]
    if name.startswith(_RESERVED_OPTIONS):
        return True
    return len(name) > 2 and any(r.startswith(name) for r in _RESERVED_OPTIONS)


def _is_among(option: str, others: tuple[str, ...]) -> bool:
    """Tell whether others set the same option, with whatever value."""
    name = option.partition("=")[0]
    return any(other.partition("=")[0] == name for other in others)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a search ended by itself: what `search` yields last."""

    exhausted: bool
    seconds: Seconds
    reason: str | None = None
    statistics: dict[str, Any] = field(default_factory=dict)
    messages: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """The answer to a request.

    Attributes
    ----------
    solutions
        Those that were found; each has passed `verify`.
    complete
        Whether the search was exhausted: there are no other solutions.
    stopped_by
        What stopped the search before, if anything did.
    reason
        Why there is no solution, where this is seen at once.
    statistics
        Those of clingo, if they were asked for and the search ended by itself.
    messages
        Warnings of clingo about the encoding.
    """

    puzzle: Puzzle
    solutions: tuple[Solution, ...]
    complete: bool
    stopped_by: Stop | None
    seconds: Seconds
    reason: str | None = None
    statistics: dict[str, Any] = field(default_factory=dict, repr=False)
    messages: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """What is known about the number of solutions."""
        if len(self.solutions) > 1:
            return "multiple"
        if not self.complete:
            return "unknown"
        return "unique" if self.solutions else "none"

    def _repr_svg_(self) -> str:
        return (self.solutions[0] if self.solutions else self.puzzle)._repr_svg_()


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `result` is what was found before."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__("the search was interrupted")


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
        Bytes of memory for grounding and solving. With either limit the work is done in
        a process of its own.

    Raises
    ------
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    SearchInterrupted
        At Ctrl-C; it carries what was found.
    """
    request = Request(puzzle, models, encoding, threads, seed, options, statistics)
    running = Search(request, time_limit=time_limit, memory_limit=memory_limit)
    solutions: list[Solution] = []
    try:
        for solution in running:
            solutions.append(solution)
    except KeyboardInterrupt:
        raise SearchInterrupted(running.result(solutions)) from None
    return running.result(solutions)


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
    """One search for solutions: iterate over them, then ask how it ended.

    Parameters
    ----------
    worker
        A worker to use under limits; by default one is started for this search.
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
        self._time_limit = time_limit
        self._memory_limit = memory_limit
        self._worker = worker
        self._outcome: Outcome | None = None
        self._stopped_by: Stop | None = None
        self._cpu_seconds = 0.0
        self._count = 0

    def __iter__(self) -> Iterator[Solution]:
        """Yield the solutions as they are found. A search can be run once."""
        started = time.process_time()
        try:
            for event in self._events():
                if isinstance(event, Outcome):
                    self._outcome = event
                else:
                    self._count += 1
                    yield Solution(self.request.puzzle, event)
        except LimitReachedError as limit:
            self._stopped_by = limit.limit
            self._cpu_seconds = limit.cpu_seconds
        except KeyboardInterrupt:
            self._stopped_by = "interrupt"
            raise
        finally:
            self._cpu_seconds += time.process_time() - started

    def _events(self) -> Iterator[Labels | Outcome]:
        if self._time_limit is None and self._memory_limit is None:
            yield from search(self.request)
        elif self._worker is not None:
            yield from self._supervised(self._worker)
        else:
            with Worker(WORKER) as worker:
                yield from self._supervised(worker)

    def _supervised(self, worker: Worker) -> Iterator[Labels | Outcome]:
        stream = worker.stream(
            self.request, time_limit=self._time_limit, memory_limit=self._memory_limit
        )
        return cast(Iterator[Labels | Outcome], stream)

    def result(self, solutions: list[Solution] | None = None) -> Result:
        """Say how the search ended; the solutions are the caller's to keep or not."""
        outcome = self._outcome
        complete = outcome is not None and outcome.exhausted
        stopped_by = self._stopped_by
        if outcome is not None and not complete:
            stopped_by = "models"
        return Result(
            self.request.puzzle,
            tuple(solutions or ()),
            complete,
            stopped_by,
            outcome.seconds if outcome else Seconds(total=self._cpu_seconds),
            outcome.reason if outcome else None,
            outcome.statistics if outcome else {},
            outcome.messages if outcome else (),
        )


def search(request: Request) -> Iterator[Labels | Outcome]:
    """Yield the labels of each solution, (H, W), and at last the outcome.

    Raises
    ------
    EncodingError
        See `solve`.
    """
    from galaxies_asp.asp import program  # clingo is loaded by those who solve
    from galaxies_asp.solve import grounding

    puzzle = request.puzzle
    encoding = FAST if request.encoding == "auto" else request.encoding
    started = time.process_time()
    try:
        grounded = grounding.ground(puzzle, encoding, request.clingo_options())
    except NoSolutionError as error:
        elapsed = time.process_time() - started
        seconds = Seconds(ground=elapsed, total=elapsed)
        yield Outcome(True, seconds, reason=str(error))
        return
    ground_seconds = time.process_time() - started
    solve_seconds = 0.0
    found = 0
    control = grounded.control
    mark = time.process_time()
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(program.INTERRUPT_CHECK_SECONDS):
                pass
            model = handle.model()
            solve_seconds += time.process_time() - mark
            if model is None:
                break
            found += 1
            labels = grounded.labels(model)
            _require_valid(puzzle, labels, encoding)
            yield labels
            mark = time.process_time()
        exhausted = handle.get().exhausted
    seconds = Seconds(ground_seconds, solve_seconds, time.process_time() - started)
    unsolved = exhausted and not found and not variants(encoding)
    reason = obstacle(puzzle) if unsolved else None
    statistics = control.statistics if request.statistics else {}
    yield Outcome(exhausted, seconds, reason, statistics, grounded.messages)


def _require_valid(puzzle: Puzzle, labels: Labels, encoding: str) -> None:
    violations = check_labels(puzzle, labels, variants(encoding))
    if violations:
        raise EncodingError(
            f"a model of the encoding {encoding} breaks the rules of the puzzle: "
            + "; ".join(map(str, violations[:3]))
        )
