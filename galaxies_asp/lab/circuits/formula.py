"""Formulas of propositional logic: parsing, evaluation, counting."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from galaxies_asp.board.errors import OptionError

_TOKEN = re.compile(r"\s*(?:([A-Za-z_]\w*)|([&|^~()]))")

_OPERATORS = ("|", "^", "&")
"""Binary operators; those that come later bind more tightly."""

_DEPTH = 100
"""The deepest nesting of parentheses and negations."""

MOST_VARIABLES = 20
"""Formulas with at most so many variables are counted by trying all assignments."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A variable, or an operator with its operands.

    Attributes
    ----------
    operator
        `~`, `&`, `|` or `^`; or the name of a variable.
    operands
        One for `~`, none for a variable, at least two for the others.
    """

    operator: str
    operands: tuple["Formula", ...] = ()

    def value(self, assignment: Mapping[str, bool]) -> bool:
        """Return the truth value under an assignment of all variables."""
        if not self.operands:
            return assignment[self.operator]
        values = [operand.value(assignment) for operand in self.operands]
        if self.operator == "~":
            return not values[0]
        if self.operator == "^":
            return sum(values) % 2 == 1
        return all(values) if self.operator == "&" else any(values)

    def __str__(self) -> str:
        if not self.operands:
            return self.operator
        inside = [
            f"({operand})" if len(operand.operands) > 1 else str(operand)
            for operand in self.operands
        ]
        joined = f" {self.operator} ".join(inside)
        return f"~{joined}" if self.operator == "~" else joined

    def variables(self) -> tuple[str, ...]:
        """Return the names of the variables in the order of the text."""
        return tuple(dict.fromkeys(self._names()))

    def _names(self) -> Iterator[str]:
        if not self.operands:
            yield self.operator
        for operand in self.operands:
            yield from operand._names()


def parse(text: str) -> Formula:
    """Read a formula such as `a & (b | ~c) ^ d`; `&` binds most tightly, then `^`.

    Raises
    ------
    OptionError
        If the text is no formula.
    """
    tokens = _tokens(text)
    formula = _Parser(text, tokens).formula(0)
    if tokens:
        raise OptionError(f"{text!r} is no formula: {tokens[-1]!r} is unexpected")
    return formula


def _tokens(text: str) -> list[str]:
    """Return the names and signs of a text, the last one first."""
    tokens, position = [], 0
    while text[position:].strip():
        match = _TOKEN.match(text, position)
        if match is None:
            rest = text[position:].strip()
            raise OptionError(
                f"{text!r} is no formula: {rest[0]!r} is neither a name nor one of "
                "& | ^ ~ ( )"
            )
        tokens.append(match[1] or match[2])
        position = match.end()
    return tokens[::-1]


class _Parser:
    """Takes tokens from the end of a list."""

    def __init__(self, text: str, tokens: list[str]) -> None:
        self._text = text
        self._tokens = tokens
        self._depth = 0

    def formula(self, level: int) -> Formula:
        """Read operands of the binary operators from a level on."""
        if level == len(_OPERATORS):
            return self._operand()
        operator = _OPERATORS[level]
        operands = [self.formula(level + 1)]
        while self._tokens and self._tokens[-1] == operator:
            self._tokens.pop()
            operands.append(self.formula(level + 1))
        return operands[0] if len(operands) == 1 else Formula(operator, (*operands,))

    def _operand(self) -> Formula:
        token = self._tokens.pop() if self._tokens else ""
        self._depth += 1
        if self._depth > _DEPTH:
            raise OptionError(f"the formula is nested more than {_DEPTH} times")
        operand = self._negated_or_name(token)
        self._depth -= 1
        return operand

    def _negated_or_name(self, token: str) -> Formula:
        if token == "~":
            return Formula("~", (self._operand(),))
        if token == "(":
            inside = self.formula(0)
            if not self._tokens or self._tokens.pop() != ")":
                raise OptionError(f"{self._text!r} is no formula: a ) is missing")
            return inside
        if not token or not (token[0].isalpha() or token[0] == "_"):
            what = f"{token!r} is unexpected" if token else "it ends too early"
            raise OptionError(f"{self._text!r} is no formula: {what}")
        return Formula(token)


def count(formula: Formula) -> int | None:
    """Return the number of satisfying assignments; None if it is not known.

    A conjunction of parities is counted by elimination, other formulas with up to
    `MOST_VARIABLES` variables by trying all assignments.
    """
    names = formula.variables()
    equations = _equations(formula, names)
    if equations is not None:
        return _solutions(equations, len(names))
    if len(names) > MOST_VARIABLES:
        return None
    assignments = product((False, True), repeat=len(names))
    return sum(
        formula.value(dict(zip(names, values, strict=True))) for values in assignments
    )


def _equations(formula: Formula, names: tuple[str, ...]) -> list[int] | None:
    """Return the parities of a conjunction as bit sets; None if it has other parts.

    Bit 0 is set if the parity must be odd, bit N + 1 if the variable number N occurs.
    """
    parts = formula.operands if formula.operator == "&" else (formula,)
    bit = {name: 1 << number for number, name in enumerate(names, 1)}
    equations = []
    for part in parts:
        equation, terms = _unnegated(part)
        for term in terms.operands if terms.operator == "^" else (terms,):
            sign, name = _unnegated(term)
            if name.operands:
                return None
            equation ^= bit[name.operator] | (1 ^ sign)
        equations.append(equation)
    return equations


def _unnegated(formula: Formula) -> tuple[int, Formula]:
    """Return a formula without negations before it; and 1, or 0 if it changes."""
    sign = 1
    while formula.operator == "~":
        sign ^= 1
        (formula,) = formula.operands
    return sign, formula


def _solutions(equations: list[int], variables: int) -> int:
    """Return the number of solutions of a system of parities."""
    pivots: dict[int, int] = {}
    for equation in equations:
        while equation > 1:
            high = equation.bit_length()
            if high not in pivots:
                pivots[high] = equation
                break
            equation ^= pivots[high]
        else:
            if equation:  # 0 = 1
                return 0
    return int(2 ** (variables - len(pivots)))
