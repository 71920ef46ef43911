"""What is known on a board, with proofs of single literals, searches among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.assignment import (
    ANY,
    KNOWN,
    NESTED,
    SUPPOSED,
    Proof,
    Why,
)
from galaxies_asp.explaining.engine.deduced import Deduction, Way, deduced
from galaxies_asp.explaining.engine.facts import distance
from galaxies_asp.explaining.engine.ground import Ground
from galaxies_asp.explaining.engine.implied import State
from galaxies_asp.explaining.engine.switched import minimal_core

CHEAP = 2
"""Literals of this cost are deduced in one pass, and noted."""

BOUNDS = (2, 4, 12, ANY)
"""The bounds of the cost where one literal is asked for."""

EFFORT = 400_000
"""The number of literals that propagation may add for a deduction."""

_GROUPS = 3
"""So many groups of atoms that exclude each other are tried."""

_SEARCHES, _CONFLICTS, _TRIED, _READ = 40, 1000, 3, 40
"""The effort of a search for a reason, and the number of rules that a person reads."""


@dataclass
class Proving:
    """What is known on a board, and what is still to be found.

    `wanted`: the atoms to decide; of some only that they hold is of interest. `forced`:
    the literals of these that hold in all solutions. `known`: the literals that are
    known at the beginning. `effort`: the number of literals that propagation may add
    for one deduction, before a search. `noted`: the atoms that are told only where a
    step needs them.

    `found`: the deduction of each literal.
    """

    ground: Ground
    wanted: Mapping[int, bool]
    forced: Sequence[int]
    known: Iterable[int] = ()
    effort: int = EFFORT
    notes: dict[int, Proof] = field(default_factory=dict)
    """The literals that are noted, with their proofs."""
    noted: frozenset[int] = frozenset()
    quiet: frozenset[int] = frozenset()
    """The literals that are told where they follow at no cost, as long as others are to
    be found."""
    last: Point | None = None

    def __post_init__(self) -> None:
        self._known: set[int] = set()
        self._pending: list[Deduction] = []
        self._distances: tuple[Point | None, dict[int, int]] = None, {}
        self._state = state = State(self.ground, self._distance)
        self._conflict = state.run(0, cuts=False)
        self._find_single()
        state.keep()
        self._is_one = self._needs_one()
        self._end = 0
        # What follows from what is known, what is left whose contrary fails, and what
        # follows from suppositions that do not fail; whether all have been tried.
        self._closed, self._failing = set[int](), set[int]()
        self._passed: dict[int, frozenset[int]] = {}
        self._passing = set[int]()
        # For suppositions that do not fail up to a cost: the cost and what follows; for
        # others: how they fail; for literals whose contrary fails: how.
        self._dear: dict[int, tuple[int, frozenset[int]]] = {}
        self._fails: dict[int, Proof] = {}
        self._shown: dict[int, Proof] = {}
        self._is_tried = False
        at_start = tuple(n for n in state.trail if self._is_told(n))
        self.given = Deduction(Way.GIVEN, at_start, (state.proof(at_start, 0),))
        for literal in at_start:
            self._known.add(literal)
            state.settle(literal)
        for literal in self.known:
            if literal not in self._known:
                self._know(literal)
        # What is drawn may follow from what else is drawn: that is no deduction.
        new = (one for one in self._pending if not {*one.literals} <= {*self.known})
        self._pending = [*new]

    def _needs_one(self) -> bool:
        """Tell whether of atoms that exclude each other, as declared, one holds."""
        state, value = self._state, self._state.value
        groups = {some for some in self.ground.rivals.values() if len(some) > 1}
        free = (some for some in groups if not any(value[n] for n in some))
        for some in islice(free, _GROUPS):
            mark = len(state.trail)
            is_left = not state.fails(*(-n for n in some))
            state.back(mark)
            if is_left:
                return False
        return True

    # What is near

    def _distance(self, literal: int) -> int:
        if self.last is None:
            return 0
        last, known = self._distances
        if last != self.last:
            last, known = self._distances = self.last, {}
        far = known.get(literal)
        if far is None:
            at = self.ground.places.get(abs(literal))
            far = 0 if at is None else distance(at, self.last)
            known[literal] = far
        return far

    def _find_single(self) -> None:
        """Find the nets of which at most one seed can hold, whatever tests do."""
        if self.ground.single is not None:
            return
        value, self.ground.single = self._state.value, set()
        self._add_needs()
        for number, net in enumerate(self.ground.nets):
            live = [body for _, body in net.seeds if not body or value[body] >= 0]
            are_apart = 0 not in live and len(set(live)) == len(live)
            if len(live) < 2 or (are_apart and self.ground.at_most_one(live)):
                self.ground.single.add(number)

    def _add_needs(self) -> None:
        """Add what every way to an atom of a net needs, and its seed implies."""
        ground, state = self.ground, self._state
        waiting = state.heap
        needs = (one for net in ground.nets for one in net.needs(ground.bodies))
        for atom, literal, seeds in needs:
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
        return literal not in self.quiet and self._is_told(literal)

    def _is_told(self, literal: int) -> bool:
        """Tell whether a literal is one to find, or to tell besides."""
        only = self.wanted.get(abs(literal))
        return only is not None and (literal > 0 or not only)

    def _is_note(self, literal: int) -> bool:
        """Return whether a cheap literal is stated only where a step needs it."""
        atom = abs(literal)
        return atom in self.noted or (
            atom in self.wanted and not self._is_told(literal)
        )

    @property
    def left(self) -> list[int]:
        """The literals that are still to be found."""
        done = self._known | self.quiet
        return [literal for literal in self.forced if literal not in done]

    def _know(self, literal: int) -> None:
        """Add a literal to what is known, and what follows at no cost."""
        state = self._state
        self._known.add(literal)
        self._is_tried = False
        if not state.is_kept():
            state.reopen()
        if state.value[literal] > 0:
            state.settle(literal)
            return
        state.push(literal, 0, Why((), KNOWN))
        conflict = state.run(0, self._at_once, cuts=False)
        self._conflict = self._conflict or conflict
        state.keep()

    def _at_once(self, literal: int) -> None:
        """Add what follows at no cost to the last deduction."""
        if self._is_told(literal) and literal not in self._known:
            proof = self._state.proof([literal], 0)
            self._known.add(literal)
            self._state.settle(literal)
            if literal in self.noted or -literal in self.noted:
                self.notes[literal] = proof
            else:
                self._pending.append(Deduction(Way.DIRECT, (literal,), (proof,)))

    def _is_late(self) -> bool:
        return self._state.effort > self._end

    def _emit(self, deduction: Deduction) -> None:
        """Add a deduction, and what follows from it at no cost."""
        self._pending.append(deduction)
        for literal in deduction.literals:
            self._know(literal)
            self.last = self.ground.places.get(abs(literal), self.last)

    def _found(self, way: Way, literals: Sequence[int], proof: Proof) -> bool:
        """Add literals that follow; return that some do."""
        self._emit(deduced(way, literals, proof))
        return True

    def _refuted(self, literal: int, bound: int) -> Proof | None:
        """Return how a supposition fails on the last state, or None."""
        if self._is_dear(literal, bound):
            return None
        known, state = self._fails.get(literal), self._state
        if known is not None and known.mask.bit_count() <= bound:
            return known
        mark, state.heap = len(state.trail), []
        state.push(literal, 0, Why((), SUPPOSED))
        conflict = state.run(bound)
        if conflict is None:
            self._dear[literal] = bound, frozenset(state.trail[mark:])
        proof = conflict and state.proof((), conflict.mask, literal, conflict)
        if proof is not None:
            self._fails[literal] = proof
        state.back(mark)
        return proof

    def _is_dear(self, literal: int, bound: int) -> bool:
        """Tell whether it is known that a supposition does not fail up to a cost."""
        return literal in self._dear and self._dear[literal][0] >= bound

    def _nearest(self, literals: Iterable[int]) -> list[int]:
        return sorted(literals, key=lambda n: (self._distance(n), n < 0, abs(n)))

    def _search(self) -> None:
        """Find the next literal by searches with clingo, maybe without a reason."""
        first, *others = self._nearest(self.left)[:_TRIED]
        best, core = first, self._core(-first)
        for literal in others:
            if self._is_late():
                break
            smaller = self._core(-literal, None if core is None else len(core))
            if smaller is not None and (core is None or len(smaller) < len(core)):
                best, core = literal, smaller
        self._emit(self._searched((best,), core))

    def _far_from(self, test: int, literal: int) -> int:
        label = self.ground.labels[self.ground.tests[test]]
        here = self.ground.places.get(abs(literal))
        at = None if label.instance is None else label.instance.at
        return 0 if here is None or at is None else distance(at, here)

    # Smaller reasons

    def _smaller(self, literal: int, proof: Proof) -> Proof:
        """Return a proof in which no rule can be left out, as far as propagation tells.

        `literal`: what follows, if nothing is supposed.
        """
        left = proof.mask & self.ground.optional
        if left.bit_count() <= CHEAP:
            return proof
        while left:
            bit = 1 << left.bit_length() - 1
            found = self._restricted(literal, proof.mask & ~bit, proof)
            proof = found or proof
            left &= proof.mask & ~bit
        return proof

    def _restricted(self, literal: int, allowed: int, proof: Proof) -> Proof | None:
        """Return a similar proof with some rules only, or None."""
        state, supposed = self._state, proof.supposed
        state.reopen(allowed)
        if supposed:
            state.push(supposed, 0, Why((), SUPPOSED))
        conflict = state.run()
        for one, why in proof.why.items():
            if conflict is None and why.proof is not None:
                self._fail_within(why.proof.supposed)
            elif conflict is None and self.ground.labels[max(why.label, 0)].sides:
                if all(state.value[n] > 0 for n in why.premises):
                    state.imply(one, why.premises, why.label)
            else:
                continue
            conflict = state.run()
        if supposed:
            return conflict and state.proof((), conflict.mask, supposed, conflict)
        if state.value[literal] <= 0:
            return None
        return state.proof([literal], state.mask[literal])

    def _fail_within(self, inner: int, bound: int = ANY) -> bool:
        """Suppose a literal within a supposition; if it fails, add that it does."""
        state, mark = self._state, len(self._state.trail)
        state.heap = []
        state.push(inner, 0, Why((), SUPPOSED))
        failed = state.run(bound)
        proof = failed and state.proof((), failed.mask, inner, failed, mark)
        state.back(mark)
        if failed is None or proof is None:
            return False
        outer = tuple(n for n in proof.why if state.value[n] > 0)
        state.push(-inner, failed.mask, Why(outer, NESTED, proof))
        return True

    def contradiction(self, supposed: int | None) -> Deduction:
        """Return how what is known fails, maybe with a supposition."""
        state, conflict = self._state, self._conflict
        state.reopen()
        if supposed is not None:
            state.push(supposed, 0, Why((), SUPPOSED))
        for bound in BOUNDS:
            conflict = conflict or state.run(bound)
            if conflict is not None:
                proof = state.proof((), conflict.mask, supposed or 0, conflict)
                if supposed is not None:
                    proof = self._smaller(-supposed, proof)
                return deduced(Way.SUPPOSED, (), proof)
        return self._searched((), self._core(supposed or 0))

    def _core(self, supposed: int, below: int | None = None) -> tuple[int, ...] | None:
        """Return known literals and tests that exclude a supposition, 0 for none."""
        ground = self.ground
        ground.limit(_CONFLICTS)
        held = [n for n in self._known if abs(n) in ground.names]
        tests = sorted(ground.tests, key=lambda n: self._far_from(n, supposed))
        contrary = [supposed] if supposed else []
        core = minimal_core(ground, [*held, *tests], contrary, _SEARCHES, below)
        if core is None or sum(n in ground.tests for n in core) > _READ:
            return None
        return tuple(core)

    def _searched(
        self, literals: tuple[int, ...], core: tuple[int, ...] | None
    ) -> Deduction:
        """Return what a search shows, by a core or without one."""
        cost = sum(n in self.ground.tests for n in core or ())
        return Deduction(Way.SEARCH, literals, (), cost, core)
