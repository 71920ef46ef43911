"""The Markov chain: its moves keep the uniform distribution, and meet all boards."""

from collections import Counter
from itertools import islice

import board_walls
import counterexamples
import numpy as np
import pytest
from support.marks import slow_if

from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.counting.boards import counting
from galaxies_asp.counting.boards.engines import chain
from galaxies_asp.counting.boards.engines.chain import WindowDivisions
from galaxies_asp.counting.boards.engines.draws import Draws
from galaxies_asp.counting.boards.matrices import Ints, canonical


class Fixed(Draws):
    """Always the same number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, stop: int) -> int:
        assert 0 <= self.number < stop
        return self.number


def all_boards(height: int, width: int) -> Ints:
    partitions = counterexamples.partitions(height, width)
    return np.array(
        [each for each in partitions if board_walls.is_galaxies_board(each)]
    )


@pytest.mark.parametrize(
    "size", slow_if((3, 3).__eq__, [(1, 4), (4, 1), (2, 3), (3, 3)])
)
def test_moves_of_pairs_are_as_likely_as_their_reverse(size: tuple[int, int]) -> None:
    boards = all_boards(*size)
    number = {labels.tobytes(): i for i, labels in enumerate(boards)}
    window = WindowDivisions(1, 1)
    moves = np.zeros((len(boards), len(boards)), dtype=int)
    for i, labels in enumerate(boards):
        for chosen in range(4 * labels.size):
            moving = chain.BoardChain(labels, Fixed(chosen), window)
            moving.move_pair()
            moves[i, number[canonical(moving.matrix()).tobytes()]] += 1
    assert np.array_equal(moves, moves.T)
    assert np.trace(moves) < moves.sum()


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (3, 3), (2, 4)])
def test_windows_count_all_divisions(size: tuple[int, int]) -> None:
    window = WindowDivisions(*size)
    cells = size[0] * size[1]
    assert window.count((1 << cells) - 1) == counting.count("galaxies", *size)


def test_windows_draw_uniformly() -> None:
    window, draws = WindowDivisions(2, 3), Draws(6)
    boards, each = window.count(0b111_111), 20
    seen = Counter(tuple(window.draw(0b111_111, draws)) for _ in range(each * boards))
    assert len(seen) == boards
    chi_square = sum((count - each) ** 2 / each for count in seen.values())
    assert abs(chi_square - (boards - 1)) < 3.3 * (2 * (boards - 1)) ** 0.5


def test_windows_divide_any_set() -> None:
    window = WindowDivisions(3, 3)
    corner = 0b001_011  # three cells around a corner
    assert window.count(corner) == 3
    # A ring of eight: 47 ways with pieces of one and two; 4 x 8 with one side of three
    # cells and a strip of five; 2 with two opposite sides.
    ring = 0b111_101_111
    assert window.count(ring) == 47 + 4 * 8 + 2
    assert window.count(0) == 1
    assert window.draw(0, Draws(1)) == []


def test_a_window_changes_only_what_lies_in_it() -> None:
    labels = np.array([[1, 1, 1, 1], [2, 3, 3, 4], [5, 6, 7, 7]])
    seen = set()
    for seed in range(60):
        changing = chain.BoardChain(labels, Draws(seed), WindowDivisions(2, 3))
        changing.divide(1, 0)
        found = canonical(changing.matrix())
        assert (found[0] == 1).all()
        assert len(set(found[1:, 3].tolist()) | {found[2, 2]}) == 2
        assert found[2, 2] == found[2, 3]
        seen.add(found.tobytes())
    # The regions 2, 3, 5 and 6: five cells of the window, all but its last one.
    assert len(seen) == WindowDivisions(2, 3).count(0b011_111)


@pytest.mark.slow
def test_uniform_on_3x3() -> None:
    """Chi-square with windows so small that both kinds of moves are needed."""
    window = WindowDivisions(2, 2)
    boards = all_boards(3, 3)
    moving = chain.BoardChain(boards[0], Draws(1), window)
    each = 4
    seen: Counter[bytes] = Counter()
    for _ in range(each * len(boards)):
        for _ in range(3):
            moving.sweep()
        seen[canonical(moving.matrix()).tobytes()] += 1
    assert set(seen) <= {labels.tobytes() for labels in boards}
    counts = [*seen.values(), *[0] * (len(boards) - len(seen))]
    chi_square = sum((count - each) ** 2 / each for count in counts)
    assert abs(chi_square - 390) < 3.3 * (2 * 390) ** 0.5


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (2, 7), (8, 6)])
def test_boards(size: tuple[int, int]) -> None:
    found = list(islice(chain.boards(*size, seed=3, sweeps=3), 4))
    for solution in found:
        assert solution.labels.shape == size
        assert not verify(solution)
    assert found == list(islice(chain.boards(*size, seed=3, sweeps=3), 4))


@pytest.mark.slow
def test_a_large_board() -> None:
    told: list[int] = []
    boards = chain.boards(
        30, 30, seed=1, sweeps=2, report=lambda _, done, total: told.append(done)
    )
    solution = next(boards)
    assert not verify(solution)
    assert told == [1, 2]
    # A uniform board has more and smaller regions than a grown one.
    assert solution.labels.max() > 300
