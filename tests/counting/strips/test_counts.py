"""Counts on strips: published values, brute force, symmetry, and the engine itself."""

from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations, product
from math import comb
from operator import matmul

import numpy as np
import pytest
from stars_on_squares import count_squares
from support.marks import nightly_if

from galaxies_asp.core.board.errors import LimitError, StripError
from galaxies_asp.counting.exact import ExactVector, dot
from galaxies_asp.counting.strips.matrix import Strip, lumped, matrix, terms
from galaxies_asp.counting.strips.rules import (
    Partitions,
    Rings,
    Stars,
    Trees,
)
from galaxies_asp.counting.strips.sweep import Sweep, explore

Cell = tuple[int, int]


def counts(sweep: Sweep, count: int) -> list[int]:
    return terms(explore(sweep), count)


# Published and independently verified values ------------------------------------------

RING_RING = {
    2: [1, 0, 1, 1, 2, 3, 5, 8, 13],
    3: [1, 0, 1, 0, 1, 0, 1, 0, 1],
    4: [1, 0, 2, 1, 8, 12, 45, 98, 292],
    5: [1, 0, 3, 0, 12, 0, 51, 0, 221],
    6: [1, 0, 5, 1, 45, 51, 573, 1365, 8995],
}
CIRCUIT_BOARD = {
    1: {2: 1},
    2: {1: 1, 3: 1},
    3: {2: 1, 6: 10, 10: 36, 14: 144},
    4: {},
    5: {6: 296, 10: 70420, 14: 16391166, 18: 3816021084},
    6: {3: 10, 5: 296, 7: 15012, 9: 611352},
}
PARTITIONS = {  # OEIS A145835 on the diagonal
    2: [1, 2, 12, 74, 456, 2810],
    3: [1, 4, 74, 1434, 27780, 538150],
    4: [1, 8, 456, 27780, 1691690, 103015508],
    5: [1, 16, 2810, 538150, 103015508, 19719299768],
}
PERMUTATIONS = [1, 0, 0, 2, 14, 90, 646, 5242, 47622, 479306, 5296790]  # OEIS A002464


@pytest.mark.parametrize("rows", RING_RING)
def test_ring_ring(rows: int) -> None:
    assert counts(Rings(rows), 9) == RING_RING[rows]


def test_ring_ring_states() -> None:
    states = [explore(Rings(rows)).states for rows in range(2, 10)]
    assert states == [2, 2, 7, 12, 42, 172, 385, 2265]


@pytest.mark.parametrize("rows", CIRCUIT_BOARD)
def test_circuit_board(rows: int) -> None:
    last = max(CIRCUIT_BOARD[rows], default=12)
    found = counts(Trees(rows), last + 1)
    assert {n: value for n, value in enumerate(found) if value} == CIRCUIT_BOARD[rows]


@pytest.mark.parametrize("rows", PARTITIONS)
def test_partitions(rows: int) -> None:
    assert counts(Partitions(rows), 6) == PARTITIONS[rows]


def test_stars() -> None:
    both = frozenset(("vertical", "horizontal"))
    expected = [0, 6, 12, 26, 54, 116, 242, 518, 1084, 2314]
    assert counts(Stars(5, 2, both), 10) == expected
    free = counts(Stars(6, 3, frozenset()), 5)
    assert free == [0, *(comb(6, 3) ** columns for columns in range(1, 5))]
    assert counts(Stars(3, 0), 4) == [0, 1, 1, 1]
    assert counts(Stars(3, 4), 4) == [0, 0, 0, 0]


@pytest.mark.slow
def test_squares() -> None:
    assert [count_squares(size, 1) for size in range(1, 12)] == PERMUTATIONS
    assert [count_squares(size, 2) for size in range(1, 10)] == [0] * 7 + [2, 664]
    # The numbers of benchmarks/stars_by_rows.c.
    assert [count_squares(size, 2) for size in (11, 12)] == [31197434, 6798881226]


def test_products_that_exceed_machine_words() -> None:
    one, other = np.random.default_rng(7).integers(0, 1 << 62, (2, 50))
    other >>= np.arange(50)
    exact = sum(a * b for a, b in zip(one.tolist(), other.tolist(), strict=True))
    assert dot(one, other) == dot(other, one) == exact


