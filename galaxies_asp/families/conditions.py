"""Conditions on open clues: a known solution must be none any more.

The clues of a ground program are choices. Its ground rules divide its atoms: the side
of the clues depends on choices of clues alone, the side of the solution on others. A
model fixes the side of the solution. With other clues it is a model, too, if they
violate no ground rule and each of its atoms is still founded. So rules about the side
of the clues exclude it.

A condition may be stronger than needed where an atom is founded through a sum. This
excludes clues, and never a solution of them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.ground_rules import GroundRule
from galaxies_asp.core.board.grid import reachable

Weighted = tuple[tuple[int, int], ...]
"""Literals with their weights."""

_Violations = dict[tuple[int, ...], list[tuple[int, ...]]]


class _Case(NamedTuple):
    """What is left of a body if the side of the solution is fixed."""

    clues: tuple[int, ...]
    """Literals of the side of the clues."""
    weighted: tuple[int, Weighted] | None = None
    """A sum of such literals, and before it the bound that it has to reach."""
    atoms: tuple[int, ...] = ()
    """The atoms of the solution on which the body depends positively."""


class _Rules(NamedTuple):
    """Ground rules with a common literal on the side of the solution."""

    violations: _Violations
    """By literals of the solution: the bodies of clues that break a rule with them."""
    founding: list[tuple[int, tuple[int, ...], _Case]]
    """Atoms, and literals of the solution with which a case founds them."""
    sums: list[tuple[GroundRule, tuple[int, ...], Weighted]]
    """Rules with sums, the atoms of the solution in the head, and the sum of clues."""


class Conditions:
    """The ground rules of a program with open clues, by which models are excluded.

    `control`: the program to which conditions are added. `rules`: its ground rules.
    `clues`: the literals of its clues. `wished`: the literal under which the conditions
    hold. `side`: the atoms on the side of the solution that are read of models; the
    truth of the others does not depend on clues.
    """

    def __init__(
        self,
        control: clingo.Control,
        rules: Sequence[GroundRule],
        clues: Collection[int],
        wished: int,
    ) -> None:
        self._control, self._wished = control, wished
        side = _dependent(rules, clues)
        own = [r for r in rules if not r.head or not side.isdisjoint(r.head)]
        self._founded = founded = _founded(own, side)
        # Few atoms are true in a model: only rules that use one of these are looked at.
        self._unread: defaultdict[int, list[GroundRule]] = defaultdict(list)
        self._read: dict[int, _Rules] = {}
        self._derived: dict[tuple[tuple[int, ...], ...], int] = {}
        self._reached: dict[tuple[int, Weighted], int] = {}
        occurring: set[int] = set()
        for rule in own:
            used = [n for n in rule.literals if abs(n) in side]
            has_clues = len(used) < len(rule.literals)
            if (has_clues and (used or rule.head)) or not founded.isdisjoint(rule.head):
                known = 0 if rule.bound is not None else max(used, default=0)
                self._unread[max(0, known)].append(rule)
                occurring.update(rule.head, map(abs, used))
        self.side = frozenset(occurring & side)

    def exclude(self, true: frozenset[int], outputs: Sequence[int]) -> None:
        """Exclude clues with which a model is one, unless it is the solution.

        `true`: the true atoms of the model on the side of the solution. `outputs`: the
        literals of the output that are true in the model.
        """
        violated, sums, founding = self._cases(true)
        with self._control.backend() as backend:
            same = self._either(backend, [outputs])
            failing = [same, *(self._either(backend, v) for v in violated.values())]
            failing += (self._either(backend, [self._body(backend, c)]) for c in sums)
            copies = {atom: backend.add_atom() for atom in founding}
            for atom, cases in founding.items():
                bodies = [self._body(backend, case, copies) for case in cases]
                backend.add_rule([copies[atom]], [self._either(backend, bodies)])
            held = *copies.values(), *(-atom for atom in failing)
            backend.add_rule([], [self._wished, *held])

    def _either(self, backend: clingo.Backend, bodies: Iterable[Sequence[int]]) -> int:
        """Return an atom that is true if one of some bodies is."""
        key = tuple(map(tuple, bodies))
        if key not in self._derived:
            self._derived[key] = backend.add_atom()
            for body in key:
                backend.add_rule([self._derived[key]], body)
        return self._derived[key]

    def _body(
        self, backend: clingo.Backend, case: _Case, copies: Mapping[int, int] = {}
    ) -> list[int]:
        """Return the body of a case."""
        body = [*case.clues, *(copies[atom] for atom in case.atoms)]
        if case.weighted is not None:
            if case.weighted not in self._reached:
                self._reached[case.weighted] = backend.add_atom()
                reached = [self._reached[case.weighted]]
                backend.add_weight_rule(reached, *case.weighted)
            body.append(self._reached[case.weighted])
        return body

    def _cases(
        self, true: frozenset[int]
    ) -> tuple[_Violations, Iterable[_Case], dict[int, list[_Case]]]:
        """Return when a ground rule is violated, and what founds uncertain atoms."""
        violated: _Violations = {}
        sums: dict[_Case, None] = {}
        founding: dict[int, list[_Case]] = {}
        holding = {*true, *(-atom for atom in self.side.difference(true))}
        for known in (0, *sorted(true)):
            rules = self._rules(known)
            for fixed, bodies in rules.violations.items():
                if holding.issuperset(fixed):
                    violated[fixed] = bodies
            for atom, fixed, case in rules.founding:
                if atom in true and holding.issuperset(fixed):
                    founding.setdefault(atom, []).append(case)
            for rule, derived, left in rules.sums:
                bound = rule.bound or 0
                bound -= sum(weight for n, weight in rule.body if n in holding)
                if bound <= sum(weight for _, weight in left):
                    case = _Case((), (bound, left) if bound > 0 else None)
                    founded = true.intersection(derived)
                    for atom in sorted(founded & self._founded):
                        founding.setdefault(atom, []).append(case)
                    if not (founded or rule.is_choice):
                        sums[case] = None
        return violated, sums, founding

    def _rules(self, known: int) -> _Rules:
        """Return the rules that are looked at if an atom is true; 0: in each model."""
        if known not in self._read:
            self._read[known] = self._divided(self._unread.pop(known, ()))
        return self._read[known]

    def _divided(self, rules: Iterable[GroundRule]) -> _Rules:
        """Return rules with the two sides of their bodies apart."""
        found = _Rules({}, [], [])
        for rule in rules:
            derived = tuple(atom for atom in rule.head if atom in self.side)
            uncertain = self._founded.intersection(rule.head)
            left = tuple(pair for pair in rule.body if abs(pair[0]) not in self.side)
            if rule.bound is not None:
                found.sums.append((rule, derived, left))
                continue
            fixed = tuple(n for n in rule.literals if abs(n) in self.side)
            clues = tuple(n for n, _ in left)
            case = _Case(clues, None, tuple(n for n in fixed if n in self._founded))
            found.founding.extend((atom, fixed, case) for atom in sorted(uncertain))
            # Without a clue in it, no model violates a rule.
            if clues and not rule.is_choice:
                broken = *fixed, *(-atom for atom in derived)
                found.violations.setdefault(broken, []).append(clues)
        return found


def _dependent(rules: Iterable[GroundRule], clues: Collection[int]) -> set[int]:
    """Return the atoms that depend on choices of others than clues."""
    uses: defaultdict[int, list[int]] = defaultdict(list)
    chosen: list[int] = []
    for rule in rules:
        if rule.is_choice:
            chosen += (atom for atom in rule.head if atom not in clues)
        for literal in rule.literals:
            uses[abs(literal)] += rule.head
    return reachable(chosen, lambda atom: set(uses.get(atom, ())).difference(clues))


def _founded(rules: Iterable[GroundRule], side: Collection[int]) -> set[int]:
    """Return the atoms on a side that rules found which depend on the other side."""
    uses: defaultdict[int, list[int]] = defaultdict(list)
    first: list[int] = []
    for rule in rules:
        if any(abs(literal) not in side for literal in rule.literals):
            first += rule.head
        elif rule.bound is None:
            for literal in rule.literals:
                uses[literal] += rule.head
    return reachable(first, lambda atom: uses.get(atom, ()))
