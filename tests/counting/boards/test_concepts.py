"""The terms of the paper: matrices, walls, strips, symmetry; and its statements."""

import re
import shlex
from collections.abc import Callable
from itertools import islice, product

import board_walls
import counterexamples
import numpy as np
import pytest
from oracles import brute_force
from support.commands import text
from support.documents import ROOT

from galaxies_asp.core.board.grid import Point, cell_at, inner_edges, is_vertex
from galaxies_asp.core.verifying.regions import components
from galaxies_asp.counting.boards import matrices
from galaxies_asp.counting.boards.word_board import WordBoard


def region(*rows: str) -> np.ndarray:
    return np.array([[character == "#" for character in row] for row in rows])


def is_toroidal(region: np.ndarray) -> bool:
    """Tell whether a region is symmetric about a center that it does not contain."""
    is_symmetric = matrices.centroid(region) is not None
    return is_symmetric and not matrices.contains_centroid(region)


def test_points_of_the_grid() -> None:
    edges = {Point(*p) for p in board_walls.gridlines(3, 4)}
    assert edges == set(inner_edges(4, 3))
    assert len(board_walls.gridlines(5, 5)) == 2 * 5 * 4
    centers = WordBoard(5, 5).centers
    assert len(centers) == 9**2
    assert sum(map(is_vertex, centers)) == 4**2


def test_canonical_labels() -> None:
    labels = np.array([[7, 7, 2], [0, 2, 2]])
    assert matrices.canonical(labels).tolist() == [[1, 1, 2], [3, 2, 2]]


def test_walls_and_labels() -> None:
    for walls in counterexamples.all_walls(2, 3):
        labels = matrices.labels_of(walls)
        again = board_walls.walls_of(labels)
        same = all(map(np.array_equal, walls, again))
        assert board_walls.is_partition(walls) == same


def test_silly_squares() -> None:
    walls = np.array([[True], [False]]), np.array([[False, False]])
    assert board_walls.silly_squares(walls).tolist() == [[True]]
    silly = sum(
        board_walls.silly_squares(walls).any()
        for walls in counterexamples.all_walls(2, 2)
    )
    assert silly == 4


@pytest.mark.parametrize(
    ("shape", "center"),
    [
        (region("#"), Point(1, 1)),
        (region("##"), Point(2, 1)),
        (region("##", "##"), Point(2, 2)),
        (region("##.", ".##"), Point(3, 2)),
        (region("...", "###"), Point(3, 3)),
    ],
)
def test_symmetric_regions(shape: np.ndarray, center: Point) -> None:
    assert matrices.centroid(shape) == center
    assert matrices.contains_centroid(shape)
    assert counterexamples.passes_palindrome_test(shape)


def test_toroidal_regions() -> None:
    ring = region("###", "#.#", "###")
    assert is_toroidal(ring)
    assert matrices.centroid(ring) == Point(3, 3)


def test_asymmetric_regions() -> None:
    corner = region("##", "#.")
    assert matrices.centroid(corner) is None
    assert not is_toroidal(corner)
    assert counterexamples.passes_palindrome_test(corner)
    assert not counterexamples.passes_palindrome_test(region("##.#"))


