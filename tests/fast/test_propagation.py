"""Propagation with some rules only, and the geometry of sets of cells."""

import pytest
from hypothesis import given, settings
from support.strategies import drawn_positions

from galaxies_asp.core.board.grid import Point, mirror
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Contradiction, Propagation

ROW = Puzzle(5, 1, [(5, 1)])


def propagation(puzzle: Puzzle) -> Propagation:
    """Return the propagation with the cells that dots touch."""
    state = Propagation(Bitboard(puzzle))
    for dot, core in enumerate(state.board.core):
        state.claim(dot, core)
    state.look()
    return state


@pytest.mark.slow
@settings(max_examples=50)
@given(drawn_positions())
def test_sets_are_mirrored_as_their_cells(position: Position) -> None:
    puzzle = position.puzzle
    board = Bitboard(puzzle)
    cells = list(puzzle.cells())
    for dot, center in enumerate(puzzle.centers):
        images = [mirror(center, cell) for cell in cells]
        for cell, image in zip(cells, images, strict=True):
            expected = board.bit(image) if puzzle.has_cell(image) else 0
            assert board.mirrored(dot, board.bit(cell)) == expected
        inside = board.bits(image for image in images if puzzle.has_cell(image))
        assert board.mirrored(dot, board.cells) == inside
        assert board.mirrored(dot, 0) == 0


def test_cells_that_connect_a_region_are_needed() -> None:
    state = propagation(ROW)
    assert state.needed(0) == 0
    state.claim(0, state.board.bit(Point(1, 1)))
    assert state.needed(0) == state.board.bits([Point(3, 1), Point(7, 1)])


def test_a_cell_with_two_ways_needs_neither() -> None:
    state = propagation(Puzzle(3, 2, [(3, 2)]))
    state.claim(0, state.board.bit(Point(1, 1)))
    assert state.needed(0) == 0


def test_only_cells_that_must_be_covered_need_a_candidate() -> None:
    puzzle = Puzzle(5, 2, [(5, 1), (1, 1)])
    state, far = propagation(puzzle), Bitboard(puzzle).bit(Point(9, 1))
    state.look()
    state.cover(far)
    with pytest.raises(Contradiction):
        state.look()


def test_a_wall_keeps_a_region_on_both_sides() -> None:
    state = propagation(ROW)
    state.wall_off(state.board.bit(Point(3, 1)), 0)
    state.look()
    assert set(state.board.points(state.possible[0])) == {(5, 1)}
    assert state.barriers(0) == (state.board.bits([Point(3, 1), Point(5, 1)]), 0)
