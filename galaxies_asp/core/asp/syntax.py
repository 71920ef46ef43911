"""The syntax tree of a program: kinds of rules, their heads, atoms and terms."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.board import grid

NEGATED = "-"
"""How the signature of a strongly negated predicate begins."""


_LOCAL = {
    ast.ASTType.ConditionalLiteral,
    ast.ASTType.BodyAggregateElement,
    ast.ASTType.HeadAggregateElement,
    ast.ASTType.TheoryAtomElement,
}
"""The nodes inside which variables are local."""


_OF_ALL_PARTS = {
    ast.ASTType.Defined,
    ast.ASTType.Definition,
    ast.ASTType.ShowSignature,
    ast.ASTType.TheoryDefinition,
}
"""The statements that count in whatever part of a program they are."""


def is_other_part(statement: ast.AST) -> bool:
    """Tell whether a statement begins a part that is not grounded."""
    is_part = statement.ast_type is ast.ASTType.Program
    return is_part and (statement.name != "base" or bool(statement.parameters))


def grounded(statements: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the statements that count when the part `base` is grounded."""
    is_base = True
    for statement in statements:
        if statement.ast_type is ast.ASTType.Program:
            is_base = not is_other_part(statement)
        elif is_base or statement.ast_type in _OF_ALL_PARTS:
            yield statement


def is_false(head: ast.AST) -> bool:
    """Return whether a rule with this head is an integrity constraint."""
    return (
        head.ast_type is ast.ASTType.Literal
        and head.atom.ast_type is ast.ASTType.BooleanConstant
        and head.sign == ast.Sign.NoSign
        and not head.atom.value
    )


def with_numbers(node: ast.AST) -> ast.AST:
    """Return a fact with each negative number as a number, as in texts.

    In the tree it is an operation, and clingo grounds such facts after the other ones.
    """
    if node.ast_type is ast.ASTType.UnaryOperation:
        is_number = re.fullmatch(r"-\d+", text := str(node))
        number = clingo.Number(int(text)) if is_number else None
        return node if number is None else ast.SymbolicTerm(node.location, number)
    if node.ast_type is ast.ASTType.Function:
        return node.update(arguments=[*map(with_numbers, node.arguments)])
    inner = {"Rule": "head", "Literal": "atom", "SymbolicAtom": "symbol"}
    name = inner.get(node.ast_type.name)
    if name is None or getattr(node, "body", None):
        return node
    return node.update(**{name: with_numbers(getattr(node, name))})


def is_bounded(head: ast.AST) -> bool:
    """Return whether a rule with this head is a choice with bounds."""
    return head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate) and (
        head.left_guard is not None or head.right_guard is not None
    )


def unbounded(choice: ast.AST) -> ast.AST:
    """Return the head of a choice without its bounds."""
    return choice.update(left_guard=None, right_guard=None)


def bounds_of(choice: ast.AST) -> ast.AST:
    """Return a choice as an aggregate of a body."""
    if choice.ast_type == ast.ASTType.Aggregate:
        return choice
    elements = [
        ast.BodyAggregateElement(
            element.terms, [element.condition.literal, *element.condition.condition]
        )
        for element in choice.elements
    ]
    place, left, right = choice.location, choice.left_guard, choice.right_guard
    return ast.BodyAggregate(place, left, choice.function, elements, right)


def heads(rule: ast.AST) -> Iterator[str]:
    """Yield the signatures of the atoms that `heads_of` yields."""
    for atom, _ in heads_of(rule):
        yield from signatures(atom)


def literal_of(like: ast.AST, name: str, terms: Sequence[ast.AST]) -> ast.AST:
    """Return a literal of an atom, at the place of another part of the program."""
    atom = ast.SymbolicAtom(ast.Function(like.location, name, terms, False))
    return ast.Literal(like.location, ast.Sign.NoSign, atom)


