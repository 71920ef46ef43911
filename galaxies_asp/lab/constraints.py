"""The constraints of an encoding, and the encoding without one of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from clingo import ast

from galaxies_asp.asp.syntax import is_bounded, is_false, unbounded
from galaxies_asp.lab.source import Source, place


@dataclass(frozen=True)
class Constraint:
    """An integrity constraint, or the bounds of a choice.

    Attributes
    ----------
    number
        The number of the statement in its encoding.
    place
        Where it is, as `file:line`.
    heading
        The comment above it, without its marks; empty if there is none.
    text
        The rule, as clingo prints it.
    """

    number: int
    place: str
    heading: str
    text: str

    def __str__(self) -> str:
        said = self.heading.partition(":")[2].strip() or self.heading or self.text
        return f"{said} ({self.place})"


def constraints(source: Source) -> list[Constraint]:
    """Return the constraints of an encoding in the order of its text."""
    return [
        Constraint(number, place(statement), source.heading(number), str(statement))
        for number, statement in enumerate(source.statements)
        if statement.ast_type is ast.ASTType.Rule
        and (is_false(statement.head) or is_bounded(statement.head))
    ]


def without(source: Source, omitted: Iterable[Constraint]) -> str:
    """Return the text of an encoding without some of its constraints."""
    numbers = {constraint.number for constraint in omitted}
    kept = []
    for number, statement in enumerate(source.statements):
        if number not in numbers:
            kept.append(str(statement))
        elif is_bounded(statement.head):
            kept.append(str(statement.update(head=unbounded(statement.head))))
    return "\n".join(kept) + "\n"
