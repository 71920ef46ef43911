"""Encodings whose constraints can be switched off, one ground instance at a time.

The syntax tree of an encoding is changed; its text is not. An integrity constraint

    :- body.

becomes `_broken(N,VALUES) :- body.`, and a choice with bounds

    { elements } = 1 :- body.

becomes the choice without bounds and `_broken(N,VALUES) :- body, not { elements } = 1.`
An instance holds if its atom is assumed to be false. All other rules always hold.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

import clingo
from clingo import ast

from galaxies_asp.asp import connectivity
from galaxies_asp.asp.program import Program, statements
from galaxies_asp.asp.sources import Text
from galaxies_asp.asp.syntax import is_bounded, is_false, unbounded

Shared = TypeVar("Shared")

_BROKEN = "_broken"

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
    """A ground instance of a rule: the values of its terms."""

    rule: SourceRule
    values: tuple[clingo.Symbol, ...]


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
                    builder.add(changed)
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
        common: frozenset[Shared] | None = None
        settings: Any = self._program.control.configuration.solve
        settings.enum_mode, settings.models = mode, 0
        for model in self._program.models(held):
            common = frozenset(read(model))
        settings.enum_mode, settings.models = "auto", 1
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
    program: Switched, nearest: Sequence[int], contrary: Sequence[int], searches: int
) -> Core | None:
    """Return a minimal set of literals that excludes the contrary; the first preferred.

    The set need not be minimal where a search reaches the limit of conflicts, or where
    more searches would be needed to make it smaller.

    Parameters
    ----------
    searches
        The number of searches that make the set smaller.

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
    statement: ast.AST,
    source: Text,
    rules: list[SourceRule],
    single: Mapping[str, int],
) -> Iterator[ast.AST]:
    """Yield the statements that replace a statement."""
    if statement.ast_type in (ast.ASTType.Minimize, ast.ASTType.Comment):
        return
    if statement.ast_type is not ast.ASTType.Rule:
        yield statement
        return
    head, body = statement.head, list(statement.body)
    if is_false(head):
        broken = _broken(statement, source, rules, single)
        yield statement.update(head=broken)
    elif is_bounded(head):
        broken = _broken(statement, source, rules, single)
        test = ast.Literal(head.location, ast.Sign.Negation, head)
        yield statement.update(head=unbounded(head))
        yield statement.update(head=broken, body=[*body, test])
    else:
        yield statement


def _broken(
    rule: ast.AST, source: Text, rules: list[SourceRule], single: Mapping[str, int]
) -> ast.AST:
    """Return the head `_broken(N,VALUES)` for a rule, and record the rule."""
    location = rule.location
    terms = _terms(rule.body)
    file, line = source.position(location.begin.line)
    if (place := single.get(Path(file).name)) is not None:
        terms = dict([list(terms.items())[place]])
    heading = source.heading(location.begin.line)
    number = ast.SymbolicTerm(location, clingo.Number(len(rules)))
    rules.append(SourceRule(heading, str(rule), file, line, tuple(terms)))
    values = ast.Function(location, "", list(terms.values()), False)
    atom = ast.Function(location, _BROKEN, [number, values], False)
    return ast.Literal(location, ast.Sign.NoSign, ast.SymbolicAtom(atom))


def _terms(body: Sequence[ast.AST]) -> dict[str, ast.AST]:
    """Return the terms that distinguish the ground instances of a rule.

    The arguments of positive literals, and the variables of comparisons.
    """
    terms: dict[str, ast.AST] = {}
    names: set[str] = set()
    for literal in body:
        if literal.ast_type is not ast.ASTType.Literal or literal.sign:
            continue
        if literal.atom.ast_type is not ast.ASTType.SymbolicAtom:
            continue
        for term in getattr(literal.atom.symbol, "arguments", ()):
            inside = _variables(term)
            if inside and "_" not in inside and _is_plain(term):
                terms.setdefault(str(term), term)
                names |= inside.keys()
    for literal in body:
        if literal.ast_type is ast.ASTType.Literal and not literal.sign:
            for name, variable in _variables(literal, of_elements=False).items():
                if name != "_" and name not in names:
                    terms.setdefault(name, variable)
    return terms


def _is_plain(term: ast.AST) -> bool:
    """Tell whether a term is a variable, or a tuple of variables and constants."""
    if term.ast_type is ast.ASTType.Function:
        return all(map(_is_plain, term.arguments))
    return term.ast_type in (ast.ASTType.Variable, ast.ASTType.SymbolicTerm)


def _variables(node: ast.AST, of_elements: bool = True) -> dict[str, ast.AST]:
    """Return the variables of a node by their names."""
    if node.ast_type is ast.ASTType.Variable:
        return {node.name: node}
    variables: dict[str, ast.AST] = {}
    for key in node.child_keys:
        if key == "elements" and not of_elements:
            continue
        child = getattr(node, key)
        for part in child if isinstance(child, ast.ASTSequence) else (child,):
            if isinstance(part, ast.AST):
                variables |= _variables(part, of_elements)
    return variables
