"""The ground program of `fast` has the solutions of `grow`, on boards of each size."""

from collections import defaultdict
from itertools import product
from random import Random

import pytest

from galaxies_asp.core.board import facts
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.random_boards import random_puzzle
from galaxies_asp.lab.subject import Instance

BOARDS = 6


def boards() -> dict[tuple[int, int], list[Puzzle]]:
    """Return random boards of each size up to 5x5, some without a solution."""
    rng, found = Random(5), defaultdict[tuple[int, int], list[Puzzle]](list)
    for width, height in product(range(1, 6), repeat=2):
        while len(found[width, height]) < BOARDS:
            puzzle = random_puzzle(rng, width * height)
            found[puzzle.width, puzzle.height].append(puzzle)
    return found


ALL = boards()


@pytest.mark.parametrize("size", list(product(range(1, 6), repeat=2)))
def test_the_solutions_are_those_of_grow(size: tuple[int, int]) -> None:
    for puzzle in ALL[size][:BOARDS]:
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
    for puzzles in ALL.values():
        for puzzle in puzzles[:BOARDS]:
            board = Instance("", facts.program(puzzle))
            counts.add(len(ask(Question("galaxies", "fast", board)).found))
    assert {0, 1} <= counts
    assert max(counts) > 1
