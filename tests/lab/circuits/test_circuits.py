"""Puzzles made from formulas: as many solutions as the formula has."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from support.commands import lab

from galaxies_asp.all_solutions.count import count as count_solutions
from galaxies_asp.core.board.errors import OptionError, PuzzleError
from galaxies_asp.lab.circuits.formula import (
    Formula,
    Relation,
    count,
    parse,
    relations_of,
    tseitin,
)
from galaxies_asp.lab.circuits.layout import puzzle_of
from galaxies_asp.notation import parse as parse_puzzle
from galaxies_asp.solving.search import solve

FORMULAS = {
    "a": 1,
    "a & ~a": 0,
    "a | b": 3,
    "a & b": 1,
    "a ^ b": 2,
    "~(a ^ b ^ c)": 4,
    "a ^ b ^ c ^ d": 8,
    "(a | b) & (a ^ c)": 3,
    "a & (b | ~c)": 3,
    "a | b | c": 7,
    "(a & b) ^ c": 4,
}
RELATIONS = [*FORMULAS, "~(a & b & c)", "a ^ (b | c)", "a | (b ^ c ^ d)", "a ^ a"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_puzzle_has_the_solutions_of_its_formula(text: str) -> None:
    formula = parse(text)
    assert count(formula) == FORMULAS[text]
    for holes in (False, True):
        found = count_solutions(puzzle_of(relations_of(formula), holes=holes))
        assert (found.total, found.complete) == (FORMULAS[text], True)


def number_of_solutions(relations: list[Relation]) -> int:
    def holds(relation: Relation, values: Sequence[bool]) -> bool:
        true = sum(values[abs(one) - 1] == (one > 0) for one in relation.literals)
        return true % 2 == 0 if relation.even else true == 1

    variables = max(abs(one) for r in relations for one in r.literals)
    return sum(
        all(holds(relation, values) for relation in relations)
        for values in product((False, True), repeat=variables)
    )


@pytest.mark.parametrize("text", RELATIONS)
def test_relations_have_the_solutions_of_the_formula(text: str) -> None:
    formula = parse(text)
    assert number_of_solutions(relations_of(formula)) == count(formula)


def random_formula(rng: Random, depth: int) -> Formula:
    if depth == 0 or rng.random() < 0.2:
        return Formula(rng.choice("abc"))
    operator = rng.choice("~&|^")
    operands = 1 if operator == "~" else rng.choice((2, 2, 3))
    return Formula(
        operator, tuple(random_formula(rng, depth - 1) for _ in range(operands))
    )


def test_random_formulas() -> None:
    rng = Random(0)
    for _ in range(100):
        formula = random_formula(rng, 2)
        assert parse(str(formula)).variables() == formula.variables()
        names = formula.variables()
        assignments = [
            dict(zip(names, values, strict=True))
            for values in product((False, True), repeat=len(names))
        ]
        values = [formula.value(one) for one in assignments]
        assert [parse(str(formula)).value(one) for one in assignments] == values
        assert count(formula) == sum(values)


@pytest.mark.slow
def test_puzzles_of_random_formulas() -> None:
    rng = Random(1)
    for _ in range(40):
        formula = random_formula(rng, 2)
        found = count_solutions(puzzle_of(relations_of(formula)))
        assert (found.total, found.complete) == (count(formula), True), formula


@pytest.mark.slow
@pytest.mark.parametrize("odd", [False, True])
def test_parities_of_a_graph(odd: bool) -> None:
    formula = tseitin(6, 1, odd=odd)
    expected = 0 if odd else 2 ** (6 // 2 + 1)
    assert count(formula) == expected
    assert (
        sum(
            formula.value(dict(zip(formula.variables(), values, strict=True)))
            for values in product((False, True), repeat=9)
        )
        == expected
    )
    puzzle = puzzle_of(relations_of(formula), holes=True)
    assert len(solve(puzzle, 0).solutions) == expected
    assert len(solve(puzzle, 0, rules="assign").solutions) == expected


@pytest.mark.slow
def test_what_is_no_formula() -> None:
    for text in ("", "a &", "a b", "(a", "a)", "a + b", "&", "~", "(" * 500 + "a"):
        with pytest.raises(OptionError, match="formula"):
            parse(text)
    for vertices in (2, 5):
        with pytest.raises(OptionError, match="no graph"):
            tseitin(vertices, 0, odd=False)
    many = Formula("|", tuple(Formula(f"v{n}") for n in range(200)))
    assert count(many) is None
    with pytest.raises(PuzzleError, match="too large"):
        puzzle_of(relations_of(many))


def test_circuits_on_the_command_line() -> None:
    code, out, err = lab("circuit", "a ^ b")
    assert (code, err) == (0, "a ^ b: 15x21 cells, 265 dots, 2 solutions\n")
    assert parse_puzzle(out).source == "2 solutions"
    code, out, _ = lab("circuit", "--tseitin", "4", "--odd", "--holes", "-f", "facts")
    assert (code, "hole((" in out) == (0, True)
