"""Encodings whose constraints can be switched off, one ground instance at a time.

The syntax tree of an encoding is changed; its text is not. An integrity constraint

    :- body.

becomes `_broken(N,VALUES) :- body.`, and a choice with bounds

    { elements } = 1 :- body.

becomes the choice without bounds and `_broken(N,VALUES) :- body, not { elements } = 1.`
An instance holds if its atom is assumed to be false. All other rules always hold.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

import clingo
from clingo import ast

from galaxies_asp.asp import connectivity, syntax
from galaxies_asp.asp.program import Program, statements
from galaxies_asp.asp.sources import Text

Shared = TypeVar("Shared")

_BROKEN, _ELEMENT, OPEN = "_broken", "_element", "_open"

_FIRST = 16
"""The number of nearest literals that are tried first; doubled until they suffice."""


@dataclass(frozen=True)
class SourceRule:
    """A constraint or a bounded choice of an encoding.

    Attributes
    ----------
    heading
        The comment above it, without its marks.
    text
        The rule, as clingo prints it.
    file, line
        Where it is.
    terms
        The terms whose values distinguish its ground instances.
    """

    heading: str
    text: str
    file: str
    line: int
    terms: tuple[str, ...]


@dataclass(frozen=True)
class GroundInstance:
    """A ground instance of a rule: the values of its terms.

    Attributes
    ----------
    elements
        What its bounds can count, if that was asked for.
    """

    rule: SourceRule
    values: tuple[clingo.Symbol, ...]
    elements: tuple[clingo.Symbol, ...] = field(default=(), compare=False)


_Place = tuple[SourceRule, tuple[clingo.Symbol, ...]]


class Switched:
    """A ground program whose instances can be switched off.

    Parameters
    ----------
    more
        The facts of a puzzle, and further rules, which always hold.
    options
        Options of clingo.
    terms
        For the names of files, which term of their rules alone distinguishes the ground
        instances, so that those with the same value have one switch.
    opened
        Predicates whose rules hold only while an atom (`OPEN`) does not; None if the
        elements of bounds need not be listed either.

    Attributes
    ----------
    instances
        Literals, each with the ground instance that it makes hold. Of instances that
        are always broken, there is only one.
    switches
        All ground instances, each with the literal that makes it hold.
    decided
        Whether the last search for a core ended within the limit of conflicts.
    """

    def __init__(
        self,
        source: Text,
        more: str,
        name: str,
        *,
        short_searches: bool = True,
        options: Sequence[str] = (),
        terms: Mapping[str, int] | None = None,
        opened: Collection[str] | None = None,
    ) -> None:
        """Ground an encoding with further text: the facts of a puzzle, a question."""
        rules: list[SourceRule] = []
        self.decided = True
        settings = ["1", *options]
        self._program = Program(settings, name=name, short_searches=short_searches)
        control = self._program.control
        with self._program.refusals(), ast.ProgramBuilder(control) as builder:
            for statement in statements(source, name):
                for changed in _switched(statement, source, rules, terms or {}):
                    if opened is None:
                        builder.add(changed)
                        continue
                    builder.add(_closed(changed, opened))
                    for rule in _listing(changed):
                        builder.add(rule)
        self._program.add(more)
        self._program.ground()
        if connectivity.asks(source.text):
            connectivity.register(control)
        self.switches: list[tuple[GroundInstance, int]] = []
        for atom in control.symbolic_atoms.by_signature(_BROKEN, 2):
            number, values = atom.symbol.arguments
            instance = GroundInstance(rules[number.number], tuple(values.arguments))
            self.switches.append((instance, -atom.literal))
        self.instances: dict[int, GroundInstance] = {}
        for instance, literal in self.switches:
            self.instances.setdefault(literal, instance)
        self._rules = rules

    def elements(self, instance: GroundInstance) -> list[clingo.Symbol]:
        """Return the atoms that the bounds of an instance can count."""
        return self._elements.get((instance.rule, instance.values), [])

    @cached_property
    def _elements(self) -> dict[_Place, list[clingo.Symbol]]:
        found: dict[_Place, list[clingo.Symbol]] = {}
        atoms = self._program.control.symbolic_atoms.by_signature(_ELEMENT, 3)
        for number, values, element in (atom.symbol.arguments for atom in atoms):
            place = self._rules[number.number], tuple(values.arguments)
            found.setdefault(place, []).append(element)
        return found

    def ground(self, part: str, *arguments: clingo.Symbol) -> None:
        """Ground a part of the further text that has parameters."""
        self._program.ground((part, arguments))

    def limit(self, conflicts: int) -> None:
        """Limit the conflicts of each search."""
        settings: Any = self._program.control.configuration.solve
        settings.solve_limit = str(conflicts)

    def literal(self, atom: clingo.Symbol) -> int | None:
        """Return the literal of an atom; None if it is never true."""
        known = self._program.control.symbolic_atoms[atom]
        return None if known is None else known.literal

    def consequences(self, held: Sequence[int]) -> frozenset[clingo.Symbol]:
        """Return what is shown in all models in which some literals hold.

        Empty if this is not known within the limit of conflicts.
        """
        read = partial(clingo.Model.symbols, shown=True)
        return self.shared("cautious", held, read) or frozenset()

    def shared(
        self,
        mode: Literal["cautious", "brave"],
        held: Sequence[int],
        read: Callable[[clingo.Model], Iterable[Shared]],
    ) -> frozenset[Shared] | None:
        """Return what all models, or some, have in which some literals hold.

        None if there is no model, or this is not known within the limit of conflicts.

        Parameters
        ----------
        read
            Returns what is of interest of a model.
        """
        common = self._program.shared(mode, lambda model: frozenset(read(model)), held)
        return common if self._program.exhausted else None

    def core(self, held: Sequence[int], contrary: Sequence[int]) -> list[int] | None:
        """Return some of the literals that exclude the contrary.

        None if they do not, or if this is not known within the limit of conflicts;
        `decided` tells which.
        """
        cores: list[Sequence[int]] = []
        result = self._program.search(
            assumptions=[*held, *contrary], on_core=cores.append
        )
        self.decided = result.satisfiable is not None
        if not result.unsatisfiable:
            return None
        used = set(cores[-1])
        return [literal for literal in held if literal in used]


class Core(NamedTuple):
    """Literals that exclude something; `minimal` if each is known to be needed."""

    literals: list[int]
    minimal: bool


def minimal_core(
    program: Switched,
    nearest: Sequence[int],
    contrary: Sequence[int],
    searches: int,
    below: int | None = None,
) -> Core | None:
    """Return a minimal set of literals that excludes the contrary; the first preferred.

    The set need not be minimal where a search reaches the limit of conflicts, or where
    more searches would be needed to make it smaller.

    Parameters
    ----------
    searches
        The number of searches that make the set smaller.
    below
        A set of this size or larger is not wanted.

    Returns
    -------
    None if all literals together do not, or if this is not known within the limit.
    """
    count = _FIRST
    core = program.core(nearest[:count], contrary)
    while core is None and count < len(nearest):
        count *= 2
        core = program.core(nearest[:count], contrary)
    if core is None:
        return None
    while (smaller := program.core(core[::-1], contrary)) and len(smaller) < len(core):
        core = smaller[::-1]
    needed: list[int] = []
    rest, minimal = core, True
    for _ in range(searches):
        if not rest:
            break
        if len(needed) == below:
            return None
        rest, last = rest[:-1], rest[-1]
        smaller = program.core([*rest, *needed], contrary)
        if smaller is None:
            minimal = minimal and program.decided
            needed.append(last)
        else:
            chosen = set(smaller)
            rest = [literal for literal in rest if literal in chosen]
    return Core([*rest, *needed[::-1]], minimal and not rest)


def _switched(
    statement: ast.AST, source: Text, rules: list[SourceRule], single: Mapping[str, int]
) -> Iterator[ast.AST]:
    """Yield the statements that replace a statement."""
    if statement.ast_type in (ast.ASTType.Minimize, ast.ASTType.Comment):
        return
    if statement.ast_type is not ast.ASTType.Rule:
        yield statement
        return
    head, body = statement.head, list(statement.body)
    if syntax.is_false(head):
        broken = _broken(statement, source, rules, single)
        yield statement.update(head=broken)
    elif syntax.is_bounded(head):
        broken = _broken(statement, source, rules, single)
        test = ast.Literal(head.location, ast.Sign.Negation, head)
        yield statement.update(head=syntax.unbounded(head))
        yield statement.update(head=broken, body=[*body, test])
    else:
        yield statement


def _broken(
    rule: ast.AST, source: Text, rules: list[SourceRule], single: Mapping[str, int]
) -> ast.AST:
    """Return the head `_broken(N,VALUES)` for a rule, and record the rule."""
    location = rule.location
    terms = syntax.terms_of(rule.body)
    file, _ = source.position(location.begin.line)
    if (place := single.get(Path(file).name)) is not None:
        terms = dict([list(terms.items())[place]])
    number = ast.SymbolicTerm(location, clingo.Number(len(rules)))
    rules.append(source_rule(rule, source, tuple(terms)))
    values = ast.Function(location, "", list(terms.values()), False)
    atom = ast.Function(location, _BROKEN, [number, values], False)
    return ast.Literal(location, ast.Sign.NoSign, ast.SymbolicAtom(atom))


def source_rule(rule: ast.AST, source: Text, terms: tuple[str, ...]) -> SourceRule:
    """Return a rule with its comment and its place."""
    line = rule.location.begin.line
    return SourceRule(source.heading(line), str(rule), *source.position(line), terms)


def _closed(statement: ast.AST, opened: Collection[str]) -> ast.AST:
    """Return a rule that holds only while its predicate is not opened."""
    if statement.ast_type is not ast.ASTType.Rule:
        return statement
    if statement.head.ast_type is not ast.ASTType.Literal:
        return statement
    place = statement.location
    body = list(statement.body)
    for name, _ in syntax.heads(statement.head):
        if name in opened:
            predicate = ast.Function(place, name, [], False)
            atom = ast.SymbolicAtom(ast.Function(place, OPEN, [predicate], False))
            body.append(ast.Literal(place, ast.Sign.Negation, atom))
    return statement.update(body=body)


def _listing(rule: ast.AST) -> Iterator[ast.AST]:
    """Yield rules that list what the bounds in the body of a switched rule count."""
    head = getattr(getattr(rule, "head", None), "atom", None)
    if head is None or getattr(getattr(head, "symbol", None), "name", "") != _BROKEN:
        return
    counts = [
        literal
        for literal in rule.body
        if literal.ast_type is ast.ASTType.Literal
        and literal.atom.ast_type is ast.ASTType.Aggregate
    ]
    rest = [literal for literal in rule.body if literal not in counts]
    for literal in counts[:1]:
        for element in literal.atom.elements:
            counted = element.literal
            if counted.sign or counted.atom.ast_type is not ast.ASTType.SymbolicAtom:
                continue
            if "_" in syntax.variables_of(counted):
                continue
            terms = [*head.symbol.arguments, counted.atom.symbol]
            symbol = ast.Function(rule.location, _ELEMENT, terms, False)
            atom = ast.SymbolicAtom(symbol)
            listed = ast.Literal(rule.location, ast.Sign.NoSign, atom)
            body = [*rest, counted, *element.condition]
            yield ast.Rule(rule.location, listed, body)
