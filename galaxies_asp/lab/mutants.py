"""Mutants of an encoding: one fault is planted into it."""

from collections.abc import Iterator
from dataclasses import dataclass

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab.source import comparable, place

_FLIPPED = {
    ast.ComparisonOperator.LessThan: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.LessEqual: ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.GreaterThan: ast.ComparisonOperator.GreaterEqual,
    ast.ComparisonOperator.GreaterEqual: ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.Equal: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.NotEqual: ast.ComparisonOperator.LessThan,
}
_SIGNS = {ast.BinaryOperator.Plus: ast.BinaryOperator.Minus}
_SIGNS |= {minus: plus for plus, minus in _SIGNS.items()}


@dataclass(frozen=True)
class Mutant:
    """An encoding with a planted fault."""

    place: str
    fault: str
    """Where the fault is, and what it is."""
    text: str
    """The program."""

    def __str__(self) -> str:
        return f"{self.place}: {self.fault}"


def mutants(family: AnyFamily, encoding: str) -> list[Mutant]:
    """Return all mutants of an encoding with different texts.

    One literal or rule is left out, one sign, comparison or bound is changed, one
    constant is shifted, or two arguments are exchanged.

    Raises `EncodingError` if its models cannot be compared.
    """
    source = comparable(family, encoding)
    texts = [str(statement) for statement in source.statements]
    by_text: dict[str, Mutant] = {}
    for index, statement in enumerate(source.statements):
        if statement.ast_type != ast.ASTType.Rule:
            continue
        for fault, changed in [("rule left out", ""), *_variants(statement)]:
            text = "\n".join((*texts[:index], str(changed), *texts[index + 1 :])) + "\n"
            if str(changed) != texts[index]:
                made = Mutant(place(statement), f"{fault}: {changed}", text)
                by_text.setdefault(text, made)
    return list(by_text.values())


def _variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the node with one change in it."""
    if node.ast_type == ast.ASTType.Rule:
        for index in range(len(node.body)):
            body = [*node.body[:index], *node.body[index + 1 :]]
            yield "literal left out", node.update(body=body)
    yield from _own_variants(node)
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, ast.AST):
            for fault, other in _variants(child):
                yield fault, node.update(**{key: other})
            continue
        for index, part in enumerate(child or ()):
            for fault, other in _variants(part):
                rest = [*child[:index], other, *child[index + 1 :]]
                yield fault, node.update(**{key: rest})


def _own_variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node.ast_type:
        case ast.ASTType.Literal if node.atom.ast_type == ast.ASTType.SymbolicAtom:
            sign = ast.Sign.NoSign if node.sign else ast.Sign.Negation
            yield "sign changed", node.update(sign=sign)
        case ast.ASTType.SymbolicTerm:
            if node.symbol.type == clingo.SymbolType.Number:
                for step in (1, -1):
                    number = clingo.Number(node.symbol.number + step)
                    yield "constant shifted", node.update(symbol=number)
        case ast.ASTType.BinaryOperation if node.operator_type in _SIGNS:
            operator = _SIGNS[ast.BinaryOperator(node.operator_type)]
            yield "sign of a sum changed", node.update(operator_type=operator)
        case ast.ASTType.Guard if node.comparison in _FLIPPED:
            comparison = _FLIPPED[ast.ComparisonOperator(node.comparison)]
            yield "bound changed", node.update(comparison=comparison)
        case ast.ASTType.Function if len(node.arguments) > 1:
            arguments = list(node.arguments)
            swapped = [arguments[1], arguments[0], *arguments[2:]]
            yield "arguments exchanged", node.update(arguments=swapped)
