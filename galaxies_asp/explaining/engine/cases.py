"""Suppositions: the contrary of a literal, or by cases each other atom by itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.assignment import NESTED, Conflict, Proof, Why
from galaxies_asp.explaining.engine.facts import distance
from galaxies_asp.explaining.engine.proving import Proving
from galaxies_asp.explaining.engine.sums import Sums

_CONTRARY = 80
"""From this bound on, it is supposed that a cell does not have what it has."""

_TRIALS, _AROUND = 200, 24
"""How many literals are supposed within a supposition, and how many near ones."""


@dataclass
class Cases(Proving):
    """What suppositions show of single literals."""

    def _excluded(self, literal: int, bound: int) -> Proof | None:
        """Return how the contrary of a literal fails.

        Where an encoding declares of which atoms one holds, that is how each other one
        fails by itself.
        """
        if self._rivals(literal):
            found = self._by_cases(literal, bound)
            if found is not None or (bound < _CONTRARY and self._is_one):
                return found
        return self._refuted(-literal, bound)

    def _rivals(self, literal: int) -> list[int]:
        """Return the atoms that may hold instead of an atom, as declared."""
        others = self.ground.rivals.get(literal, ())
        return [n for n in others if n != literal and not self._state.value[n]]

    def _by_cases(self, literal: int, bound: int) -> Proof | None:
        """Return how an atom is left when each other one fails, or None."""
        state, mark = self._state, len(self._state.trail)
        proofs: dict[int, Proof] = {}
        rivals = self._rivals(literal)
        if any(self._is_dear(rival, bound) for rival in rivals):
            return None
        for rival in rivals:
            proof = self._refuted(rival, bound)
            if proof is None:
                return None
            proofs[rival] = proof
        state.heap = []
        for rival, proof in proofs.items():
            state.push(-rival, proof.mask, Why((), NESTED, proof))
        state.run()
        found = None
        if state.value[literal] > 0:
            found = state.proof([literal], state.mask[literal])
        state.back(mark)
        return found

    def _links(self, proof: Proof) -> int:
        """Return how many deductions of what holds are on the way, then the cost.

        That each other atom fails counts as long as the longest of these.
        """
        return self._steps_in(proof) * 100 + proof.mask.bit_count()

    def _steps_in(self, proof: Proof) -> int:
        names, inner = self.ground.names, [w.proof for w in proof.why.values()]
        if cases := [one for one in inner if one is not None and not proof.supposed]:
            return sum(map(self._steps_in, cases)) + len(cases) - 1
        return len(
            {w.label for n, w in proof.why.items() if n in names and w.label > 0}
        )

    def _has_cases(self, literal: int) -> bool:
        """Tell whether each other atom of which one holds fails."""
        rivals = self._rivals(literal)
        return bool(rivals) and all(self._is_refutable(-n) for n in rivals)

    def _is_refutable(self, literal: int) -> bool:
        """Tell whether the contrary of a literal fails."""
        # What follows from a possible supposition is possible.
        if literal not in self._failing and -literal not in self._passing:
            state = self._state
            mark = len(state.trail)
            if state.fails(-literal):
                self._failing.add(literal)
            else:
                self._passed[-literal] = frozenset(state.trail[mark:])
                self._passing.update(self._passed[-literal])
            state.back(mark)
        return literal in self._failing

    @cached_property
    def _sums(self) -> Sums:
        return Sums(self.ground)

    def _counted(self, _: int, bound: int) -> Conflict | None:
        """Add what sums show within the last supposition; return how it fails."""
        state, conflict, before = self._state, None, -1
        while conflict is None and before < len(state.trail):
            before = len(state.trail)
            for sum_ in self._sums.found(state, 1):
                for new in sum_.literals:
                    state.imply(new, sum_.premises, sum_.label)
            conflict = state.run(bound)
        return conflict

    def _within(self, literal: int, bound: int) -> Conflict | None:
        """Return how the last supposition fails with others within it."""
        state, places = self._state, self.ground.places
        here = places.get(abs(literal), Point(0, 0))

        def far(atom: int) -> int:
            return distance(places.get(atom, here), here)

        tries, has_changed = 0, True
        while has_changed and tries < _TRIALS:
            if (conflict := self._counted(literal, bound)) is not None:
                return conflict
            has_changed, passed = False, set[int]()
            open_ = [n for n in self.wanted if not state.value[n]]
            for atom in sorted(open_, key=far)[:_AROUND]:
                for inner in (atom, -atom):
                    if state.value[atom]:
                        break
                    if inner in passed:
                        continue
                    tries += 1
                    mark, state.heap = len(state.trail), []
                    is_possible = not state.fails(inner)
                    passed.update(state.trail[mark:] if is_possible else ())
                    state.back(mark)
                    if is_possible or not self._fail_within(inner, max(4, bound // 2)):
                        continue
                    has_changed, passed = True, set()
                    if (conflict := state.run(bound)) is not None:
                        return conflict
                if self._is_late():
                    return None
        return None
