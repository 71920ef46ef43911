"""Encodings whose constraints can be switched off, one ground instance at a time.

The syntax tree of an encoding is changed; its text is not. An integrity constraint

    :- body.

becomes `_broken(N,VALUES) :- body.`, and a choice with bounds

    { elements } = 1 :- body.

becomes the choice without bounds and `_broken(N,VALUES) :- body, not { elements } = 1.`
An instance holds if its atom is assumed to be false. All other rules always hold.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

from galaxies_asp.core.asp import clingo, parser, syntax
from galaxies_asp.core.asp.clingo import Observer, ast
from galaxies_asp.core.asp.program import Program, statements
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.symbols import point_of
from galaxies_asp.core.asp.syntax import literal_of
from galaxies_asp.core.board.atoms import Atoms
from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.facts import BROKEN

Shared = TypeVar("Shared")

_FIRST = 16
"""The number of nearest literals that are tried first; doubled until they suffice."""


@dataclass(frozen=True)
class SourceRule:
    """A constraint or a bounded choice of an encoding."""

    heading: str
    """The comment above it, without its marks."""
    text: str
    """The rule, as clingo prints it."""
    file: str
    line: int
    """Where it is."""
    terms: tuple[str, ...]
    """The terms whose values distinguish its ground instances."""

    @property
    def key(self) -> tuple[str, str]:
        """What rules with the same comment have in common: people take them for one."""
        return self.file, self.heading or self.text

    @cached_property
    def named(self) -> tuple[int, ...]:
        """The numbers of the terms with variables that the comment has in braces."""
        inside = " ".join(re.findall(r"\{(.+?)\}", self.heading))
        names = set(re.findall(r"[A-Z]\w*", inside))
        return tuple(
            number
            for number, term in enumerate(self.terms)
            if not names.isdisjoint(re.findall(r"[A-Z]\w*", term))
        )


@dataclass(frozen=True)
class GroundInstance:
    """A ground instance of a rule: a tuple of the values of its terms."""

    rule: SourceRule
    term: clingo.Symbol

    def __reduce__(self) -> tuple[object, ...]:
        """Send the text: a symbol is a number that only its process knows."""
        return _instance, (self.rule, str(self.term))

    @property
    def values(self) -> tuple[clingo.Symbol, ...]:
        """The values of the terms of the rule."""
        return tuple(self.term.arguments)

    @cached_property
    def place(self) -> tuple[clingo.Symbol, ...]:
        """The first point among the values and what the comment names, or all."""
        values = self.values
        first = next((one for one in values if point_of(one) is not None), None)
        if first is None:
            return values
        named = (values[number] for number in self.rule.named)
        return tuple(dict.fromkeys((first, *named)))

    @property
    def at(self) -> Point | None:
        """The point at which the rule is, if it is at one."""
        return point_of(self.place[0]) if self.place else None


def _instance(rule: SourceRule, term: str) -> GroundInstance:
    return GroundInstance(rule, parser.term(term))


class Switched:
    """A ground program whose instances can be switched off.

    `more`: the facts of a puzzle, and further rules, which always hold.

    `instances`: literals, each with the ground instance that it makes hold. Of
    instances that are always broken, there is only one. `switches`: all ground
    instances, each with the literal that makes it hold. `definitions`: by
    signature: the first rule with such atoms in its head.
    """

    def __init__(
        self,
        source: Text,
        more: str,
        name: str,
        *,
        short_searches: bool = True,
        observer: Observer | None = None,
    ) -> None:
        """Ground an encoding with further text: the facts of a puzzle, a question."""
        self._rules = rules = list[SourceRule]()
        self.definitions: dict[str, SourceRule] = {}
        self._program = Program(["1"], name=name, short_searches=short_searches)
        control = self._program.control
        if observer is not None:
            control.register_observer(observer)
        with self._program.refusals(), ast.ProgramBuilder(control) as builder:
            for statement in map(syntax.with_numbers, statements(source, name)):
                if statement.ast_type is ast.ASTType.Rule:
                    for signature in syntax.signatures(statement.head):
                        definition = source_rule(statement, source, ())
                        self.definitions.setdefault(signature, definition)
                for changed in _switched(statement, source, rules):
                    builder.add(changed)
        self._program.add(more)
        self._program.ground()
        broken = self._program.occurring(f"{BROKEN}/2")
        self.switches = [(self._instance(a.symbol), -a.literal) for a in broken]
        self.instances: dict[int, GroundInstance] = {}
        for instance, literal in self.switches:
            self.instances.setdefault(literal, instance)

    def _instance(self, atom: clingo.Symbol) -> GroundInstance:
        """Return the instance whose rule and values an atom states."""
        number, values, *_ = atom.arguments
        return GroundInstance(self._rules[number.number], values)

    def named_atoms(self) -> Iterator[tuple[int, clingo.Symbol, str]]:
        """Yield the literals, symbols and signatures of atoms that are no switches."""
        atoms = self._program.control.symbolic_atoms
        for name, arity, positive in atoms.signatures:
            if name != BROKEN:
                signature = f"{'' if positive else '-'}{name}/{arity}"
                for atom in atoms.by_signature(name, arity, positive):
                    yield atom.literal, atom.symbol, signature

    def limit(self, conflicts: int | None) -> None:
        """Limit the conflicts of each search; None: no limit."""
        settings = self._program.settings
        settings.solve_limit = "umax" if conflicts is None else str(conflicts)

    def literal(self, atom: clingo.Symbol) -> int | None:
        """Return the literal of an atom; None if it is never true."""
        known = self._program.control.symbolic_atoms[atom]
        return None if known is None else known.literal

    def derivable(self, signatures: Iterable[str]) -> Atoms:
        """Return the atoms with some signatures that occur in the ground program."""
        return self._program.atoms(signatures)

    def shared(
        self,
        mode: Literal["cautious", "brave"],
        held: Sequence[int],
        read: Callable[[clingo.Model], Iterable[Shared]],
    ) -> frozenset[Shared] | None:
        """Return what all models, or some, have in which some literals hold.

        None if there is no model, or this is not known within the limit of conflicts.

        `read`: returns what is of interest of a model.
        """
        common = self._program.shared(mode, lambda model: frozenset(read(model)), held)
        return common if self._program.exhausted else None

    @property
    def all_tests(self) -> tuple[int, ...]:
        """The assumptions under which all tests hold."""
        return tuple(dict.fromkeys(literal for _, literal in self.switches))

    def is_possible(self, literals: Iterable[int]) -> bool:
        """Tell whether some model has these literals, the tests among them."""
        found = self._program.search(assumptions=[*literals])
        return not found.unsatisfiable

    def broken(self, literals: Sequence[int]) -> list[GroundInstance]:
        """Return the tests that do not hold in some model with literals."""
        for model in self._program.models(literals):
            return [i for i, test in self.switches if model.is_true(-test)]
        return []

    def never(self, literals: Iterable[int]) -> list[GroundInstance] | None:
        """Return the tests that hold in no model with literals, each by itself.

        None if no model has these literals.
        """
        held, left = [*literals], {test: i for i, test in self.switches}

        def keep(model: clingo.Model) -> None:
            for test in [test for test in left if model.is_true(test)]:
                del left[test]

        if self._program.search(keep, assumptions=held).unsatisfiable:
            return None
        broken = list[GroundInstance]()
        while left:
            first = next(iter(left))
            self._program.search(keep, assumptions=[*held, first])
            if (instance := left.pop(first, None)) is not None:
                broken.append(instance)
        return broken

    def core(self, held: Sequence[int], contrary: Sequence[int]) -> list[int] | None:
        """Return some of the literals that exclude the contrary.

        None if they do not, or if this is not known within the limit of conflicts.
        """
        cores: list[Sequence[int]] = []
        result = self._program.search(
            assumptions=[*held, *contrary], on_core=cores.append
        )
        if not result.unsatisfiable:
            return None
        used = set(cores[-1])
        return [literal for literal in held if literal in used]


def minimal_core(
    program: Switched,
    nearest: Sequence[int],
    contrary: Sequence[int],
    searches: int,
    below: int | None = None,
) -> list[int] | None:
    """Return a minimal set of literals that excludes the contrary; the first preferred.

    The set need not be minimal where a search reaches the limit of conflicts, or where
    more searches would be needed to make it smaller.

    `searches`: the number of searches that make the set smaller. `below`: a set of this
    size or larger is not wanted.

    Returns
    -------
    None if all literals together do not, or if this is not known within the limit.
    """
    count, core = _FIRST, None
    while (core := program.core(nearest[:count], contrary)) is None:
        if count >= len(nearest):
            return None
        count *= 2
    while (smaller := program.core(core[::-1], contrary)) and len(smaller) < len(core):
        core = smaller[::-1]
    needed: list[int] = []
    rest = core
    while rest and searches:
        searches -= 1
        if len(needed) == below:
            return None
        *rest, last = rest
        smaller = program.core([*rest, *needed], contrary)
        if smaller is None:
            needed.append(last)
        else:
            rest = [literal for literal in rest if literal in smaller]
    return [*rest, *needed[::-1]]


def source_rule(rule: ast.AST, source: Text, terms: tuple[str, ...]) -> SourceRule:
    """Return a rule with its comment and its place."""
    line = rule.location.begin.line
    return SourceRule(source.heading(line), str(rule), *source.position(line), terms)


def _switched(
    statement: ast.AST, source: Text, rules: list[SourceRule]
) -> Iterator[ast.AST]:
    """Yield the statements that replace a statement; record the rules with switches."""
    if statement.ast_type in (ast.ASTType.Minimize, ast.ASTType.Comment):
        return
    head: Any = getattr(statement, "head", None)
    is_rule = statement.ast_type is ast.ASTType.Rule
    if not is_rule or not (syntax.is_false(head) or syntax.is_bounded(head)):
        yield statement
        return
    place = statement.location
    terms = syntax.terms_of(statement.body)
    number = ast.SymbolicTerm(place, clingo.Number(len(rules)))
    rules.append(source_rule(statement, source, tuple(terms)))
    values = ast.Function(place, "", list(terms.values()), False)
    broken = statement.update(head=literal_of(statement, BROKEN, [number, values]))
    if syntax.is_bounded(head):
        yield statement.update(head=syntax.unbounded(head))
        bounds = syntax.bounds_of(head)
        test = ast.Literal(head.location, ast.Sign.Negation, bounds)
        broken = broken.update(body=[*statement.body, test])
    yield broken
