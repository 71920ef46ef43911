"""Encodings whose constraints can be switched off, one ground instance at a time.

The syntax tree of an encoding is changed; its text is not. An integrity constraint

    :- body.

becomes `_broken(N,VALUES) :- body.`, and a choice with bounds

    { elements } = 1 :- body.

becomes the choice without bounds and `_broken(N,VALUES) :- body, not { elements } = 1.`
An instance holds if its atom is assumed to be false. All other rules always hold.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import clingo
from clingo import ast

from galaxies_asp import facts
from galaxies_asp.asp.program import Program, statements
from galaxies_asp.asp.sources import Text
from galaxies_asp.asp.syntax import is_bounded, is_false, unbounded
from galaxies_asp.puzzle import Puzzle

_BROKEN = "_broken"

_FIRST = 16
"""The number of nearest instances that are tried first; doubled until they suffice."""


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

    Attributes
    ----------
    literals
        The literal of each instance; the instance holds if it is false.
    """

    def __init__(self, puzzle: Puzzle, source: Text, name: str, more: str = "") -> None:
        """Ground an encoding for a puzzle, and further rules `more`."""
        rules: list[SourceRule] = []
        self._program = Program(["1"], name=name, short_searches=True)
        control = self._program.control
        with self._program.refusals(), ast.ProgramBuilder(control) as builder:
            for text in (source, Text(more, _origin(more))):
                for statement in statements(text, name):
                    for changed in _switched(statement, text, rules):
                        builder.add(changed)
        self._program.add(facts.program(puzzle))
        self._program.ground()
        self.literals = {}
        for atom in control.symbolic_atoms.by_signature(_BROKEN, 2):
            number, values = atom.symbol.arguments
            instance = GroundInstance(rules[number.number], tuple(values.arguments))
            self.literals[instance] = atom.literal

    def literal(self, atom: clingo.Symbol) -> int | None:
        """Return the literal of an atom, None if it is never true."""
        found = self._program.control.symbolic_atoms[atom]
        return None if found is None else found.literal

    def model(self) -> frozenset[clingo.Symbol] | None:
        """Return the atoms of a model in which all instances hold, or None."""
        held = [-literal for literal in self.literals.values()]
        for model in self._program.models(held):
            return frozenset(model.symbols(atoms=True))
        return None

    def core(
        self, instances: Iterable[GroundInstance], contrary: Sequence[int]
    ) -> list[GroundInstance] | None:
        """Return some of the instances that exclude the contrary, None if none do."""
        named = {-self.literals[instance]: instance for instance in instances}
        cores: list[Sequence[int]] = []
        result = self._program.control.solve(
            assumptions=[*named, *contrary], on_core=cores.append
        )
        if not result.unsatisfiable:
            return None
        return [named[literal] for literal in cores[-1] if literal in named]


def _origin(text: str) -> tuple[tuple[Path, int], ...]:
    return tuple((Path("board"), n + 1) for n in range(text.count("\n") + 1))


def minimal_reason(
    program: Switched,
    contrary: Sequence[int],
    distance: Callable[[GroundInstance], int],
) -> tuple[GroundInstance, ...] | None:
    """Return a minimal set of instances that excludes the contrary; near ones first.

    Returns
    -------
    None if all instances together do not.
    """
    nearest = sorted(program.literals, key=distance)
    core = program.core(nearest, contrary)
    if core is None:
        return None
    count = _FIRST
    while count < len(nearest):
        if (near := program.core(nearest[:count], contrary)) is not None:
            core = near
            break
        count *= 2
    kept = sorted(core, key=distance, reverse=True)
    for instance in tuple(kept):
        if instance in kept:
            rest = [other for other in kept if other is not instance]
            smaller = program.core(rest, contrary)
            if smaller is not None:
                chosen = set(smaller)
                kept = [other for other in kept if other in chosen]
    return tuple(reversed(kept))


def _switched(
    statement: ast.AST, source: Text, rules: list[SourceRule]
) -> Iterator[ast.AST]:
    """Yield the statements that replace a statement."""
    if statement.ast_type in (ast.ASTType.Minimize, ast.ASTType.Comment):
        return
    if statement.ast_type is not ast.ASTType.Rule:
        yield statement
        return
    head, body = statement.head, list(statement.body)
    if is_false(head):
        broken = _broken(statement, source, rules)
        yield statement.update(head=broken)
    elif is_bounded(head):
        broken = _broken(statement, source, rules)
        test = ast.Literal(head.location, ast.Sign.Negation, head)
        yield statement.update(head=unbounded(head))
        yield statement.update(head=broken, body=[*body, test])
    else:
        yield statement


def _broken(rule: ast.AST, source: Text, rules: list[SourceRule]) -> ast.AST:
    """Return the head `_broken(N,VALUES)` for a rule, and record the rule."""
    location = rule.location
    terms = _terms(rule.body)
    file, line = source.position(location.begin.line)
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
    found: dict[str, ast.AST] = {}
    names: set[str] = set()
    for literal in body:
        if literal.ast_type is not ast.ASTType.Literal or literal.sign:
            continue
        if literal.atom.ast_type is not ast.ASTType.SymbolicAtom:
            continue
        for term in getattr(literal.atom.symbol, "arguments", ()):
            inside = _variables(term)
            if inside and "_" not in inside and _is_plain(term):
                found.setdefault(str(term), term)
                names |= inside.keys()
    for literal in body:
        if literal.ast_type is ast.ASTType.Literal and not literal.sign:
            for name, variable in _variables(literal, of_elements=False).items():
                if name != "_" and name not in names:
                    found.setdefault(name, variable)
    return found


def _is_plain(term: ast.AST) -> bool:
    """Tell whether a term is a variable, or a tuple of variables and constants."""
    if term.ast_type is ast.ASTType.Function:
        return all(map(_is_plain, term.arguments))
    return term.ast_type in (ast.ASTType.Variable, ast.ASTType.SymbolicTerm)


def _variables(node: ast.AST, of_elements: bool = True) -> dict[str, ast.AST]:
    """Return the variables of a node by their names."""
    if node.ast_type is ast.ASTType.Variable:
        return {node.name: node}
    found: dict[str, ast.AST] = {}
    for key in node.child_keys:
        if key == "elements" and not of_elements:
            continue
        child = getattr(node, key)
        for part in child if isinstance(child, ast.ASTSequence) else (child,):
            if isinstance(part, ast.AST):
                found |= _variables(part, of_elements)
    return found
