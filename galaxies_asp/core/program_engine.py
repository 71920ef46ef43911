"""The engine for any encoding of any family: clingo grounds it and searches."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeVar

from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.rules import NO_VERIFIER, Rules
from galaxies_asp.core.asp.search import AnyProgram, Outcome
from galaxies_asp.core.asp.sources import COMMENT, Text
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.engine import Engine, SolveRequest
from galaxies_asp.core.sheet import Sheet

if TYPE_CHECKING:  # clingo is loaded where a question needs it
    from galaxies_asp.core.asp.program import Program
    from galaxies_asp.core.possibilities import Count, Possibilities

P = TypeVar("P")

_REPORT_SECONDS = 0.2
_LARGE, _LARGE_NUMBER = 1000, r"\b[1-9]\d{3,}\b"
"""Numbers from here on may have products or sums that leave 32 bits."""
_VERIFIED = 10_000
"""The number of solutions that `bounds` verifies at most."""


class ProgramEngine(Engine[P]):
    """clingo with an encoding.

    Raises `OptionError` if the family has no such part, or no encoding of its own.
    Raises `EncodingError` if the encoding does not state the rules of the puzzle.

    `sheet`: the puzzle, with the variants and the declared clues of the rules. `part`:
    the part of the output in which two solutions differ; empty: anything.
    """

    def __init__(self, sheet: Sheet[P], rules: Rules, part: str = "") -> None:
        self.sheet, self.rules = sheet, rules
        self.family = family = sheet.family
        if part and part not in family.parts:
            known = ", ".join(family.parts) or "none"
            raise OptionError(
                f"{family.name} has no part {part!r} of solutions; there are: {known}"
            )
        self.encoding = family.chosen(sheet.position, rules)
        self._part = part
        self.has_own_rules = _has_own_rules(self.source, self.name)
        self.verified = family.has_verifier and not self.has_own_rules
        if rules.verifier is not None:
            self.verified = rules.verifier != NO_VERIFIER

    @property
    def is_short(self) -> bool:
        """Whether grounding takes so little time that Ctrl-C can wait."""
        return False

    @cached_property
    def source(self) -> Text:
        """The text of the encoding."""
        return self.family.source(self.encoding)

    def ground(
        self, options: list[str], *, models: int | None = None, seed: int | None = None
    ) -> AnyProgram:
        """Ground the encoding, unless the family sees that there is no solution."""
        position = self.sheet.position
        if (reason := self.family.obstacle(position)) is not None:
            raise NoSolutionError(reason)
        program = self.program(options)
        program.ground(is_short=self.is_short)
        return self.family.reader(position, program, self.encoding)

    def program(
        self, options: list[str], question: str = "", *, is_projected: bool = True
    ) -> Program:
        """Return the program of the encoding and the puzzle, not yet grounded.

        `question`: a further file of the folder of encodings. `is_projected`: each
        solution has one model, however many auxiliary choices it has.

        Raises `OptionError` or `EncodingError`: see `ground`.
        """
        from galaxies_asp.core.asp.program import Program

        family = self.family
        more = family.search_options(self.encoding, self._part) if is_projected else ()
        program = Program([*options, *more], self.source, name=self.name)
        projection = family.projection(self.sheet.position, self.encoding, self._part)
        program.add(projection + family.adjusted(self.sheet.facts))
        if question:
            program.add(bundled(question).text)
        for message in _leaving(self.source, self.name, self.sheet.facts):
            program.note(message)
        return program

    def whole(self) -> Program:
        """Return the ground program with all solutions, and no projection of models."""
        program = self.program(["0", *self.family.options], is_projected=False)
        program.ground()
        return program

    def accepts(self, position: P, options: tuple[str, ...] = ()) -> bool:
        """Tell whether there is a model with what is drawn in a position."""
        try:
            grounded = self.ground(["1", *options])
        except NoSolutionError:
            return False
        return grounded.accepts(position)

    def possibilities(self, deadline: float | None = None) -> Possibilities[P]:
        """Return what all solutions share, by brave and cautious reasoning.

        Two solutions are verified before, which judges the encoding.
        """
        from galaxies_asp.core.possibilities import AtomPossibilities

        for _ in self.solutions(SolveRequest(self.sheet, 2, self.rules)):
            pass
        program, family = self.whole(), self.family
        possible = program.shared("brave", family.shown, deadline=deadline)
        forced = program.shared("cautious", family.shown, deadline=deadline)
        if possible is None or forced is None:
            raise NoSolutionError("a search shows that there is no solution")
        excluded, free = program.atoms(family.outputs) - possible, possible - forced
        return AtomPossibilities(self.sheet, self.encoding, forced, excluded, free)

    def bounds(self, deadline: float | None = None) -> Iterator[Count]:
        """Yield lower bounds of the number of solutions; the last one is exact.

        The first 10,000 solutions are verified. If there are more, all are counted
        unread.
        """
        from galaxies_asp.core.possibilities import Count

        started = reported = time.process_time()
        known = Count(self.sheet, 0, False, encoding=self.encoding)
        request = SolveRequest(self.sheet, _VERIFIED, self.rules)
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

    def batches(self, seed: int | None = None) -> Iterator[list[P]]:
        """Yield each solution alone, as it is found."""
        request = SolveRequest(self.sheet, 0, self.rules, seed=seed)
        for event in self.solutions(request):
            if not isinstance(event, Outcome):
                yield [self.solution(event)]

    def sample(self, number: int, seed: int) -> list[P]:
        """Return solutions drawn uniformly, with repetition, after listing all."""
        every = [solution for batch in self.batches() for solution in batch]
        if not every:
            raise NoSolutionError("a search shows that there is no solution")
        import random  # loads more libraries than a search

        return random.Random(seed).choices(every, k=number)


def _counted(program: Program) -> Iterator[tuple[int, bool]]:
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


def _leaving(source: Text, name: str, given: str) -> tuple[str, ...]:
    """Return what can leave 32 bits, where the encoding or the facts have numbers."""
    largest = max(map(int, re.findall(r"\d+", given)), default=0)
    rules = re.sub(COMMENT, "", source.text)
    if largest < _LARGE and not re.search(_LARGE_NUMBER, rules):
        return ()
    from galaxies_asp.core.asp.numbers import leaving
    from galaxies_asp.core.asp.program import statements

    found: dict[str, None] = {}
    for statement in statements(source, name):
        for node, what in leaving(statement, largest, given.count(".")):
            file, line = source.position(node.location.begin.line)
            found[f"{file}:{line}: {what}"] = None
    return tuple(found)


@lru_cache(maxsize=8)
def _has_own_rules(source: Text, name: str) -> bool:
    """Tell whether an encoding states that its rules are not those of the puzzle."""
    if facts.OWN_RULES not in source.text:
        return False
    from galaxies_asp.core.asp.program import statements

    heads = (
        str(node.head)
        for node in statements(source, name)
        if node.ast_type.name == "Rule" and not node.body
    )
    return facts.OWN_RULES in heads
