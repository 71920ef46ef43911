"""Many boards verified at once, compared with one after the other."""

import ctypes

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import brute_force
from support.marks import NEEDS_LIBRARY

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.verifying.rules import keeps_the_rules
from galaxies_asp.solving import verdicts
from galaxies_asp.solving.verdicts import keep_the_rules

pytestmark = NEEDS_LIBRARY

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
                for label in range(-1, len(centers) + 1):
                    changed = [*labels[:cell], label, *labels[cell + 1 :]]
                    boards.append((centers, changed))
    assert sum(judge(boards)) >= len(boards) / 40


def judge(boards: list[Board]) -> list[bool]:
    """Compare both verifiers."""
    numbers = [n for dots, _ in boards for n in (3, 2, len(dots), *sum(dots, ()))]
    labels = [label for _, listed in boards for label in listed]
    found = ctypes.c_int32 * len(boards)
    judged = keep_the_rules(
        (ctypes.c_int32 * len(numbers))(*numbers),
        len(boards),
        found(*[1] * len(boards)),
        (ctypes.c_int32 * len(labels))(*labels),
    )
    expected = [
        keeps_the_rules(Puzzle(3, 2, dots), [listed[:3], listed[3:]])
        for dots, listed in boards
    ]
    assert [*map(bool, judged)] == expected
    return expected


def test_one_wrong_solution_of_several_is_seen() -> None:
    board = (ctypes.c_int32 * 7)(2, 1, 2, 1, 1, 3, 1)
    found, right = (ctypes.c_int32 * 1)(2), [0, 1]
    for second, verdict in ((right, 1), ([1, 0], 0), ([0, 0], 0), ([0, 2], 0)):
        labels = (ctypes.c_int32 * 4)(*right, *second)
        assert keep_the_rules(board, 1, found, labels) == bytes([verdict])


def test_a_disagreement_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "keeps_the_rules", lambda puzzle, rows: False)
    with pytest.raises(AssertionError, match="disagree"):
        judge([([Point(3, 2)], [0] * 6)])
