"""Random numbers, the test for symmetry, and the engines that draw and search."""

from collections import Counter

import board_walls
import counterexamples
import numpy as np
import pytest

from galaxies_asp.core.board.puzzle import Position, Puzzle, walls_between
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.counting.boards import matrices, sampling
from galaxies_asp.counting.boards.engines.draws import Draws
from galaxies_asp.counting.boards.matrices import solution_of
from galaxies_asp.counting.boards.shape import BoardShape


def test_the_stream_is_pinned() -> None:
    """What numpy must never change."""
    assert Draws(1).words(3).tolist() == PINNED
    draws = Draws(1)
    assert [draws.below(2**64) for _ in range(3)] == PINNED


PINNED = [6121965077920697375, 11287488425574791786, 9364169760491853560]


def test_keys_are_independent() -> None:
    keys = [(1,), (1, 0), (0, 1), (2,), (1, 0, 0)]
    assert len({Draws(*key).words(1).item() for key in keys}) == len(keys)


def test_draws_below() -> None:
    draws = Draws(5)
    counts = Counter(draws.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 22.5, "one in a thousand streams is so far off"
    assert {draws.below(1) for _ in range(9)} == {0}


def test_numbers_that_favour_some_are_drawn_again() -> None:
    draws = Draws(5)
    stop = 2**63 + 1  # nearly half of all words would come twice
    assert all(draws.below(stop) < stop for _ in range(50))
    words = Draws(5).words(200).tolist()
    fair = [word for word in words if word < stop]
    draws = Draws(5)
    assert [draws.below(stop) for _ in range(20)] == fair[:20]


def test_shuffles() -> None:
    draws = Draws(9)
    seen = Counter()
    for _ in range(2400):
        items = [1, 2, 3, 4]
        draws.shuffle(items)
        seen[tuple(items)] += 1
    assert len(seen) == 24
    assert sum((count - 100) ** 2 / 100 for count in seen.values()) < 49.7


def test_normal_numbers() -> None:
    draws = Draws(4)
    drawn = np.array([draws.normal() for _ in range(10_000)])
    assert abs(drawn.mean()) < 0.04
    assert abs(drawn.std() - 1) < 0.03
    assert abs((drawn < -1.0).mean() - 0.1587) < 0.015
    assert np.abs(drawn).max() < 6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "partitions", "boards"),
    [((3, 3), 1434, 391), ((2, 4), 456, 162), ((1, 5), 16, 16)],
)
def test_the_test_for_symmetry_agrees_with_the_verifier(
    size: tuple[int, int], partitions: int, boards: int
) -> None:
    all_labels = np.array(list(counterexamples.partitions(*size)))
    verdicts = np.array([board_walls.is_galaxies_board(each) for each in all_labels])
    assert (len(all_labels), verdicts.sum()) == (partitions, boards)
    for labels, verdict in zip(all_labels, verdicts, strict=True):
        assert is_board_of_some_puzzle(labels) == verdict
    for labels in all_labels[verdicts][::10]:
        assert not verify(solution_of(labels))
    for labels in all_labels[~verdicts][::10]:
        with pytest.raises(ValueError, match=r"\w"):
            solution_of(labels)


def is_board_of_some_puzzle(labels: np.ndarray) -> bool:
    """Put the dots where the middle of each region's rectangle is, and verify."""
    height, width = labels.shape
    dots = []
    for label in range(1, labels.max() + 1):
        y, x = np.nonzero(labels == label)
        dots.append((int(x.min() + x.max()) + 1, int(y.min() + y.max()) + 1))
    if len(set(dots)) < len(dots):
        return False
    puzzle = Puzzle(width, height, dots)
    walls = walls_between((labels - 1).tolist())
    return not verify(Position(puzzle, walls=walls))


def test_solutions_have_their_dots_in_reading_order() -> None:
    solution = solution_of(np.array([[9, 9, 4], [2, 2, 4]]))
    assert solution.puzzle.centers == ((2, 1), (5, 2), (2, 3))
    assert solution.labels.tolist() == [[0, 0, 1], [2, 2, 1]]


@pytest.mark.slow
def test_uniform() -> None:
    """Chi-square over all boards of 3x3, with a fixed seed."""
    boards, each = 391, 5
    drawn = sampling.draw(
        sampling.sampler_of("galaxies", BoardShape(3, 3)), each * boards, seed=11
    )
    seen = Counter(matrices.solution_of(one).labels.tobytes() for one in drawn)
    counts = [*seen.values(), *[0] * (boards - len(seen))]
    chi_square = sum((count - each) ** 2 / each for count in counts)
    assert abs(chi_square - 390) < 3.3 * (2 * 390) ** 0.5


@pytest.mark.parametrize("size", [(1, 1), (1, 6), (6, 1), (4, 5)])
def test_uniform_boards_have_their_size(size: tuple[int, int]) -> None:
    boards = sampling.draw(
        sampling.sampler_of("galaxies", BoardShape(*size)), 5, seed=2
    )
    for solution in map(matrices.solution_of, boards):
        assert solution.labels.shape == size
        assert not verify(solution)
