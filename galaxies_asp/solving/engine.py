"""What can be asked about one puzzle under one set of rules: requests and engines.

There are two implementations: `ProgramEngine`, clingo with any encoding, and
`BitEngine`, bit sets for the standard rules. `plan.engine` chooses between them.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.search import (
    Decision,
    GroundProgram,
    Outcome,
    solutions,
)
from galaxies_asp.core.board.effort import Seconds
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.fields import Range, check
from galaxies_asp.core.board.labels import Rows
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Labels, Puzzle, Solution
from galaxies_asp.core.board.variants import MORE_THAN_LABELS
from galaxies_asp.core.verifying.rules import check_labels, check_solution

if TYPE_CHECKING:
    from galaxies_asp.processes.pool import WorkerExecutor
    from galaxies_asp.solving.result import Count, Result

RawSolution = Rows | Solution
"""Labels, or a solution where the answer is more than labels."""

Batch = Labels | list[Any]
"""Several solutions: labels (n, H, W) where they suffice."""

Judge = Callable[[Any], Sequence[object]]
"""Returns the rules that a solution breaks."""

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
    """A puzzle, its rules, and the options of the search for solutions.

    Parameters
    ----------
    puzzle
        The puzzle; of another family than Galaxies, a `Sheet`.
    models
        The greatest number of solutions; 0 for all.
    number
        The number of the puzzle in a batch, from 0; see `plan.solver`.
    part
        Of other families: the part of the output in which two solutions differ; empty:
        anything.
    """

    puzzle: Any
    models: Annotated[int, Range(0)] = 2
    rules: Rules = STANDARD
    number: int = 0
    part: str = ""

    def __post_init__(self) -> None:
        check(self)
        for option in self.options:
            if _is_reserved(option):
                raise OptionError(f"the option {option} is set by this program itself")

    def clingo_options(self, at_random: Sequence[str] = ()) -> list[str]:
        """Return the command line for clingo.

        Parameters
        ----------
        at_random
            Options of a search with a seed, unless others are given.
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


class FamilyPuzzle(Protocol):
    """A puzzle of another family than Galaxies: it names its engine and its results."""

    def engine(self, rules: Rules, part: str) -> "Engine":
        """Return the engine for the puzzle.

        Parameters
        ----------
        part
            The part of the output in which two solutions differ; empty: anything.
        """

    def result(
        self, solutions: tuple[Any, ...], outcome: Outcome, part: str
    ) -> "Result":
        """Return the solutions that a search has found, and how it ended."""


class Engine(Protocol):
    """Answers to questions about a puzzle.

    Attributes
    ----------
    at_random
        Options of clingo for a search with a seed.
    puzzle
        The puzzle, with the variants of the rules; of another family, a `Sheet`.
    rules
        The rules.
    encoding
        The name of the encoding that is grounded.
    verified
        Whether a verifier judges the solutions.
    warnings
        What is ignored in the encoding.
    has_bits
        Whether it works on bit sets, so that their propagation states the same rules.
    """

    at_random: ClassVar[tuple[str, ...]] = ("--sign-def=rnd", "--rand-freq=0.02")

    puzzle: Any
    rules: Rules
    encoding: str
    verified: bool
    warnings: tuple[str, ...]
    has_bits: bool

    def ground(
        self, options: list[str], *, models: int | None = None, seed: int = 0
    ) -> GroundProgram[Any]:
        """Ground the puzzle.

        Parameters
        ----------
        options
            Options of clingo's command line.
        models
            The greatest number of solutions, if the engine may decide how to search; by
            default, clingo searches as its options say.
        seed
            The random seed of a search that the engine decides on.

        Raises
        ------
        OptionError
            If clingo refuses an option.
        EncodingError
            If clingo refuses the encoding, or it does not keep the contract.
        NoSolutionError
            If propagation finds that there is no solution.
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
        """Yield the labels of each solution, verified, and at last the `Outcome`.

        Where an answer is more than labels, a `Solution` takes their place; of another
        family, it is a position of the family.

        Raises
        ------
        EncodingError
            If the encoding is faulty, or has a model that breaks the rules.
        """
        started = time.process_time()
        is_free = not request.options and not request.statistics
        try:
            grounded = self.ground(
                request.clingo_options(self.at_random),
                models=request.models if is_free else None,
                seed=request.seed or 0,
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
        events = solutions(
            grounded,
            self._faults(),
            started=started,
            statistics=request.statistics,
            hint=_OWN_RULES if self.encoding.endswith(".lp") else "",
        )
        for number, event in enumerate(events):
            if isinstance(event, Outcome):
                yield replace(
                    event,
                    reason=self.obstacle() if event.exhausted and not number else None,
                    messages=(*self.warnings, *event.messages),
                    encoding=self.encoding,
                    verified=self.verified,
                )
            else:
                yield event

    def _faults(self) -> Judge:
        """Return the function that judges what is found."""
        puzzle, verifier = self.puzzle, self.rules.verifier
        if not self.verified:
            return lambda raw: ()
        if verifier is not None:
            from galaxies_asp.core.verifying.violations import load_verifier

            judge = load_verifier(verifier)

            def judged(raw: RawSolution) -> Sequence[object]:
                solution = solution_of(puzzle, raw)
                return judge(solution.puzzle, solution.labels)

            return judged
        if puzzle.variants & MORE_THAN_LABELS:
            return lambda raw: check_solution(puzzle, solution_of(puzzle, raw))
        return lambda raw: check_labels(
            puzzle, raw.rows() if isinstance(raw, Solution) else raw
        )

    def accepts(self, labels: Labels, options: tuple[str, ...] = ()) -> bool:
        """Tell whether there is a model with these (H, W) labels."""
        try:
            grounded = self.ground(["1", *options])
        except NoSolutionError:
            return False
        assert grounded.assumptions is not None
        literals = grounded.assumptions(labels.tolist())
        if literals is None:
            return False
        return any(True for _ in grounded.program.models(literals))

    def possibilities(self, deadline: float | None = None) -> Any:
        """Return the brave and cautious consequences, as `Possibilities`.

        A hidden dot, or none, is `NO_DOT` among the dots of a cell. Of another family,
        they are the `SheetPossibilities`, about the atoms of its output.

        Raises
        ------
        NoSolutionError
            If there is no solution.
        TimeoutError
            If `time.monotonic()` passes the deadline.
        """

    def bounds(
        self,
        deadline: float | None = None,
        workers: "WorkerExecutor | None" = None,
        memory_limit: int | None = None,
    ) -> "Iterator[Count]":
        """Yield better and better bounds of the number of solutions.

        The last one is the answer. It is not complete if the deadline has passed.

        Parameters
        ----------
        workers
            Those who count the solutions that begin in different ways, where the engine
            can divide them.
        memory_limit
            Bytes of memory of each worker.
        """

    def batches(self, seed: int | None = None) -> Iterator[Batch]:
        """Yield all solutions, each verified; a seed shuffles their order."""

    def sample(self, number: int, seed: int) -> Batch:
        """Return solutions drawn uniformly, with repetition.

        Raises
        ------
        NoSolutionError
            If there are none.
        TooManyDecisionsError
            If counting the solutions takes too many decisions.
        """


def solution_of(puzzle: Any, raw: Any) -> Any:
    """Return the solution that a search yields; of other families, it is a position."""
    if isinstance(raw, Solution) or not isinstance(puzzle, Puzzle):
        return raw
    return Solution(puzzle, raw)
