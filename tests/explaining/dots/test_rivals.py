"""What keeps a dot from a cell, in words."""

import pytest
from support.commands import text

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.explaining import Fact, Kind, Mistake, figure, hint
from galaxies_asp.explaining.dots.left import why_left
from galaxies_asp.explaining.dots.rivals import (
    cut_without,
    lost_in_words,
    stops_in_words,
)
from galaxies_asp.explaining.dots.scene import Scene
from galaxies_asp.explaining.words.clauses import walls_in_words
from galaxies_asp.explaining.words.drawn import Drawn
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.fast.propagation import Propagation

BESIDE = "dot B cannot get to c3r1 past c2r1 of dot A"
BORDER = "(its partner is off the board)"


@pytest.mark.parametrize(
    ("width", "ending"),
    [(3, " and c3r2 of dot C"), (4, f", c3r2 of dot C and c4r1 {BORDER}")],
)
def test_ways_around_whose_mirror_images_are_off_the_board(
    width: int, ending: str
) -> None:
    puzzle = Puzzle(width, 3, [(3, 1), (3, 3), (5, 3)])
    state = Propagation(Bitboard(puzzle))
    bare = Drawn.on(Position(puzzle))
    (stop,) = stops_in_words(state, [Point(5, 1)], [1], bare)
    assert stop.text == BESIDE + ending


def test_a_region_that_only_the_border_keeps_from_its_cell() -> None:
    board = Bitboard(Puzzle(2, 5, [(1, 5)]))
    cut = cut_without(
        Propagation(board),
        Point(1, 1),
        0,
        [Point(1, 3)],
        Drawn.on(Position(board.puzzle)),
    )
    assert (
        cut.text
        == f"without c1r2, dot A cannot get to its cell c1r1 past c2r1 {BORDER}"
    )


def test_lists_of_walls_and_of_cells() -> None:
    walls = [Point(2, 1), Point(1, 2)]
    text = "There are walls between c1r1 and c2r1, and between c1r1 and c1r2"
    assert walls_in_words(walls) == text


BLOCK = Puzzle(4, 2, [(4, 2)])
TOUCHING = Puzzle(3, 1, [(2, 1), (4, 1)])


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (
            Position(Puzzle(3, 1, [(1, 1), (4, 1)]), labels=[[0, 0, -1]]),
            "dot A cannot have c2r1, which belongs to dot B",
        ),
        (Position(TOUCHING), "c2r1 belongs to dots A and B"),
        # There is a way to the cell around the wall.
        (
            Position(BLOCK, [(2, 1)]),
            "c1r1 and c1r2 belong to dot A, with the partners c4r2 and c4r1: "
            "c1r1 and c1r2 are enclosed by walls and dot A",
        ),
        (
            Position(BLOCK, [(2, 1)], [[0, 0, -1, -1], [-1, -1, -1, -1]]),
            "c1r1 and c2r1 belong to dot A",
        ),
    ],
)
def test_why_a_mistake_leads_to_a_contradiction(position: Position, words: str) -> None:
    found = hint(position)
    assert isinstance(found, Mistake)
    assert words in figure(found).sentences


def test_an_enclosed_cell_needs_no_other_words() -> None:
    puzzle = Puzzle(4, 1, [(1, 1), (5, 1), (7, 1)], walls=[(2, 1)])
    scene = Scene.of(Known.of(Position(puzzle)))
    why = why_left(scene, [Fact(Kind.CELL, Point(3, 1), Point(5, 1))])
    assert [clause.text for clause in why.clauses] == [
        "c2r1 is enclosed by walls and dot B"
    ]


def test_a_lost_cell_is_no_start_of_the_ways_of_its_dot() -> None:
    rows = [Point(x, y) for y in (3, 7) for x in range(1, 10, 2)]
    board = Bitboard(Puzzle(5, 5, [(5, 5), *rows]))
    lost = Point(5, 1)
    drawn = Drawn.on(Position(board.puzzle))
    drawn = drawn.with_facts([Fact(Kind.CELL, lost, Point(5, 5))])
    stop = lost_in_words(Propagation(board), lost, 0, drawn)
    near = "c1r3, c2r3, c4r3 and c5r3"
    assert stop.text == f"dot A cannot get to its cell c3r1, only to {near}"


def test_the_smaller_side_of_many_obstacles_is_named() -> None:
    """Three or four cells stop this dot, and some have partners off the board."""
    said = text("walkthrough", "-q", "10x10:cgzbbdfbzyyhnmhuczngzszbggrcg").stdout
    start = "dot L cannot get to c2r8: among the cells that it could have, "
    assert f"{start}only c2r9 is connected with c2r8" in said
