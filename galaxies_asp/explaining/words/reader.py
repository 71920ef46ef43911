"""Deductions as reasons and steps; those with the same reason are one step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from galaxies_asp.explaining.engine.assignment import KNOWN, Proof, Why
from galaxies_asp.explaining.engine.deduced import Deduction, Way, known_in
from galaxies_asp.explaining.engine.facts import Fact, Kind, distance
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.engine.reasoning import Reasoning
from galaxies_asp.explaining.engine.switched import GroundInstance
from galaxies_asp.explaining.words.arguments import Argument
from galaxies_asp.explaining.words.findings import Reason, Step
from galaxies_asp.explaining.words.inferences import Inferences
from galaxies_asp.explaining.words.levels import Method
from galaxies_asp.explaining.words.phrases import MOST

_FEW = 4
"""A supposition with more rules at places is a what-if."""

_NEAR = 8
"""Steps by one rule whose conclusions are farther apart are told one by one."""

_TOGETHER = 12
"""The greatest number of deductions in a step, and of rules that are not many."""

_LINES = 4
"""The greatest number of reasons by one rule in a step, each from something else."""

_CONNECTED = (How.CUT, How.APART, How.ALONE, How.FAR, How.ROOM)


class _Told:
    """What has been told: literals, and the facts that they state."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.literals: set[int] = set()
        self.facts: set[Fact] = set()
        self.add(reader.drawn)

    def add(self, literals: Iterable[int]) -> None:
        """Add literals."""
        some = list(literals)
        self.literals.update(some)
        self.facts.update(self._reader.facts_of(some))


