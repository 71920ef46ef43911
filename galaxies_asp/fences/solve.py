"""Solve puzzles of fences and a loop: search, verify every solution, count exactly."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, cast

from galaxies_asp.asp.encodings import data_folder, text_of
from galaxies_asp.errors import EncodingError, OptionError
from galaxies_asp.fences.lattice import Cell
from galaxies_asp.fences.puzzle import Attempt, Fence, FencePuzzle
from galaxies_asp.fences.verify import verify
from galaxies_asp.processes.cpu_time import Seconds
from galaxies_asp.processes.worker import LimitReachedError, Worker

Of = Literal["solutions", "loops", "fences"]
Status = Literal["none", "unique", "unique loop", "multiple", "unknown"]

WORKER = f"{__name__}:search"

_PROJECTIONS = {"solutions": None, "loops": "loops", "fences": "fence-sets"}
_SEARCH = ("--heuristic=Domain", "--sat-prepro=2")
_CHECK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked about a puzzle.

    Parameters
    ----------
    models
        How many solutions at most; 0 for all.
    of
        What makes two solutions different: anything, their loops, or their fences.
    seed
        Search at random, the same way for the same seed.
    """

    puzzle: FencePuzzle
    models: int = 0
    of: Of = "solutions"
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.models < 0:
            raise OptionError(f"{self.models} models: 0 stands for all")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a search ended by itself: what `search` yields last."""

    exhausted: bool
    seconds: Seconds


@dataclass(frozen=True)
class Result:
    """The answer to a request.

    Attributes
    ----------
    solutions
        Those that were found, different in what was asked for; each is verified.
    complete
        Whether the search was exhausted: there are no others.
    stopped_by
        What stopped the search before: `models`, `time`, `interrupt`, or nothing.
    reason
        Which post cannot be filled, where that alone decides.
    """

    request: Request
    solutions: tuple[Attempt, ...]
    complete: bool
    stopped_by: str | None
    seconds: Seconds
    reason: str | None = None

    @property
    def loops(self) -> tuple[tuple[Cell, ...], ...]:
        """The different loops, in the order in which they were found."""
        return tuple(dict.fromkeys(solution.loop for solution in self.solutions))

    @property
    def answers(self) -> list[int]:
        """The answer of each loop; see `Attempt.answer`."""
        by_loop = {solution.loop: solution.answer for solution in self.solutions}
        return [by_loop[loop] for loop in self.loops]

    @property
    def status(self) -> Status:
        """What is known: `unique` means one solution, `multiple` several loops."""
        if len(self.loops) > 1:
            return "multiple"
        if not self.complete:
            return "unknown"
        if not self.solutions:
            return "none"
        # Projected, a loop stands for any number of solutions; and so do fences.
        alone = len(self.solutions) == 1 and self.request.of == "solutions"
        return "unique" if alone else "unique loop"


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `result` is what was found before."""

    def __init__(self, result: Result) -> None:
        self.result = result
        super().__init__("the search was interrupted")


def solve(
    puzzle: FencePuzzle,
    models: int = 0,
    *,
    of: Of = "solutions",
    time_limit: float | None = None,
    seed: int | None = None,
    worker: Worker | None = None,
    progress: Callable[[int], None] = lambda found: None,
) -> Result:
    """Solve a puzzle; by default, find all solutions.

    Parameters
    ----------
    models, of, seed
        See `Request`.
    time_limit
        Wall-clock seconds, grounding included; a process of its own does the work then.
    worker
        That process; by default, one is started.
    progress
        Is told how many solutions are found.

    Raises
    ------
    EncodingError
        If a model breaks the rules of the puzzle.
    SearchInterrupted
        At Ctrl-C; it carries what was found.
    """
    request = Request(puzzle, models, of, seed)
    reason = puzzle.obstacle()
    if reason is not None:
        return Result(request, (), True, None, Seconds(), reason)
    if time_limit is None:
        return _collect(request, search(request), progress)
    if worker is not None:
        return _collect(request, _limited(request, time_limit, worker), progress)
    with Worker(WORKER) as own:
        return _collect(request, _limited(request, time_limit, own), progress)


def _limited(
    request: Request, time_limit: float, worker: Worker
) -> Iterator[Attempt | Outcome]:
    stream = worker.stream(request, time_limit=time_limit)
    return cast(Iterator[Attempt | Outcome], stream)