@pytest.mark.parametrize("rows", range(2, 8))
def test_a_column_of_ring_ring_read_backwards(rows: int) -> None:
    """The proof about the growth per cell in docs/results.md rests on this."""
    step = reduce(matmul, explore(Rings(rows)).layers)
    back = step.transposed()
    assert np.array_equal(step.sources, back.sources)
    assert np.array_equal(step.targets, back.targets)
    assert np.array_equal(step.weights, back.weights)


@pytest.mark.parametrize("puzzle", [Rings, Trees, Partitions])
def test_turning_the_board_changes_nothing(puzzle: type[Sweep]) -> None:
    table = np.array(
        [counts(puzzle(rows), 7)[1:] for rows in range(1, 7)], dtype=object
    )
    assert (table == table.T).all()


# A tree whose n dots have degrees 1 and 3 grows from two neighbours: again and again a
# dot of degree 1 gets two more neighbours, which have the other colour of a chessboard.
# So each colour has 1 plus an even number of dots. If n is even, as it must be for such
# degrees, both colours have n / 2 dots on a board: n / 2 is odd.


@pytest.mark.slow
def test_circuit_boards_have_two_more_dots_than_a_multiple_of_four() -> None:
    for rows in range(1, 9):
        for columns, value in enumerate(counts(Trees(rows), 11)):
            if rows * columns % 4 != 2:
                assert value == 0
    assert not any(counts(Trees(4), 30))
    assert explore(Trees(8)).final.sum() == 0


# Brute force, without automata --------------------------------------------------------


def boards(cells: int) -> list[tuple[int, int]]:
    sizes = product(range(1, cells + 1), repeat=2)
    return [(r, c) for r, c in sizes if r <= 6 and r * c <= cells]


@pytest.mark.parametrize("rows", range(1, 7))
def test_ring_ring_by_brute_force(rows: int) -> None:
    columns = 30 // rows
    found = counts(Rings(rows), columns + 1)
    assert found[1:] == [ring_rings(rows, n) for n in range(1, columns + 1)]


def ring_rings(rows: int, columns: int) -> int:
    """Decide cell by cell whether an outline has its upper left corner there."""
    cells = list(product(range(columns), range(rows)))
    strands: dict[Cell, list[tuple[frozenset[Cell], frozenset[Cell]]]]
    strands = {cell: [] for cell in cells}
    for left, right in combinations(range(columns), 2):
        for top, bottom in combinations(range(rows), 2):
            level = product(range(left, right + 1), (top, bottom))
            upright = product((left, right), range(top, bottom + 1))
            strands[left, top].append((frozenset(level), frozenset(upright)))

    @cache
    def ways(index: int, level: frozenset[Cell], upright: frozenset[Cell]) -> int:
        """Count what completes the strands, given those in the cells to come."""
        if index == len(cells):
            return 1
        rest = frozenset(cells[index + 1 :])
        total = 0
        if cells[index] in level | upright:
            total += ways(index + 1, level & rest, upright & rest)
        for more, others in strands[cells[index]]:
            if not level & more and not upright & others:
                total += ways(
                    index + 1, (level | more) & rest, (upright | others) & rest
                )
        return total

    return ways(0, frozenset(), frozenset())


@pytest.mark.parametrize("size", boards(18), ids=str)
def test_circuit_board_by_brute_force(size: tuple[int, int]) -> None:
    rows, columns = size
    expected = counts(Trees(rows), columns + 1)[columns]
    assert sum(1 for _ in circuit_boards(rows, columns)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", nightly_if((3, 10).__eq__, [(4, 6), (3, 10), (2, 15)]), ids=str
)
def test_large_circuit_board_by_brute_force(size: tuple[int, int]) -> None:
    test_circuit_board_by_brute_force(size)


def circuit_boards(rows: int, columns: int) -> Iterator[frozenset[tuple[Cell, Cell]]]:
    """Yield the edges of each spanning tree with the right degrees."""
    dots = list(product(range(columns), range(rows)))

    def extend(
        index: int, edges: frozenset[tuple[Cell, Cell]], tree: dict[Cell, Cell]
    ) -> Iterator[frozenset[tuple[Cell, Cell]]]:
        if index == len(dots):
            if len(edges) == len(dots) - 1:
                yield edges
            return
        x, y = dot = dots[index]
        degree = sum(dot in edge for edge in edges)
        onward = [(x, y + 1)] * (y + 1 < rows) + [(x + 1, y)] * (x + 1 < columns)
        for size in range(len(onward) + 1):
            if degree + size not in (1, 3):
                continue
            for ends in combinations(onward, size):
                joined, merged = edges, tree
                for end in ends:
                    one, other = merged[dot], merged[end]
                    if one == other:
                        break
                    joined |= {(dot, end)}
                    merged = {d: one if t == other else t for d, t in merged.items()}
                else:
                    yield from extend(index + 1, joined, merged)

    return extend(0, frozenset(), {dot: dot for dot in dots})


