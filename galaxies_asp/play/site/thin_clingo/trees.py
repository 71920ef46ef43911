"""Places of syntax trees, and what changes them or adds them to a program."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

_NEW_LINE = "\n"


def Position(filename: str, line: int, column: int) -> SimpleNamespace:  # noqa: N802
    """Return a place in a file."""
    return SimpleNamespace(filename=filename, line=line, column=column)


def Location(  # noqa: N802
    begin: SimpleNamespace, end: SimpleNamespace
) -> SimpleNamespace:
    """Return the place of a node."""
    return SimpleNamespace(begin=begin, end=end)


class Transformer:
    """Visits nodes, by a method `visit_KIND` where there is one, and their children."""

    def visit(self, node: Any) -> Any:
        """Return a node with what the methods make of it and of its children."""
        method = getattr(self, f"visit_{node.ast_type.name}", self.visit_children)
        return method(node)

    __call__ = visit

    def visit_children(self, node: Any) -> Any:
        """Return a node with what the methods make of its children."""
        changed = {
            key: self.visit_sequence(one) if isinstance(one, list) else self.visit(one)
            for key in node.child_keys
            if (one := getattr(node, key)) is not None
        }
        return node.update(**changed)

    def visit_sequence(self, nodes: Iterable[object]) -> list[object]:
        """Return what the methods make of nodes; other items are kept."""
        return [self.visit(one) if hasattr(one, "ast_type") else one for one in nodes]


class ProgramBuilder:
    """Adds statements to a control, each in its line, or behind others there."""

    def __init__(self, control: Any) -> None:
        self._control, self._text = control, ""

    def __enter__(self) -> "ProgramBuilder":
        return self

    def add(self, statement: object) -> None:
        """Add a statement."""
        place = getattr(statement, "location", None)
        line = place.begin.line if place is not None else 0
        missing = line - 1 - self._text.count("\n")
        self._text += f"{_NEW_LINE * missing or ' '}{statement}"

    def __exit__(self, *_: object) -> None:
        self._control.add("base", [], f"{self._text}\n#program base.")
