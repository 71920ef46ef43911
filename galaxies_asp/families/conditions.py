"""Conditions on open clues: a known solution must be none any more.

The clues of a ground program are choices. Its ground rules divide its atoms: the side
of the clues depends on choices of clues alone, the side of the solution on others. A
model fixes the side of the solution. With other clues it is a model, too, if they
violate no ground rule and each of its atoms is still founded. So rules about the side
of the clues exclude it.

A condition may be stronger than needed where an atom is founded through a sum, or where
a propagator takes part. This excludes clues, and never a solution of them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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

    @property
    def is_certain(self) -> bool:
        """Whether it holds as soon as its atoms do."""
        return not self.clues and self.weighted is None


class Conditions:
    """The ground rules of a program with open clues, by which models are excluded.

    `control`: the program to which conditions are added. `rules`: its ground rules.
    `clues`: the literals of its clues. `side`: the atoms on the side of the solution.
    """

    def __init__(
        self,
        control: clingo.Control,
        rules: Iterable[GroundRule],
        clues: Collection[int],
    ) -> None:
        self._control = control
        self.side = _dependent(rules, clues)
        self._rules = [
            rule
            for rule in rules
            if not self.side.isdisjoint(rule.head)
            or (not rule.head and any(abs(n) in self.side for n in rule.literals))
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
            backend.add_rule([], [-done])

    def _cases(
        self, true: Collection[int]
    ) -> tuple[Iterable[_Case], dict[int, list[_Case]]]:
        """Return when a ground rule is violated, and what founds each atom.

        Atoms that are founded whatever the clues are, are left out.
        """
        violated: dict[_Case, None] = {}
        founding: dict[int, list[_Case]] = {}
        for rule in self._rules:
            case = self._case(rule, true)
            if case is None:
                continue
            derived = [atom for atom in rule.head if atom in self.side]
            for atom in derived:
                if atom in true:
                    founding.setdefault(atom, []).append(case)
            is_broken = not rule.is_choice and not any(a in true for a in derived)
            if not rule.head or is_broken:
                violated[case._replace(atoms=())] = None
        certain = set(_certain(founding))
        founded = {
            atom: [
                case._replace(atoms=tuple(a for a in case.atoms if a not in certain))
                for case in cases
            ]
            for atom, cases in founding.items()
            if atom not in certain
        }
        return violated, founded

    def _case(self, rule: GroundRule, true: Collection[int]) -> _Case | None:
        """Return what is left of the body of a rule; None if it cannot hold."""
        if rule.bound is None:
            clues: list[int] = []
            atoms: list[int] = []
            for literal in rule.literals:
                atom = abs(literal)
                if atom not in self.side:
                    clues.append(literal)
                elif (atom in true) != (literal > 0):
                    return None
                elif literal > 0:
                    atoms.append(atom)
            return _Case(tuple(clues), None, tuple(atoms))
        bound, left = rule.bound, list[tuple[int, int]]()
        for literal, weight in rule.body:
            if abs(literal) not in self.side:
                left.append((literal, weight))
            elif (abs(literal) in true) == (literal > 0):
                bound -= weight
        if bound <= 0:
            return _Case(())
        if bound > sum(weight for _, weight in left):
            return None
        return _Case((), (bound, tuple(left)))


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


def _certain(founding: Mapping[int, Iterable[_Case]]) -> Iterator[int]:
    """Yield the atoms that are founded whatever the clues are."""
    waiting: dict[int, list[tuple[int, set[int]]]] = {}
    ahead: list[int] = []
    for atom, cases in founding.items():
        for case in cases:
            if case.is_certain:
                needed = set(case.atoms)
                ahead += [] if needed else [atom]
                for other in needed:
                    waiting.setdefault(other, []).append((atom, needed))
    found: set[int] = set()
    while ahead:
        if (atom := ahead.pop()) not in found:
            found.add(atom)
            yield atom
            for other, needed in waiting.get(atom, ()):
                needed.discard(atom)
                ahead += [] if needed else [other]
