"""Numbers that leave 32 bits: clingo 5 goes on with the remainder modulo 2^32."""

from collections.abc import Iterator
from math import log2

from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.parser import LARGEST
from galaxies_asp.core.asp.syntax import nodes_of

_BOUND = 64
"""Powers of more bits are not computed."""

_NUMBER = "a number can pass 2,147,483,647, and is read modulo 2^32"
_SUM = "a sum or its bound can pass 2,147,483,647, so that it may exclude nothing"

_SUMS = (ast.AggregateFunction.Sum, ast.AggregateFunction.SumPlus)


def magnitude(term: ast.AST, largest: int) -> int:
    """Return a bound of the absolute value of a term; 0 if it is no number.

    `largest`: the bound of variables.
    """
    match term.ast_type.name:
        case "SymbolicTerm":
            is_number = term.symbol.type.name == "Number"
            return abs(term.symbol.number) if is_number else 0
        case "Variable":
            return largest
        case "UnaryOperation":
            return magnitude(term.argument, largest) + 1
        case "Interval":
            return max(magnitude(one, largest) for one in (term.left, term.right))
        case "Pool":
            return max((magnitude(one, largest) for one in term.arguments), default=0)
        case "BinaryOperation":
            left, right = (magnitude(one, largest) for one in (term.left, term.right))
            return _combined(term.operator_type, left, right)
    return 0


def _combined(operator: int, left: int, right: int) -> int:
    kinds = ast.BinaryOperator
    match operator:
        case kinds.Multiplication:
            return left * right
        case kinds.Division:
            return left
        case kinds.Power:
            if left <= 1 or right == 0:
                return 1
            return 2**_BOUND if right * log2(left) > _BOUND else int(left**right)
        case kinds.Modulo:
            return max(left, right)
    return left + right  # of bits, too: x|y <= x+y


def leaving(
    statement: ast.AST, largest: int = 0, elements: int = 1
) -> Iterator[tuple[ast.AST, str]]:
    """Yield the terms and sums of a statement that can pass 32 bits, and what that is.

    `largest`: the bound of variables. `elements`: how many elements a sum may have.
    """
    for node in nodes_of(statement):
        match node.ast_type.name:
            case "BinaryOperation" if magnitude(node, largest) > LARGEST:
                yield node, _NUMBER
            case "BodyAggregate" if node.function in _SUMS:
                guards = (node.left_guard, node.right_guard)
                bounds = [magnitude(one.term, largest) for one in guards if one]
                weights = (one.terms[0] for one in node.elements if one.terms)
                sums = [magnitude(one, largest) * elements for one in weights]
                if max([*bounds, *(one + 1 for one in sums)], default=0) >= LARGEST:
                    yield node, _SUM
