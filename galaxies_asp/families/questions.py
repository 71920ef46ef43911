"""What an encoding forces on a puzzle of any family, and why.

Facts are atoms of the output that hold or do not hold. A reason consists of ground
instances of the rules of the encoding, and of known facts; see `asp.switched`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

import clingo

from galaxies_asp.asp.atoms import Atoms, value, value_of
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.switched import (
    GroundInstance,
    SourceRule,
    Switched,
    minimal_core,
)
from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.families.family import Family, Sheet
from galaxies_asp.families.search import encoding_of, facts_for, ground, solve

_CONFLICTS = 300
"""The conflicts of each search for a reason."""

_SEARCHES = 100
"""The searches that make a reason smaller."""

_TRIED = 400
"""The facts among which the one with the smallest reason is looked for."""


class Fact(NamedTuple):
    """An atom of the output, and whether it holds."""

    atom: str
    holds: bool = True

    def words(self, family: Family) -> str:
        """Return the fact in words."""
        words = family.words(self.atom)
        if self.holds:
            return words
        article, _, rest = words.partition(" ")
        return f"no {rest}" if article in ("a", "an") else f"not {words}"


@dataclass(frozen=True, slots=True)
class Reason:
    """Instances of rules, and known facts, that force a fact.

    Attributes
    ----------
    fact
        What follows; None: there is no solution.
    by_search
        Only a long search shows it, so that no instances are named.
    minimal
        Whether each instance and fact is known to be needed.
    """

    fact: Fact | None
    instances: tuple[GroundInstance, ...] = ()
    known: tuple[Fact, ...] = ()
    by_search: bool = False
    minimal: bool = True

    @property
    def size(self) -> int:
        """The number of instances and facts."""
        return len(self.instances) + len(self.known)

    def by_rule(self) -> dict[SourceRule, list[GroundInstance]]:
        """Return the instances of each rule, in the order of the rules."""
        groups: dict[SourceRule, list[GroundInstance]] = {}
        for instance in sorted(
            self.instances, key=lambda i: (i.rule.file, i.rule.line)
        ):
            groups.setdefault(instance.rule, []).append(instance)
        return groups


class Step(NamedTuple):
    """Facts that follow at once for the same reason, and the atoms known after it."""

    facts: tuple[Fact, ...]
    reason: Reason
    atoms: Atoms


class Consequences(NamedTuple):
    """The atoms of the output in all, in no, and in some but not all solutions."""

    forced: Atoms
    excluded: Atoms
    free: Atoms

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is the same in all solutions."""
        return (
            *(Fact(atom) for atom in sorted(self.forced)),
            *(Fact(atom, False) for atom in sorted(self.excluded)),
        )


