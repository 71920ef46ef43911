"""The revised engine of Morris, which grows regions from centers."""

import math
from collections import Counter
from itertools import islice, product

import numpy as np
import pytest

from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.counting.boards.engines import chain, morris
from galaxies_asp.counting.boards.engines.draws import Draws
from galaxies_asp.counting.boards.matrices import solution_of


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 2), (7, 4), (12, 15)])
def test_grown_boards(size: tuple[int, int]) -> None:
    boards = list(islice(chain.boards(*size, 1, 0), 20))
    for solution in boards:
        assert solution.labels.shape == size
        assert not verify(solution)
    assert boards == list(islice(chain.boards(*size, 1, 0), 20))
    if size != (1, 1):
        assert boards != list(islice(chain.boards(*size, 2, 0), 20))


def test_a_grown_board_is_pinned() -> None:
    """The same seed gives the same board, on every machine."""
    (solution,) = islice(chain.boards(5, 6, 7, 0), 1)
    assert solution.labels.tolist() == PINNED


PINNED = [
    [0, 1, 1, 1, 1, 1],
    [0, 0, 0, 2, 2, 3],
    [0, 0, 0, 2, 2, 4],
    [0, 0, 0, 5, 6, 6],
    [7, 8, 0, 5, 6, 6],
]


def test_all_sizes_up_to_seven() -> None:
    for height, width in product(range(1, 8), repeat=2):
        for solution in islice(chain.boards(height, width, 3, 0), 4):
            assert not verify(solution)


def test_sizes_of_the_paper() -> None:
    draws = Draws(1)
    found = [morris.sizes_of_paper(7, 7, draws) for _ in range(200)]
    aimed = {round(49 / (sizes.mean - 1)) for sizes in found}
    assert aimed == {5, 6, 7, 8, 9}
    for sizes in found:
        assert sizes.spread == sizes.mean / 2 - 0.3
        assert sizes.number == 3 * round(49 / (sizes.mean - 1)) // 2
    # The paper prints 13 sizes for n = 7, so that nine regions were aimed at.
    assert max(sizes.number for sizes in found) == 13
    assert morris.sizes_of_paper(1, 1, draws).number >= 1


@pytest.mark.parametrize("size", range(1, 10))
def test_the_size_decides_on_the_kind_of_centre(size: int) -> None:
    """On an empty board only the border is in the way of the first region."""
    reached = Counter()
    for seed in range(30):
        labels = morris.grow(12, 12, Draws(seed), morris.RegionSizes(size, 0, 1))
        y, x = np.nonzero(labels == 1)
        reached[len(y)] += 1
        center = (int(x.min() + x.max()) + 1, int(y.min() + y.max()) + 1)
        odd = center[0] % 2 + center[1] % 2
        assert odd == {0: 0, 1: 2, 2: 1, 3: 2}[size % 4]
    assert max(reached) == size
    assert reached[size] >= 20


def test_the_rest_is_filled_with_pieces_of_one_two_and_four() -> None:
    sizes = Counter()
    kinds = Counter()
    for seed in range(40):
        labels = morris.grow(6, 6, Draws(seed), morris.RegionSizes(5, 0, 1))
        sizes.update(np.bincount(labels.ravel())[2:].tolist())
        centers = solution_of(labels).puzzle.centers
        kinds.update((x % 2, y % 2) for x, y in centers)
    assert set(sizes) == {1, 2, 4}
    assert len(kinds) == 4, "cells, vertices, upright and level edges"


@pytest.mark.slow
def test_growth_has_no_direction() -> None:
    """Unlike the printed program, where it goes to one side more than to another."""
    turned = Counter()
    for seed in range(400):
        labels = morris.grow(15, 15, Draws(seed), morris.RegionSizes(8, 0, 1))
        y, x = np.nonzero(labels == 1)
        turned[np.sign(np.ptp(y) - np.ptp(x)).item()] += 1
    tall, wide = turned[1], turned[-1]
    assert abs(tall - wide) < 3.3 * math.sqrt(tall + wide)
