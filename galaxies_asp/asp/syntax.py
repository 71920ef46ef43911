"""Kinds of rules in the syntax tree of a program."""

from clingo import ast


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