def terms_of(body: Sequence[ast.AST]) -> dict[str, ast.AST]:
    """Return the terms that distinguish the ground instances of a rule.

    The arguments of positive literals, and the variables of comparisons.
    """
    terms: dict[str, ast.AST] = {}
    names = {"_"}
    literals = [part for part in body if part.ast_type is ast.ASTType.Literal]
    positive = [literal for literal in literals if not literal.sign]
    for literal in positive:
        is_atom = literal.atom.ast_type is ast.ASTType.SymbolicAtom
        for term in getattr(literal.atom.symbol, "arguments", ()) if is_atom else ():
            inside = variables_of(term)
            if inside and "_" not in inside and _is_plain(term):
                terms.setdefault(str(term), term)
                names |= inside.keys()
    for literal in positive:
        for name, variable in variables_of(literal, are_global=True).items():
            if name not in names:
                terms.setdefault(name, variable)
    return terms


def _is_plain(term: ast.AST) -> bool:
    """Tell whether a term is a variable, or a tuple of variables and constants."""
    if term.ast_type is ast.ASTType.Function:
        return all(map(_is_plain, term.arguments))
    return term.ast_type in (ast.ASTType.Variable, ast.ASTType.SymbolicTerm)


def variables_of(node: ast.AST, *, are_global: bool = False) -> dict[str, ast.AST]:
    """Return the variables of a node, or its global ones, by their names."""
    if node.ast_type is ast.ASTType.Variable:
        return {node.name: node}
    variables: dict[str, ast.AST] = {}
    if not (are_global and node.ast_type in _LOCAL):
        for child in children(node):
            variables |= variables_of(child, are_global=are_global)
    return variables


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the child nodes of a node."""
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, ast.AST):
            yield child
        elif child is not None:
            yield from child


def nodes_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all nodes below it."""
    yield node
    for child in children(node):
        if not isinstance(child, str):  # the site keeps terms as texts
            yield from nodes_of(child)


def signatures(node: ast.AST) -> Iterator[str]:
    """Yield the signatures of the atoms in a node; one with `-` is strongly negated."""
    if node.ast_type == ast.ASTType.SymbolicAtom:
        symbol, sign = node.symbol, ""
        while symbol.ast_type == ast.ASTType.UnaryOperation:
            symbol, sign = symbol.argument, "" if sign else NEGATED
        is_pool = symbol.ast_type == ast.ASTType.Pool
        for alternative in symbol.arguments if is_pool else [symbol]:
            yield f"{sign}{alternative.name}/{len(alternative.arguments)}"
        return
    for child in children(node):
        yield from signatures(child)


def reachable(names: Iterable[str], uses: Mapping[str, Iterable[str]]) -> set[str]:
    """Return some names, and all names that they use, directly or not."""
    return grid.reachable(names, lambda name: uses.get(name, ()))


def is_among(literal: ast.AST, names: Iterable[str]) -> bool:
    """Return whether a literal is about an atom of one of the predicates."""
    return (
        literal.ast_type == ast.ASTType.Literal
        and literal.atom.ast_type == ast.ASTType.SymbolicAtom
        and set(signatures(literal)) <= set(names)
    )


def choices_of(rule: ast.AST) -> Iterator[tuple[ast.AST, Sequence[ast.AST]]]:
    """Yield the atoms that a choice derives, with their conditions; else nothing.

    `rule`: any statement, or the head of a rule.
    """
    head = getattr(rule, "head", rule)
    elements: list[ast.AST] = []
    if head.ast_type == ast.ASTType.Aggregate:
        elements = [*head.elements]
    elif head.ast_type == ast.ASTType.HeadAggregate:
        elements = [element.condition for element in head.elements]
    for element in elements:
        if element.literal.sign == ast.Sign.NoSign:
            yield element.literal.atom, element.condition


def heads_of(rule: ast.AST) -> Iterator[tuple[ast.AST, Sequence[ast.AST]]]:
    """Yield the atoms that a statement, or a head, derives, with their conditions."""
    head = getattr(rule, "head", rule)
    if head.ast_type == ast.ASTType.Literal and not is_false(head):
        yield head.atom, ()
    elif head.ast_type == ast.ASTType.Disjunction:
        yield from ((one.literal.atom, one.condition) for one in head.elements)
    yield from choices_of(head)
