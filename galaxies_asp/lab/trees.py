"""Syntax trees of rules: predicates, variables, and new literals and rules."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import clingo
from clingo import ast

from galaxies_asp.asp.program import Program
from galaxies_asp.asp.syntax import is_false
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.lab.source import children, place

_KINDS = ast.ASTType
NEGATED = "-"
"""How the signature of a strongly negated predicate begins."""

_IGNORED = {
    *(_KINDS.Comment, _KINDS.Program, _KINDS.Definition, _KINDS.Defined),
    *(_KINDS.ShowSignature, _KINDS.ShowTerm, _KINDS.Heuristic, _KINDS.External),
    *(_KINDS.ProjectAtom, _KINDS.ProjectSignature, _KINDS.TheoryDefinition),
}
"""Statements that do not affect the models. (An external atom is false.)"""


def unsupported(statement: ast.AST, what: str) -> EncodingError:
    """Return the error about a construct of an encoding that has no test."""
    return EncodingError(f"{place(statement)}: {what}, which cannot be tested")


@dataclass(frozen=True)
class Choice:
    """An element of the head of a choice rule, with the body of the rule."""

    atom: ast.AST
    condition: tuple[ast.AST, ...]


def signatures(node: ast.AST) -> Iterator[str]:
    """Yield the signatures of the atoms in a node; one with `-` is strongly negated."""
    if node.ast_type == _KINDS.SymbolicAtom:
        symbol, sign = node.symbol, ""
        while symbol.ast_type == _KINDS.UnaryOperation:
            symbol, sign = symbol.argument, "" if sign else NEGATED
        is_pool = symbol.ast_type == _KINDS.Pool
        for alternative in symbol.arguments if is_pool else [symbol]:
            yield f"{sign}{alternative.name}/{len(alternative.arguments)}"
        return
    for child in children(node):
        yield from signatures(child)


def used(literal: ast.AST) -> Iterator[tuple[str, bool]]:
    """Yield the signatures in a literal of a body, and whether it is positive."""
    positive = (
        literal.ast_type == _KINDS.Literal
        and literal.sign == ast.Sign.NoSign
        and literal.atom.ast_type == _KINDS.SymbolicAtom
    )
    for signature in signatures(literal):
        yield signature, positive


def is_among(literal: ast.AST, names: Iterable[str]) -> bool:
    """Return whether a literal is about an atom of one of the predicates."""
    return (
        literal.ast_type == _KINDS.Literal
        and literal.atom.ast_type == _KINDS.SymbolicAtom
        and set(signatures(literal)) <= set(names)
    )


def nodes_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all nodes below it."""
    yield node
    for child in children(node):
        yield from nodes_of(child)


def choices_of(head: ast.AST) -> Iterator[Choice]:
    """Yield the elements of a choice that derive atoms; nothing for other heads."""
    elements: list[ast.AST] = []
    if head.ast_type == _KINDS.Aggregate:
        elements = [*head.elements]
    elif head.ast_type == _KINDS.HeadAggregate:
        elements = [element.condition for element in head.elements]
    for element in elements:
        if element.literal.sign == ast.Sign.NoSign:
            yield Choice(element.literal.atom, tuple(element.condition))


def counted(head: ast.AST) -> ast.AST:
    """Return the head of a choice as an aggregate of a body."""
    if head.ast_type == _KINDS.Aggregate:
        return head
    elements = [
        ast.BodyAggregateElement(
            element.terms, [element.condition.literal, *element.condition.condition]
        )
        for element in head.elements
    ]
    guards = head.left_guard, head.right_guard
    return ast.BodyAggregate(
        head.location, guards[0], head.function, elements, guards[1]
    )


def lifted(atom: ast.AST) -> tuple[ast.AST, list[ast.AST]]:
    """Return an atom with variables for its intervals, and what these are."""
    bound: list[ast.AST] = []

    class Lifting(ast.Transformer):
        def visit_Interval(self, node: ast.AST) -> ast.AST:  # noqa: N802
            variable = ast.Variable(node.location, f"_Lab{len(bound)}")
            guard = ast.Guard(ast.ComparisonOperator.Equal, node)
            bound.append(
                ast.Literal(
                    node.location, ast.Sign.NoSign, ast.Comparison(variable, [guard])
                )
            )
            return variable

    return Lifting().visit(atom), bound


def is_safe(rule: ast.AST) -> bool:
    """Return whether the body binds all variables of a rule."""
    program = Program()
    program.add(str(rule))
    try:
        program.ground()
    except EncodingError:
        return False
    return True


_POSITION = ast.Position("<lab>", 1, 1)
_NOWHERE = ast.Location(_POSITION, _POSITION)


def term(name: str, arguments: Sequence[ast.AST]) -> ast.AST:
    """Return a function or a tuple."""
    return ast.Function(_NOWHERE, name, arguments, False)


def number_term(number: int) -> ast.AST:
    """Return a number."""
    return ast.SymbolicTerm(_NOWHERE, clingo.Number(number))


def literal_of(
    name: str, arguments: Sequence[ast.AST], sign: Any = ast.Sign.NoSign
) -> ast.AST:
    """Return a literal."""
    return ast.Literal(_NOWHERE, sign, ast.SymbolicAtom(term(name, arguments)))


def rule_of(head: ast.AST, body: Sequence[ast.AST]) -> ast.AST:
    """Return a rule."""
    return ast.Rule(_NOWHERE, head, body)


def variables_of(signature: str) -> tuple[str, list[ast.AST]]:
    """Return the name of a predicate, and a variable for each argument."""
    name, _, arity = signature.partition("/")
    return name, [ast.Variable(_NOWHERE, f"X{n}") for n in range(int(arity))]


def supported(statements: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the statements that are grounded and affect the models, without pools."""
    part = "base"
    for statement in statements:
        if statement.ast_type == _KINDS.Program:
            part = statement.name
        if part == "base" and statement.ast_type not in _IGNORED:
            _require_supported(statement)
            yield from map(_constraint, statement.unpool())


def _constraint(rule: ast.AST) -> ast.AST:
    """Return a rule with the head `not a` as the constraint that forbids a."""
    if rule.ast_type != _KINDS.Rule or rule.head.ast_type != _KINDS.Literal:
        return rule
    head = rule.head
    if head.sign == ast.Sign.NoSign or is_false(head):
        return rule
    sign = ast.Sign.NoSign if head.sign == ast.Sign.Negation else ast.Sign.Negation
    false = head.update(sign=ast.Sign.NoSign, atom=ast.BooleanConstant(0))
    return rule_of(false, [*rule.body, head.update(sign=sign)])


def _require_supported(statement: ast.AST) -> None:
    """Raise EncodingError where a statement has no test."""
    if statement.ast_type == _KINDS.Edge:
        return
    if statement.ast_type != _KINDS.Rule:
        kind = str(statement.ast_type).rpartition(".")[2].lower()
        raise unsupported(statement, f"a statement of the kind {kind}")
    if any(node.ast_type == _KINDS.TheoryAtom for node in nodes_of(statement)):
        raise unsupported(statement, "a theory atom")
    head = statement.head
    if head.ast_type == _KINDS.Disjunction:
        raise unsupported(statement, "a disjunction")
    if head.ast_type == _KINDS.Literal and not is_false(head):
        is_atom = head.atom.ast_type in (_KINDS.SymbolicAtom, _KINDS.BooleanConstant)
        if not is_atom:
            raise unsupported(statement, f"the head {head}")
