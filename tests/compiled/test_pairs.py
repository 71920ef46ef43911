"""The kernel and the bit sets of explanations propagate to the same candidates."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from support.boards import random_puzzle, rectangles
from support.collection import FILES, is_large, positions
from support.puzzles import LATTICE, SEVERAL
from support.strategies import drawn_positions

from galaxies_asp.compiled.library import missing
from galaxies_asp.core.board.grid import (
    HEXAGONAL,
    Point,
    cell_at,
    edge_ends,
    inner_edges,
    touched_cells,
)
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.pairs import PairLists
from galaxies_asp.fast.propagation import Contradiction, Propagation

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

SMALL = [path for path in FILES if not is_large(path)]


Candidates = set[tuple[Point, int]]
"""Cells with the dots that they may belong to."""


def of_kernel(puzzle: Puzzle) -> Candidates | None:
    """Return the result of the kernel, None where it finds no solution."""
    try:
        pairs = Kernel.settled(puzzle).open_lists()
    except NoSolutionError:
        return None
    decided = [(n, dot) for n, dot in enumerate(pairs.labels) if dot != NO_DOT]
    for cells in pairs.cells, pairs.images:
        decided += zip(cells, pairs.dots, strict=True)
    width = puzzle.width
    return {(cell_at(n % width, n // width), dot) for n, dot in decided}


def of_bits(puzzle: Puzzle) -> Candidates | None:
    """Return the result of the bit sets by which explanations propagate."""
    board = Bitboard(puzzle)
    if board.is_contested:
        return None
    state = Propagation.of_all_rules(board)
    try:
        state.look()
        while singles := state.singles():
            for dot, possible in enumerate(state.possible):
                state.claim(dot, possible & singles)
            state.look()
    except Contradiction:
        return None
    points = map(board.points, state.possible)
    return {(cell, dot) for dot, cells in enumerate(points) for cell in cells}


def check(puzzle: Puzzle) -> None:
    assert of_kernel(puzzle) == of_bits(puzzle)


def separate_dots(width: int, height: int) -> Iterator[Puzzle]:
    """Yield all boards on which no two dots touch one cell."""

    def extend(points: list[Point], dots: list[Point], used: set[Point]) -> Iterator:
        yield Puzzle(width, height, dots)
        for number, point in enumerate(points):
            cells = set(touched_cells(point))
            if not cells & used:
                yield from extend(points[number + 1 :], [*dots, point], used | cells)

    points = product(range(1, 2 * width), range(1, 2 * height))
    return extend([Point(x, y) for x, y in points], [], set())


@pytest.mark.parametrize("side", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_all_small_boards(side: int) -> None:
    for puzzle in separate_dots(3, side):
        check(puzzle)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_the_collection(path: object) -> None:
    for position in positions(path)[:2]:
        check(position.puzzle)


@pytest.mark.slow
def test_the_whole_collection() -> None:
    for path in FILES:
        for position in positions(path):
            check(position.puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("count", [100, pytest.param(2_000, marks=pytest.mark.nightly)])
def test_random_boards(count: int) -> None:
    rng = random.Random(7)
    for _ in range(count):
        check(random_puzzle(rng))


@pytest.mark.slow
@pytest.mark.parametrize("count", [100, pytest.param(1_000, marks=pytest.mark.slow)])
def test_boards_with_a_solution(count: int) -> None:
    rng = random.Random(7)
    puzzles = [rectangles(rng) for _ in range(count)]
    for puzzle in puzzles:
        check(puzzle)
    assert sum(Kernel.settled(one).is_open for one in puzzles) > count / 20


@pytest.mark.slow
def test_walls_between_open_pairs() -> None:
    rng = random.Random(7)
    apart = 0
    for board in (*SEVERAL, LATTICE) * 20:
        edges = [
            edge
            for edge in inner_edges(board.width, board.height)
            if not {edge, *edge_ends(edge)} & set(board.centers)
        ]
        puzzle = replace(board, walls=frozenset(rng.sample(edges, rng.randint(1, 3))))
        check(puzzle)
        if of_kernel(puzzle) is not None:
            apart += len(Kernel.settled(puzzle).open_lists().apart) > 0
    assert apart > 10


@pytest.mark.slow
@settings(max_examples=20)
@given(drawn_positions())
def test_any_board(position: Position) -> None:
    check(position.puzzle)


def test_hexagons() -> None:
    rng = random.Random(3)
    for _ in range(20):
        check(random_puzzle(rng, HEXAGONAL))


def test_what_is_decided() -> None:
    def open_lists(puzzle: Puzzle) -> PairLists:
        return Kernel.settled(puzzle).open_lists()

    pairs = open_lists(Puzzle(3, 2, [(1, 2), (4, 2)]))
    assert [*pairs.labels] == [0, 1, 1, 0, 1, 1]
    assert not len(pairs.dots)
    puzzle = Puzzle(3, 3, [(1, 3), (5, 3)], holes=[(3, 1), (3, 3), (3, 5)])
    assert [*open_lists(puzzle).labels] == [0, NO_DOT, 1] * 3
    with pytest.raises(NoSolutionError, match="no dot can reach c2r1"):
        open_lists(Puzzle(2, 1, [(1, 1)]))
    with pytest.raises(NoSolutionError, match=r"dot A at \(1,1\) and dot B at \(2,1\)"):
        open_lists(Puzzle(2, 1, [(1, 1), (2, 1)]))


def test_sets_of_cells() -> None:
    board = Bitboard(Puzzle(4, 3, [(4, 3)], holes=[(1, 1)]))
    assert set(board.points(board.core[0])) == {(3, 3), (5, 3)}
    assert set(board.points(board.mirrored(0, board.cells))) == set(
        board.points(board.cells)
    ) - {(7, 5)}
    right, below = board.walls([Point(4, 3), Point(3, 4)])
    reached = board.flood(board.bit(Point(3, 3)), board.cells, right, below)
    assert reached == board.cells
    alone = board.bits([Point(3, 3), Point(5, 3)])
    assert board.flood(board.bit(Point(3, 3)), alone, right, below) == board.bit(
        Point(3, 3)
    )