WAYS = [
    frozenset(ways)
    for size in range(4)
    for ways in combinations(("vertical", "horizontal", "diagonal"), size)
]


@pytest.mark.parametrize(
    "ways", [*WAYS, frozenset(("rising",)), frozenset(Stars.NEIGHBORS)]
)
def test_stars_by_brute_force(ways: frozenset[str]) -> None:
    for rows, stars, columns in product(range(1, 6), range(4), range(1, 4)):
        if comb(rows, stars) ** columns > 1000:
            continue
        found = counts(Stars(rows, stars, ways), columns + 1)[columns]
        assert found == stars_by_brute_force(rows, stars, columns, ways)


def stars_by_brute_force(
    rows: int, stars: int, columns: int, ways: frozenset[str]
) -> int:
    steps = {
        "vertical": [(0, 1)],
        "horizontal": [(1, 0)],
        "falling": [(1, 1)],
        "rising": [(1, -1)],
        "diagonal": [(1, 1), (1, -1)],
    }
    near = [step for way in ways for step in steps[way]]
    fillings = product(combinations(range(rows), stars), repeat=columns)
    total = 0
    for filling in fillings:
        board = {(x, y) for x, column in enumerate(filling) for y in column}
        total += not any((x + dx, y + dy) in board for x, y in board for dx, dy in near)
    return total


# The engine ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sweep",
    [Rings(7), Trees(6), Partitions(5), Stars(7, 2)],
    ids=lambda sweep: type(sweep).__name__,
)
def test_merging_states_keeps_the_counts(sweep: Sweep) -> None:
    strip = explore(sweep)
    merged = lumped(strip)
    assert merged.states < strip.states
    assert terms(merged, 60) == terms(strip, 60)


def test_products_are_those_of_full_matrices() -> None:
    random = np.random.default_rng(1)
    one, other = random.integers(0, 3, (2, 7, 7))
    sparse = [
        matrix(full.shape, *np.nonzero(full), full[full > 0]) for full in (one, other)
    ]
    both = sparse[0] @ sparse[1]
    dense = np.zeros((7, 7), dtype=int)
    dense[both.sources, both.targets] = both.weights
    assert (dense == one @ other).all()
    vector = random.integers(0, 100, (2, 7))
    assert (sparse[0].push(ExactVector(vector)).limbs == vector @ one).all()
    empty = np.zeros(0, dtype=np.int64)
    assert not matrix((7, 7), empty, empty).push(ExactVector(vector)).limbs.any()


def test_limbs_carry_numbers_of_any_size() -> None:
    places = np.zeros(3, dtype=np.int64)
    step = matrix((1, 1), places, places)  # 3 ways from the only state to itself
    ends = np.ones(1, dtype=np.int64)
    vector = ExactVector(
        np.ones((1, 1), dtype=np.int64), Strip((step,), ends).limb_bits
    )
    for power in range(2000):
        assert vector.times(ends) == 3**power
        vector = step.push(vector)


@pytest.mark.slow
def test_squares_of_three_and_four_stars() -> None:
    """Exactly two of the smallest size; clingo enumerates the 42732 others."""
    assert [count_squares(n, 3) for n in (11, 12, 13)] == [0, 2, 42732]
    assert [count_squares(n, 4) for n in (15, 16)] == [0, 2]


def test_ways_beyond_a_machine_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(count_squares.__globals__, "WORD_BITS", 10)
    with pytest.raises(LimitError, match="than a machine word"):
        count_squares(13, 3)


def test_faults_are_named() -> None:
    with pytest.raises(StripError, match="'up' cannot be forbidden"):
        Stars(3, 1, frozenset(["up"]))
    with pytest.raises(LimitError, match="20 rows: about 11,879,332,560 states"):
        explore(Rings(20))
    with pytest.raises(LimitError, match=r"GB; --force"):
        count_squares(15, 2)
    with pytest.raises(StripError, match="not possible"):
        count_squares(0, 1)
