"""The local search for a cover: what it takes is a part of a solution, or all of it."""

import time
from contextlib import suppress
from dataclasses import replace
from random import Random
from zlib import crc32

import psutil
import pytest
from support.collection import FILES, positions
from support.kernels import random_board
from support.marks import NEEDS_LIBRARY
from support.puzzles import LATTICE

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.verifying.rules import check_labels
from galaxies_asp.fast import covering
from galaxies_asp.fast.covering import cover
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.rules import Labeling

pytestmark = NEEDS_LIBRARY

(FILE,) = (path for path in FILES if path.name == "random-hard-12x12.txt")
HARD = positions(FILE)[:1]

WALLED = replace(LATTICE, walls=frozenset([Point(6, 1), Point(7, 6), Point(12, 9)]))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("puzzle", [LATTICE, WALLED, HARD[0].puzzle])
def test_a_cover_is_a_solution(puzzle: Puzzle, seed: int) -> None:
    pairs = Kernel.settled(puzzle).open_lists()
    taken, uncovered = cover(pairs, seed, 10_000_000)
    assert not uncovered
    rows = Labeling(pairs, puzzle.width).rows(lambda atom: atom - 1 in taken)
    assert not check_labels(puzzle, rows)


def uncovered(pairs: PairLists, seed: int, work: int) -> int:
    """Check the pairs that are taken, and return the number of uncovered cells."""
    taken, left = cover(pairs, seed, work)
    cells = [cell for n in taken for cell in {pairs.cells[n], pairs.images[n]}]
    assert len(cells) == len({*cells})
    assert left == len({*pairs.cells, *pairs.images}) - len(cells)
    assert not any({*two} <= taken for two in pairs.apart)
    reached = {n for n in taken if pairs.supported[n]}
    waiting = [*reached]
    while waiting:
        pair = waiting.pop()
        new = {row[pair] for row in pairs.beside} & taken - reached
        reached |= new
        waiting += new
    assert reached == taken
    return left


@pytest.mark.parametrize("boards", [60, pytest.param(600, marks=pytest.mark.slow)])
def test_what_is_taken_has_no_fault(boards: int) -> None:
    rng, ends = Random(5), set()
    for seed in range(boards):
        with suppress(NoSolutionError):
            pairs = Kernel.settled(random_board(rng)).open_lists()
            ends.add(uncovered(pairs, seed, 1000) == 0)
    assert True in ends


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("puzzle", [LATTICE, WALLED])
def test_it_has_none_where_paths_are_long(puzzle: Puzzle, seed: int) -> None:
    assert uncovered(Kernel.of(puzzle).open_lists(), seed, 700) < 81


def test_equal_seeds_give_equal_covers_with_every_compiler() -> None:
    """On a board of this size cells get different weights, by which odd seeds go."""
    dots = [(x, y) for y in range(3, 30, 6) for x in range(3, 30, 6)]
    pairs = Kernel.of(Puzzle(15, 15, dots)).open_lists()
    covers = [sorted(cover(pairs, seed, 700)[0]) for seed in range(4)]
    sums = [crc32(repr(taken).encode()) for taken in covers]
    assert sums == [1380295801, 466837208, 2415733808, 3403619718]


def test_a_search_that_is_over_leaves_no_memory() -> None:
    pairs = Kernel.of(LATTICE).open_lists()
    process = psutil.Process()
    covering._Search(pairs, 0)
    before = process.memory_info().rss
    for seed in range(2000):
        covering._Search(pairs, seed)
    assert process.memory_info().rss - before < 10_000_000


CONTESTED = Puzzle(5, 1, [(3, 1), (7, 1)])
"""Both dots need the cell in the middle."""


def test_without_a_solution_few_cells_stay_uncovered() -> None:
    taken, uncovered = cover(Kernel.of(CONTESTED).open_lists(), 0, 1000)
    assert (len(taken), uncovered) == (1, 1)


def test_a_cover_ends_at_its_deadline() -> None:
    with pytest.raises(TimeoutError):
        cover(Kernel.of(CONTESTED).open_lists(), 0, 10**9, time.monotonic())
