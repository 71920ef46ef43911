"""The search in stages has the solutions of a plain search."""

from typing import Any

import pytest
from support.collection import FILES, positions
from support.marks import NEEDS_LIBRARY
from support.puzzles import LATTICE

from galaxies_asp import Puzzle, is_unique, solve
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.result import Result
from galaxies_asp.repairing import WEIGHTS, Allowed, RepairRun, RepairTask
from galaxies_asp.solving import plan, stages

(FILE,) = (path for path in FILES if path.name == "random-hard-12x12.txt")
HARD = positions(FILE)[:2]


@NEEDS_LIBRARY
def test_a_missing_first_solution_is_searched_in_stages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []

    class Recorded(stages.StagedProgram):
        def __init__(self, *arguments: Any) -> None:
            made.append(arguments[-1])
            super().__init__(*arguments)

    monkeypatch.setattr(plan, "STAGED_PAIRS", 1)
    monkeypatch.setattr(plan, "STAGED_PAIRS_OF_A_CELL", 0)
    monkeypatch.setattr(plan, "KERNEL_WORK", 0)
    monkeypatch.setattr(plan, "KERNEL_WORK_OF_A_CELL", 0)
    monkeypatch.setattr(stages, "StagedProgram", Recorded)
    solve(LATTICE, 1, seed=7)
    assert not is_unique(LATTICE)
    run = RepairRun(RepairTask(sheet_of(LATTICE), Allowed(WEIGHTS)))
    assert isinstance(next(iter(run)), Result)
    assert made == [7, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize("conflicts", [1, 40])
@pytest.mark.parametrize("models", [1, 2, 5, 0])
def test_same_solutions(
    conflicts: int, models: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles = [LATTICE, Puzzle(4, 4, [(4, 4)]), Puzzle(5, 5, [(1, 1), (5, 5)])]
    puzzles += [position.puzzle for position in HARD]
    for puzzle in puzzles:
        wanted = 300 if models == 0 and puzzle is LATTICE else models
        plain = solve(puzzle, wanted, rules="grow")
        with monkeypatch.context() as patch:
            patch.setattr(plan, "STAGED_PAIRS", 1)
            patch.setattr(plan, "STAGED_PAIRS_OF_A_CELL", 0)
            patch.setattr(stages, "FIRST_CONFLICTS", conflicts)
            staged = solve(puzzle, wanted, rules="fast")
        assert staged.status == plain.status or models == 1
        assert len(staged.solutions) == len(plain.solutions)
        assert len(set(staged.solutions)) == len(staged.solutions)
        if plain.complete and staged.complete:
            assert set(staged.solutions) == set(plain.solutions)
