"""An encoding that is asked for reasons and steps: it is grounded with switches.

The fact with the smallest reason is the next step.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import Any

from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.symbols import points_among
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point, describe
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.explaining import switches
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind, Known, in_turn
from galaxies_asp.explaining.findings import (
    Finished,
    Hint,
    Mistake,
    Reason,
    Source,
    Step,
)
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.opened import Opened
from galaxies_asp.explaining.switched import SourceRule, Switched, minimal_core
from galaxies_asp.explaining.switches import Effort, farthest, literals_of
from galaxies_asp.solving.judging import judge

_ANY = Effort()

_NEARER = 4
"""Known facts are preferred to instances of rules that are nearer by less."""

_ROUNDS, _BETWEEN = 3, 16
"""How often, and how many, facts near a target are tried as facts between."""


class SourceRules(ABC):
    """An encoding grounded for a puzzle: what it forces on a board, and why.

    Every integrity constraint and every bounded choice of the encoding has a switch for
    each ground instance; all other rules always hold. `grounded.PuzzleRules` is about
    Galaxies, `grounded.SheetRules` about any family.

    Attributes
    ----------
    sheet
        The puzzle, with nothing drawn on it.
    source
        The encoding.
    atoms
        The atoms of the output, of other families than Galaxies.
    efforts
        The efforts for a step, in turn until one finds a reason, and the facts tried.
    """

    sheet: Sheet[Any]
    source: Source
    _rules: Rules
    atoms: Atoms = frozenset()
    efforts: tuple[tuple[Effort, int], ...] = (
        (Effort(256, 30, 100), 400),
        (Effort(1024, 100, 100), 16),
        (Effort(searches=50), 1),
    )

    def __init__(self, text: Text, more: str, name: str) -> None:
        self._parts = text, more, name
        self._program = Switched(*self._parts)
        self._points = {
            literal: points_among(instance.values)
            for literal, instance in self._program.instances.items()
        }
        self._nearest: dict[Point, list[tuple[int, int]]] = {}

    @abstractmethod
    def known(self, board: Sheet[Any]) -> Known:
        """Return what is drawn on the puzzle."""

    def is_solved(self, board: Sheet[Any]) -> bool:
        """Tell whether what is drawn on the puzzle is a solution."""
        return board.is_attempt and not judge(board, self._rules)

    @abstractmethod
    def rounds(self, board: Sheet[Any], forced: frozenset[Fact]) -> list[set[Fact]]:
        """Return the forced facts that steps from a board are about, in rounds."""

    @abstractmethod
    def is_full(self, facts: Collection[Fact]) -> bool:
        """Tell whether facts are a whole solution."""

    @abstractmethod
    def forced(self, known: Sequence[Fact]) -> frozenset[Fact] | None:
        """Return the facts of all solutions with the known facts; None: no solution."""

    @abstractmethod
    def possible(self) -> frozenset[Fact] | None:
        """Return the facts of some solution; None: no solution."""

    @abstractmethod
    def _shared(self, held: Sequence[int]) -> frozenset[Fact]:
        """Return the facts that literals force; none where this takes long."""

    def hints(self, board: Sheet[Any]) -> Iterator[Hint]:
        """Yield the mistake in a position, or the steps from it, and how they end.

        Where only walls are drawn the steps are about walls, otherwise about cells.
        """
        known = self.known(board)
        if self.is_solved(board):
            yield Finished(solved=True, known=known)
            return
        forced = self.forced(known.facts)
        if forced is None:
            yield self._mistake(known)
            return
        steps = _Steps(self)
        for left in self.rounds(board, forced):
            left.difference_update(known.facts)
            while left:
                step = steps.next(known.facts, left)
                left.difference_update(step.facts)
                yield replace(step, known=known)
                known = known.with_facts(step.facts)
        yield Finished(self.is_full(forced), known=known)

    def mistake(self, board: Sheet[Any]) -> Mistake | None:
        """Return the mistake in a position, or None if the position has a solution."""
        known = self.known(board)
        return self._mistake(known) if self.forced(known.facts) is None else None

    def _mistake(self, known: Known) -> Mistake:
        """Return the mistake among facts that no solution contains together."""
        possible, facts = self.possible(), known.facts
        if possible is None:
            reason = self.complete(self.reason(NO_SOLUTION, ()))
            return Mistake((), reason, known=known)
        wrong = tuple(fact for fact in facts if fact not in possible)
        reason = self.reason(NO_SOLUTION, wrong[:1] or facts)
        return Mistake(wrong or reason.premises, self.complete(reason), known=known)

    def reasons_at(
        self, board: Sheet[Any], at: Point | None, atom: str
    ) -> Iterator[Reason]:
        """Yield why a place or an atom is as it is, or there is no solution."""
        named = next((one for one in self.atoms if str(one) == atom), None)
        if atom and named is None:
            raise OptionError(f"--atom {atom}: the encoding has no such output")
        if at is not None and self.atoms:
            facts = map(switches.fact_of_output, self.atoms)
            if not any(at in switches.places_of(fact) for fact in facts):
                raise OptionError(
                    f"nothing to explain at {describe(at)}: no atom of the output has "
                    f"this place; {min(self.atoms, key=str)} is one"
                )
        known = self.known(board)
        forced = self.forced(known.facts)
        targets = [NO_SOLUTION]
        if forced is not None:
            about = (fact for fact in forced if at in switches.places_of(fact))
            targets = [*about, *(f for f in forced if named and f.atom == named)]
        for target in sorted(targets, key=in_turn):
            reason = self.reason(target, known.facts)
            reason = self.shortened(reason, known.facts, forced or frozenset())
            yield replace(self.complete(reason), known=known)

    def consequences(self, reason: Reason) -> frozenset[Fact]:
        """Return the facts that the instances and facts of a reason force."""
        if reason.by_search:
            return frozenset()
        chosen = set(reason.instances)
        instances = self._program.instances
        held = [n for n, instance in instances.items() if instance in chosen]
        return self._shared(held + literals_of(self._program, reason.premises))

    def reason(
        self,
        target: Fact,
        known: Sequence[Fact],
        effort: Effort = _ANY,
        below: int | None = None,
    ) -> Reason:
        """Return why a fact is forced, or why there is no solution, as is the case.

        No instances are named if that takes more effort, or if the reason is seen not
        to be smaller than `below`.
        """
        self._program.limit(effort.conflicts)
        contrary = [-n for n in literals_of(self._program, [target])]
        if not contrary and target != NO_SOLUTION:
            # Grounding shows that its atom is never true.
            return Reason(target, (), source=self.source)
        given: dict[int, Fact] = {}
        for fact in known:
            literal = switches.literal_of(self._program, fact)
            if literal is not None:
                given[literal] = fact
            elif fact.kind is not Kind.NO_ATOM:
                return Reason(target, (fact,), source=self.source)
        nearest = self._ordered(target, given)[: effort.nearest]
        core = minimal_core(self._program, nearest, contrary, effort.searches, below)
        if core is None:
            return self.unnamed(target)
        instances = self._program.instances
        return Reason(
            target,
            tuple(given[n] for n in core.literals if n in given),
            instances=tuple(instances[n] for n in core.literals if n not in given),
            source=self.source,
            minimal=core.minimal,
        )

    @cached_property
    def _opened(self) -> Opened:
        return Opened(*self._parts)

    def complete(self, reason: Reason) -> Reason:
        """Return a reason with the definitions that it needs, and its elements."""
        if reason.by_search or reason.is_long:
            return reason
        opened, target = self._opened, reason.target
        contrary = [-n for n in literals_of(opened, [target])]
        literals = literals_of(opened, reason.premises)
        rules: list[SourceRule] = []
        if target == NO_SOLUTION or contrary:
            opened.limit(_ANY.conflicts)
            rules += opened.needed(reason.instances, literals, contrary)
        instances = tuple(opened.listed(reason.instances))
        is_only = any(len(instance.elements) == 1 for instance in instances)
        if not rules and (is_only or not reason.size) and target != NO_SOLUTION:
            rules = opened.described(switches.atom_of(target).name)
        reason = replace(reason, lemmas=tuple(map(self.complete, reason.lemmas)))
        definitions = tuple(dict.fromkeys(rules))
        return replace(reason, definitions=definitions, instances=instances)

    def shortened(
        self, reason: Reason, known: Sequence[Fact], forced: frozenset[Fact]
    ) -> Reason:
        """Return a long reason by way of forced facts near its target, if there is one.

        Each of these facts has a short reason itself, with those before it as known.
        """
        effort, _ = self.efforts[0]
        target = reason.target
        lemmas: dict[Fact, Reason] = {}
        for _ in range(_ROUNDS):
            if not reason.is_long or target == NO_SOLUTION:
                break
            left = forced.difference(known, lemmas, [target])
            near = sorted(left, key=lambda f: (farthest([f.at], target.at), in_turn(f)))
            new = {}
            for fact in near[:_BETWEEN]:
                found = self.reason(fact, [*known, *lemmas], effort)
                if not found.by_search and not found.is_long:
                    new[fact] = found
            if not new:
                break
            lemmas |= new
            shorter = self.reason(target, [*known, *lemmas])
            if not shorter.by_search and shorter.size < reason.size:
                reason = shorter
        if reason.is_long:
            return reason
        used = set(reason.premises)
        for fact in reversed(lemmas):
            if fact in used:
                used.update(lemmas[fact].premises)
        needed = (lemma for fact, lemma in lemmas.items() if fact in used)
        return replace(reason, lemmas=tuple(needed))

    def unnamed(self, target: Fact) -> Reason:
        """Return that only a long search shows why a fact is forced."""
        return Reason(target, (), source=self.source, minimal=False, by_search=True)

    def _ordered(self, target: Fact, known: Mapping[int, Fact]) -> list[int]:
        """Return all literals by their distance from a fact; known facts first."""
        if target == NO_SOLUTION:
            return [*known, *self._program.instances]
        at = target.at
        if at not in self._nearest:
            self._nearest[at] = sorted(
                (farthest(points, at), literal)
                for literal, points in self._points.items()
            )
        near = [(farthest([f.at], at) - _NEARER, n) for n, f in known.items()]
        merged = [*near, *self._nearest[at]]
        return [literal for _, literal in sorted(merged, key=itemgetter(0))]


class _Steps:
    """The steps on an encoding, with reasons that stay valid: facts are only added."""

    def __init__(self, source: SourceRules) -> None:
        self._source = source
        # The last reason that is not minimal, and what it implies: the next steps take
        # it, one dot after the other, because finding another takes long.
        self._long: tuple[Reason, frozenset[Fact]] | None = None
        # With the distance of the farthest place, and the facts that were known.
        self._found: dict[Fact, tuple[Reason, int, int]] = {}

    def next(self, known: Sequence[Fact], left: set[Fact]) -> Step:
        """Return the step with the smallest reason, and all that it implies."""
        chosen = self._chosen(known, left)
        size, facts = chosen.size, [chosen.target, *self._implied(chosen)]
        if size == 1:
            alike = [chosen, *self._alike(chosen, known, left)]
            instances = (instance for reason in alike for instance in reason.instances)
            chosen = replace(chosen, instances=tuple(dict.fromkeys(instances)))
            facts += [reason.target for reason in alike]
        follow = sorted(
            {fact for fact in facts if fact in left},
            key=lambda fact: (fact != chosen.target, in_turn(fact)),
        )
        level = len(Level) if chosen.by_search else max(1, size)
        return Step(self._source.complete(chosen), level, tuple(follow))

    def _chosen(self, known: Sequence[Fact], left: set[Fact]) -> Reason:
        """Return the smallest reason, with more effort if none is found."""
        if self._long is not None and (rest := self._long[1] & left):
            return replace(self._long[0], target=min(rest, key=in_turn))
        for effort, tried in self._source.efforts:
            chosen = self._smallest(known, left, effort, tried)
            if chosen is not None and not chosen.minimal:
                thorough = self._source.reason(chosen.target, known)
                chosen = chosen if thorough.by_search else thorough
            if chosen is not None:
                return chosen
        return self._source.unnamed(min(left, key=in_turn))

    def _smallest(
        self, known: Sequence[Fact], left: set[Fact], effort: Effort, tried: int
    ) -> Reason | None:
        """Return the smallest reason of the first facts that some effort finds."""
        best: Reason | None = None
        near = sorted(left, key=in_turn)[:tried]
        sizes = [self._found[fact][0].size for fact in near if fact in self._found]
        below = min(sizes) + 1 if sizes else None
        for fact in near:
            reason = self._reason(fact, known, effort, below)
            if reason is not None and (best is None or reason.size < best.size):
                best, below = reason, reason.size
                if best.size <= 1:
                    break
        return best

    def _reason(
        self, fact: Fact, known: Sequence[Fact], effort: Effort, below: int | None
    ) -> Reason | None:
        """Return the reason of a fact; again if new facts near it may shorten it.

        None if that takes more effort, or if it is seen not to be smaller than `below`.
        """
        before = None
        if fact in self._found:
            before, radius, count = self._found[fact]
            far = (farthest([other.at], fact.at) > radius for other in known[count:])
            if before.size <= 1 or all(far):
                return before
        reason = self._source.reason(fact, known, effort, below)
        if reason.by_search:
            return before
        values = (v for instance in reason.instances for v in instance.values)
        points = [*points_among(values), *(premise.at for premise in reason.premises)]
        self._found[fact] = reason, farthest(points, fact.at), len(known)
        return reason

    def _implied(self, reason: Reason) -> Iterator[Fact]:
        """Yield what a reason implies; of one that is not minimal, for one dot only."""
        if reason.minimal or reason.by_search:
            yield from self._source.consequences(reason)
            return
        if self._long is None or reason.target not in self._long[1]:
            self._long = reason, self._source.consequences(reason)
        for fact in self._long[1]:
            if fact.center == reason.target.center:
                yield fact

    def _alike(
        self, chosen: Reason, known: Sequence[Fact], left: set[Fact]
    ) -> Iterator[Reason]:
        """Yield the reasons of one instance of the same rule, for cells of one dot."""
        target, (effort, _) = chosen.target, self._source.efforts[0]
        if not chosen.instances or target.center is None:
            return
        for fact in sorted(left, key=in_turn):
            if (fact.center, fact.kind) == (target.center, target.kind):
                reason = self._reason(fact, known, effort, 2)
                if reason is None or reason.size != 1 or not reason.instances:
                    continue
                if reason.instances[0].rule == chosen.instances[0].rule:
                    yield reason
