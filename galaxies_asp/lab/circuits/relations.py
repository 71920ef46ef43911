"""A formula as relations between literals, each met by one gadget of a puzzle.

There are two relations: exactly one of up to three literals is true, and an even number
of three literals is true. Further variables are added in such a way that the formula
determines their values, so the relations have as many solutions as the formula.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import count

from galaxies_asp.lab.circuits.formula import Formula


@dataclass(frozen=True, slots=True)
class Literal:
    """A variable, by its number, or its negation."""

    variable: int
    positive: bool = True

    def __invert__(self) -> "Literal":
        return Literal(self.variable, not self.positive)


@dataclass(frozen=True, slots=True)
class Relation:
    """Exactly one literal is true; or, for three literals, an even number is."""

    literals: tuple[Literal, ...]
    even: bool = False

    def holds(self, values: list[bool]) -> bool:
        """Return whether the values of the variables meet the relation."""
        true = sum(
            values[literal.variable] is literal.positive for literal in self.literals
        )
        return true % 2 == 0 if self.even else true == 1


def relations_of(formula: Formula) -> list[Relation]:
    """Return relations with as many solutions as a formula.

    Every variable occurs an even number of times: the cells of a gadget that are not
    dots are covered in pairs, so the number of wires that cover one of its cells has a
    fixed parity. Where some variable occurs an odd number of times, all relations are
    stated twice.
    """
    writer = _Writer(formula)
    relations = writer.relations
    occurrences = Counter(literal.variable for r in relations for literal in r.literals)
    if any(number % 2 for number in occurrences.values()):
        return relations * 2
    return relations


class _Writer:
    """Writes the relations of a formula that is true."""

    def __init__(self, formula: Formula) -> None:
        self.relations: list[Relation] = []
        self._free = count()
        names = formula.variables()
        self._numbers = {name: self._new().variable for name in names}
        self._require(formula, True)

    def _new(self) -> Literal:
        return Literal(next(self._free))

    def _exactly_one(self, *literals: Literal) -> None:
        self.relations.append(Relation(literals))

    def _require(self, formula: Formula, value: bool) -> None:
        """State that a formula has a value."""
        operator, operands = formula.operator, formula.operands
        if operator == "~":
            self._require(operands[0], not value)
        elif operator == ("&" if value else "|"):
            for operand in operands:
                self._require(operand, value)
        elif operator in ("&", "|"):
            some = [self._literal(operand) for operand in operands]
            first, *rest = some if value else [~literal for literal in some]
            # Both may be true: the last literal.
            self._exactly_one(~first, ~self._disjunction(rest), self._new())
        elif operator == "^":
            self._parity([self._literal(operand) for operand in operands], value)
        else:
            self._exactly_one(Literal(self._numbers[operator], value))

    def _parity(self, literals: list[Literal], odd: bool) -> None:
        """State that an odd or an even number of several literals is true."""
        first, *rest = literals
        first = ~first if odd else first
        while len(rest) > 2:
            both = self._new()
            self.relations.append(Relation((rest.pop(), rest.pop(), both), even=True))
            rest.append(both)
        if len(rest) == 1:
            self._exactly_one(first, ~rest[0])
        else:
            self.relations.append(Relation((first, *rest), even=True))

    def _literal(self, formula: Formula) -> Literal:
        """Return a literal with the value of a formula."""
        operator, operands = formula.operator, formula.operands
        if not operands:
            return Literal(self._numbers[operator])
        if operator == "~":
            return ~self._literal(operands[0])
        literals = [self._literal(operand) for operand in operands]
        if operator == "&":
            return ~self._disjunction([~literal for literal in literals])
        if operator == "|":
            return self._disjunction(literals)
        result = self._new()
        self._parity([result, *literals], odd=False)
        return result

    def _disjunction(self, literals: list[Literal]) -> Literal:
        """Return a literal that is true if some of several literals are."""
        result = literals[0]
        for other in literals[1:]:
            either, only_other, both, only_result = (self._new() for _ in range(4))
            self._exactly_one(~either, result, only_other)
            self._exactly_one(~other, only_other, both)
            self._exactly_one(~result, both, only_result)
            result = either
        return result
