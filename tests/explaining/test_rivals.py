"""What keeps a dot from a cell, in words."""

import pytest

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining.rivals import cut_without, stops_in_words
from galaxies_asp.explaining.sentences import walls_in_words
from galaxies_asp.explaining.situation import Drawn
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Propagation

BESIDE = "dot B cannot get to c3r1 past c2r1 of dot A"
BORDER = "the mirror image of the border"


@pytest.mark.parametrize(
    ("width", "ending"),
    [(3, " and c3r2 of dot C"), (4, f", c3r2 of dot C and {BORDER}")],
)
def test_ways_around_whose_mirror_images_are_off_the_board(
    width: int, ending: str
) -> None:
    puzzle = Puzzle(width, 3, [(3, 1), (3, 3), (5, 3)])
    state = Propagation(Bitboard(puzzle))
    bare = Drawn.of(state.board, ())
    (stop,) = stops_in_words(state, [Point(5, 1)], [1], bare)
    assert stop.text == BESIDE + ending


def test_a_region_that_only_the_border_keeps_from_its_cell() -> None:
    board = Bitboard(Puzzle(2, 5, [(1, 5)]))
    without = board.bits([Point(1, 3), Point(1, 7)])
    cut = cut_without(Propagation(board), Point(1, 1), 0, [without])
    assert cut.text == f"dot A cannot get to its cell c1r1 past {BORDER}"


def test_lists_of_walls_and_of_cells() -> None:
    walls = [Point(2, 1), Point(1, 2)]
    text = "There are walls between c1r1 and c2r1, and between c1r1 and c1r2"
    assert walls_in_words(walls) == text
