"""What `lint` finds in the text of a single rule."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set

from galaxies_asp.core.asp import parser, syntax
from galaxies_asp.core.asp.clingo import Number, Symbol, SymbolType, ast
from galaxies_asp.lab.source import EncodingSource, Found, is_bundled

_KINDS = ast.ASTType
_COUNTED = (ast.AggregateFunction.Count, ast.AggregateFunction.Sum)
_Operator = ast.ComparisonOperator
_EXCHANGED = {
    _Operator.GreaterThan: _Operator.LessThan,
    _Operator.GreaterEqual: _Operator.LessEqual,
}
_EXCLUDED = {
    frozenset((_Operator.Equal, _Operator.NotEqual)),
    frozenset((_Operator.Equal, _Operator.LessThan)),
}
"""Comparisons of the same terms that do not hold together."""
_CONSTANT = re.compile(r'(?:-?\d{1,9}|[(),])+|"[^"\\]*"')
_Place = tuple[Symbol, int]
"""A term, or just above or below it."""


def doubtful(source: EncodingSource) -> Iterator[Found]:
    """Yield rules that probably say something else than is meant.

    In an encoding that includes shipped files, these are left out.
    """
    every = source.statements
    own = [one for one in every if not is_bundled(one.location.begin.filename)]
    for statement in own or every:
        if statement.ast_type == _KINDS.Rule:
            for name, said in _once(statement):
                if f"{{{name}}}" not in source.program.text:  # no comment names it
                    yield statement, "once", said
            yield from ((statement, *found) for found in _collapsed(statement))
            yield from ((statement, *found) for found in _contradiction(statement))


def _once(rule: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield variables that occur once, and so say no more than `_`, and words."""
    names = Counter(
        node.name for node in syntax.nodes_of(rule) if node.ast_type == _KINDS.Variable
    )
    for name in _global(rule):
        if names[name] == 1 and name[0] != "_":
            yield (
                name,
                f"the variable {name} occurs once; write _ if any value will do",
            )


def _global(rule: ast.AST) -> dict[str, ast.AST]:
    """Return the variables of a body outside of its sets."""
    found: dict[str, ast.AST] = {}
    for part in rule.body:
        found |= syntax.variables_of(part, are_global=True)
    return found


def _collapsed(rule: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield elements of a sum or count that count once for many atoms."""
    for node in syntax.nodes_of(rule):
        is_set = node.ast_type in (_KINDS.BodyAggregate, _KINDS.HeadAggregate)
        for element in node.elements if is_set and node.function in _COUNTED else ():
            if len(element.terms) != 1:
                continue
            (term,) = element.terms
            if node.function == _COUNTED[0] and syntax.variables_of(term):
                continue
            parts = [getattr(element.condition, "literal", None), *_conditions(element)]
            inside = {
                n for one in filter(None, parts) for n in syntax.variables_of(one)
            }
            if (
                names := inside
                - {*_global(rule)}
                - {*syntax.variables_of(term)}
                - {"_"}
            ):
                said = f"{{ {element} }} counts {term} once, whatever"
                yield "collapsed", f"{said} {' and '.join(sorted(names))} may be"


def _conditions(element: ast.AST) -> list[ast.AST]:
    """Return the literals on which an element of an aggregate depends."""
    condition = element.condition
    return [*getattr(condition, "condition", condition)]


def _contradiction(rule: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield what cannot hold in a body."""
    literals = [one for one in rule.body if one.ast_type == _KINDS.Literal]
    named = (one for one in literals if "_" not in syntax.variables_of(one))
    texts = {*map(str, named)}
    for atom in sorted(text for text in texts if f"not {text}" in texts):
        yield "contradiction", f"{atom} and not {atom} stand in one body"
    compared: dict[tuple[str, str], set[ast.ComparisonOperator]] = {}
    for literal in literals:
        for left, operator, right in _comparisons(literal):
            compared.setdefault((left, right), set()).add(operator)
    for term in _beyond(compared):
        yield "contradiction", f"no {term} satisfies these comparisons"
    for (left, right), known in compared.items():
        back = compared.get((right, left), set())
        if back and left > right:  # they are found from the other side
            continue
        less = _Operator.LessThan in known and _Operator.LessThan in back
        same = left == right and known & {_Operator.LessThan, _Operator.NotEqual}
        if same or less or any(pair <= known | back for pair in _EXCLUDED):
            yield "contradiction", f"no {left} and {right} satisfy these comparisons"


def _beyond(
    compared: Mapping[tuple[str, str], Set[ast.ComparisonOperator]],
) -> Iterator[str]:
    """Yield the terms that no value lets satisfy what they are compared with."""
    ranges: dict[str, tuple[_Place, _Place]] = {}
    for pair, operators in compared.items():
        step = int(_Operator.LessThan in operators)
        for bound, term, sign in ((*pair, 1), (*pair[::-1], -1)):
            if not _CONSTANT.fullmatch(bound) or operators == {_Operator.NotEqual}:
                continue
            low, high = ranges.get(term, (_beside("#inf"), _beside("#sup")))
            is_equal = _Operator.Equal in operators
            if sign > 0 or is_equal:
                low = max(low, _beside(bound, step * (sign > 0)))
            if sign < 0 or is_equal:
                high = min(high, _beside(bound, -step * (sign < 0)))
            ranges[term] = low, high
    yield from (term for term, (low, high) in ranges.items() if low > high)


def _beside(constant: str, step: int = 0) -> _Place:
    """Return the place of a constant in the order of terms, or the next one."""
    value = parser.term(constant)
    if value.type is SymbolType.Number:
        return Number(value.number + step), 0
    return value, step


def _comparisons(literal: ast.AST) -> Iterator[tuple[str, ast.ComparisonOperator, str]]:
    """Yield the comparisons of a literal, of which none is a greater-than."""
    if literal.atom.ast_type != _KINDS.Comparison or literal.sign:
        return
    left = literal.atom.term
    for guard in literal.atom.guards:
        terms = str(left), str(guard.term)
        operator = _Operator(guard.comparison)
        if operator in _EXCHANGED:
            terms, operator = terms[::-1], _EXCHANGED[operator]
        yield terms[0], operator, terms[1]
        left = guard.term
