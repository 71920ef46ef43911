"""The search in stages has the solutions of a plain search."""

from itertools import compress
from typing import Any

import pytest
from support.collection import FILES, positions

from galaxies_asp import Puzzle, is_unique, solve
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.result import Result
from galaxies_asp.core.verifying.rules import check_labels
from galaxies_asp.fast.fixpoint import open_lists
from galaxies_asp.fast.parts import Parts
from galaxies_asp.fast.rules import Labeling
from galaxies_asp.fast.windows import Windows
from galaxies_asp.repairing import WEIGHTS, Allowed, RepairRun, RepairTask
from galaxies_asp.solving import plan, stages

(FILE,) = (path for path in FILES if path.name == "random-hard-12x12.txt")
HARD = positions(FILE)[:2]

LATTICE = Puzzle(9, 9, [(x, y) for x in (3, 9, 15) for y in (3, 9, 15)])
"""Many solutions; propagation decides little."""


def test_parts_are_connected_and_follow_the_searches() -> None:
    pairs = open_lists(
        Puzzle(20, 20, [(x, y) for x in range(4, 40, 8) for y in range(4, 40, 8)])
    )
    parts = Parts(pairs)
    sizes = []
    for _ in range(8):
        part = parts.next()
        smaller, n = part.pairs, len(part.numbers)
        sizes.append(n)
        connected = set(compress(range(n), smaller.supported))
        ways = list(zip(*smaller.beside, strict=True))
        while more := {
            pair
            for pair in range(n)
            if pair not in connected and not connected.isdisjoint(ways[pair])
        }:
            connected |= more
        assert len(connected) == n
        cells = {*smaller.cells, *smaller.images}
        assert cells == {*pairs.cells, *pairs.images}
        parts.follow(part, refuted=True, conflicts=0)
    assert sizes[0] < sizes[-1]
    for _ in range(16):
        parts.follow(parts.next(), refuted=False, conflicts=2500)
    assert len(parts.next().numbers) < sizes[-1]


def test_parts_depend_on_the_seed() -> None:
    pairs = open_lists(LATTICE)
    chosen = [Parts(pairs, seed).next() for seed in (1, 1, 2)]
    assert chosen[0] == chosen[1] != chosen[2]


@pytest.mark.parametrize("puzzle", [LATTICE, HARD[0].puzzle])
def test_windows_end_with_a_solution(puzzle: Puzzle) -> None:
    pairs = open_lists(puzzle)
    taken = Windows(pairs, puzzle).search(100_000)
    assert taken is not None
    rows = Labeling(pairs, puzzle.width).rows(lambda atom: atom - 1 in taken)
    assert not check_labels(puzzle, rows)


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
