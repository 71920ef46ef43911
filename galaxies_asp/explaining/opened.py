"""Which definitions and choices of an encoding a reason needs.

While a definition is open, its rules need not hold, and an atom with a predicate of
their heads needs no rule to be true. A reason needs the definition if it forces nothing
while that is open.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import clingo
from clingo import ast

from galaxies_asp.core.asp import syntax
from galaxies_asp.core.asp.program import Program, statements
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.syntax import literal_of
from galaxies_asp.explaining.switched import (
    BROKEN,
    GroundInstance,
    SourceRule,
    Switched,
    minimal_core,
    source_rule,
)

_ELEMENT, _OPEN = "_element", "_open"


class Opened(Switched):
    """A switched program whose definitions can be opened, too.

    What holds by the facts of the puzzle alone stays as it is, and so do the rules of
    predicates of which something holds by facts.

    Attributes
    ----------
    rules
        The definitions and choices, by the name of the predicate in their heads.
    """

    def __init__(self, source: Text, more: str, name: str) -> None:
        plain = Program(["1"], source, name=name)
        plain.add(more)
        plain.ground()
        self.rules: dict[str, list[SourceRule]] = {}
        opened: dict[str, list[str]] = {}
        mixed = set()
        for signature, rules in _definitions(source, name).items():
            predicate, _, _ = signature.partition("/")
            self.rules.setdefault(predicate, []).extend(rules)
            atoms = [*plain.occurring(signature)]
            free = [str(atom.symbol) for atom in atoms if not atom.is_fact]
            if len(free) < len(atoms):
                mixed.add(predicate)
            if free:
                opened.setdefault(predicate, []).extend(free)
        choices = (
            f"{{{_OPEN}({predicate})}}. {{{';'.join(free)}}} :- {_OPEN}({predicate})."
            for predicate, free in opened.items()
        )
        self._closed = opened.keys() - mixed
        super().__init__(source, "\n".join([more, *choices]), name)
        self._predicates: dict[int, str] = {}
        for predicate in opened:
            atom = clingo.Function(_OPEN, [clingo.Function(predicate)])
            self._predicates[-(self.literal(atom) or 0)] = predicate
        self._literals = dict(self.switches)
        self._elements: dict[GroundInstance, set[clingo.Symbol]] = {}
        for element in self._program.occurring(f"{_ELEMENT}/3"):
            instance = self._instance(element.symbol)
            counted = self._elements.setdefault(instance, set())
            counted.add(element.symbol.arguments[2])

    def _adjusted(self, statement: ast.AST) -> Iterable[ast.AST]:
        return _while_closed(statement, self._closed), *_listing(statement)

    def listed(self, instances: Sequence[GroundInstance]) -> Iterator[GroundInstance]:
        """Yield instances with what their bounds can count."""
        for instance in instances:
            counted = sorted(self._elements.get(instance, ()))
            yield replace(instance, elements=tuple(counted))

    def needed(
        self,
        instances: Sequence[GroundInstance],
        held: Sequence[int],
        contrary: Sequence[int],
    ) -> Iterator[SourceRule]:
        """Yield the definitions without which instances and literals do not suffice.

        None are named where that takes too long.
        """
        fixed = [*map(self._literals.__getitem__, instances), *held, *contrary]
        closed = list(self._predicates)
        core = minimal_core(self, closed, fixed, len(closed))
        for literal in () if core is None else core.literals:
            yield from self.described(self._predicates[literal])

    def described(self, predicate: str) -> list[SourceRule]:
        """Return the rules of a predicate that have a comment, or the first one."""
        rules = self.rules.get(predicate, [])
        return [rule for rule in rules if rule.heading] or rules[:1]


def _definitions(source: Text, name: str) -> dict[str, list[SourceRule]]:
    """Return the rules with heads by the predicates in these."""
    definitions: dict[str, list[SourceRule]] = {}
    for statement in statements(source, name):
        if statement.ast_type is ast.ASTType.Rule:
            rule = source_rule(statement, source, ())
            for signature in dict.fromkeys(syntax.heads(statement.head)):
                definitions.setdefault(signature, []).append(rule)
    return definitions


def _while_closed(statement: ast.AST, predicates: set[str]) -> ast.AST:
    """Return a rule that holds only while its predicate, one of these, is not open."""
    if statement.ast_type is not ast.ASTType.Rule or (
        next(syntax.choices_of(statement.head), None) is not None
    ):
        return statement
    body = list(statement.body)
    for signature in syntax.heads(statement.head):
        if (name := signature.partition("/")[0]) in predicates:
            predicate = ast.Function(statement.location, name, [], False)
            body.append(literal_of(statement, _OPEN, [predicate], ast.Sign.Negation))
    return statement.update(body=body)


def _listing(rule: ast.AST) -> Iterator[ast.AST]:
    """Yield rules that list what the bounds in the body of a switched rule count."""
    head = getattr(getattr(rule, "head", None), "atom", None)
    if head is None or getattr(getattr(head, "symbol", None), "name", "") != BROKEN:
        return
    counts = [
        literal
        for literal in rule.body
        if literal.ast_type is ast.ASTType.Literal
        and literal.atom.ast_type is ast.ASTType.Aggregate
    ]
    rest = [literal for literal in rule.body if literal not in counts]
    for element in counts[0].atom.elements if counts else ():
        counted = element.literal
        is_plain = counted.atom.ast_type is ast.ASTType.SymbolicAtom
        if is_plain and not counted.sign and "_" not in syntax.variables_of(counted):
            terms = [*head.symbol.arguments, counted.atom.symbol]
            body = [*rest, counted, *element.condition]
            yield ast.Rule(rule.location, literal_of(rule, _ELEMENT, terms), body)
