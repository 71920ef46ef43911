"""An encoding that is asked for reasons: it is grounded with switches for a puzzle.

Facts about the board are literals of the ground program, and its deductions are steps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from galaxies_asp.core.asp import clingo, syntax
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.program import Program, statements
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.symbols import atom_of as value_of
from galaxies_asp.core.asp.symbols import points_among
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.declarations import Declaration, declared
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.violations import Violation
from galaxies_asp.explaining.engine.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.engine.ground import Ground
from galaxies_asp.explaining.engine.reasoning import Reasoning
from galaxies_asp.explaining.engine.switched import GroundInstance, minimal_core
from galaxies_asp.explaining.words.fact_atoms import atom_of, fact_of_output
from galaxies_asp.explaining.words.findings import (
    Finished,
    Hint,
    Mistake,
    Reason,
    RulesSource,
    Step,
)
from galaxies_asp.explaining.words.headings import nearest
from galaxies_asp.explaining.words.known import Colors, Known
from galaxies_asp.explaining.words.phrases import MOST
from galaxies_asp.explaining.words.reader import Reader
from galaxies_asp.explaining.words.unreached import rivals_in
from galaxies_asp.solving.judging import judge
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.search import solve

_FEW = 4
"""The most facts in the reason of a mistake; with more, a broken rule is named."""

_CONFLICTS, _SEARCHES = 3000, 100
"""The effort of a search for what contradicts each other."""


class SourceRules:
    """An encoding grounded for a puzzle: what it forces on a board, and why.

    Every integrity constraint and every bounded choice of the encoding has a switch for
    each ground instance; all other rules always hold.

    Raises `OptionError` if the family has no encoding of its own. Raises
    `EncodingError` if the encoding is faulty, or has a model that breaks the rules.

    `sheet`: the puzzle, with nothing drawn on it. `source`: the encoding.
    """

    questions: ClassVar[str] = ""
    """Rules that are grounded with the encoding."""
    usual: ClassVar[str] = ""
    """A text that declares words, where the encoding declares none."""
    tells_broken_rules: ClassVar[bool] = True
    """Whether many wrong facts are told by a rule that the verifier finds broken."""

    def __init__(self, sheet: AnySheet, rules: Rules) -> None:
        self.sheet, self._rules = sheet.blank.under(rules), rules
        self._engine = engine = program_engine(self.sheet, rules)
        self._result = solve(self.sheet, 2, rules=rules)  # its models are verified
        self.source = RulesSource(engine.encoding, self._result.verified)
        text = self.usual + engine.source.text + self.questions
        self.declared: Mapping[str, Declaration] = declared(text)
        self._facts: dict[int, Fact | None] = {}

    @cached_property
    def ground(self) -> Ground:
        """The ground rules; boards that show all steps need none."""
        # Consequences are those of the atoms that are shown.
        shown = (f"#show {name}." for name in sorted(self._decided))
        facts = self.sheet.family.adjusted(self.sheet.facts)
        more = "\n".join([facts, self.questions, *shown])
        free = self._decided - self.chosen
        exclusive = {
            known.signature: [known.arguments.index(name) for name in known.exclusive]
            for known in self.declared.values()
            if known.exclusive and set(known.exclusive) <= set(known.arguments)
        }
        source, name = self._engine.source, self._engine.name
        return Ground(source, more, name, free, exclusive, self._noted)

    @property
    def _noted(self) -> list[str]:
        """The signatures of what reasons tell only where a step needs it."""
        return [name for name, known in self.declared.items() if known.role == "Noted"]

    @cached_property
    def _whole(self) -> Program:
        return self._engine.whole()

    @cached_property
    def atoms(self) -> Atoms:
        """The atoms of the output; empty if facts are about something else."""
        return self._whole.atoms(self.sheet.family.outputs)

    @property
    def colors(self) -> Colors:
        """A color for each dot, for pictures."""
        return dict

    def known(self, board: AnySheet) -> Known:
        """Return what is drawn on the puzzle."""
        known = Known.of(board.under(self._rules), self.colors, self.declared)
        return replace(known, rivals=rivals_in(self.ground, self.declared))

    def is_solved(self, board: AnySheet) -> bool:
        """Tell whether what is drawn on the puzzle is a solution."""
        return board.is_attempt and not judge(board, self._rules)

    # Facts and literals

    def literal(self, fact: Fact) -> int | None:
        """Return the literal of a fact; None if its atom is never true."""
        if fact == NO_SOLUTION:
            return None
        literal = self.ground.literal(atom_of(fact))
        if literal is None or fact.holds:
            return literal
        return -literal

    def literals(self, facts: Iterable[Fact]) -> list[int]:
        """Return the literals of facts whose atoms can be true."""
        return [n for n in map(self.literal, facts) if n is not None]

    @cached_property
    def _choices(self) -> tuple[frozenset[str], frozenset[str]]:
        """The signatures that are chosen, and those of which one is chosen."""
        chosen: set[str] = set()
        single: set[str] = set()
        for statement in statements(self._engine.source, self._engine.name):
            if statement.ast_type is ast.ASTType.Rule:
                for atom, _ in syntax.choices_of(statement.head):
                    chosen.update(syntax.signatures(atom))
                    if syntax.is_bounded(statement.head) and _is_one(statement.head):
                        single.update(syntax.signatures(atom))
        return frozenset(chosen), frozenset(single)

    @property
    def chosen(self) -> frozenset[str]:
        """The signatures of the atoms that a person decides."""
        return self._choices[0]

    @cached_property
    def _decided(self) -> frozenset[str]:
        """The signatures of the output and of what is chosen and mentioned."""
        names = {*self.sheet.family.outputs, *self._choices[0]}
        return frozenset(name for name in names if not self._is_silent(name))

    def wanted(self, board: AnySheet) -> dict[int, bool]:
        """Return the atoms to decide; of some only that they hold is of interest."""
        single, signatures = self._choices[1], self.ground.signatures
        return {
            n: len(points_among([symbol])) > 1
            or signatures[n] in single
            or self._is_silent(signatures[n], -1)
            for n, symbol in self.ground.named(self._decided)
        }

    @cached_property
    def quiet(self) -> frozenset[int]:
        """What is defined, and not mentioned where it does not hold."""
        names = self._decided - self.chosen
        some = [name for name in names if self._is_silent(name, -1)]
        return frozenset(literal for literal, _ in self.ground.named(some))

    def fact(self, literal: int) -> Fact | None:
        """Return the fact that a literal states; None if reasons do not mention it."""
        if literal not in self._facts:
            self._facts[literal] = self._stated(literal)
        return self._facts[literal]

    def _stated(self, literal: int) -> Fact | None:
        signature = self.ground.signatures.get(abs(literal))
        if signature is None or self._is_silent(signature, literal):
            return None
        kind = Kind.ATOM if literal > 0 else Kind.NO_ATOM
        return fact_of_output(value_of(self.ground.names[abs(literal)]), kind)

    def _is_silent(self, signature: str, literal: int = 1) -> bool:
        """Tell whether reasons do not mention that an atom holds, or does not."""
        known = self.declared.get(signature)
        return known is not None and known.words[literal < 0 :][:1] == ("",)

    # Solutions

    def forced(self, board: AnySheet, wanted: Mapping[int, bool]) -> list[int] | None:
        """Return the literals that hold in all solutions; None: no solution."""
        held = self._held(self.known(board).facts)
        if held is None:
            return None
        held += self._unique
        names = self.ground.names

        def read(model: clingo.Model) -> frozenset[int]:
            return frozenset(n for n in wanted if model.contains(names[n]))

        possible = self.ground.shared("brave", held, read)
        certain = self.ground.shared("cautious", held, read)
        if possible is None or certain is None:
            return None
        out = (n for n, only in wanted.items() if not only and n not in possible)
        return sorted(certain) + [-n for n in out]

    @cached_property
    def _unique(self) -> list[int]:
        """The literals of the output in the only solution; nothing without one."""
        if self._result.status != "unique":
            return []
        solution = self.sheet.family.atoms(self._result.solutions[0])
        return self._filled(solution or frozenset())

    def _filled(self, atoms: Atoms) -> list[int]:
        """Return the literals of the output: what holds, and that all else does not."""
        named = self.ground.named(self.sheet.family.outputs)
        return [n if value_of(symbol) in atoms else -n for n, symbol in named]

    def _held(self, facts: Iterable[Fact]) -> list[int] | None:
        """Return the assumptions of a search with what is drawn; None: impossible."""
        self.ground.limit(None)
        # An atom that is never true is rightly excluded.
        some = (f for f in facts if f.kind is not Kind.NO_ATOM or self.literal(f))
        literals = list(map(self.literal, some))
        if None in literals:
            return None
        return [*self.ground.all_tests, *(n for n in literals if n is not None)]

    def reasoning(self, board: AnySheet) -> Reasoning | None:
        """Return the deductions from what is drawn; None: it has no solution."""
        wanted = self.wanted(board)
        forced = self.forced(board, wanted)
        if forced is None:
            return None
        family, drawn = self.sheet.family, self.literals(self.known(board).facts)
        drawn += self.ground.repeated(family.alike)
        noted = frozenset(literal for literal, _ in self.ground.named(self._noted))
        return Reasoning(
            self.ground, wanted, forced, drawn, noted=noted, quiet=self.quiet
        )

    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts are the only solution, or decide the whole output."""
        decided = {fact.atom for fact in facts if fact.atom is not None}
        if self._result.status != "unique":
            outputs = self.sheet.family.outputs
            return {a for a in decided if a.signature in outputs} == self.atoms
        family, held = self.sheet.family, {f.atom for f in facts if f.kind is Kind.ATOM}
        given = {*self.ground.repeated(family.alike)}
        return held.issuperset(
            value_of(self.ground.names[literal])
            for literal in {*self._unique} - given - self.ground.facts
            if literal > 0 and self.fact(literal) is not None
        )

    # Mistakes

    def mistake(self, board: AnySheet) -> Mistake | None:
        """Return the mistake in a position, or None if the position has a solution."""
        held = self._held(self.known(board).facts)
        if held is not None and self.ground.is_possible(held):
            return None
        return self.mistake_among(board)

    def mistake_among(self, board: AnySheet) -> Mistake:
        """Return the mistake among facts that no solution contains together.

        What no solution contains is wrong; the reason takes what is right as known.
        """
        known = self.known(board)
        possible = [
            fact
            for fact in known.facts
            if (held := self._held([fact])) and self.ground.is_possible(held)
        ]
        wrong = tuple(fact for fact in known.facts if fact not in possible)
        if len(wrong) > MOST and (faults := self._faults(board)):
            reason = Reason(NO_SOLUTION, wrong, source=self.source)
            return Mistake(wrong, reason, broken=faults[0], known=known)
        if not known.facts or not self.ground.is_possible(self.ground.all_tests):
            reason = self._contradiction(board, (), None)
            return Mistake((), reason, known=known)
        together = not wrong
        if together:
            wrong = self._together(known.facts)
        right = wrong[1:] if together else self._together_right(possible)
        reason = self._contradiction(board, right, wrong[0])
        filled = sum(literal > 0 for literal in self._unique)
        is_filled = 0 < filled <= sum(fact.kind is Kind.ATOM for fact in known.facts)
        is_long = reason.by_search or not reason.minimal or reason.size > _FEW
        faults = self._faults(board) if is_long else ()
        if len(faults) > 1 and is_filled:
            faults = [nearest(faults, wrong[0].at)]
        broken = faults[0] if len(faults) == 1 else None
        return Mistake(wrong, reason, broken, together, known=known)

    def _faults(self, board: AnySheet) -> Sequence[Violation]:
        """Return the rules that a board breaks as it is drawn, if they are told."""
        is_told = self.tells_broken_rules and board.family.has_verifier
        return board.family.verify(board.position) if is_told else ()

    def _together_right(self, facts: Sequence[Fact]) -> tuple[Fact, ...]:
        """Return facts if some solution has them all, or else nothing."""
        held = self._held(facts)
        return tuple(facts) if held and self.ground.is_possible(held) else ()

    def _together(self, facts: Sequence[Fact]) -> tuple[Fact, ...]:
        """Return a minimal set of facts that no solution contains together."""
        by_literal = {n: fact for fact in facts if (n := self.literal(fact))}
        self.ground.limit(_CONFLICTS)
        tests = self.ground.all_tests
        core = minimal_core(self.ground, list(by_literal), tests, len(by_literal))
        return tuple(by_literal[n] for n in core) if core else tuple(facts)

    def _contradiction(
        self, board: AnySheet, known: Sequence[Fact], supposed: Fact | None
    ) -> Reason:
        """Return why there is no solution with what is known and with a fact."""
        target = NO_SOLUTION
        literal = None if supposed is None else self.literal(supposed)
        if supposed is not None and literal is None:
            return Reason(target, (supposed,), source=self.source)
        right = self.literals(known)
        reasoning = Reasoning(self.ground, {}, (), right)
        deduction = reasoning.contradiction(literal)
        return self.reader(right).reason(target, deduction, reasoning)

    def broken(self, board: AnySheet) -> list[GroundInstance]:
        """Return the rules that an attempt breaks; none if it is not derived at all."""
        return self.ground.broken(self._filled(board.atoms))

    # Reasons and steps

    def reader(self, drawn: Iterable[int]) -> Reader:
        """Return what reads deductions from what is drawn."""
        some = frozenset(drawn)
        return Reader(self.ground, self.fact, self._is_decided, some, self.source)

    def _is_decided(self, atom: int) -> bool:
        return self.ground.signatures.get(atom) in self.mentioned

    @property
    def mentioned(self) -> frozenset[str]:
        """The signatures of what is mentioned also where it follows at no cost."""
        return self._decided

    def hints(self, board: AnySheet, near: Sequence[Point] = ()) -> Iterator[Hint]:
        """Yield the mistake in a position, or the steps from it, and how they end.

        `near`: where something has changed last; of equally short steps, a near one
        comes.
        """
        known = self.known(board)
        if self.is_solved(board):
            yield Finished(solved=True, known=known)
            return
        for step in self.deduced(board, near):
            if isinstance(step, Mistake):
                yield step
                return
            yield replace(step, known=known)
            known = known.with_facts(step.facts)
        yield Finished(self.is_full(known.facts), known=known)

    def deduced(
        self, board: AnySheet, near: Sequence[Point] = ()
    ) -> Iterator[Step | Mistake]:
        """Yield the mistake in a position, or the steps from it, without the board."""
        reasoning = self.reasoning(board)
        if reasoning is None:
            yield self.mistake_among(board)
            return
        reasoning.last = reasoning.place = next(iter(near), None)
        yield from self.reader(reasoning.known).steps(reasoning)

    def asked(self, at: Point | None) -> dict[int, bool]:
        """Return the atoms about which is asked at a place, both ways."""
        return dict.fromkeys(self.wanted(self.sheet), False)


def _is_one(choice: ast.AST) -> bool:
    """Tell whether exactly one atom of a choice holds."""
    guards = [choice.left_guard, choice.right_guard]
    bounds = [str(guard.term) for guard in guards if guard is not None]
    equal = ast.ComparisonOperator.Equal
    is_equal = any(g is not None and g.comparison == equal for g in guards)
    return bounds in (["1", "1"], ["1"]) and (is_equal or len(bounds) == 2)
