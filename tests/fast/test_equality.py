"""The ground program of `fast` has the solutions of `grow`, on boards of each size."""

from random import Random

import pytest
from support.marks import NEEDS_LIBRARY

from galaxies_asp.core.board import facts
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.instances import Instance
from galaxies_asp.lab.random_boards import random_puzzle

pytestmark = NEEDS_LIBRARY


def boards(cells: int) -> list[Puzzle]:
    """Return random boards up to a number of cells, some without a solution."""
    rng = Random(cells)
    return [random_puzzle(rng, cells) for _ in range(6)]


@pytest.mark.parametrize("cells", range(1, 26))
def test_the_solutions_are_those_of_grow(cells: int) -> None:
    for puzzle in boards(cells):
        board = Instance("", facts.program(puzzle))
        by_fast, by_grow = (
            ask(Question("galaxies", name, board)) for name in ("fast", "grow")
        )
        assert by_fast.found == by_grow.found
        assert by_fast.complete
        assert by_fast.wrong is by_grow.wrong is None


@pytest.mark.slow
def test_the_boards_have_no_solution_one_and_several() -> None:
    counts = set()
    for cells in range(1, 26):
        for puzzle in boards(cells):
            board = Instance("", facts.program(puzzle))
            counts.add(len(ask(Question("galaxies", "fast", board)).found))
    assert {0, 1} <= counts
    assert max(counts) > 1
