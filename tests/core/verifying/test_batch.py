"""Many boards verified at once, compared with one after the other."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from oracles import brute_force

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.verifying.batch import keep_the_rules
from galaxies_asp.core.verifying.rules import keeps_the_rules

Board = tuple[list[Point], list[int]]
"""The dots of a board, and the label of each cell."""

DOTS = sorted(map(sorted, brute_force.all_boards(3, 2)))
"""The dots of all boards of 3x2 with a solution."""


@given(
    st.lists(
        st.tuples(
            st.sampled_from(DOTS), st.lists(st.integers(-1, 4), min_size=6, max_size=6)
        ),
        min_size=1,
        max_size=40,
    )
)
def test_any_labels_are_judged_alike(boards: list[Board]) -> None:
    judge(boards)


def test_all_solutions_and_their_neighbors_are_judged_alike() -> None:
    boards = []
    for dots, divisions in brute_force.all_boards(3, 2).items():
        centers = sorted(dots)
        for division in divisions:
            labels = [0] * 6
            for region in division:
                center = brute_force.symmetry_center(region)
                assert center is not None
                for x, y in region:
                    labels[y // 2 * 3 + x // 2] = centers.index(center)
            boards.append((centers, labels))
            for cell in range(6):
                for label in range(-1, len(centers)):
                    changed = [*labels[:cell], label, *labels[cell + 1 :]]
                    boards.append((centers, changed))
    assert sum(judge(boards)) >= len(boards) / 40


def judge(boards: list[Board]) -> list[bool]:
    """Compare both verifiers; cells of no dot count as holes."""
    first = np.cumsum([0, *(len(dots) for dots, _ in boards)], dtype=np.int32)
    dots = np.array([dot for some, _ in boards for dot in some], dtype=np.int32)
    labels = np.array([numbers for _, numbers in boards], np.int32).reshape(-1, 2, 3)
    found = keep_the_rules(dots, first, labels).tolist()
    expected = []
    for (some, _), board in zip(boards, labels, strict=True):
        holes = [(2 * x + 1, 2 * y + 1) for y, x in np.argwhere(board < 0).tolist()]
        touched = {
            cell for dot in some for cell in Puzzle(3, 2).lattice.touched_cells(dot)
        }
        is_board = not touched & {*holes} and len(holes) < 6
        puzzle = Puzzle(3, 2, some, holes=holes) if is_board else None
        expected.append(bool(puzzle and keeps_the_rules(puzzle, board.tolist())))
    assert found == expected
    return found
