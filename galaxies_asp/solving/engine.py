"""What can be asked about one puzzle under one set of rules.

There are two implementations: `ProgramEngine`, clingo with any encoding, and
`BitEngine`, bit sets for the standard rules. `plan.engine` chooses between them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from galaxies_asp.asp.rules import Rules
from galaxies_asp.asp.search import Decision, GroundProgram
from galaxies_asp.board.labels import Rows
from galaxies_asp.board.puzzle import Labels, Puzzle, Solution
from galaxies_asp.fast.no_solution import NoSolutionError

if TYPE_CHECKING:
    from galaxies_asp.processes.pool import Workers
    from galaxies_asp.solving.bits import BitEngine
    from galaxies_asp.solving.result import Count, Possibilities

Found = Rows | Solution
"""Labels, or a solution where the answer is more than labels."""

Batch = Labels | list[Solution]
"""Several solutions: labels (n, H, W) where they suffice."""


class TooManyDecisionsError(Exception):
    """The decision diagram of a puzzle is too large to be built."""


class Engine(Protocol):
    """Answers to questions about a puzzle.

    Attributes
    ----------
    puzzle
        The puzzle, with the variants of the rules.
    rules
        The rules.
    encoding
        The name of the encoding that is grounded.
    verified
        Whether a verifier judges the solutions.
    warnings
        What is ignored in the encoding.
    bits
        The engine itself, if it has bit sets of the standard rules; otherwise None.
    """

    puzzle: Puzzle
    rules: Rules
    encoding: str
    verified: bool
    warnings: tuple[str, ...]
    bits: "BitEngine | None"

    def ground(
        self, options: list[str], *, models: int | None = None, seed: int = 0
    ) -> GroundProgram[Found]:
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

    def decided_by(self) -> Decision:
        """Return whether propagation decides everything."""
        return "search"

    def obstacle(self) -> str | None:
        """Return why there is no solution, or None where propagation finds none."""

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

    def possibilities(self, deadline: float | None = None) -> "Possibilities":
        """Return the brave and cautious consequences.

        A hidden dot, or none, is `NO_DOT` among the dots of a cell.

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
        workers: "Workers | None" = None,
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
