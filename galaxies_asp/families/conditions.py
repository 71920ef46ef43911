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

from galaxies_asp.core.asp.ground_rules import GroundRule
from galaxies_asp.core.board.grid import reachable

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


class _Body(NamedTuple):
    """The body of a ground rule."""

    rule: GroundRule
    derived: tuple[int, ...]
    """The atoms of the side of the solution in its head."""
    fixed: tuple[int, ...]
    """Its literals of this side."""
    case: _Case
    """What is left of it."""


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
        self.side = side = frozenset(_dependent(rules, clues))
        self._bodies = [
            _body(rule, side)
            for rule in rules
            if not side.isdisjoint(rule.head)
            or (not rule.head and any(abs(n) in side for n in rule.literals))
        ]

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
        holding = {*true, *(-atom for atom in self.side.difference(true))}
        for rule, derived, fixed, case in self._bodies:
            if case.weighted is not None:
                left = case.weighted[1]
                bound = case.weighted[0] - sum(w for n, w in rule.body if n in holding)
                if bound > sum(weight for _, weight in left):
                    continue
                case = _Case((), (bound, left) if bound > 0 else None)
            elif not holding.issuperset(fixed):
                continue
            is_broken = not rule.is_choice
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


def _dependent(rules: Iterable[GroundRule], clues: Collection[int]) -> set[int]:
    """Return the atoms that depend on choices of others than clues."""
    uses: dict[int, list[int]] = {}
    chosen: list[int] = []
    for rule in rules:
        if rule.is_choice:
            chosen += (atom for atom in rule.head if atom not in clues)
        for literal in rule.literals:
            uses.setdefault(abs(literal), []).extend(rule.head)
    return reachable(chosen, lambda atom: set(uses.get(atom, ())).difference(clues))


def _body(rule: GroundRule, side: Collection[int]) -> _Body:
    """Return a rule with what is left of its body; the bound of a sum is the rule's."""
    left = tuple(pair for pair in rule.body if abs(pair[0]) not in side)
    fixed = tuple(n for n in rule.literals if abs(n) in side)
    case = _Case(tuple(n for n, _ in left), None, tuple(n for n in fixed if n > 0))
    if rule.bound is not None:
        case = _Case((), (rule.bound, left))
    return _Body(rule, tuple(a for a in rule.head if a in side), fixed, case)


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