def _collect(
    request: Request,
    events: Iterator[Attempt | Outcome],
    progress: Callable[[int], None],
) -> Result:
    solutions: list[Attempt] = []
    outcome = Outcome(False, Seconds())
    stopped_by: str | None = None

    def result() -> Result:
        found, done = tuple(solutions), outcome.exhausted
        return Result(request, found, done, stopped_by, outcome.seconds)

    try:
        for event in events:
            if isinstance(event, Outcome):
                outcome = event
                stopped_by = None if event.exhausted else "models"
            else:
                solutions.append(event)
                progress(len(solutions))
    except LimitReachedError as limit:
        stopped_by = limit.limit
        outcome = Outcome(False, Seconds(total=limit.cpu_seconds))
    except KeyboardInterrupt:
        stopped_by = "interrupt"
        raise SearchInterrupted(result()) from None
    return result()


def facts(puzzle: FencePuzzle) -> str:
    """Return the puzzle as the facts that the encodings take."""
    lines = [f"side({puzzle.side})."]
    lines += [f"post({cell},{number})." for cell, number in puzzle.posts]
    return "\n".join(lines) + "\n"


def search(request: Request) -> Iterator[Attempt | Outcome]:
    """Yield each solution, and at last how the search ended.

    Raises
    ------
    EncodingError
        If a model breaks the rules of the puzzle.
    """
    import clingo  # loaded by those who solve

    puzzle = request.puzzle
    folder = data_folder("encodings") / "fences"
    projection = _PROJECTIONS[request.of]
    options = [str(request.models), *_SEARCH]
    options.append("--project=project" if projection else "--project=show")
    if request.seed is not None:
        options += [f"--seed={request.seed}", "--rand-freq=0.05"]
    started = time.process_time()
    control = clingo.Control(options)
    paths = [
        folder / "lattice" / f"{puzzle.lattice.name}.lp",
        folder / f"{puzzle.goal}.lp",
    ]
    if projection:
        paths.append(folder / f"{projection}.lp")
    control.add("base", [], text_of(*paths).text)
    control.add("base", [], facts(puzzle))
    control.ground()
    grounded = mark = time.process_time()
    solve_seconds = 0.0
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(_CHECK_SECONDS):  # so that Ctrl-C is heard
                pass
            model = handle.model()
            solve_seconds += time.process_time() - mark
            if model is None:
                break
            solution = _read(puzzle, model.symbols(shown=True))
            _require_valid(solution)
            yield solution
            mark = time.process_time()
        exhausted = bool(handle.get().exhausted)
    ended = time.process_time()
    seconds = Seconds(grounded - started, solve_seconds, ended - started)
    yield Outcome(exhausted, seconds)


def _read(puzzle: FencePuzzle, symbols: object) -> Attempt:
    """Read fences and loop from the shown atoms of a model."""
    lengths: dict[tuple[Cell, int], int] = {}
    joined: dict[Cell, list[Cell]] = {}
    for symbol in cast(list, symbols):  # type: ignore[type-arg]
        point, direction = symbol.arguments[0], symbol.arguments[1].number
        cell = Cell(*(argument.number for argument in point.arguments))
        if symbol.name == "fence":
            length = symbol.arguments[2].number
            lengths[cell, direction] = max(length, lengths.get((cell, direction), 0))
        else:
            other = puzzle.lattice.neighbors(cell)[direction]
            joined.setdefault(cell, []).append(other)
            joined.setdefault(other, []).append(cell)
    fences = tuple(Fence(post, d, length) for (post, d), length in lengths.items())
    return Attempt(puzzle, fences, tuple(_walk(joined)))


def _walk(joined: dict[Cell, list[Cell]]) -> Iterator[Cell]:
    """Yield the cells along the links until none is new; `verify` judges the rest."""
    seen: set[Cell] = set()
    ahead = list(joined)[:1]
    while ahead:
        cell = ahead[0]
        seen.add(cell)
        yield cell
        ahead = [neighbor for neighbor in joined[cell] if neighbor not in seen]
    if len(seen) < len(joined):
        yield from (cell for cell in joined if cell not in seen)


def _require_valid(solution: Attempt) -> None:
    violations = verify(solution)
    if violations:
        raise EncodingError(
            "a model of the encodings breaks the rules of the puzzle: "
            + "; ".join(map(str, violations[:3]))
        )
