"""The two engines of Morris: row by row, and from centres."""

import math
from collections import Counter
from itertools import islice, product

import numpy as np
import pytest
from rows_exactly import exact_yield, expected_regions, regions_by_paper
from support.boards import are_galaxies_boards

from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.counting.boards.engines import morris, rows
from galaxies_asp.counting.boards.engines.draws import Draws
from galaxies_asp.counting.boards.matrices import (
    canonical,
    is_partition,
    solution_of,
    walls_of,
)

SMALL = [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3)]


def all_divisions(height: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the division for every set of walls drawn, and the two numbers of walls.

    As (n, H, W), and (n, 2): walls beside and above.
    """
    upright, level = height * (width - 1), (height - 1) * width
    bits = np.array(list(product((False, True), repeat=upright + level)), bool)
    beside = bits[:, :upright].reshape(len(bits), height, width - 1)
    above = bits[:, upright:].reshape(len(bits), height - 1, width)
    numbers = np.stack([bits[:, :upright].sum(1), bits[:, upright:].sum(1)], 1)
    return rows._divide(beside, above), numbers


@pytest.mark.parametrize("size", SMALL)
def test_divisions_are_partitions(size: tuple[int, int]) -> None:
    divided, _ = all_divisions(*size)
    for labels in np.unique(divided, axis=0):
        assert is_partition(walls_of(labels))
        assert np.array_equal(labels, canonical(labels))


@pytest.mark.parametrize("size", SMALL)
def test_expected_regions_are_exact(size: tuple[int, int]) -> None:
    height, width = size
    divided, _ = all_divisions(height, width)
    regions = divided.max(axis=(1, 2)).tolist()
    walls = rows.Walls(0.5, 0.5)
    assert sum(regions) / len(regions) == expected_regions(height, width, walls)


@pytest.mark.parametrize("size", [(2, 3), (3, 2)])
@pytest.mark.parametrize("walls", [rows.Walls(0.3, 0.6), rows.Walls(2 / 3, 1 / 3)])
def test_expectations_with_other_shares(
    size: tuple[int, int], walls: rows.Walls
) -> None:
    height, width = size
    divided, numbers = all_divisions(height, width)
    beside, above = numbers.T
    probability = walls.beside**beside * (1 - walls.beside) ** (
        height * (width - 1) - beside
    )
    probability *= walls.above**above * (1 - walls.above) ** (
        (height - 1) * width - above
    )
    regions = (divided.max(axis=(1, 2)) * probability).sum()
    assert regions == pytest.approx(expected_regions(height, width, walls))
    fine = are_galaxies_boards(divided)
    found = exact_yield(height, width, walls)
    assert found.share == pytest.approx(probability[fine].sum())


@pytest.mark.parametrize("size", SMALL)
def test_exact_yield(size: tuple[int, int]) -> None:
    divided, _ = all_divisions(*size)
    boards = divided[are_galaxies_boards(divided)]
    found = exact_yield(*size, rows.Walls())
    seen = Counter(labels.tobytes() for labels in boards)
    assert found.boards == len(seen)
    assert found.share == len(boards) / len(divided)
    squares = sum(count**2 for count in seen.values())
    assert found.collision == pytest.approx(squares / len(divided) ** 2)


def test_the_paper_expects_too_many_regions() -> None:
    for n, share, exact in ((7, 0.5, 16), (11, 0.4, 25), (15, 0.3439, 33.8)):
        walls = rows.Walls(share, share)
        assert regions_by_paper(n, walls) == pytest.approx(3 * n, abs=0.02)
        assert expected_regions(n, n, walls) == pytest.approx(exact, abs=0.02)
    # It is right only where no cell is free to differ.
    assert regions_by_paper(1, rows.Walls(0, 0)) == 1


def test_many_divisions_have_as_many_regions_as_expected() -> None:
    walls = rows.Walls(0.4, 0.4)
    (batch,) = islice(rows.divisions(11, 11, walls, seed=2), 1)
    regions = batch[:2000].max(axis=(1, 2))
    error = regions.std() / 2000**0.5
    assert abs(regions.mean() - 25) < 4 * error
    assert not are_galaxies_boards(batch[:2000]).any()


def test_some_boards_are_never_made() -> None:
    """Not even every tetromino: S is, but its mirror image would go on to the left."""
    made = {labels.tobytes() for labels in all_divisions(2, 3)[0]}
    can, cannot = np.array([[1, 1, 2], [3, 1, 1]]), np.array([[1, 2, 2], [2, 2, 3]])
    assert are_galaxies_boards(np.array([can, cannot])).all()
    assert can.tobytes() in made
    assert cannot.tobytes() not in made


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def first(count: int) -> np.ndarray:
        batches = rows.divisions(3, 4, rows.Walls(), seed=6)
        found = np.concatenate(list(islice(batches, 8)))
        return found[:count]

    expected = first(50)
    monkeypatch.setattr(rows, "_CELLS_AT_ONCE", 100)
    assert np.array_equal(first(50), expected)


def test_the_tally_counts_what_was_looked_at() -> None:
    tally = rows.Tally()
    found = list(rows.boards(4, 3, rows.Walls(), 1, 1000, tally))
    assert (tally.tried, tally.boards) == (1000, len(found))
    assert str(tally) == f"{len(found)} boards among 1,000 divisions"
    assert not any(map(verify, found))
    again = rows.Tally()
    (first,) = islice(rows.boards(4, 3, rows.Walls(), 1, 1000, again), 1)
    assert first == found[0]
    assert again.boards == 1 <= again.tried < 1000


def test_share_for_regions() -> None:
    share = rows.share_for(21, 7, 7)
    walls = rows.Walls(share, share)
    assert expected_regions(7, 7, walls) == pytest.approx(21)
    assert rows.share_for(1, 3, 3) == pytest.approx(0)
    assert rows.share_for(9, 3, 3) == pytest.approx(1)
    with pytest.raises(OptionError, match="1 to 9 can"):
        rows.share_for(9.5, 3, 3)
    with pytest.raises(OptionError, match="walls above"):
        rows.Walls(0.5, 1.5)


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 2), (7, 4), (30, 30)])
def test_grown_boards(size: tuple[int, int]) -> None:
    boards = list(islice(morris.boards(*size, seed=1), 20))
    for solution in boards:
        assert solution.labels.shape == size
        assert not verify(solution)
    assert boards == list(islice(morris.boards(*size, seed=1), 20))
    if size != (1, 1):
        assert boards != list(islice(morris.boards(*size, seed=2), 20))


def test_a_grown_board_is_pinned() -> None:
    """The same seed gives the same board, on every machine."""
    (solution,) = islice(morris.boards(5, 6, seed=7), 1)
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
        for solution in islice(morris.boards(height, width, seed=3), 4):
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
        labels = morris.grow(12, 12, Draws(seed), morris.Sizes(size, 0, 1))
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
        labels = morris.grow(6, 6, Draws(seed), morris.Sizes(5, 0, 1))
        sizes.update(np.bincount(labels.ravel())[2:].tolist())
        centers = solution_of(labels).puzzle.centers
        kinds.update((x % 2, y % 2) for x, y in centers)
    assert set(sizes) == {1, 2, 4}
    assert len(kinds) == 4, "cells, vertices, upright and level edges"


def test_growth_has_no_direction() -> None:
    """Unlike the printed program, where it goes to one side more than to another."""
    turned = Counter()
    for seed in range(400):
        labels = morris.grow(15, 15, Draws(seed), morris.Sizes(8, 0, 1))
        y, x = np.nonzero(labels == 1)
        turned[np.sign(np.ptp(y) - np.ptp(x)).item()] += 1
    tall, wide = turned[1], turned[-1]
    assert abs(tall - wide) < 3.3 * math.sqrt(tall + wide)


def test_sizes_that_cannot_be() -> None:
    with pytest.raises(OptionError, match="at least 1"):
        morris.Sizes(0.5, 1, 3)
    with pytest.raises(OptionError, match="at least 0"):
        morris.Sizes(5, -1, 3)
    with pytest.raises(OptionError, match="mean size"):
        morris.Sizes(math.nan, 1, 3)
    with pytest.raises(OptionError, match="spread of inf"):
        morris.Sizes(5, math.inf, 3)
