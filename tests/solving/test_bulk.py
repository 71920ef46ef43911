"""Many solutions at once are judged as each of them alone."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.marks import NEEDS_LIBRARY
from support.puzzles import SEVERAL

from galaxies_asp.core.board.grid import HEXAGONAL
from galaxies_asp.core.board.puzzle import NO_DOT, Labels, Puzzle, Solution
from galaxies_asp.core.verifying.rules import check_labels, keeps_the_rules
from galaxies_asp.solving.search import solve
from galaxies_asp.solving.verdicts import all_keep_the_rules

pytestmark = NEEDS_LIBRARY

BOARDS = [*SEVERAL, Puzzle(4, 3, [(2, 3), (6, 3)], lattice=HEXAGONAL)]


def judged(puzzle: Puzzle, batch: Labels) -> list[bool]:
    return [*map(bool, all_keep_the_rules(puzzle, batch))]


@cache
def solutions(number: int) -> list[Labels]:
    """Return the labels of all solutions of a puzzle."""
    return [np.array(one.labels) for one in solve(BOARDS[number], 0).solutions]


@pytest.mark.parametrize("number", range(len(SEVERAL)))
def test_there_are_several_solutions(number: int) -> None:
    assert len(solutions(number)) > 1


@pytest.mark.slow
@settings(max_examples=40)
@given(
    number=st.integers(0, len(BOARDS) - 1),
    seed=st.integers(0, 10**6),
    size=st.sampled_from([1, 20, 64, 65, 130]),
    walled=st.booleans(),
)
def test_a_batch_is_judged_as_its_members(
    number: int, seed: int, size: int, walled: bool
) -> None:
    rng = np.random.default_rng(seed)
    puzzle, right = BOARDS[number], solutions(number)
    if walled:
        walls = sorted(Solution(puzzle, right[rng.integers(len(right))]).walls)
        chosen = [walls[place] for place in rng.integers(len(walls), size=3)]
        puzzle = replace(puzzle, walls=frozenset(chosen))
    batch = np.array([right[place] for place in rng.integers(len(right), size=size)])
    for place in np.flatnonzero(rng.random(len(batch)) < 0.3):
        row, column = rng.integers(puzzle.height), rng.integers(puzzle.width)
        batch[place, row, column] = rng.integers(NO_DOT, len(puzzle.centers))
    expected = [not check_labels(puzzle, one) for one in batch]
    assert judged(puzzle, batch) == expected
    assert [keeps_the_rules(puzzle, rows) for rows in batch.tolist()] == expected


def test_impossible_labels_are_wrong() -> None:
    puzzle = Puzzle(3, 1, [(1, 1), (5, 1)], holes=[(3, 1)])
    batch = np.array(
        [[[0, NO_DOT, 1]], [[0, 0, 1]], [[0, NO_DOT, 1]], [[0, NO_DOT, 2]]]
    )
    assert judged(puzzle, batch) == [True, False, True, False]


def test_a_symmetric_region_in_pieces_is_wrong() -> None:
    puzzle = Puzzle(3, 3, [(3, 3), (3, 1), (3, 5), (1, 3), (5, 3)])
    right = [[1, 1, 1], [3, 0, 4], [2, 2, 2]]
    corners = [[0, 1, 0], [3, 0, 4], [0, 2, 0]]
    batch = np.array([right, corners, right], dtype=np.int32)
    assert judged(puzzle, batch) == [True, False, True]


def test_symmetric_regions_are_right_if_they_are_connected() -> None:
    """The cells that are left by pairs of holes about the dot in the middle."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(500):
        labels = np.where(rng.random((5, 5)) < 0.3, NO_DOT, 0)
        labels = np.minimum(labels, labels[::-1, ::-1])
        labels[2, 2] = 0
        holes = [(2 * i + 1, 2 * j + 1) for j, i in np.argwhere(labels == NO_DOT)]
        puzzle = Puzzle(5, 5, [(5, 5)], holes=holes)
        cells = np.argwhere(labels == 0).tolist()
        connected = _reached(cells) == len(cells)
        assert keeps_the_rules(puzzle, labels.tolist()) is connected
        batch = labels[None].astype(np.int32)
        assert judged(puzzle, batch) == [connected]
        found.append(connected)
    assert 50 < sum(found) < 450


def _reached(cells: list[list[int]]) -> int:
    """Return the number of cells that are connected to the one in the middle."""
    reached = [[2, 2]]
    for i, j in reached:
        for cell in ([i + 1, j], [i - 1, j], [i, j + 1], [i, j - 1]):
            if cell in cells and cell not in reached:
                reached.append(cell)
    return len(reached)


def test_without_a_solution_all_are_wrong() -> None:
    puzzle = Puzzle(2, 1, [(1, 1), (3, 1)])
    batch = np.array([[[0, 0]], [[1, 1]]], dtype=np.int32)
    assert judged(puzzle, batch) == [False, False]
    assert judged(puzzle, batch[:0]) == []
