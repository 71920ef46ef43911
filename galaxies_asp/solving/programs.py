"""The engine for any encoding: clingo grounds it and searches."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galaxies_asp.core.asp.atoms import shown_atoms
from galaxies_asp.core.asp.encodings import BUILT_IN, bundled, text
from galaxies_asp.core.asp.rules import NO_VERIFIER, Rules
from galaxies_asp.core.asp.search import GroundProgram, Outcome
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.variants import MORE_THAN_LABELS
from galaxies_asp.solving.engine import Engine, SolveRequest, solution_of

if TYPE_CHECKING:  # clingo is loaded where a question needs it, and numpy, too
    from galaxies_asp.core.asp.program import Program
    from galaxies_asp.processes.pool import WorkerExecutor
    from galaxies_asp.solving.result import Count

CONSEQUENCES = "galaxies/questions/consequences.lp"
"""What neighboring cells have in common."""

_REPORT_SECONDS = 0.2
_VERIFIED = 10_000
"""The number of solutions that `bounds` verifies at most."""


class ProgramEngine(Engine):
    """clingo with an encoding.

    Parameters
    ----------
    encoding
        A built-in name, a mix, or a path.
    is_short
        Grounding takes so little time that Ctrl-C can wait.
    is_propagated
        Propagation states the same rules, unless the encoding has rules of its own.
    """

    def __init__(
        self,
        puzzle: Any,
        rules: Rules,
        encoding: str,
        *,
        is_short: bool = False,
        is_propagated: bool = False,
    ) -> None:
        self.puzzle, self.rules, self.encoding = puzzle, rules, encoding
        self.has_bits = False
        self._is_short = is_short
        is_file = Path(encoding.split("+")[0]).is_file()
        stated = _declared(self.source, self.name) if is_file else (False, ())
        own_rules, self.warnings = stated
        self.verified = not own_rules
        if rules.verifier is not None:
            self.verified = rules.verifier != NO_VERIFIER
        self._is_propagated = is_propagated and not own_rules

    @cached_property
    def source(self) -> Text:
        """The text of the encoding."""
        return text(self.encoding)

    def ground(
        self, options: list[str], *, models: int | None = None, seed: int = 0
    ) -> GroundProgram[Any]:
        """Ground the encoding; clingo searches as its options say."""
        from galaxies_asp.core.asp.models import AtomReader

        program = self.program(options)
        program.ground(is_short=self._is_short)
        reader = AtomReader(self.puzzle, program, self.encoding)
        more = self.puzzle.variants & MORE_THAN_LABELS
        read = reader.solution if more else reader.rows
        return GroundProgram(program, read, assumptions=reader.assumptions)

    def program(self, options: list[str], *questions: str) -> "Program":
        """Return the program of the encoding and the puzzle, not yet grounded.

        Optimization statements are ignored, because they would remove solutions.

        Parameters
        ----------
        questions
            Further files of the folder of encodings.

        Raises
        ------
        OptionError, EncodingError
            See `ground`.
        """
        from galaxies_asp.core.asp.program import Program

        program = Program([*options, *self.options()], self.source, name=self.name)
        program.add(self.facts())
        for question in questions:
            program.add(bundled(question).text)
        return program

    def facts(self) -> str:
        """Return the facts of the puzzle, and what its solutions are projected to."""
        projection = f"#project {facts.GALAXY}/2.\n" if self.options() else ""
        return projection + facts.program(self.puzzle)

    def options(self) -> Sequence[str]:
        """Return the options of clingo for the encoding."""
        if self.encoding in BUILT_IN:
            return ()
        # Auxiliary choices of a user's encoding must not multiply the solutions.
        return ("--project=project", "--opt-mode=ignore")

    def obstacle(self) -> str | None:
        """Return why propagation finds no solution, if it states the same rules."""
        if not self._is_propagated:
            return None
        from galaxies_asp.fast.fixpoint import obstacle  # few boards have none

        return obstacle(self.puzzle)

    def possibilities(self, deadline: float | None = None) -> Any:
        """Return the consequences, by brave reasoning."""
        from galaxies_asp.core.asp.models import require_derived
        from galaxies_asp.solving.consequences import possibilities_of_atoms

        program = self.program(["0"], CONSEQUENCES)
        program.ground()
        symbols = program.shared("brave", shown_atoms, deadline=deadline)
        if not symbols:
            message = f"a search shows this under the encoding {self.encoding}"
            raise NoSolutionError(message)
        for symbol in symbols:
            if symbol.match(facts.GALAXY, 2):
                require_derived(program, symbol)
        return possibilities_of_atoms(self.puzzle, symbols, self.encoding)

    def bounds(
        self,
        deadline: float | None = None,
        workers: "WorkerExecutor | None" = None,
        memory_limit: int | None = None,
    ) -> "Iterator[Count]":
        """Yield lower bounds of the number of solutions; the last one is exact.

        The first 10,000 solutions are verified. If there are more, all are counted
        unread.
        """
        from galaxies_asp.solving.result import Count

        started = reported = time.process_time()
        known = Count(self.puzzle, 0, False, encoding=self.encoding)
        request = SolveRequest(self.puzzle, _VERIFIED, self.rules)
        try:
            for event in self.solutions(request):
                now = time.process_time()
                is_last = isinstance(event, Outcome)
                if is_last:
                    verified = known.total if event.verified else 0
                    known = replace(known, complete=event.exhausted, verified=verified)
                else:
                    number = known.total + 1
                    known = replace(known, total=number, verified=number)
                if is_last or now - reported >= _REPORT_SECONDS:
                    reported = now
                    yield replace(known, seconds=now - started)
            if not known.complete:
                for total, complete in _counted(self.program(["0"])):
                    known = replace(
                        known, total=max(total, known.total), complete=complete
                    )
                    yield replace(known, seconds=time.process_time() - started)
        except KeyboardInterrupt:
            seconds = time.process_time() - started
            yield replace(known, seconds=seconds, stopped_by="interrupt")

    def batches(self, seed: int | None = None) -> Iterator[list[Any]]:
        """Yield each solution alone, as it is found."""
        request = SolveRequest(self.puzzle, 0, self.rules, seed=seed)
        for event in self.solutions(request):
            if not isinstance(event, Outcome):
                yield [solution_of(self.puzzle, event)]

    def sample(self, number: int, seed: int) -> list[Any]:
        """Return solutions drawn uniformly, with repetition, after listing all."""
        every = [solution for batch in self.batches() for solution in batch]
        if not every:
            raise NoSolutionError("a search shows that there is no solution")
        import random  # loads more libraries than a search

        return random.Random(seed).choices(every, k=number)


def _counted(program: "Program") -> Iterator[tuple[int, bool]]:
    """Yield the number of models so far, now and then, and whether these are all."""
    program.ground()
    total, reported = 0, time.process_time()

    def take() -> int | None:
        nonlocal total, reported
        total += 1
        if time.process_time() - reported < _REPORT_SECONDS:
            return None
        reported = time.process_time()
        return total

    for number in program.collect(take):
        yield number, False
    yield total, True


def _declared(source: Text, name: str) -> tuple[bool, tuple[str, ...]]:
    """Return whether an encoding has its own rules, and its ignored optimizations."""
    import clingo

    from galaxies_asp.core.asp.program import statements

    own_rules = False
    places = []
    for node in statements(source, name):
        if node.ast_type == clingo.ast.ASTType.Minimize:
            places.append(source.position(node.location.begin.line))
        elif node.ast_type == clingo.ast.ASTType.Rule and not node.body:
            own_rules |= str(node.head) == facts.OWN_RULES
    return own_rules, tuple(
        f"{file}:{line}: the optimization is ignored: every model is a solution"
        for file, line in dict.fromkeys(places)
    )
