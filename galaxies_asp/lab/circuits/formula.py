"""Formulas of propositional logic, and as relations that gadgets of a puzzle meet.

There are two relations: exactly one of up to three literals is true, and an even number
of three literals is true. Further variables are added in such a way that the formula
determines their values, so the relations have as many solutions as the formula.
"""

import ast
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, product
from random import Random

from flint import nmod_mat

from galaxies_asp.core.board.errors import OptionError

_OPERATORS: dict[type[ast.operator], str] = {
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.BitAnd: "&",
}

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
        inside = [f"({o})" if len(o.operands) > 1 else str(o) for o in self.operands]
        joined = f" {self.operator} ".join(inside)
        return f"~{joined}" if self.operator == "~" else joined

    def variables(self) -> tuple[str, ...]:
        """Return the names of the variables in the order of the text."""
        if not self.operands:
            return (self.operator,)
        inside = (operand.variables() for operand in self.operands)
        return tuple(dict.fromkeys(chain.from_iterable(inside)))


def parse(text: str) -> Formula:
    """Read a formula such as `a & (b | ~c) ^ d`; `&` binds most tightly, then `^`.

    These operators have the same precedence in Python, whose parser reads the text.

    Raises
    ------
    OptionError
        If the text is no formula, or is nested too deeply.
    """
    try:
        return _formula(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError as error:
        raise OptionError(f"{text!r} is no formula: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise OptionError(f"{text[:80]!r} is no formula: {error}") from None


def _formula(node: ast.expr) -> Formula:
    match node:
        case ast.Name(id=name):
            return Formula(name)
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return Formula("~", (_formula(operand),))
        case ast.BinOp(op=sign) if type(sign) in _OPERATORS:
            operands = [node.right]
            while isinstance(node.left, ast.BinOp) and type(node.left.op) is type(sign):
                node = node.left
                operands.append(node.right)
            operands.append(node.left)
            return Formula(
                _OPERATORS[type(sign)], tuple(map(_formula, reversed(operands)))
            )
    raise ValueError(f"{ast.unparse(node)} is not made of names and & | ^ ~ ( )")


def count(formula: Formula) -> int | None:
    """Return the number of satisfying assignments; None if it is not known.

    A conjunction of parities is counted by elimination, other formulas with up to
    `MOST_VARIABLES` variables by trying all assignments.
    """
    names = formula.variables()
    equations = _equations(formula, names)
    if equations is not None:
        rank = nmod_mat(equations, 2).rank()
        is_consistent = nmod_mat([left for *left, _ in equations], 2).rank() == rank
        return int(2 ** (len(names) - rank)) if is_consistent else 0
    if len(names) > MOST_VARIABLES:
        return None
    assignments = product((False, True), repeat=len(names))
    return sum(
        formula.value(dict(zip(names, values, strict=True))) for values in assignments
    )


def _equations(formula: Formula, names: tuple[str, ...]) -> list[list[int]] | None:
    """Return the parities of a conjunction; None if it has other parts.

    Each is a list of N + 1 numbers: whether a variable occurs an odd number of times,
    and at last whether an odd number must be true.
    """
    parts = formula.operands if formula.operator == "&" else (formula,)
    places = {name: number for number, name in enumerate(names)}
    equations = []
    for part in parts:
        equation = [0] * (len(names) + 1)
        equation[-1], terms = _unnegated(part)
        for term in terms.operands if terms.operator == "^" else (terms,):
            sign, name = _unnegated(term)
            if name.operands:
                return None
            equation[places[name.operator]] ^= 1
            equation[-1] ^= 1 ^ sign
        equations.append(equation)
    return equations


def _unnegated(formula: Formula) -> tuple[int, Formula]:
    """Return a formula without negations before it; and 1, or 0 if it changes."""
    sign = 1
    while formula.operator == "~":
        sign ^= 1
        (formula,) = formula.operands
    return sign, formula


# Hard instances: parities at the vertices of a random graph ---------------------------

_DEGREE = 3


def tseitin(vertices: int, seed: int, *, odd: bool) -> Formula:
    """Return the formula of a random graph whose vertices have three edges each.

    There is a variable for each edge. At every vertex an even number of edges is true;
    if `odd`, at one vertex an odd number is. Source: G. Tseitin, "On the complexity of
    derivation in propositional calculus" (1968).

    A connected graph has 2 ** (vertices / 2 + 1) solutions, or none if `odd`.

    Parameters
    ----------
    vertices
        An even number, at least 4.

    Raises
    ------
    OptionError
        If there is no such graph.
    """
    if vertices < _DEGREE + 1 or vertices % 2:
        raise OptionError(
            f"no graph has {vertices} vertices with {_DEGREE} edges each; give an even "
            "number from 4 on"
        )
    rng, edges = Random(seed), list[tuple[int, ...]]()
    ends = [vertex for vertex in range(vertices) for _ in range(_DEGREE)]
    # Edges are drawn until no two are equal and none is a loop.
    while not edges or len(set(edges)) < len(edges) or any(a == b for a, b in edges):
        rng.shuffle(ends)
        edges = [tuple(sorted(ends[n : n + 2])) for n in range(0, len(ends), 2)]
    parts = []
    for vertex in range(vertices):
        names = [f"e{n}" for n, edge in enumerate(edges, 1) if vertex in edge]
        parity = Formula("^", tuple(map(Formula, names)))
        parts.append(parity if odd and vertex == 0 else Formula("~", (parity,)))
    return Formula("&", tuple(parts))


@dataclass(frozen=True, slots=True)
class Relation:
    """Exactly one literal is true; or, for three literals, an even number is.

    A literal is the number of a variable, from 1, or its negative: the negation.
    """

    literals: tuple[int, ...]
    even: bool = False


def relations_of(formula: Formula) -> list[Relation]:
    """Return relations with as many solutions as a formula.

    Every variable occurs an even number of times: the cells of a gadget that are not
    dots are covered in pairs, so the number of wires that cover one of its cells has a
    fixed parity. Where some variable occurs an odd number of times, all relations are
    stated twice.
    """
    relations = _Writer(formula).relations
    occurrences = Counter(abs(literal) for r in relations for literal in r.literals)
    if any(number % 2 for number in occurrences.values()):
        return relations * 2
    return relations


class _Writer:
    """Writes the relations of a formula that is true."""

    def __init__(self, formula: Formula) -> None:
        self.relations: list[Relation] = []
        self._numbers = {name: n for n, name in enumerate(formula.variables(), 1)}
        self._variables = len(self._numbers)
        self._require(formula, True)

    def _new(self) -> int:
        self._variables += 1
        return self._variables

    def _exactly_one(self, *literals: int) -> None:
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
            first, *rest = some if value else [-literal for literal in some]
            # Both may be true: the last literal.
            self._exactly_one(-first, -self._disjunction(rest), self._new())
        elif operator == "^":
            self._parity([self._literal(operand) for operand in operands], value)
        else:
            number = self._numbers[operator]
            self._exactly_one(number if value else -number)

    def _parity(self, literals: list[int], odd: bool) -> None:
        """State that an odd or an even number of several literals is true."""
        first, *rest = literals
        first = -first if odd else first
        while len(rest) > 2:
            both = self._new()
            self.relations.append(Relation((rest.pop(), rest.pop(), both), even=True))
            rest.append(both)
        if len(rest) == 1:
            self._exactly_one(first, -rest[0])
        else:
            self.relations.append(Relation((first, *rest), even=True))

    def _literal(self, formula: Formula) -> int:
        """Return a literal with the value of a formula."""
        operator, operands = formula.operator, formula.operands
        if not operands:
            return self._numbers[operator]
        literals = [self._literal(operand) for operand in operands]
        if operator == "~":
            return -literals[0]
        if operator == "&":
            return -self._disjunction([-literal for literal in literals])
        if operator == "|":
            return self._disjunction(literals)
        result = self._new()
        self._parity([result, *literals], odd=False)
        return result

    def _disjunction(self, literals: list[int]) -> int:
        """Return a literal that is true if some of several literals are."""
        result = literals[0]
        for other in literals[1:]:
            either, only_other, both, only_result = (self._new() for _ in range(4))
            self._exactly_one(-either, result, only_other)
            self._exactly_one(-other, only_other, both)
            self._exactly_one(-result, both, only_result)
            result = either
        return result
