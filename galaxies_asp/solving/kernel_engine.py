"""The engine for the standard rules: the kernel, then clingo with ground rules."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal, cast

from galaxies_asp.core.asp.encodings import FAST
from galaxies_asp.core.asp.rules import NO_VERIFIER, Rules
from galaxies_asp.core.asp.search import DecidedProgram, Decision, GroundProgram
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Labels, Position, Puzzle, Rows
from galaxies_asp.core.engine import Engine
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.core.verifying.rules import labels_drawn
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.rules import Labeling
from galaxies_asp.fast.rules import rules as ground_rules_of

if TYPE_CHECKING:  # numpy and clingo are loaded where a question needs them
    from concurrent.futures import Executor

    from galaxies_asp.core.possibilities import CellPossibilities, Count

Way = Literal["search", "look ahead", "stages"]
"""How to search for a solution."""

KERNEL_SOLUTIONS = 1000
"""The kernel lists all solutions if there are no more."""

LOOKING_AHEAD = ("--lookahead=atom,1", "--eq=0", "--trans-ext=no")
"""Options of clingo: look ahead once, before the search, and simplify less.

Large boards with many dots have many small parts with few solutions each. To try each
pair once decides most of them; without it, a search meets a few conflicts in each part.
"""


class KernelEngine(Engine[Position]):
    """The compiled kernel for the standard rules.

    `way`: returns how to search with a number of open pairs. `kernel_work`: the work
    after which the compiled kernel gives up.
    """

    def __init__(
        self,
        sheet: Sheet[Position],
        rules: Rules,
        way: Callable[[Puzzle, int], Way],
        kernel_work: int,
    ) -> None:
        self.sheet, self.puzzle, self.rules = sheet, sheet.position.puzzle, rules
        self.encoding = FAST
        self.verified = rules.verifier != NO_VERIFIER
        self._way, self._kernel_work = way, kernel_work

    def ground(
        self, options: list[str], *, models: int | None = None, seed: int | None = None
    ) -> GroundProgram[Rows]:
        """Ground what propagation, or the search of the kernel, leaves open."""
        kernel = Kernel.settled(self.puzzle)
        if models is not None and seed is None:
            decided_by: Decision = "search" if kernel.is_open else "propagation"
            found = kernel.search(models or KERNEL_SOLUTIONS, self._kernel_work)
            if found.exhausted or 0 < models == len(found.solutions):
                known = DecidedProgram(self.name, found.solutions, found.exhausted)
                return GroundProgram(known, lambda rows: cast(Rows, rows), decided_by)
            if found.solutions:  # its conclusions exclude them
                kernel = Kernel.settled(self.puzzle)
        pairs = kernel.open_lists()
        del kernel  # clingo needs much memory, too
        labels = Labeling(pairs, self.puzzle.width)
        number = len(pairs.dots)

        def assumptions(solved: Position) -> list[int] | None:
            return labels.assumptions(labels_drawn(solved))

        if not number and models is not None:
            rows = labels.rows(lambda _: False)
            decided = DecidedProgram(self.name, [rows])
            return GroundProgram(decided, lambda _: rows, "propagation", assumptions)
        from galaxies_asp.core.asp.program import Program

        ground_rules = ground_rules_of(pairs)
        way = "search" if models is None else self._way(self.puzzle, number)
        if way == "look ahead":
            options = [*options, *LOOKING_AHEAD]
        if way == "stages":
            from galaxies_asp.solving.stages import StagedProgram

            staged = options, self.name, pairs, models or 0, seed or 0
            program: Program = StagedProgram(*staged)
        else:
            program = Program(options, name=self.name)
        del pairs
        program.add_ground_rules(ground_rules)
        return GroundProgram(
            program,
            lambda model: labels.rows(model.is_true),
            "search" if number else "propagation",
            assumptions,
        )

    def decided_by(self) -> Decision:
        """Return whether propagation decides everything."""
        try:
            is_open = Kernel.settled(self.puzzle).is_open
        except NoSolutionError:
            is_open = False
        return "search" if is_open else "propagation"

    def accepts(self, position: Position, options: tuple[str, ...] = ()) -> bool:
        """Tell whether the drawn regions are a solution."""
        try:
            return self.ground(["1", *options]).accepts(position)
        except NoSolutionError:
            return False

    def possibilities(self, deadline: float | None = None) -> "CellPossibilities":
        """Return the consequences, by brave reasoning over the open pairs."""
        from galaxies_asp.solving.consequences import possibilities

        return possibilities(self.sheet, deadline)

    def bounds(self, deadline: float | None = None) -> "Iterator[Count]":
        """Yield bounds by the components of the open pairs and a decision diagram."""
        return self.shared_bounds(deadline)

    def shared_bounds(
        self,
        deadline: float | None = None,
        workers: "Executor | None" = None,
        memory_limit: int | None = None,
    ) -> "Iterator[Count]":
        """Yield bounds; workers count the solutions that begin in different ways.

        `memory_limit`: bytes of memory of each worker.
        """
        from galaxies_asp.solving.bounds import bounds

        return bounds(self.sheet, deadline, workers, memory_limit)

    def batches(self, seed: int | None = None) -> Iterator[Labels]:
        """Yield all solutions, in the order of their ranks in a decision diagram."""
        from galaxies_asp.solving.enumeration import batches

        return batches(self.puzzle, seed=seed)

    def sample(self, number: int, seed: int) -> Labels:
        """Return solutions of random ranks in a decision diagram."""
        from galaxies_asp.solving.enumeration import sample

        return sample(self.puzzle, number, seed)
