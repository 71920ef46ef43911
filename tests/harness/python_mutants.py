"""Mutants of Python: one small change of a file.

A mutant changes one operator, comparison, number, truth value or condition, or removes
one statement. Strings, annotations and decorators stay, and named limits and sizes of
at least 10, which are chosen by measuring: one more is no fault.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """A change of some lines of a file."""

    file: str
    lines: range
    """The numbers of the lines, from 1."""
    before: str
    after: str
    changed: bytes
    """The changed file."""

    @property
    def line(self) -> int:
        """The number of the first line."""
        return self.lines[0]

    def __str__(self) -> str:
        return f"{self.file}: {self.before} => {self.after}"


def mutants(file: str, source: bytes) -> list[Mutant]:
    """Return all mutants of a file."""
    lines = source.splitlines(keepends=True)
    found = []
    for node in _changeable(ast.parse(source)):
        old = b"".join(lines[node.lineno - 1 : node.end_lineno])
        start = node.col_offset
        end = len(old) - len(lines[node.end_lineno - 1]) + node.end_col_offset
        for text in _changes(node):
            new = old[:start] + text.encode() + old[end:]
            changed = [*lines[: node.lineno - 1], new, *lines[node.end_lineno :]]
            before, after = (" ".join(one.decode().split()) for one in (old, new))
            numbers = range(node.lineno, node.end_lineno + 1)
            found.append(Mutant(file, numbers, before, after, b"".join(changed)))
    return found


def _changeable(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions and statements below a node that may be changed."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, (ast.JoinedStr, ast.pattern)) or _is_limit(child):
                continue
            if isinstance(child, (ast.expr, ast.stmt)):
                yield child
            if isinstance(child, ast.AST):
                yield from _changeable(child)


def _is_limit(node: object) -> bool:
    """Tell whether a node names a number of at least 10."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Constant(int() | float() as value)):
            return name.isupper() and value >= 10
    return False


def _changes(node: ast.AST) -> Iterator[str]:
    """Yield the texts that may replace a node."""
    match node:
        case ast.Compare(left, [operator], [right]):
            changed = ast.Compare(left, [OPERATORS[type(operator)]()], [right])
            yield f"({ast.unparse(changed)})"
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            changed = ast.BinOp(left, OPERATORS[type(operator)](), right)
            yield f"({ast.unparse(changed)})"
        case ast.BoolOp(operator, values):
            changed = ast.BoolOp(OPERATORS[type(operator)](), values)
            yield f"({ast.unparse(changed)})"
        case ast.AugAssign(target, operator, value) if type(operator) in OPERATORS:
            changed = ast.AugAssign(target, OPERATORS[type(operator)](), value)
            yield ast.unparse(changed)
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as value):
            yield str(value + 1)
        case ast.IfExp(test, body, orelse):
            yield f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"
        case ast.Expr(ast.Call()) | ast.Raise():
            yield "pass"
