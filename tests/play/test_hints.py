"""Hints alone solve puzzles of every type, variant and lattice, step by step."""

import pytest
from support.marks import nightly_if
from support.played import SIZES, TYPES, hints_of, made

LONG = ("square-fences",)


@pytest.mark.slow("each type has hints of its own")
@pytest.mark.parametrize("rules", nightly_if(LONG.__contains__, TYPES))
def test_hints_alone_lead_to_the_end(rules: str) -> None:
    assert hints_of(made(rules, SIZES.get(rules, (4, 4)), seed=1))[1]


@pytest.mark.nightly("thirty puzzles of each type")
@pytest.mark.parametrize("grade", ["very easy", "easy", "moderate"])
@pytest.mark.parametrize("rules", TYPES)
def test_hints_solve_puzzles_of_three_grades(rules: str, grade: str) -> None:
    size = SIZES.get(rules, (5, 5))
    for seed in range(10):
        board = made(rules, size, grade=grade, seed=seed)
        assert hints_of(board)[1], board
