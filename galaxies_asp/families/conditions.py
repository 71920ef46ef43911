"""Conditions on open clues: a known solution must be none any more.

The clues of a ground program are choices. Its ground rules divide its atoms: the side
of the clues depends on choices of clues alone, the side of the solution on others. A
model fixes the side of the solution. With other clues it is a model, too, if they
violate no ground rule and each of its atoms is still founded. So rules about the side
of the clues exclude it.

A condition may be stronger than needed where an atom is founded through a sum, or where
a propagator takes part. This excludes clues, and never a solution of them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import clingo
import numpy as np

from galaxies_asp.core.asp.ground_rules import GroundRule

Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]
Truth = np.ndarray[tuple[int], np.dtype[np.bool_]]

Sum = tuple[int, tuple[tuple[int, int], ...]]
"""A bound, and literals with their weights that have to reach it."""


class _Case(NamedTuple):
    """What is left of a body if the side of the solution is fixed."""

    clues: tuple[int, ...]
    """Literals of the side of the clues."""
    weighted: Sum | None = None
    """A sum of such literals."""
    atoms: tuple[int, ...] = ()
    """The atoms of the solution on which the body depends positively."""


class Conditions:
    """The ground rules of a program with open clues, by which models are excluded.

    `control`: the program to which conditions are added. `rules`: its ground rules.
    `clues`: the literals of its clues. `wished`: the literal under which the conditions
    hold. `side`: the atoms on the side of the solution.
    """

    def __init__(
        self,
        control: clingo.Control,
        rules: Iterable[GroundRule],
        clues: Collection[int],
        wished: int,
    ) -> None:
        self._control, self._wished = control, wished
        rules = [*rules]
        self._size = 1 + max(
            (max(map(abs, (*r.head, *r.literals)), default=0) for r in rules), default=0
        )
        is_on_side = self._dependent(rules, clues)
        self.side = frozenset(map(int, is_on_side.nonzero()[0]))
        self._rules = [
            rule
            for rule in rules
            if not self.side.isdisjoint(rule.head)
            or (not rule.head and any(abs(n) in self.side for n in rule.literals))
        ]
        # A body without a bound has to reach the number of its literals. Each body ends
        # with a literal 0 without weight, so that none is empty.
        pairs = [pair for rule in self._rules for pair in (*rule.body, (0, 0))]
        literals, self._weights = np.array(pairs, np.int64).reshape(-1, 2).T
        lengths = [len(rule.body) + 1 for rule in self._rules]
        self._starts = np.cumsum([0, *lengths], dtype=np.int64)[:-1]
        self._atoms, self._is_positive = np.abs(literals), literals > 0
        self._is_on_side = is_on_side[self._atoms]
        self._bounds = np.array(
            [len(r.body) if r.bound is None else r.bound for r in self._rules], np.int64
        )
        self._most = self._sums(~self._is_on_side)
        self._found: dict[int, tuple[tuple[int, ...], _Case]] = {}

    def _sums(self, counts: Truth) -> Numbers:
        """Return for each body the weight of the literals that count."""
        if not self._starts.size:
            return self._bounds
        return np.add.reduceat(self._weights * counts, self._starts)

    def _marked(self, atoms: Iterable[int]) -> Truth:
        """Return for each atom whether it is among some."""
        marked = np.zeros(self._size, np.bool_)
        marked[[*atoms]] = True
        return marked

    def _dependent(self, rules: list[GroundRule], clues: Collection[int]) -> Truth:
        """Return which atoms depend on choices of others than clues."""
        chosen = {a for rule in rules if rule.is_choice for a in rule.head}
        found = self._marked(chosen.difference(clues))
        # A pair of a literal of a body and a head for each rule.
        uses = [(abs(n), a) for r in rules for n in r.literals for a in r.head]
        bodies, heads = np.array([*uses, (0, 0)], np.int64).T
        heads = np.where(self._marked(clues)[heads], 0, heads)
        before = -1
        while before != (before := int(found.sum())):
            found[heads[found[bodies]]] = True
            found[0] = False
        return found

    def exclude(self, true: Collection[int], outputs: Sequence[int]) -> None:
        """Exclude clues with which a model is one, unless it is the solution.

        `true`: the true atoms of the model on the side of the solution. `outputs`: the
        literals of the output that are true in the model.
        """
        violated, founded = self._cases(true)
        with self._control.backend() as backend:
            done = backend.add_atom()

            def body(case: _Case) -> list[int]:
                if case.weighted is None:
                    return [*case.clues]
                reached = backend.add_atom()
                backend.add_weight_rule([reached], *case.weighted)
                return [*case.clues, reached]

            for case in violated:
                backend.add_rule([done], body(case))
            copies = {atom: backend.add_atom() for atom in founded}
            for atom, cases in founded.items():
                for case in cases:
                    on = [copies[other] for other in case.atoms]
                    backend.add_rule([copies[atom]], [*body(case), *on])
                backend.add_rule([done], [-copies[atom]])
            backend.add_rule([done], outputs)
            backend.add_rule([], [-done, self._wished])

    def _cases(
        self, true: Collection[int]
    ) -> tuple[Iterable[_Case], dict[int, list[_Case]]]:
        """Return when a ground rule is violated, and what founds each atom.

        Atoms that are founded whatever the clues are, are left out.
        """
        violated: dict[_Case, None] = {}
        founding: dict[int, list[_Case]] = {}
        holds = self._marked(true)[self._atoms] == self._is_positive
        bounds = self._bounds - self._sums(self._is_on_side & holds)
        for number in (bounds <= self._most).nonzero()[0].tolist():
            derived, case = self._case(number)
            if case.weighted is not None:
                bound, left = int(bounds[number]), case.weighted[1]
                case = _Case((), (bound, left) if bound > 0 else None)
            is_broken = not self._rules[number].is_choice
            for atom in derived:
                if atom in true:
                    is_broken = False
                    founding.setdefault(atom, []).append(case)
            if is_broken:
                violated[case._replace(atoms=())] = None
        certain = _certain(founding)
        founded = {
            atom: [
                case._replace(atoms=tuple(a for a in case.atoms if a not in certain))
                for case in cases
            ]
            for atom, cases in founding.items()
            if atom not in certain
        }
        return violated, founded

    def _case(self, number: int) -> tuple[tuple[int, ...], _Case]:
        """Return the atoms of the solution that a rule derives, and its other literals.

        Those of a sum have a bound that is still to be told.
        """
        if (found := self._found.get(number)) is None:
            rule, side = self._rules[number], self.side
            left = tuple(pair for pair in rule.body if abs(pair[0]) not in side)
            case = _Case((), (0, left))
            if rule.bound is None:
                atoms = tuple(n for n in rule.literals if n in side)
                case = _Case(tuple(literal for literal, _ in left), None, atoms)
            found = tuple(a for a in rule.head if a in side), case
            self._found[number] = found
        return found


def _certain(founding: Mapping[int, Iterable[_Case]]) -> set[int]:
    """Return the atoms that are founded whatever the clues are."""
    left: dict[int, list[tuple[int, list[int]]]] = {}
    ahead: list[int] = []
    for atom, cases in founding.items():
        for clues, weighted, atoms in cases:
            if not clues and weighted is None:
                count = [len(atoms)]
                if not atoms:
                    ahead.append(atom)
                for other in atoms:
                    left.setdefault(other, []).append((atom, count))
    found: set[int] = set()
    while ahead:
        if (atom := ahead.pop()) not in found:
            found.add(atom)
            for other, count in left.get(atom, ()):
                count[0] -= 1
                if not count[0]:
                    ahead.append(other)
    return found
