"""Proofs as inferences: what follows from what, by which rule.

Literals of one label become one inference, as long as nothing after it is needed for
it. Atoms without a name, and those that are not mentioned, are passed over: an
inference takes what they follow from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.explaining.engine.assignment import (
    KNOWN,
    NESTED,
    SUPPOSED,
    Proof,
    Why,
)
from galaxies_asp.explaining.engine.facts import Fact
from galaxies_asp.explaining.engine.ground import Ground
from galaxies_asp.explaining.engine.ground_rules import Label
from galaxies_asp.explaining.engine.how import How
from galaxies_asp.explaining.engine.switched import GroundInstance
from galaxies_asp.explaining.words.arguments import WHOLE, Argument, Inference, Parts
from galaxies_asp.explaining.words.findings import RulesSource
from galaxies_asp.explaining.words.parted import Parting

_OPEN = {KNOWN, SUPPOSED}


@dataclass
class _Box:
    """An inference while it is collected, as literals."""

    label: int
    outs: list[int] = field(default_factory=list)
    ins: list[int] = field(default_factory=list)
    inner: tuple[int, Proof] | None = None
    is_clash: bool = False
    is_told: bool = True


@dataclass(frozen=True)
class Inferences:
    """Reads proofs as inferences."""

    ground: Ground
    fact: Callable[[int], Fact | None]
    """Returns the fact that a literal states; None if reasons do not mention it."""
    is_decided: Callable[[int], bool]
    """Tells whether an atom is one that people decide."""
    drawn: frozenset[int]
    """What is drawn on the board."""
    source: RulesSource
    """The encoding."""

    def facts_of(self, literals: Iterable[int]) -> tuple[Fact, ...]:
        """Return the facts that literals state, each once."""
        found = (self.fact(literal) for literal in literals)
        return tuple(dict.fromkeys(fact for fact in found if fact is not None))

    def supposition(self, proof: Proof, told: Collection[Fact]) -> Argument:
        """Return how a supposition fails, or what follows from it."""
        supposed = self.fact(proof.supposed) if proof.supposed else None
        return Argument(self.inferences(proof.why, proof.clash, told), supposed)

    def inferences(
        self,
        why: Mapping[int, Why],
        clash: tuple[int, Why] | None,
        told: Collection[Fact],
    ) -> tuple[Inference, ...]:
        """Return the inferences of a proof in their order."""
        boxes: list[_Box] = []
        place: dict[int, int] = {}
        after = _following(why, SUPPOSED.__eq__)
        excluded = {n for n in why if self._is_one(n, why[n], not after or n in after)}
        why = {literal: self._tested(literal, why[literal], told) for literal in why}
        new = _following(why, lambda label: label not in (0, KNOWN)) - excluded
        # Goals are not used for anything else.
        goals = set(why) - {n for reason in why.values() for n in reason.premises}
        for literal, reason in why.items():
            if literal in excluded and (after or literal not in goals):
                before = (place.get(n, -1) for n in reason.premises)
                place[literal] = max(before, default=-1)
            elif reason.label or literal in new or literal in goals:
                is_goal = clash is None and literal in goals
                place[literal] = self._put(literal, reason, boxes, place, is_goal)
            else:
                place[literal] = -1
        if clash is not None:
            label, both = self._clash(*clash, why)
            boxes.append(_Box(label, [], both, is_clash=True))
        later: set[int] = set()
        for box in reversed(boxes):
            # An inference about silent atoms is part of the next one by the same rule.
            box.is_told = bool(self.facts_of(box.outs)) or box.label not in later
            later.add(box.label)
        inferences = []
        for number, box in enumerate(boxes):
            ins = (n for n in box.ins if place.get(n) != number or n not in box.outs)
            sources = [n for one in ins for n in self._sources(one, why, new, told)]
            earlier = takewhile(lambda n, box=box: n not in box.outs, why)  # type: ignore[misc]
            inference = self._inference(box, sources, told, {*earlier})
            if inference is not None:
                inferences.append(inference)
        return tuple(inferences)

    def _is_one(self, literal: int, why: Why, is_new: bool) -> bool:
        """Tell whether nobody mentions that an atom that holds excludes another one.

        Nor what a definition excludes in any case.
        """
        how = self.ground.labels[max(why.label, 0)].how
        return literal < 0 and how in ((How.ONE,) if is_new else (How.ONE, How.FREE))

    def _tested(self, literal: int, why: Why, told: Collection[Fact]) -> Why:
        """Return why a literal holds, by a test if it has not been told before."""
        if self.ground.labels[max(why.label, 0)].how is How.ONE:
            return why._replace(label=0)
        label = self.ground.unit_labels.get(literal, 0)
        if why.label or not label or self.fact(literal) in (None, *told):
            return why
        return why._replace(label=label)

    def _put(
        self,
        literal: int,
        why: Why,
        boxes: list[_Box],
        place: Mapping[int, int],
        is_goal: bool,
    ) -> int:
        """Put a literal into a box, and return the number of the box; -1: into none."""
        if why.label in _OPEN:
            return -1
        before = {place[n] for n in why.premises} - {-1}
        latest = max(before, default=-1)
        if why.label == NESTED and why.proof is not None:
            boxes.append(_Box(0, [literal], [], (literal, why.proof)))
            return len(boxes) - 1
        if why.label == 0:
            if not (self._is_shown(literal) or (is_goal and self.fact(literal))):
                return latest
            if len(before) == 1 and boxes[latest].inner is None:
                outs = boxes[latest].outs
                # What an atom excludes by definition is not worth a word beside it.
                if is_goal or literal > 0 or not self.facts_of(outs):
                    outs.append(literal)
                return latest
        for number in range(len(boxes) - 1, latest - 1, -1):
            box = boxes[number] if number >= 0 else None
            if box is not None and box.label == why.label and box.inner is None:
                break
        else:
            number = len(boxes)
            boxes.append(_Box(why.label))
        boxes[number].outs.append(literal)
        boxes[number].ins += why.premises
        return number

    def _is_shown(self, literal: int) -> bool:
        """Tell whether what follows at no cost is mentioned."""
        return self.is_decided(abs(literal)) and self.fact(literal) is not None

    def _inference(
        self,
        box: _Box,
        sources: Iterable[int],
        told: Collection[Fact],
        before: Collection[int],
    ) -> Inference | None:
        """Return the inference of a box; None if it says nothing new.

        `before`: the literals that the proof has shown before.
        """
        label = self.ground.labels[box.label]
        outs = self.facts_of(box.outs)
        if box.inner is not None:
            inner = self.supposition(box.inner[1], told)
            return Inference(How.FREE, outs, inner=inner)
        if label.how is How.FREE:
            outs = tuple(fact for fact in outs if fact not in told)
        premises = tuple(f for f in self.facts_of(sources) if f not in outs)
        says_rule = label.instance and box.is_told and premises
        if not (outs or box.is_clash or says_rule):
            return None
        is_lost = label.how is How.ALONE and -label.atom in box.outs
        return Inference(
            How.CUT if is_lost else label.how,
            outs,
            premises,
            label.instance,
            label.left,
            fails=box.is_clash,
            subject=self.fact(label.atom) if label.how is How.LEFT else None,
            cut=self._cut_off(box, label),
            parts=self._parts(box, label, told, before),
            sides=label.sides,
            rest=self._rest(box),
        )

    def _clash(
        self, literal: int, reason: Why, why: Mapping[int, Why]
    ) -> tuple[int, list[int]]:
        """Return the label of the rule that a supposition breaks, and its literals."""
        ground, both = self.ground, [-literal, *reason.premises]
        other = why.get(-literal, reason)
        tested = ground.unit_labels.get(literal, 0) or ground.unit_labels.get(
            -literal, 0
        )
        if other.label == tested:
            tested = 0  # an inference of its own has told it
        label = reason.label if reason.label > 0 else tested
        if not label and (atom := self._node((*reason.premises, abs(literal)), why)):
            needed = why[atom].label if atom in why else 0
            is_alone = needed > 0 and ground.labels[needed].how is How.ALONE
            # What needs the atom would be cut off, not the atom itself.
            label = needed if is_alone else ground.number(How.ALONE, atom, atom=atom)
        gone = next((-n for n in both if n < 0 and ground.node_of[n] is not None), 0)
        if not label and gone:  # it is nowhere connected
            label = ground.number(How.ALONE, gone, atom=gone)
        if ground.labels[label].how is How.ONE and not other.label:
            return self._definition(map(abs, other.premises), why) or label, both
        return label or self._definition(map(abs, both), why), both

    def _rest(self, box: _Box) -> tuple[Fact, ...] | None:
        """Return which atoms that a rule counts others have not excluded."""
        out = {-n for n in box.ins if abs(n) in self.ground.names}
        for counter in self.ground.counters_of.get(box.label, ()) if out else ():
            body = [literal for literal, _ in counter.body]
            if out.issubset(body):
                return self.facts_of(n for n in body if n not in out)
        return None

    def _definition(self, atoms: Iterable[int], why: Mapping[int, Why]) -> int:
        """Return the label of the rule that defines one of some atoms, or 0.

        Of what is not mentioned, that is a definition under the heading of a test.
        """
        ground, waiting = self.ground, list(atoms)
        for atom in waiting:
            signature = ground.signatures.get(atom, "")
            rule = ground.definitions.get(signature)
            heading = rule.heading if rule else ""
            is_told = signature in ground.free and heading
            if rule is not None and (is_told or heading.startswith("Test:")):
                instance = GroundInstance(rule, clingo.Function("", []))
                return ground.number(How.RULE, rule, bits=0, instance=instance)
            held = atom if atom in why else -atom
            if held in why and not self.facts_of([held]):
                waiting += map(abs, why[held].premises)
        return 0

    def _node(self, premises: Iterable[int], why: Mapping[int, Why]) -> int:
        """Return the atom that grows from others and needs one of some bodies; or 0."""
        waiting = list(premises)
        for literal in waiting:
            if literal > 0 and self.ground.node_of[-literal] is not None:
                return literal
            if literal > 0 and literal in why and literal not in self.ground.names:
                waiting += why[literal].premises
        return 0

    def _cut_off(self, box: _Box, label: Label) -> Atom | None:
        """Return the atom that would be cut off, or from which something would be."""
        if label.how not in (How.CUT, How.ALONE, How.APART):
            return None
        is_end = label.how is How.CUT and box.is_clash
        atom = abs(box.ins[0]) if is_end else label.atom
        if atom not in self.ground.places:  # numbers: name what they mean
            implied = (n for n, cost in self.ground.pairs[atom] if n > 0 and not cost)
            atom = next((n for n in implied if self.fact(n) is not None), atom)
        symbol = self.ground.names.get(atom)
        return None if symbol is None else atom_of(symbol)

    def _parts(
        self,
        box: _Box,
        label: Label,
        told: Collection[Fact],
        before: Collection[int],
    ) -> Parts:
        """Return the parts that would be cut off from each other."""
        if label.how not in (How.CUT, How.ALONE, How.APART):
            return WHOLE

        def held(literal: int) -> bool:
            return literal in before or self.fact(literal) in told

        parting = Parting(self.ground, held, self.fact)
        return parting.parts(label, box.outs, box.ins, box.is_clash)

    def _sources(
        self,
        literal: int,
        why: Mapping[int, Why],
        new: Collection[int],
        told: Collection[Fact],
    ) -> Iterator[int]:
        """Yield the mentioned literals from which a literal comes."""
        waiting, seen = [literal], set[int]()
        while waiting:
            one = waiting.pop()
            if one in seen or one not in why:
                continue
            seen.add(one)
            label, fact = why[one].label, self.fact(one)
            is_shown = bool(label) or (one in new and self._is_shown(one))
            if fact is not None and (is_shown or fact in told):
                yield one
            elif label not in _OPEN:
                waiting += reversed(why[one].premises)


def _following(why: Mapping[int, Why], starts: Callable[[int], bool]) -> set[int]:
    """Return what has labels with which something starts, and what follows from it."""
    found: set[int] = set()
    for literal, reason in why.items():
        if starts(reason.label) or not found.isdisjoint(reason.premises):
            found.add(literal)
    return found
