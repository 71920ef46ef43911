"""The options for large programs change no answer."""

import pytest
from support.puzzles import SEVERAL

from galaxies_asp import Puzzle, solve
from galaxies_asp.solving import plan


@pytest.mark.parametrize("puzzle", [*SEVERAL, Puzzle(5, 5, [(1, 1), (5, 5)])])
def test_same_solutions(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = solve(puzzle, 0, rules="grow")
    monkeypatch.setattr(plan, "LARGE_PAIRS", 1)
    monkeypatch.setattr(plan, "KERNEL_WORK", 0)
    monkeypatch.setattr(plan, "KERNEL_WORK_OF_A_CELL", 0)
    large = solve(puzzle, 0, rules="fast")
    assert (large.status, large.complete) == (plain.status, True)
    assert len(large.solutions) == len(plain.solutions)
    assert set(large.solutions) == set(plain.solutions)
