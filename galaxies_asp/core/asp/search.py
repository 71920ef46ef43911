"""The search driver of all puzzles: verified solutions, limits, how a search ended."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from galaxies_asp.core.board.effort import LimitReachedError, Seconds
from galaxies_asp.core.board.errors import EncodingError

if TYPE_CHECKING:  # clingo is loaded by those who solve
    from galaxies_asp.core.asp import clingo
    from galaxies_asp.core.asp.program import Assumptions, Program

Found = TypeVar("Found")
Answer = TypeVar("Answer")
Stop = Literal["models", "time", "memory", "interrupt"]
Decision = Literal["propagation", "search"]

STOPPED: dict[Stop | None, str] = {
    "models": "the search was not exhausted",
    "time": "the time limit was reached",
    "memory": "the memory limit was reached",
    "interrupt": "interrupted",
    None: "interrupted",
}
"""The reasons why a search stopped, in words."""


@dataclass(frozen=True)
class Ending:
    """How a search ended."""

    exhausted: bool = False
    """Whether there are no other solutions."""
    seconds: Seconds = field(default_factory=Seconds, compare=False)
    """The CPU time of the search."""
    stopped_by: Stop | None = None
    """What stopped the search before, if anything did."""
    reason: str | None = None
    """Why there is no solution, where this is known without a search."""
    statistics: dict[str, object] = field(default_factory=dict, compare=False)
    """Those of clingo, if they were asked for and the search ended by itself."""
    messages: tuple[str, ...] = ()
    """Warnings of clingo."""
    encoding: str = ""
    """The name of the encoding."""
    decided_by: Decision = "search"
    """`propagation` if no search was needed."""
    verified: bool = True
    """Whether a verifier has judged the solutions."""


class Outcome(Ending):
    """The last event of a search, after its solutions."""


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search; `result` holds what was found before."""

    def __init__(self, result: Any) -> None:
        self.result = result
        super().__init__("the search was interrupted")


@dataclass
class DecidedProgram:
    """A program whose models are known: clingo is not needed."""

    name: str
    found: Sequence[Any]
    """The models, in any form that is read by who knows it."""
    exhausted: bool = True
    """Whether these are all."""
    messages: ClassVar[tuple[str, ...]] = ()
    statistics: ClassVar[dict[str, object]] = {}

    def models(self, assumptions: "Assumptions" = ()) -> "Iterator[clingo.Model]":
        """Yield the models."""
        return iter(self.found)


class GroundProgram(NamedTuple, Generic[Found]):
    """A ground program, and the function that reads a solution from a model."""

    program: "Program | DecidedProgram"
    read: "Callable[[clingo.Model], Found]"
    decided_by: Decision = "search"
    assumptions: Callable[[Any], list[int] | None] = lambda position: None
    """Returns literals that hold in the models of a position and in no others; None if
    it has no model."""

    def accepts(self, position: object) -> bool:
        """Tell whether there is a model with what is drawn in a position."""
        literals = self.assumptions(position)
        return literals is not None and any(True for _ in self.program.models(literals))


AnyProgram = GroundProgram[Any]
"""A ground program, whatever is read of its models."""


def solutions(
    grounded: GroundProgram[Found],
    faults: Callable[[Found], Sequence[object]],
    *,
    started: float | None = None,
    statistics: bool = False,
    hint: str = "",
) -> Iterator[Found | Outcome]:
    """Yield the solution of each model, and at last how the search ended.

    Raises `EncodingError` if a model breaks the rules.

    `faults`: returns the rules that a solution breaks. `started`: the value of
    `time.process_time()` when grounding began, if its time counts. `hint`: the end of
    the message about a model that breaks the rules.
    """
    program, mark = grounded.program, time.process_time()
    if started is None:
        started = mark
    ground_seconds, solve_seconds = mark - started, 0.0
    for model in program.models():
        solve_seconds += time.process_time() - mark
        solution = grounded.read(model)
        broken = faults(solution)
        if broken:
            raise EncodingError(
                f"a model of {program.name} breaks the rules of the puzzle: "
                + "; ".join(map(str, broken[:3]))
                + hint
            )
        yield solution
        mark = time.process_time()
    now = time.process_time()
    seconds = Seconds(ground_seconds, solve_seconds + now - mark, now - started)
    yield Outcome(
        program.exhausted,
        seconds,
        None if program.exhausted else "models",
        statistics=program.statistics if statistics else {},
        messages=program.messages,
        decided_by=grounded.decided_by,
    )


class LimitedSearch(Generic[Found]):
    """A search under limits: iterate over the solutions, then ask for the outcome.

    `events`: yields the solutions, and at last an `Outcome`; raises `LimitReachedError`
    when a limit is reached.

    `outcome`: how the search ended; before its end, an outcome that is not exhausted.
    """

    def __init__(self, events: Generator[Found | Outcome]) -> None:
        self.events, self.outcome = events, Outcome()

    def __iter__(self) -> Iterator[Found]:
        """Yield the solutions as they are found. A search can be run once."""
        started = time.process_time()
        ended = False
        stopped_by: Stop | None = None
        worker_seconds = 0.0
        try:
            with closing(self.events) as events:
                for event in events:
                    if isinstance(event, Outcome):
                        self.outcome, ended = event, True
                    else:
                        yield event
        except LimitReachedError as limit:
            stopped_by, worker_seconds = limit.limit, limit.cpu_seconds
        except KeyboardInterrupt:
            stopped_by = "interrupt"
            raise
        finally:
            if not ended:
                spent = time.process_time() - started + worker_seconds
                self.outcome = Outcome(False, Seconds(total=spent), stopped_by)

    def run(
        self,
        result: Callable[[tuple[Found, ...], Outcome], Answer],
        progress: Callable[[int], None] = lambda number: None,
    ) -> Answer:
        """Return the result of all solutions and the outcome.

        `progress`: called with the number of solutions so far.

        Raises `SearchInterrupted` at Ctrl-C.
        """
        listed: list[Found] = []
        try:
            for solution in self:
                listed.append(solution)
                progress(len(listed))
        except KeyboardInterrupt:
            raise SearchInterrupted(result(tuple(listed), self.outcome)) from None
        return result(tuple(listed), self.outcome)