class Reader(Inferences):
    """Reads deductions as steps."""

    # Steps

    def steps(self, reasoning: Reasoning) -> Iterator[Step]:
        """Yield steps as they are found; deductions of the same reason together."""
        told = _Told(self)
        group: list[Deduction] = []
        for given in self._given(reasoning.given):
            yield self._step([given], reasoning, told)
        for deduction in reasoning:
            if group and not self._joins(group, deduction, reasoning, told):
                yield self._step(group, reasoning, told)
                group = []
            group.append(deduction)
        if group:
            yield self._step(group, reasoning, told)

    def step(self, deduction: Deduction, reasoning: Reasoning) -> Step:
        """Return a deduction as a step by itself."""
        return self._step([deduction], reasoning, _Told(self))

    def _given(self, given: Deduction) -> Iterator[Deduction]:
        """Yield what the clues show at once, each kind of facts by itself."""
        kinds: dict[object, list[int]] = {}
        for literal in given.literals:
            if literal not in self.drawn and not self._is_plain(literal):
                fact = self.fact(literal)
                kinds.setdefault(fact and fact.kind, []).append(literal)
        for literals in kinds.values():
            yield replace(given, literals=tuple(literals))

    def _is_plain(self, literal: int) -> bool:
        """Tell whether nobody mentions an atom: that a number belongs to its cell."""
        fact = self.fact(literal)
        if fact is None or fact.atom is None or literal not in self.ground.facts:
            return False
        return len(fact.atom.arguments) > len(set(fact.atom.arguments))

    def _joins(
        self,
        group: Sequence[Deduction],
        new: Deduction,
        reasoning: Reasoning,
        told: _Told,
    ) -> bool:
        """Tell whether a deduction belongs to the same step as those before it."""
        if not new.cost and reasoning.quiet.issuperset(new.literals):
            return True
        last = next((d for d in reversed(group) if d.cost), group[0])
        if new.way is not Way.DIRECT:
            before = {n for deduction in group for n in deduction.literals}
            is_like = new.pattern is not None and new.pattern == last.pattern
            return is_like and before.isdisjoint(new.premises)
        if self._spreads(group[0], new) and self._spreads(last, new):
            return True
        if new.cost and len(group) > _TOGETHER and self._mentioned(new):
            return False
        if any(self._is_image(new, of) for of in group):
            return True
        is_direct = last.way is Way.DIRECT and last.cost > 0
        if is_direct and new.cost and last.proofs[0].mask == new.proofs[0].mask:
            return True
        proofs = [proof for deduction in group for proof in deduction.proofs]
        masks = {reasoning.notes[n].mask for n in self._notes(proofs, reasoning, told)}
        noted = self._notes(new.proofs, reasoning, told)
        if noted and not new.cost and self._opens(proofs, new.proofs, reasoning, told):
            return True
        if not masks.issuperset(reasoning.notes[note].mask for note in noted):
            return False
        if not new.cost:
            return True
        if not is_direct or last.cost > 1 or new.cost > 1:
            return False
        (one,), (other,) = last.proofs, new.proofs
        rules = [self.ground.rule_in(proof.mask) for proof in (one, other)]
        places = [self.ground.places.get(abs(d.literals[0])) for d in (last, new)]
        is_near = None in places or distance(*places) <= _NEAR  # type: ignore[arg-type]
        if rules[0] is None or rules[0] != rules[1]:
            return False
        known = self._mentioned(last), self._mentioned(new)
        noted += self._notes(proofs, reasoning, told)
        masks = {deduction.proofs[0].mask for deduction in group}
        if not any(known):
            return len(masks) < MOST
        is_few = len(masks) < _LINES and not noted
        return is_near and (is_few or bool(known[0] & known[1]))

    def _spreads(self, one: Deduction, new: Deduction) -> bool:
        """Tell whether one thing that holds excludes what both deductions do."""
        known = self._mentioned(one)
        is_one = len(known) == 1 and known == self._mentioned(new) and max(known) > 0
        out = all(n < 0 for n in (*one.literals, *new.literals))
        return is_one and out and one.cost == new.cost == 1 and one.way is Way.DIRECT

    def _opens(
        self,
        before: Sequence[Proof],
        new: Sequence[Proof],
        reasoning: Reasoning,
        told: _Told,
    ) -> bool:
        """Tell whether the same rule alone shows what is noted for both."""
        both = [self._notes(some, reasoning, told) for some in (before, new)]
        proofs = [reasoning.notes[note] for notes in both for note in notes]
        rules = {self.ground.rule_in(proof.mask) for proof in proofs}
        known = (n for proof in proofs for n in known_in(proof))
        is_few = len(both[0]) < _LINES or not self.facts_of(known)
        return all(both) and len(rules - {None}) == 1 and is_few

    def _is_image(self, new: Deduction, of: Deduction) -> bool:
        """Tell whether a cell belongs to a dot as its partner does."""
        facts = self.facts_of((*of.literals[:1], *new.literals))
        is_cell = {fact.kind for fact in facts} == {Kind.CELL} and new.cost == 1
        known = self._mentioned(new) <= {*of.literals} and new is not of
        return is_cell and known and len({fact.center for fact in facts}) == 1

    def _mentioned(self, deduction: Deduction) -> set[int]:
        return {n for n in deduction.premises if self.fact(n) is not None}

    def _step(
        self, group: Sequence[Deduction], reasoning: Reasoning, told: _Told
    ) -> Step:
        first: list[Deduction] = []
        images: set[int] = set()
        for number, one in enumerate(group):
            follows = not one.cost and not images.isdisjoint(one.premises)
            follows |= number > 0 and reasoning.quiet.issuperset(one.literals)
            if follows or any(self._is_image(one, of) for of in group[:number]):
                images.update(one.literals)
            else:
                first.append(one)
        main = [d for d in first if d.cost] or group
        literals = [n for deduction in main for n in deduction.literals]
        facts = self._decided_first(literals)
        reason = self._reason(facts, first, reasoning, told)
        literals = [n for deduction in group for n in deduction.literals]
        facts = tuple(dict.fromkeys((*facts, *self._decided_first(literals))))
        told.add(literals)
        method = self.method(group)
        return Step(reason, method.level, facts, method)

    def _decided_first(self, literals: Sequence[int]) -> tuple[Fact, ...]:
        """Return facts, those that people decide and that hold first."""
        return self.facts_of(
            sorted(literals, key=lambda n: (not self.is_decided(abs(n)), n < 0))
        )

    def method(self, group: Sequence[Deduction]) -> Method:
        """Return how some deductions with the same reason are made."""
        first = max(group, key=self._size)
        proofs, size = first.proofs, self._size(first)
        match first.way:
            case Way.GIVEN:
                return Method.GIVEN
            case Way.DIRECT | Way.SUM if size > _TOGETHER:
                return Method.LONG
            case Way.DIRECT:
                hows = {self.ground.labels[n].how for p in proofs for n in _labels(p)}
                if hows & set(_CONNECTED):
                    return Method.CONNECTION
                return Method.CHAIN if size > 1 else Method.RULE
            case Way.SUPPOSED:
                is_short = size <= _FEW
                return Method.SUPPOSITION if is_short else Method.WHAT_IF
            case Way.SUM:
                return Method.SUM
            case Way.NESTED:
                return Method.NESTED
        return Method.SEARCH

    def _size(self, deduction: Deduction) -> int:
        """Return the number of rules, definitions and cuts in a reason."""
        if deduction.core is not None or not deduction.proofs:
            return deduction.cost
        labels = (n for proof in deduction.proofs for n in _labels(proof))
        return len({bits for n in labels if (bits := self.ground.bits[n])})

    # Reasons

    def reason(self, target: Fact, found: Deduction, reasoning: Reasoning) -> Reason:
        """Return the reason of a deduction that stands alone."""
        return self._reason((target,), [found], reasoning, _Told(self))

    def reasons(self, found: Deduction, reasoning: Reasoning) -> Reason:
        """Return the reason of a deduction among others."""
        facts = self.facts_of(found.literals)
        return self._reason(facts, [found], reasoning, _Told(self))

    def _reason(
        self,
        facts: Sequence[Fact],
        group: Sequence[Deduction],
        reasoning: Reasoning,
        told: _Told,
    ) -> Reason:
        target, *also = facts
        proofs = [proof for deduction in group for proof in deduction.proofs]
        before = frozenset(told.facts)
        notes = self._notes(proofs, reasoning, told)
        told.add(notes)
        labels = {n for proof in proofs for n in _labels(proof)}
        labels |= {
            label
            for proof in proofs
            for literal, label in self._units(proof)
            if not labels or ((f := self.fact(literal)) and f not in before)
        }
        core = next((d.core for d in group if d.core is not None), None)
        ours = {n for deduction in group for n in deduction.literals}
        used = [n for d in group for n in d.premises if n not in ours - self.drawn]
        if core is not None:
            used = [n for n in core if n not in self.ground.tests]
            labels = {self.ground.tests[n] for n in core if n in self.ground.tests}
        hidden = _union(reasoning.notes[note] for note in notes)
        return Reason(
            target,
            self.facts_of(dict.fromkeys(n for n in used if n not in reasoning.notes)),
            also=tuple(also),
            instances=tuple(self._instances(labels)),
            cost=max(map(self._size, group)),
            source=self.source,
            minimal=core is None,
            by_search=group[0].way is Way.SEARCH and core is None,
            arguments=tuple(self._arguments(group, before)),
            notes=self.inferences(hidden, None, before),
        )

    def _notes(
        self, proofs: Iterable[Proof], reasoning: Reasoning, told: _Told
    ) -> list[int]:
        """Return what has to be noted before, in its order."""
        found: dict[int, None] = {}
        waiting = [n for proof in proofs for n in known_in(proof)]
        while waiting:
            literal = waiting.pop()
            if literal in reasoning.notes and not (
                literal in told.literals or literal in found
            ):
                found[literal] = None
                waiting += known_in(reasoning.notes[literal])
        return [literal for literal in reasoning.notes if literal in found]

    def _units(self, proof: Proof) -> Iterator[tuple[int, int]]:
        """Yield the literals of a proof that tests alone show, with their labels."""
        ends = [] if proof.clash is None else [proof.clash[0]]
        for literal in (*proof.why, *ends):
            if label := self.ground.unit_labels.get(literal, 0):
                yield literal, label

    def _instances(self, labels: Iterable[int]) -> Iterator[GroundInstance]:
        for number in sorted(labels):
            label = self.ground.labels[number]
            if label.instance is not None:
                yield label.instance
            for side in label.sides:
                for share in side:
                    yield from share.rules

    def _arguments(
        self, group: Sequence[Deduction], told: Collection[Fact]
    ) -> Iterator[Argument]:
        is_free = all(not deduction.cost for deduction in group)
        direct = [
            d.proofs[0]
            for d in group
            if d.way in (Way.DIRECT, Way.SUM) and (d.cost or is_free)
        ]
        if direct:
            yield Argument(self.inferences(_union(direct), None, told))
        for deduction in group:
            if deduction.way not in (Way.DIRECT, Way.GIVEN, Way.SUM):
                for proof in deduction.proofs:
                    yield self.supposition(proof, told)


def _labels(proof: Proof) -> Iterator[int]:
    """Yield the numbers of the labels of a proof."""
    ends = [] if proof.clash is None else [proof.clash[1]]
    for why in (*proof.why.values(), *ends):
        if why.label > 0:
            yield why.label
        if why.proof is not None:
            yield from _labels(why.proof)


def _union(proofs: Iterable[Proof]) -> dict[int, Why]:
    """Return what several proofs from the same board show."""
    why: dict[int, Why] = {}
    for proof in proofs:
        for literal, reason in proof.why.items():
            is_better = literal in why and reason.label != KNOWN
            if literal not in why or (is_better and why[literal].label == KNOWN):
                why.pop(literal, None)
                why[literal] = reason
    return why
