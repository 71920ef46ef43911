"""Solve puzzles of fences and a loop: search, verify every solution, count exactly."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Unpack

from galaxies_asp.asp.encodings import bundled
from galaxies_asp.asp.search import (
    GroundProgram,
    LimitedSearch,
    Outcome,
    SearchLimits,
    SearchResult,
    require_models,
    solutions,
)
from galaxies_asp.families.fences.lattice import Cell
from galaxies_asp.families.fences.puzzle import Attempt, Fence, FencePuzzle
from galaxies_asp.families.fences.verify import verify

if TYPE_CHECKING:
    import clingo

Of = Literal["solutions", "loops", "fences"]
Status = Literal["none", "unique", "unique loop", "multiple", "unknown"]

WORKER = f"{__name__}:search"

_PROJECTIONS = {"solutions": (), "loops": ("loops",), "fences": ("fence-sets",)}
_SEARCH = ("--heuristic=Domain", "--sat-prepro=2")


@dataclass(frozen=True, slots=True)
class Request:
    """A puzzle, and the options of the search.

    Parameters
    ----------
    models
        The greatest number of solutions; 0 for all.
    of
        What makes two solutions different: anything, their loops, or their fences.
    seed
        Random seed.
    """

    puzzle: FencePuzzle
    models: int = 0
    of: Of = "solutions"
    seed: int | None = None

    def __post_init__(self) -> None:
        require_models(self.models)


@dataclass(frozen=True)
class Result(SearchResult[Attempt]):
    """The answer to a request: solutions that differ in what was asked for."""

    request: Request

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


def solve(
    puzzle: FencePuzzle,
    models: int = 0,
    *,
    of: Of = "solutions",
    seed: int | None = None,
    progress: Callable[[int], None] = lambda found: None,
    **limits: Unpack[SearchLimits],
) -> Result:
    """Solve a puzzle; by default, find all solutions.

    The arguments are those of `Request` and `SearchLimits`; `progress` is called with
    the number of solutions so far.

    Raises `EncodingError` if a model breaks the rules of the puzzle, and
    `SearchInterrupted` with the solutions so far at Ctrl-C.
    """
    request = Request(puzzle, models, of, seed)
    running: LimitedSearch[Attempt] = LimitedSearch(search, request, WORKER, **limits)
    return running.run(lambda found, outcome: Result(found, outcome, request), progress)


def facts(puzzle: FencePuzzle) -> str:
    """Return the puzzle as the facts that the encodings take."""
    lines = [f"side({puzzle.side})."]
    lines += [f"post({cell},{number})." for cell, number in puzzle.posts]
    return "\n".join(lines) + "\n"


def search(request: Request) -> Iterator[Attempt | Outcome]:
    """Yield each solution, and at last how the search ended."""
    reason = request.puzzle.obstacle()
    if reason is not None:
        yield Outcome(True, reason=reason)
        return
    yield from solutions(lambda: _ground(request), verify)


def _ground(request: Request) -> GroundProgram[Attempt]:
    from galaxies_asp.asp.program import Program  # loads clingo

    puzzle = request.puzzle
    projection = _PROJECTIONS[request.of]
    options = [str(request.models), *_SEARCH]
    options.append("--project=project" if projection else "--project=show")
    if request.seed is not None:
        options += [f"--seed={request.seed}", "--rand-freq=0.05"]
    parts = (f"lattice/{puzzle.lattice.name}", puzzle.goal, *projection)
    source = bundled(*(f"fences/{part}.lp" for part in parts))
    program = Program(options, source, name=f"the encoding {puzzle.goal}.lp")
    program.add(facts(puzzle))
    program.ground()
    return GroundProgram(
        program, lambda model: attempt_of(puzzle, model.symbols(shown=True))
    )


def attempt_of(puzzle: FencePuzzle, symbols: "Iterable[clingo.Symbol]") -> Attempt:
    """Return the fences and the loop in the atoms of the output."""
    lengths: dict[tuple[Cell, int], int] = {}
    joined: dict[Cell, list[Cell]] = {}
    for symbol in symbols:
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
    yield from (cell for cell in joined if cell not in seen)
