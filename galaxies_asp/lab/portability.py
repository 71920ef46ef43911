"""What an encoding says otherwise under clingo 6 than under clingo 5.

docs/how-to/clingo6.md shows each case with the answers of both versions.
"""

from collections.abc import Iterator

from galaxies_asp.core.asp import numbers, syntax
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.parser import LARGEST
from galaxies_asp.lab.source import EncodingSource

_KINDS = ast.ASTType
_ORDERED = (
    ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.GreaterEqual,
)
_SUMS = (ast.AggregateFunction.Sum, ast.AggregateFunction.SumPlus)
_LARGE = 2**30
"""Two such weights may exceed the sums of clingo 5."""


def changes(source: EncodingSource) -> Iterator[tuple[ast.AST, str]]:
    """Yield the statements that clingo 6 may read otherwise, each with what changes."""
    for statement in source.statements:
        if statement.ast_type == _KINDS.ProjectAtom and not _has_arguments(statement):
            yield statement, "clingo 6 does not read `#project p : q` without arguments"
        if statement.ast_type == _KINDS.ShowTerm:
            yield statement, "clingo 6 does not project to terms that are shown"
        for said in dict.fromkeys(
            said for node in syntax.nodes_of(statement) for said in _of_node(node)
        ):
            yield statement, said


def _of_node(node: ast.AST) -> Iterator[str]:
    """Yield what a node means in clingo 6, if this is something else."""
    match node.ast_type:
        case _KINDS.Literal if node.sign != ast.Sign.NoSign:
            if node.atom.ast_type == _KINDS.SymbolicAtom and _is_anonymous(node.atom):
                yield "clingo 6 refuses `_` below `not`; `#false: p(_)` says the same"
        case _KINDS.UnaryOperation:
            if node.operator_type == ast.UnaryOperator.Minus and _is_tuple(node):
                yield "the negation of a tuple is undefined in clingo 6"
        case _KINDS.BinaryOperation:
            yield from _of_operation(node)
        case _KINDS.Comparison:
            terms = (node.term, *(guard.term for guard in node.guards))
            is_ordered = any(guard.comparison in _ORDERED for guard in node.guards)
            if is_ordered and any(map(_is_symbolic, terms)):
                yield "clingo 6 orders constants, strings and functions otherwise"
        case _KINDS.BodyAggregate | _KINDS.HeadAggregate if node.function in _SUMS:
            if any(_is_large(one) for each in node.elements for one in each.terms[:1]):
                yield "clingo 6 has sums beyond 32 bits, which clingo 5 reduces"


def _of_operation(node: ast.AST) -> Iterator[str]:
    operator, sides = node.operator_type, (node.left, node.right)
    if numbers.magnitude(node, 0) > LARGEST:
        yield "clingo 6 has numbers beyond 32 bits, which clingo 5 reduces"
    if operator == ast.BinaryOperator.Power and _is_negative(node.left):
        yield "clingo 6 reads -X**Y as -(X**Y)"
    elif operator == ast.BinaryOperator.Power and _is_negative(node.right):
        yield "a negative power is undefined in clingo 6, and 0 in clingo 5"
    if any(map(_is_negative, sides)):
        if operator == ast.BinaryOperator.Division:
            yield "clingo 6 rounds negative quotients down, clingo 5 to zero"
        elif operator == ast.BinaryOperator.Modulo:
            yield "in clingo 6 the sign of X \\ Y is that of Y, in clingo 5 that of X"


def _has_arguments(statement: ast.AST) -> bool:
    return not all(name.endswith("/0") for name in syntax.signatures(statement.atom))


def _is_anonymous(node: ast.AST) -> bool:
    return "_" in syntax.variables_of(node)


def _is_tuple(node: ast.AST) -> bool:
    inner = node.argument
    return inner.ast_type == _KINDS.Function and not inner.name


def _is_negative(node: ast.AST) -> bool:
    """Tell whether a term has a sign or a difference, and so may be negative."""
    match node.ast_type:
        case _KINDS.UnaryOperation:
            return bool(node.operator_type == ast.UnaryOperator.Minus)
        case _KINDS.BinaryOperation:
            is_difference = node.operator_type == ast.BinaryOperator.Minus
            return is_difference or _is_negative(node.left) or _is_negative(node.right)
        case _KINDS.SymbolicTerm:
            return str(node).startswith("-")
    return False


def _is_symbolic(node: ast.AST) -> bool:
    """Tell whether a term is a constant, a string, a function, or a tuple."""
    if node.ast_type == _KINDS.SymbolicTerm:
        return bool(node.symbol.type.name in ("Function", "String"))
    return bool(node.ast_type == _KINDS.Function)


def _is_large(node: ast.AST) -> bool:
    text = str(node).lstrip("-")
    return text.isdecimal() and int(text) >= _LARGE
