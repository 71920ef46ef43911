"""Boards drawn at random: each is one, and all are equally likely."""

import random
from collections import Counter

import numpy as np
import pytest
from board_walls import is_galaxies_board, is_partition, walls_of
from intervals import share
from sample_statistics import summarize_boards
from support.marks import slow_if

from galaxies_asp.counting.boards import counting, sampling
from galaxies_asp.counting.boards.matrices import canonical, centroid, regions_of
from galaxies_asp.counting.boards.shape import BoardShape


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "height", "width"),
    [
        ("galaxies", 3, 3),
        pytest.param("galaxies", 3, 4, marks=pytest.mark.slow),
        ("galaxies-toroidal", 3, 3),
        pytest.param("partitions", 3, 3, marks=pytest.mark.slow),
        ("partitions", 2, 4),
    ],
)
def test_uniform(kind: str, height: int, width: int) -> None:
    """Chi-square; with a fixed seed, so that the test cannot fail by chance."""
    boards = sampling.sampler_of(kind, BoardShape(height, width))
    assert boards.total == counting.count(kind, height, width)
    expected = 4
    drawn = sampling.draw(boards, expected * boards.total, seed=1)
    seen = Counter(labels.tobytes() for labels in drawn)
    counts = [*seen.values(), *[0] * (boards.total - len(seen))]
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    freedom = boards.total - 1
    deviate = (chi_square - freedom) / (2 * freedom) ** 0.5
    assert abs(deviate) < 3.3, "one in a thousand samples is so far off"


@pytest.mark.parametrize("kind", ["partitions", "galaxies", "galaxies-toroidal"])
@pytest.mark.parametrize(
    "size", slow_if((5, 5).__eq__, [(1, 1), (1, 5), (5, 1), (3, 5), (5, 3), (5, 5)])
)
def test_samples_are_boards(kind: str, size: tuple[int, int]) -> None:
    for labels in sampling.draw(
        sampling.sampler_of(kind, BoardShape(*size)), 20, seed=3
    ):
        assert labels.shape == size
        assert np.array_equal(labels, canonical(labels))
        assert is_partition(walls_of(labels))
        if kind == "galaxies":
            assert is_galaxies_board(labels)
        elif kind == "galaxies-toroidal":
            assert all(centroid(region) is not None for region in regions_of(labels))


def test_same_seed_same_boards() -> None:
    boards = sampling.sampler_of("galaxies", BoardShape(4, 4))
    one, same, other = (
        [labels.tolist() for labels in sampling.draw(boards, 5, seed)]
        for seed in (7, 7, 8)
    )
    assert one == same != other


def test_every_weight_is_used() -> None:
    class Fixed(random.Random):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

        def randrange(self, stop: int) -> int:  # type: ignore[override]
            assert self.number < stop == 8
            return self.number

    # The 8 galaxies boards of 2x2 cells begin with different first regions, but for
    # one pair: the numbers below 8 lead to all boards whatever follows.
    up_to = [1, 1, 4, 8]
    chosen = [sampling._choose(Fixed(number), up_to) for number in range(8)]
    assert chosen == [0, 2, 2, 2, 3, 3, 3, 3]


def test_summary_of_known_boards() -> None:
    boards = [np.array([[1, 1], [2, 2]]), np.array([[1, 2], [3, 4]])]
    summary = summarize_boards(boards, [True, False])
    assert summary.boards == 2
    assert summary.regions.value == 3
    assert summary.sizes == {1: 4, 2: 2}
    assert summary.on_cells is not None
    assert summary.on_cells.value == pytest.approx(4 / 6)
    assert summary.on_edges is not None
    assert summary.on_edges.value == pytest.approx(2 / 6)
    assert summary.proper is not None
    assert summary.proper.low < 0.5 < summary.proper.high


def test_share_is_the_interval_of_wilson() -> None:
    found = share(7, 20)
    z = 1.959963984540054
    for bound in (found.low, found.high):
        distance = z * (bound * (1 - bound) / 20) ** 0.5
        assert abs(0.35 - bound) == pytest.approx(distance, abs=1e-6)


@pytest.mark.slow
def test_intervals_cover_the_exact_mean() -> None:
    exact = 0
    for labels in all_boards_3x3():
        exact += int(labels.max())
    mean = exact / 391
    drawn = sampling.draw(
        sampling.sampler_of("galaxies", BoardShape(3, 3)), 200, seed=5
    )
    found = summarize_boards(drawn).regions
    assert found.low < mean < found.high


def all_boards_3x3() -> list[np.ndarray]:
    drawn = sampling.draw(
        sampling.sampler_of("galaxies", BoardShape(3, 3)), 5000, seed=2
    )
    boards = {labels.tobytes(): labels for labels in drawn}
    assert len(boards) == 391
    return list(boards.values())