def test_centroid_agrees_with_brute_force() -> None:
    cells = frozenset(cell_at(column, row) for column in range(3) for row in range(3))
    for points in brute_force.connected_sets(cells):
        shape = np.zeros((3, 3), dtype=bool)
        for x, y in points:
            shape[y // 2, x // 2] = True
        inside = brute_force.symmetry_center(points)
        assert matrices.contains_centroid(shape) == (inside is not None)
        if inside is not None:
            assert matrices.centroid(shape) == inside


@pytest.mark.slow
def test_palindromes_of_3x3() -> None:
    """The test is necessary, and far from sufficient."""
    boards = list(counterexamples.partitions(3, 3))
    passing = [
        labels
        for labels in boards
        if all(map(counterexamples.passes_palindrome_test, matrices.regions_of(labels)))
    ]
    galaxies = [labels for labels in boards if board_walls.is_galaxies_board(labels)]
    assert (len(boards), len(passing), len(galaxies)) == (1434, 471, 391)
    assert all(any(np.array_equal(a, b) for b in passing) for a in galaxies)


def test_smallest_false_palindrome() -> None:
    for n in range(1, 8):
        assert not list(counterexamples.false_palindromes(1, n))
    (first,) = islice(counterexamples.false_palindromes(2, 2), 1)
    assert first.tolist() == [[1, 1], [1, 2]]


@pytest.mark.slow
def test_smallest_arrangements_that_are_no_partitions() -> None:
    for size in ((1, 6), (2, 2), (2, 5)):
        assert not list(counterexamples.no_partitions(*size))
    found = list(counterexamples.no_partitions(3, 3))
    assert len(found) == 8
    for beside, below in found:
        # The four walls around the cell in the middle, and one spoke to the border.
        assert beside.sum() + below.sum() == 5
        assert beside[1].all()
        assert below[:, 1].all()


FIGURES = (
    (ROOT / "docs" / "combinatorics.md")
    .read_text("utf-8")
    .partition("## The figures of the paper\n")[2]
)


@pytest.mark.parametrize(
    "command",
    sorted(set(re.findall(r"`(boards count \S+ \d+x\d+)`", FIGURES))),
)
def test_commands_that_show_figures(command: str) -> None:
    assert text(*shlex.split(command)).returncode == 0


def test_his_count_by_hand() -> None:
    """Section 4.2: the corner between two arms has 2 choices, and 1 more per wall."""
    forms = []
    for arms in product((0, 1), repeat=4):
        pairs = zip(arms, arms[1:] + arms[:1], strict=True)
        forms.append(int(np.prod([2 + one + other for one, other in pairs])))
    found = {value: forms.count(value) for value in sorted(set(forms))}
    assert found == {16: 1, 36: 4, 72: 4, 81: 2, 144: 4, 256: 1}
    assert sum(forms) == 1442


@pytest.mark.slow
def test_his_five_toroidal_boards() -> None:
    """Section 4.3: a region surrounds the cell in the middle; one is symmetric."""
    boards = [
        labels
        for labels in counterexamples.partitions(3, 3)
        if len({int(labels[cell]) for cell in ((0, 1), (1, 0), (1, 2), (2, 1))}) == 1
        and labels[1, 1] != labels[0, 1]
    ]
    rings = [labels == labels[0, 1] for labels in boards]
    assert len(rings) == 5
    assert sum(is_toroidal(ring) for ring in rings) == 1


HIS_OUTPUT = {
    (1, 2, 2, 3, 4, 4, 5, 5, 5, 5, 2, 6, 5, 1, 6, 6): "3445 2555 2265 1166",
    (1, 1, 2, 2, 3, 3, 3, 3, 1, 1, 3, 1, 5, 1, 1, 1): "2333 2311 1315 1111",
    (1, 2, 3, 3, 1, 1, 5, 1, 5, 5, 1, 1, 5, 1, 6, 6): "3115 3155 2115 1166",
}


@pytest.mark.parametrize("output", HIS_OUTPUT)
def test_his_three_partitions(output: tuple[int, ...]) -> None:
    """Section 7.1: the first column from below, the first row, then row by row."""
    labels = np.zeros((4, 4), dtype=np.int64)
    labels[::-1, 0] = output[:4]
    labels[0, 1:] = output[4:7]
    labels[1:, 1:] = np.reshape(output[7:], (3, 3))
    rows = ["".join(map(str, row)) for row in labels.tolist()]
    assert " ".join(rows) == HIS_OUTPUT[output]
    links = [labels[:, :-1] == labels[:, 1:], labels[:-1, :] == labels[1:, :]]
    parts = components(links)
    assert len(np.unique(parts)) == len(np.unique(labels)), "a region is not connected"


def arrangements_by_his_code(third: Callable[[int], int]) -> int:
    """Count 4x4 arrangements as section 5.2 does; `third` finds the third gridline.

    Five groups of four gridlines around an intersection have 12 forms each; of the four
    gridlines that are left, each is free if its other neighbours have two or three
    walls, and is decided otherwise.
    """
    forms = [form for form in product((0, 1), repeat=4) if sum(form) != 1]
    order = [2, 5, 8, 3, 9, 12, 7, 10, 16, 11, 14, 17]
    total = 0
    for groups in product(forms, repeat=5):
        lines = [line for form in groups for line in form]
        ways = 1
        for j in range(4):
            one, other = lines[order[3 * j]], lines[order[3 * j + 1]]
            if one + other + lines[third(3 * j + 2)] >= 2:
                ways *= 2
        total += ways
    return total


@pytest.mark.slow
def test_his_number_of_arrangements_comes_from_a_slip() -> None:
    order = [2, 5, 8, 3, 9, 12, 7, 10, 16, 11, 14, 17]
    assert arrangements_by_his_code(lambda position: position) == 1632816
    assert arrangements_by_his_code(lambda position: order[position]) == 1716098


def regions_of_his_randomizer(n: int, walls: tuple[int, ...]) -> int:
    """Return the number of labels that section 7.1 gives, for given random draws."""
    draws = iter(walls)
    above = [0] * n
    highest = 0
    for i in range(n):
        row = above
        for j in range(n):
            is_wall = j == 0 or next(draws)
            if row[j] == 0:
                if is_wall:
                    highest += 1
                    row[j] = highest
                else:
                    row[j] = row[j - 1]
        if i < n - 1:
            above = [0 if next(draws) else label for label in row]
    return highest


@pytest.mark.parametrize("n", [1, 2, 3])
def test_expected_regions_of_his_randomizer(n: int) -> None:
    """For walls with a share of one half each; all draws are equally likely."""
    draws = list(product((0, 1), repeat=2 * n * (n - 1)))
    mean = sum(regions_of_his_randomizer(n, walls) for walls in draws) / len(draws)
    share = 1 / 2
    assert mean == (1 + share * (n - 1)) ** 2
    assert n == 1 or mean != n * (share + 1 + share * share * (n - 1))
