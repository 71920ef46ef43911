"""Kinds of rules in the syntax tree of a program, their heads, and their terms."""

from collections.abc import Iterator, Sequence

from clingo import ast

Signature = tuple[str, int]
"""The name and the number of arguments of a predicate."""


def is_false(head: ast.AST) -> bool:
    """Return whether a rule with this head is an integrity constraint."""
    return (
        head.ast_type is ast.ASTType.Literal
        and head.atom.ast_type is ast.ASTType.BooleanConstant
        and head.sign == ast.Sign.NoSign
        and not head.atom.value
    )


def is_bounded(head: ast.AST) -> bool:
    """Return whether a rule with this head is a choice with bounds."""
    return head.ast_type is ast.ASTType.Aggregate and (
        head.left_guard is not None or head.right_guard is not None
    )


def unbounded(choice: ast.AST) -> ast.AST:
    """Return the head of a choice without its bounds."""
    return choice.update(left_guard=None, right_guard=None)


def heads(head: ast.AST) -> Iterator[Signature]:
    """Yield the signatures of the atoms in the head of a rule or a choice."""
    if head.ast_type is ast.ASTType.Aggregate:
        for element in head.elements:
            yield from heads(element.literal)
    elif getattr(head, "atom", head).ast_type is ast.ASTType.SymbolicAtom:
        yield head.atom.symbol.name, len(head.atom.symbol.arguments)


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
        for name, variable in variables_of(literal, of_elements=False).items():
            if name not in names:
                terms.setdefault(name, variable)
    return terms


def _is_plain(term: ast.AST) -> bool:
    """Tell whether a term is a variable, or a tuple of variables and constants."""
    if term.ast_type is ast.ASTType.Function:
        return all(map(_is_plain, term.arguments))
    return term.ast_type in (ast.ASTType.Variable, ast.ASTType.SymbolicTerm)


def variables_of(node: ast.AST, of_elements: bool = True) -> dict[str, ast.AST]:
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
                variables |= variables_of(part, of_elements)
    return variables
