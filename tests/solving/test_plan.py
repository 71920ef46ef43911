"""Which engine answers: the rows of the table, and what both engines answer."""

from dataclasses import replace

import pytest
from support.marks import NEEDS_LIBRARY
from support.puzzles import SEVERAL

from galaxies_asp import EncodingError, Puzzle, count, forced, solve
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.solving.plan import engine, has_standard_rules, solver

SMALL = Puzzle(3, 3, [(1, 1), (3, 3), (5, 5)])
LARGE = Puzzle(40, 40, [(40, 40)])
LARGE_VARIED = replace(LARGE, variants=frozenset({RuleVariant.QUARTER_TURN}))
VARIED = replace(SMALL, variants=frozenset({RuleVariant.QUARTER_TURN}))


@NEEDS_LIBRARY
@pytest.mark.parametrize(
    ("puzzle", "rules", "some", "about_all"),
    [
        (SMALL, Rules(), "fast", "fast"),
        (LARGE, Rules(), "fast", "fast"),
        (SMALL, Rules("fast"), "fast", "fast"),
        (SMALL, Rules("idp"), "idp", "idp"),
        (SMALL, Rules(verifier="mine.py:judge"), "fast", "grow"),
        (VARIED, Rules(), *2 * ("growth+quarter-turn",)),
        (LARGE_VARIED, Rules(), *2 * ("growth+quarter-turn",)),
    ],
)
def test_encoding(puzzle: Puzzle, rules: Rules, some: str, about_all: str) -> None:
    assert solver(puzzle, rules).encoding == some
    assert engine(puzzle, rules).encoding == about_all
    assert has_standard_rules(puzzle, rules) == (about_all == "fast")


def test_a_variant_that_the_encoding_does_not_state() -> None:
    with pytest.raises(EncodingError, match="quarter-turn"):
        engine(VARIED, Rules("fast"))


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", SEVERAL)
def test_both_engines_give_the_same_answers(puzzle: Puzzle) -> None:
    expected = set(solve(puzzle, 0, rules="fast").solutions)
    for encoding in ("auto", "grow", "walls"):
        found = count(puzzle, rules=encoding)
        assert (found.total, found.complete) == (len(expected), True)
        assert forced(puzzle, rules=encoding).dots == forced(puzzle).dots
        asked = engine(puzzle, Rules(encoding))
        assert all(asked.accepts(solution) for solution in expected)
