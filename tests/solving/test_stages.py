"""The search in stages has the solutions of a plain search."""

import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from support.collection import FILES, positions
from support.kernels import random_board

from galaxies_asp import Puzzle, is_unique, solve
from galaxies_asp.compiled.library import missing
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.result import Result
from galaxies_asp.core.verifying.rules import check_labels
from galaxies_asp.fast import covering
from galaxies_asp.fast.covering import cover
from galaxies_asp.fast.fixpoint import open_lists, unpropagated_lists
from galaxies_asp.fast.rules import Labeling
from galaxies_asp.repairing import WEIGHTS, Allowed, RepairRun, RepairTask
from galaxies_asp.solving import plan, stages

(FILE,) = (path for path in FILES if path.name == "random-hard-12x12.txt")
HARD = positions(FILE)[:2]

LATTICE = Puzzle(9, 9, [(x, y) for x in (3, 9, 15) for y in (3, 9, 15)])
"""Many solutions; propagation decides little."""

WALLED = replace(LATTICE, walls=frozenset([Point(6, 1), Point(7, 6), Point(12, 9)]))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("puzzle", [LATTICE, WALLED, HARD[0].puzzle])
def test_a_cover_is_a_solution(puzzle: Puzzle, seed: int) -> None:
    pairs = open_lists(puzzle)
    taken, uncovered = cover(pairs, seed, 10_000_000)
    assert not uncovered
    rows = Labeling(pairs, puzzle.width).rows(lambda atom: atom - 1 in taken)
    assert not check_labels(puzzle, rows)


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("boards", [6, pytest.param(600, marks=pytest.mark.slow)])
def test_the_compiled_search_makes_the_same_moves(boards: int) -> None:
    rng, ends = Random(5), set()
    for seed in range(boards):
        try:
            pairs = open_lists(random_board(rng))
        except NoSolutionError:
            continue
        ours = covering._Cover(pairs, seed)
        functions = covering.library()
        assert functions is not None
        compiled = covering._CompiledCover(functions, pairs, seed)
        for _ in range(3):
            found = ours.search(1000)
            assert found == compiled.search(1000), seed
        ends.add(found[1] == 0)
    assert True in ends


CONTESTED = Puzzle(5, 1, [(3, 1), (7, 1)])
"""Both dots need the cell in the middle."""


def test_without_a_solution_few_cells_stay_uncovered() -> None:
    taken, uncovered = cover(unpropagated_lists(CONTESTED), 0, 1000)
    assert (len(taken), uncovered) == (1, 1)


def test_a_cover_ends_at_its_deadline() -> None:
    with pytest.raises(TimeoutError):
        cover(unpropagated_lists(CONTESTED), 0, 10**9, time.monotonic())


def test_a_missing_first_solution_is_searched_in_stages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []

    class Recorded(stages.StagedProgram):
        def __init__(self, *arguments: Any) -> None:
            made.append(arguments[-1])
            super().__init__(*arguments)

    monkeypatch.setattr(plan, "SMALL_CELLS", 1)
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