class Questions:
    """Questions about a puzzle to an encoding.

    Raises
    ------
    EncodingError
        If the encoding is faulty, or has a model that breaks the rules.
    """

    def __init__(self, sheet: Sheet, encoding: str = "") -> None:
        self.sheet = sheet
        self.family = sheet.family
        self.encoding = encoding_of(self.family, encoding)
        solve(sheet, 2, encoding=encoding)  # the verifier judges the encoding

    @cached_property
    def _program(self) -> Program:
        family, facts = self.family, self.sheet.facts
        options = ["0", *family.options]
        return ground(family, facts, options, self.encoding, family.outputs)

    @cached_property
    def _switched(self) -> Switched:
        family, facts = self.family, facts_for(self.family, self.sheet.facts)
        return Switched(
            family.text(self.encoding), facts, f"the encoding {self.encoding}"
        )

    def consequences(self, known: Iterable[Fact] = ()) -> Consequences | None:
        """Return what the solutions with the known facts share; None if there is none.

        Raises
        ------
        GalaxiesError
            If the output of the encoding is another one.
        """
        assumed = [(clingo.parse_term(atom), holds) for atom, holds in known]
        possible = self._shared("brave", assumed)
        if possible is None:
            return None
        forced = self._shared("cautious", assumed) or frozenset()
        atoms = output_atoms(self._program, self.family)
        return Consequences(forced, atoms - possible, possible - forced)

    def _shared(
        self,
        mode: Literal["brave", "cautious"],
        assumed: Sequence[tuple[clingo.Symbol, bool]],
    ) -> Atoms | None:
        settings: Any = self._program.control.configuration.solve
        settings.enum_mode = mode
        shared = None
        for model in self._program.models(assumed):
            shared = self.family.shown(model)
        return shared

    def reason(self, fact: Fact | None, known: Sequence[Fact] = ()) -> Reason:
        """Return why a fact follows, or why there is no solution, as is the case."""
        switched = self._switched
        switched.limit(_CONFLICTS)
        contrary = []
        if fact is not None:
            literal = self._literal(fact)
            if literal is None:  # grounding shows that it does not hold
                return Reason(fact)
            contrary.append(-literal)
        held: dict[int, Fact] = {}
        for one in known:
            literal = self._literal(one)
            if literal is None and one.holds:
                return Reason(fact, (), (one,))
            if literal is not None:
                held[literal] = one
        core = minimal_core(switched, self._nearest(fact, held), contrary, _SEARCHES)
        if core is None:
            return Reason(fact, by_search=True, minimal=False)
        instances = switched.instances
        return Reason(
            fact,
            tuple(instances[n] for n in core.literals if n not in held),
            tuple(held[n] for n in core.literals if n in held),
            minimal=core.minimal,
        )

    def _literal(self, fact: Fact) -> int | None:
        """Return the literal of a fact; None if its atom is never true."""
        literal = self._switched.literal(clingo.parse_term(fact.atom))
        return literal if literal is None or fact.holds else -literal

    def _nearest(self, fact: Fact | None, held: dict[int, Fact]) -> list[int]:
        """Return the literals of known facts and of instances by their distance."""
        literals = [*held, *self._switched.instances]
        if fact is None:
            return literals
        at = points_of(fact)
        return sorted(literals, key=lambda n: _distance(at, self._points.get(n, ())))

    @cached_property
    def _points(self) -> dict[int, list[tuple[int, int]]]:
        instances = self._switched.instances.items()
        return {number: _used_points(Reason(None, (one,))) for number, one in instances}

    def steps(self, known: Sequence[Fact] = ()) -> Iterator[Step]:
        """Yield what follows, the fact with the smallest reason first.

        Raises
        ------
        UnsolvableError
            If there is none with the known facts.
        """
        shared = self.consequences(known)
        if shared is None:
            raise UnsolvableError(self.reason(None, known))
        facts, memory = list(known), dict[Fact, tuple[Reason, int]]()
        left = [fact for fact in shared.facts if fact not in set(known)]
        while left:
            reason = self._smallest(left, facts, memory)
            follow = tuple(fact for fact in left if self._follows(fact, reason))
            left = [fact for fact in left if fact not in follow]
            facts += follow
            atoms = frozenset(fact.atom for fact in facts if fact.holds)
            yield Step(follow, reason, atoms)

    def _smallest(
        self,
        left: Sequence[Fact],
        known: Sequence[Fact],
        memory: dict[Fact, tuple[Reason, int]],
    ) -> Reason:
        """Return the smallest reason of some facts.

        A reason found before stays valid. It is searched for again if facts that became
        known since then are as near as what it consists of.
        """
        best = None
        for fact in left[:_TRIED]:
            if fact not in memory or self._may_shrink(*memory[fact], known):
                memory[fact] = self.reason(fact, known), len(known)
            reason = memory[fact][0]
            if reason.by_search:
                continue
            if best is None or reason.size < best.size:
                best = reason
            if best.size <= 1:
                break
        return best or Reason(left[0], by_search=True, minimal=False)

    def _may_shrink(self, reason: Reason, count: int, known: Sequence[Fact]) -> bool:
        """Tell whether facts that are known since a count may shorten a reason."""
        if reason.size <= 1 or reason.fact is None:
            return False
        at = points_of(reason.fact)
        radius = max(_distance(at, _used_points(reason)), 2)
        return any(_distance(at, points_of(fact)) <= radius for fact in known[count:])

    def _follows(self, fact: Fact, reason: Reason) -> bool:
        """Tell whether a reason forces a fact, too."""
        if fact == reason.fact or reason.by_search:
            return fact == reason.fact
        literal = self._literal(fact)
        if literal is None:
            return True
        chosen = set(reason.instances)
        held = [n for n, one in self._switched.instances.items() if one in chosen]
        for known in reason.known:
            other = self._literal(known)
            held += [] if other is None else [other]
        return self._switched.core(held, [-literal]) is not None


class UnsolvableError(GalaxiesError):
    """There is no solution with the known facts; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__("there is no solution")
        self.reason = reason


def output_atoms(program: Program, family: Family) -> Atoms:
    """Return the atoms of the output that occur in a ground program."""
    return atoms_of(program, family.outputs)


def atoms_of(
    program: Program, signatures: Iterable[str], *, certain: bool = False
) -> Atoms:
    """Return the atoms with some signatures that occur in a ground program.

    Parameters
    ----------
    certain
        Only those that are facts.
    """
    return frozenset(
        str(atom.symbol)
        for name, _, arity in (one.partition("/") for one in signatures)
        for atom in program.control.symbolic_atoms.by_signature(name, int(arity))
        if atom.is_fact or not certain
    )


def points_of(fact: Fact) -> list[tuple[int, int]]:
    """Return the points in the atom of a fact."""
    return list(_points(value(fact.atom)))


def _points(term: Any) -> Iterator[tuple[int, int]]:
    """Yield the pairs of numbers in a term."""
    if isinstance(term, tuple):
        if len(term) == 2 and all(isinstance(part, int) for part in term):
            yield term
        else:
            for part in term:
                yield from _points(part)


def _used_points(reason: Reason) -> list[tuple[int, int]]:
    """Return the points among the values of the instances and facts of a reason."""
    terms = [value_of(term) for one in reason.instances for term in one.values]
    terms += [value(fact.atom) for fact in reason.known]
    return [point for term in terms for point in _points(term)]


def _distance(
    places: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]
) -> int:
    """Return the greatest distance of some places from the nearest of others."""
    return max(
        (
            min((max(abs(x - u), abs(y - v)) for u, v in places), default=0)
            for x, y in others
        ),
        default=0,
    )
