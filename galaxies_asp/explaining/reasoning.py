"""Deductions from ground rules: the one with the cheapest reason is the next.

Propagation comes first, then suppositions with growing bounds on the cost, near the
last deduction first; then what follows whether a literal holds or not, suppositions
within suppositions, and at last a search with clingo.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.facts import distance
from galaxies_asp.explaining.ground import Ground, How
from galaxies_asp.explaining.implied import (
    ANY,
    KNOWN,
    NESTED,
    SUPPOSED,
    Conflict,
    Proof,
    State,
    Why,
)
from galaxies_asp.explaining.switched import minimal_core


class Way(Enum):
    """How a literal is deduced."""

    GIVEN = "given"
    DIRECT = "direct"
    SUPPOSED = "supposed"
    EITHER = "either"
    NESTED = "nested"
    SEARCH = "search"


_PLAN: tuple[tuple[Way, int], ...] = (
    (Way.DIRECT, 2),
    (Way.SUPPOSED, 2),
    (Way.DIRECT, 4),
    (Way.SUPPOSED, 4),
    (Way.DIRECT, 12),
    (Way.SUPPOSED, 12),
    (Way.EITHER, 8),
    (Way.DIRECT, 80),
    (Way.SUPPOSED, 80),
    (Way.EITHER, 20),
    (Way.NESTED, 30),
)
"""The ways of deduction in turn, each with the greatest cost."""

_CHEAP = 2
"""Literals of this cost are deduced in one pass, and noted."""

_ALL_AGAIN = 80
"""From this bound on, suppositions are tried that nothing has changed."""

_BOUNDS = (2, 4, 12, ANY)
"""The bounds of the cost where one literal is asked for."""

_NESTED, _TRIALS, _AROUND = 12, 200, 24
"""How many literals are supposed with others within, and how many others."""

_SEARCHES, _CONFLICTS, _TRIED = 40, 1000, 3
"""The effort of a search for a reason."""


@dataclass(frozen=True)
class Deduction:
    """Literals that follow, and why.

    Attributes
    ----------
    literals
        What follows, the first one first.
    proofs
        One, or two for `EITHER`; none for `SEARCH`.
    cost
        The number of labels of the reason.
    core
        Of a search: the known literals and the tests of the reason, if it was found.
    """

    way: Way
    literals: tuple[int, ...]
    proofs: tuple[Proof, ...] = ()
    cost: int = 0
    core: tuple[int, ...] | None = None

    @property
    def premises(self) -> tuple[int, ...]:
        """The known literals from which they follow."""
        return tuple(dict.fromkeys(n for proof in self.proofs for n in known_in(proof)))


def known_in(proof: Proof) -> Iterator[int]:
    """Yield the known literals of a proof, those of proofs within it too."""
    for literal, why in proof.why.items():
        if why.label == KNOWN:
            yield literal
        elif why.proof is not None:
            yield from known_in(why.proof)


class _Again(Exception):  # noqa: N818 - it is no error
    """Something cheaper may follow from what has been found."""


@dataclass
class Reasoning:
    """The deductions on a board, from what is known on it.

    Parameters
    ----------
    wanted
        The atoms to decide; of some only that they hold is of interest.
    forced
        The literals of these that hold in all solutions.
    known
        The literals that are known at the beginning.
    seconds
        The CPU time for one deduction, before a search.

    Attributes
    ----------
    notes
        The literals that are noted, with their proofs: what does not hold.
    found
        The deduction of each literal.
    """

    ground: Ground
    wanted: Mapping[int, bool]
    forced: Sequence[int]
    known: Iterable[int] = ()
    seconds: float = 3.0
    notes: dict[int, Proof] = field(default_factory=dict)
    last: Point | None = None

    def __post_init__(self) -> None:
        ground = self.ground
        self._single: set[int] = set()
        self._known: set[int] = set()
        self._pending: list[Deduction] = []
        self._base = State.of(ground, self._distance, self._single)
        self._base.run(0, cuts=False)
        self._find_single()
        self._root = self._base.copy()
        self._changes: list[int] = []
        self._tried: dict[int, tuple[int, int, int]] = {}
        self._deadline = 0.0
        at_start = tuple(n for n in self._root.trail if self._is_wanted(n))
        self.given = Deduction(Way.GIVEN, at_start, (self._root.proof(at_start, 0),))
        for literal in at_start:
            self._known.add(literal)
            self._root.settle(literal)
        for literal in self.known:
            if literal not in self._known:
                self._know(literal)
        self._state = self._root

    # What is near

    def _distance(self, literal: int) -> int:
        at = self.ground.places.get(abs(literal))
        return 0 if at is None or self.last is None else distance(at, self.last)

    def _find_single(self) -> None:
        """Find the nets of which at most one seed can hold, whatever tests do."""
        value = self._base.value
        self._add_needs()
        for number, net in enumerate(self.ground.nets):
            live = [body for _, body in net.seeds if not body or value[body] >= 0]
            are_apart = 0 not in live and len(set(live)) == len(live)
            if len(live) < 2 or (are_apart and self.ground.at_most_one(live)):
                self._single.add(number)

    def _add_needs(self) -> None:
        """Add what every way to an atom of a net needs, and its seed implies."""
        ground, state = self.ground, self._base
        waiting = state.heap
        for atom, literal, seeds in ground.needs():
            if state.value[atom] or state.value[literal]:
                continue
            mark, state.heap = len(state.trail), []
            for seed in seeds:
                state.push(-literal, 0, Why((), SUPPOSED))
                state.push(seed, 0, Why((), SUPPOSED))
                is_possible = state.run(0, cuts=False) is None
                state.back(mark)
                if is_possible:
                    break
            else:
                ground.pairs[atom].append((literal, 0))
                ground.pairs[-literal].append((-atom, 0))
        state.heap = waiting

    # What is known

    def _is_wanted(self, literal: int) -> bool:
        """Tell whether a literal is one to find."""
        only = self.wanted.get(abs(literal))
        return only is not None and (literal > 0 or not only)

    @property
    def left(self) -> list[int]:
        """The literals that are still to be found."""
        return [literal for literal in self.forced if literal not in self._known]

    def _know(self, literal: int) -> None:
        """Add a literal to what is known, and what follows at no cost."""
        root, mark = self._root, len(self._root.trail)
        self._known.add(literal)
        if root.value[literal] > 0:
            root.settle(literal)
            return
        root.push(literal, 0, Why((), KNOWN))
        root.run(0, self._at_once, cuts=False)
        changed = 0
        for new in root.trail[mark:]:
            changed |= 1 << abs(new)
        self._changes.append(changed)

    def _at_once(self, literal: int) -> None:
        """Add what follows at no cost to the last deduction."""
        if self._is_wanted(literal) and literal not in self._known:
            proof = self._root.proof([literal], 0)
            self._known.add(literal)
            self._root.settle(literal)
            self._pending.append(Deduction(Way.DIRECT, (literal,), (proof,)))

    # Deductions

    def __iter__(self) -> Iterator[Deduction]:
        """Yield deductions until all forced literals are known."""
        yield from self._taken()
        while self.left:
            self._deadline = time.process_time() + self.seconds
            ways = {
                Way.DIRECT: self._direct,
                Way.SUPPOSED: self._suppose,
                Way.EITHER: self._either,
                Way.NESTED: self._nest,
            }
            for way, bound in _PLAN:
                if ways[way](bound):
                    break
                if self._is_late():
                    self._search()
                    break
            else:
                self._search()
            yield from self._taken()

    def _taken(self) -> Iterator[Deduction]:
        pending, self._pending = self._pending, []
        yield from pending

    def _is_late(self) -> bool:
        return time.process_time() > self._deadline

    def _emit(self, deduction: Deduction) -> None:
        """Add a deduction, and what follows from it at no cost."""
        self._pending.append(deduction)
        for literal in deduction.literals:
            self._know(literal)
            self.last = self.ground.places.get(abs(literal), self.last)

    def _direct(self, bound: int) -> bool:
        """Find what follows by propagation; note what does not hold on the way."""
        state, before = self._root.copy(), len(self._pending)

        def settled(literal: int) -> None:
            if literal in self._known:
                state.settle(literal)
                return
            cost = state.mask[literal].bit_count()
            if self._is_wanted(literal):
                if cost > _CHEAP and len(self._pending) > before:
                    raise _Again
                mask = state.mask[literal]
                self._emit(self._minimized(state, literal))
                state.prefer(mask)
            elif cost <= _CHEAP and literal < 0 and abs(literal) in self.wanted:
                self.notes[literal] = state.proof([literal], state.mask[literal])
                self._know(literal)
            else:
                return
            state.settle(literal)

        try:
            state.run(bound, settled)
        except _Again:
            return True
        self._state = state
        return len(self._pending) > before

    def _suppose(self, bound: int) -> bool:
        """Find the cheapest literal whose contrary fails."""
        best: tuple[int, Proof] | None = None
        for literal in self._nearest(self.left):
            limit = bound if best is None else best[1].mask.bit_count() - 1
            if limit < 1:
                break
            if bound < _ALL_AGAIN and self._is_useless(literal, limit):
                continue
            proof = self._refuted(-literal, limit)
            if proof is not None:
                best = literal, proof
            elif self._is_late():
                break
        if best is None:
            return False
        literal, proof = best
        proof = self._smaller(-literal, proof)
        cost = proof.mask.bit_count()
        self._emit(Deduction(Way.SUPPOSED, (literal,), (proof,), cost))
        return True

    def _refuted(self, literal: int, bound: int) -> Proof | None:
        """Return how a supposition fails on the last state, or None."""
        state = self._state
        mark, state.heap = len(state.trail), []
        state.push(literal, 0, Why((), SUPPOSED))
        conflict = state.run(bound)
        if conflict is not None:
            proof = state.proof((), conflict.mask, literal, conflict)
        else:
            proof = None
            area = 0
            for one in state.trail[mark:]:
                area |= self.ground.around(abs(one))
            self._tried[literal] = bound, len(self._changes), area
        state.back(mark)
        return proof

    def _is_useless(self, literal: int, bound: int) -> bool:
        """Tell whether nothing has changed near a supposition that did not fail."""
        if -literal not in self._tried:
            return False
        tried, since, area = self._tried[-literal]
        return tried >= bound and not any(new & area for new in self._changes[since:])

    def _nearest(self, literals: Iterable[int]) -> list[int]:
        return sorted(literals, key=lambda n: (self._distance(n), n < 0, abs(n)))

    def _either(self, bound: int) -> bool:
        """Find what follows whether a literal holds or not."""
        best: tuple[int, tuple[Proof, Proof]] | None = None
        open_ = [n for n in self.wanted if not self._state.value[n]]
        for literal in self._nearest(open_):
            sides = [self._following(one, bound) for one in (literal, -literal)]
            if None in sides:
                continue
            yes, no = (side or {} for side in sides)
            for found in yes.keys() & no.keys():
                if best is None or _cost(yes[found], no[found]) < _cost(*best[1]):
                    best = found, (yes[found], no[found])
            if self._is_late():
                break
        if best is None:
            return False
        literal, proofs = best
        self._emit(Deduction(Way.EITHER, (literal,), proofs, _cost(*proofs)))
        return True

    def _following(self, literal: int, bound: int) -> dict[int, Proof] | None:
        """Return what follows from a supposition; None if it fails."""
        state = self._state
        mark, state.heap = len(state.trail), []
        state.push(literal, 0, Why((), SUPPOSED))
        found = None
        if state.run(bound) is None:
            found = {
                new: state.proof([new], state.mask[new], literal)
                for new in state.trail[mark:]
                if new != literal and new not in self._known and self._is_wanted(new)
            }
        state.back(mark)
        return found

    def _nest(self, bound: int) -> bool:
        """Find a literal whose contrary fails with suppositions within."""
        for literal in self._nearest(self.left)[:_NESTED]:
            state = self._state
            mark, state.heap = len(state.trail), []
            state.push(-literal, 0, Why((), SUPPOSED))
            conflict = state.run(bound) or self._within(literal, bound)
            proof = conflict and state.proof((), conflict.mask, -literal, conflict)
            state.back(mark)
            if proof is not None:
                cost = proof.mask.bit_count()
                self._emit(Deduction(Way.NESTED, (literal,), (proof,), cost))
                return True
            if self._is_late():
                break
        return False

    def _within(self, literal: int, bound: int) -> Conflict | None:
        """Return how the last supposition fails with others within it."""
        state, places = self._state, self.ground.places
        here = places.get(abs(literal), Point(0, 0))

        def far(atom: int) -> int:
            return distance(places.get(atom, here), here)

        tries, has_changed = 0, True
        while has_changed and tries < _TRIALS:
            has_changed = False
            open_ = [n for n in self.wanted if not state.value[n]]
            for atom in sorted(open_, key=far)[:_AROUND]:
                for inner in (atom, -atom):
                    if state.value[atom]:
                        break
                    tries += 1
                    mark, state.heap = len(state.trail), []
                    state.push(inner, 0, Why((), SUPPOSED))
                    failed = state.run(max(4, bound // 2))
                    if failed is None:
                        state.back(mark)
                        continue
                    proof = state.proof((), failed.mask, inner, failed)
                    state.back(mark)
                    outer = tuple(n for n in proof.why if state.value[n] > 0)
                    state.push(-inner, failed.mask, Why(outer, NESTED, proof))
                    has_changed = True
                    if (conflict := state.run(ANY)) is not None:
                        return conflict
                if self._is_late():
                    return None
        return None

    def _search(self) -> None:
        """Find the next literal by searches with clingo, maybe without a reason."""
        ground = self.ground
        ground.limit(_CONFLICTS)
        held = [n for n in self._known if abs(n) in ground.names]
        best: tuple[int, tuple[int, ...]] | None = None
        for literal in self._nearest(self.left)[:_TRIED]:
            tests = sorted(ground.tests, key=lambda n: self._far_from(n, literal))
            below = None if best is None else len(best[1])
            core = minimal_core(ground, [*held, *tests], [-literal], _SEARCHES, below)
            if core is not None and (best is None or len(core.literals) < len(best[1])):
                best = literal, tuple(core.literals)
            if self._is_late():
                break
        if best is None:
            literal = self._nearest(self.left)[0]
            self._emit(Deduction(Way.SEARCH, (literal,)))
        else:
            literal, used = best
            cost = sum(n in ground.tests for n in used)
            self._emit(Deduction(Way.SEARCH, (literal,), (), cost, used))

    def _far_from(self, test: int, literal: int) -> int:
        label = self.ground.labels[self.ground.tests[test]]
        here = self.ground.places.get(abs(literal))
        at = None if label.instance is None else label.instance.at
        return 0 if here is None or at is None else distance(at, here)

    # Questions about one literal

    def contradiction(self, supposed: int | None) -> Deduction:
        """Return how what is known fails, maybe with a supposition."""
        state = self._root.copy()
        if supposed is not None:
            state.push(supposed, 0, Why((), SUPPOSED))
        for bound in _BOUNDS:
            conflict = state.run(bound)
            if conflict is not None:
                proof = state.proof((), conflict.mask, supposed or 0, conflict)
                if supposed is not None:
                    proof = self._smaller(-supposed, proof)
                cost = proof.mask.bit_count()
                return Deduction(Way.SUPPOSED, (), (proof,), cost)
        ground = self.ground
        ground.limit(_CONFLICTS)
        held = [n for n in self._known if abs(n) in ground.names]
        contrary = [] if supposed is None else [supposed]
        tests = sorted(ground.tests, key=lambda n: self._far_from(n, supposed or 0))
        core = minimal_core(ground, [*held, *tests], contrary, _SEARCHES)
        if core is None:
            return Deduction(Way.SEARCH, ())
        cost = sum(n in ground.tests for n in core.literals)
        return Deduction(Way.SEARCH, (), (), cost, tuple(core.literals))

    def deduce(self, literal: int) -> list[Deduction]:
        """Return the deductions that lead to a literal, the last one is its own.

        Alone if propagation or a supposition shows it, else after others.
        """
        for bound in _BOUNDS[:-1]:
            state = self._root.copy()
            state.run(bound)
            if state.value[literal] > 0:
                return [self._minimized(state, literal)]
            self._state = state
            if (proof := self._refuted(-literal, bound)) is not None:
                proof = self._smaller(literal, proof)
                cost = proof.mask.bit_count()
                return [Deduction(Way.SUPPOSED, (literal,), (proof,), cost)]
        found: dict[int, Deduction] = {}
        for deduction in self:
            found |= dict.fromkeys(deduction.literals, deduction)
            if literal in found:
                break
        needed: dict[int, None] = {}
        waiting = [literal]
        while waiting:
            one = waiting.pop()
            if one in found and one not in needed:
                needed[one] = None
                waiting += found[one].premises
                notes = [n for n in found[one].premises if n in self.notes]
                waiting += (n for note in notes for n in known_in(self.notes[note]))
        return list(dict.fromkeys(d for n, d in found.items() if n in needed))

    # Smaller reasons

    def _minimized(self, state: State, literal: int) -> Deduction:
        """Return the deduction of a literal that a state has, with fewer labels."""
        proof = state.proof([literal], state.mask[literal])
        if proof.mask.bit_count() > _CHEAP:
            proof = self._smaller(literal, proof)
        cost = proof.mask.bit_count()
        return Deduction(Way.DIRECT, (literal,), (proof,), cost)

    def _smaller(self, literal: int, proof: Proof) -> Proof:
        """Return a proof in which no rule can be left out, as far as propagation tells.

        Parameters
        ----------
        literal
            What follows, or what is supposed.
        """
        allowed = proof.mask
        removable = [
            bit
            for label, bit in zip(self.ground.labels, self.ground.bits, strict=True)
            if bit & proof.mask and label.how in (How.RULE, How.LEFT)
        ]
        if len(removable) > _CHEAP:
            for bit in removable[::-1]:
                if bit & allowed:
                    found = self._restricted(literal, allowed & ~bit, proof.supposed)
                    if found is not None:
                        proof, allowed = found, found.mask
        return proof

    def _restricted(self, literal: int, allowed: int, supposed: int) -> Proof | None:
        """Return a proof with some rules only, or None."""
        state = self._root.copy()
        state.allow(allowed)
        if supposed:
            state.push(supposed, 0, Why((), SUPPOSED))
            conflict = state.run()
            if conflict is None:
                return None
            return state.proof((), conflict.mask, supposed, conflict)
        state.run()
        if state.value[literal] <= 0:
            return None
        return state.proof([literal], state.mask[literal])


def _cost(*proofs: Proof) -> int:
    mask = 0
    for proof in proofs:
        mask |= proof.mask
    return mask.bit_count()
