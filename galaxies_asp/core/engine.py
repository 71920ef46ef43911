"""What can be asked about one puzzle under one set of rules: requests and engines.

There are two implementations: `ProgramEngine`, clingo with any encoding of any family,
and `KernelEngine` for the standard rules of Galaxies. `solving.plan` chooses.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.search import AnyProgram, Decision, Outcome, solutions
from galaxies_asp.core.board.effort import Seconds
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.fields import Range, check
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Labels
from galaxies_asp.core.sheet import AnySheet, Sheet

if TYPE_CHECKING:
    from galaxies_asp.core.possibilities import Count, Possibilities

P = TypeVar("P")

Batch = Labels | list[P]
"""Several solutions: labels (n, H, W) where they suffice."""

_OWN_RULES = (
    "; if the encoding has rules of its own, it states the fact own_rules, or name a "
    "verifier"
)


_MOST_MODELS = 2**31 - 1

# These would change what the models mean, or how many there are.
_RESERVED_OPTIONS = (
    *("-n", "--models", "-e", "--enum-mode", "--project", "--opt", "--time-limit"),
    *("--mode", "--outf", "--parse", "--text", "-q", "--quiet", "--solve-limit"),
    *("--seed", "-t", "--parallel-mode", "--supp-models", "--no-ufs-check"),
)


@dataclass(frozen=True, kw_only=True)
class ClingoOptions:
    """How clingo searches."""

    threads: Annotated[int, Range(1, 64), "Number of clingo's threads."] = 1
    options: Annotated[
        tuple[str, ...],
        "Option of clingo, as in --clingo=--configuration=jumpy; repeatable.",
    ] = ()
    statistics: Annotated[
        bool, "Give clingo's statistics; this takes longer than a small puzzle."
    ] = False
    seed: Annotated[int | None, "Random seed of the search (default: not random)."] = (
        None
    )


@dataclass(frozen=True)
class SolveRequest(ClingoOptions):
    """A puzzle, its rules, and the options of the search for solutions."""

    sheet: AnySheet
    """The puzzle."""
    models: Annotated[int, Range(0)] = 2
    """The greatest number of solutions; 0 for all."""
    rules: Rules = STANDARD
    part: str = ""
    """The part of the output in which two solutions differ; empty: anything."""

    def __post_init__(self) -> None:
        check(self)
        for option in self.options:
            if _is_reserved(option):
                raise OptionError(f"the option {option} is set by this program itself")

    def clingo_options(self, at_random: Sequence[str] = ()) -> list[str]:
        """Return the command line for clingo.

        `at_random`: options of a search with a seed, unless others are given.
        """
        # More models than clingo can count are as good as all of them: 0.
        models = self.models if self.models <= _MOST_MODELS else 0
        options = [str(models), f"--parallel-mode={self.threads}"]
        if self.seed is not None:
            options.append(f"--seed={self.seed}")
            given = {option.partition("=")[0] for option in self.options}
            options += [o for o in at_random if o.partition("=")[0] not in given]
        return options + list(self.options)


def _is_reserved(option: str) -> bool:
    """Tell whether an option is reserved; clingo takes abbreviations, too."""
    name = option.partition("=")[0]
    if name.startswith(_RESERVED_OPTIONS):
        return True
    return len(name) > 2 and any(r.startswith(name) for r in _RESERVED_OPTIONS)


class TooManyDecisionsError(Exception):
    """The decision diagram of a puzzle is too large to be built."""


class Engine(ABC, Generic[P]):
    """Answers to questions about a puzzle."""

    sheet: Sheet[P]
    """The puzzle, with the variants and the declared clues of the rules."""
    rules: Rules
    """The rules."""
    encoding: str
    """The name of the encoding that is grounded."""
    verified: bool
    """Whether a verifier judges the solutions."""

    @abstractmethod
    def ground(
        self, options: list[str], *, models: int | None = None, seed: int | None = None
    ) -> AnyProgram:
        """Ground the puzzle.

        Raises `OptionError` if clingo refuses an option. Raises `EncodingError` if
        clingo refuses the encoding, or it does not keep the contract. Raises
        `NoSolutionError` if it is seen without a search that there is no solution.

        `options`: options of clingo's command line. `models`: the greatest number of
        solutions, if the engine may decide how to search; by default, clingo searches
        as its options say. `seed`: the random seed of a search that the engine decides
        on; None for any.
        """

    @property
    def name(self) -> str:
        """What error messages call the encoding."""
        return f"the encoding {self.encoding}"

    def decided_by(self) -> Decision:
        """Return whether propagation decides everything."""
        return "search"

    def obstacle(self) -> str | None:
        """Return why there is no solution, or None where propagation finds none."""
        return None

    def solutions(self, request: SolveRequest) -> Iterator[Any]:
        """Yield each solution, verified, and at last the `Outcome`.

        A solution is in the form that `Family.solution` takes.

        Raises `EncodingError` if the encoding is faulty, or has a model that breaks the
        rules.
        """
        started = time.process_time()
        is_free = not request.options and not request.statistics
        try:
            grounded = self.ground(
                request.clingo_options(self.sheet.family.at_random),
                models=request.models if is_free else None,
                seed=request.seed,
            )
        except NoSolutionError as error:
            elapsed = time.process_time() - started
            yield Outcome(
                exhausted=True,
                seconds=Seconds(ground=elapsed, total=elapsed),
                reason=str(error),
                encoding=self.encoding,
                decided_by="propagation",
            )
            return
        family, position = self.sheet.family, self.sheet.position
        events = solutions(
            grounded,
            family.judge(position, self.rules) if self.verified else lambda found: (),
            started=started,
            statistics=request.statistics,
            hint=_OWN_RULES if self.encoding.endswith(".lp") else "",
        )
        for number, event in enumerate(events):
            if isinstance(event, Outcome):
                yield replace(
                    event,
                    reason=self.obstacle() if event.exhausted and not number else None,
                    encoding=self.encoding,
                    verified=self.verified,
                )
            else:
                yield event

    def solution(self, found: object) -> P:
        """Return the solution that a search has found."""
        return self.sheet.family.solution(self.sheet.position, found)

    @abstractmethod
    def accepts(self, position: P, options: tuple[str, ...] = ()) -> bool:
        """Tell whether there is a model with what is drawn in a position."""

    @abstractmethod
    def possibilities(self, deadline: float | None = None) -> "Possibilities[P]":
        """Return the brave and cautious consequences.

        Raises `NoSolutionError` if there is no solution. Raises `TimeoutError` if
        `time.monotonic()` passes the deadline.
        """

    @abstractmethod
    def bounds(self, deadline: float | None = None) -> "Iterator[Count]":
        """Yield better and better bounds of the number of solutions.

        The last one is the answer. It is not complete if the deadline has passed.
        """

    @abstractmethod
    def batches(self, seed: int | None = None) -> Iterator[Batch[P]]:
        """Yield all solutions, each verified; a seed shuffles their order."""

    @abstractmethod
    def sample(self, number: int, seed: int) -> Batch[P]:
        """Return solutions drawn uniformly, with repetition.

        Raises `NoSolutionError` if there are none. Raises `TooManyDecisionsError` if
        counting the solutions takes too many decisions.
        """


AnyEngine = Engine[Any]
"""An engine for a board of any family."""
