"""Lists of coordinates."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import puzzles

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import valid
from galaxies_asp.notation import NOTATIONS, coordinates

PUZZLE = Puzzle(7, 7, (Point(8, 1), Point(3, 2), Point(12, 2)))


def test_write() -> None:
    assert coordinates.write(Position(PUZZLE)) == "7x7\n(8,1) (3,2) (12,2)\n"


@given(puzzles(with_holes=False))
def test_round_trip(puzzle: Puzzle) -> None:
    puzzle = replace(puzzle, black=frozenset())
    text = coordinates.write(Position(puzzle))
    assert coordinates.recognizes(text)
    assert coordinates.read(text) == [Position(puzzle)]


@pytest.mark.parametrize(
    "text",
    [
        "7x7\n8,1; 3,2; 12,2",
        "7x7 8,1; 3,2; 12,2",
        "7 x 7\n8 1\n3 2\n12 2\n",
        "7×7; 8 1, 3 2, 12 2",
        "size: 7x7\n8,1,3,2,12,2",
        "size 7x7\n\n8 1 3 2 12 2",
        "width 7 height 7\n(8, 1), (3, 2), (12, 2)",
        "width=7, height=7\n[(8,1),\n (3,2),\n (12,2)]",
        "# from a program\n7x7 # the size\n\n[[8, 1], [3, 2], [12, 2]] # the dots\n",
        "7x7\n(\n8,\n1\n)\n(3 2)(12,2)",
    ],
)
def test_ways_to_write(text: str) -> None:
    assert coordinates.recognizes(text)
    assert coordinates.read(text) == [Position(PUZZLE)]


def test_several() -> None:
    text = "7x7\n8,1; 3,2; 12,2\n1x1\n\nsize: 2x1\n2,1"
    small = [Position(Puzzle(1, 1)), Position(Puzzle(2, 1, (Point(2, 1),)))]
    assert coordinates.read(text) == [Position(PUZZLE), *small]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7x7:cghsppedzzaccdtce",
        "7x7: 8,1",
        "7x7dn:abc",
        "https://puzz.link/p?tentaisho/7/7/hceeqenen",
        "m=edit&p=7x7",
        "pzprv3/tentaisho/1/1/1/",
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection",
        '{"width": 7}',
        "width(7). height(7). center((8,1)).",
        "Center = { 8,1; 3,2 }",
        "+-+-+\n|o o|\n+-+-+",
        " 0┏━┓",
        "The 7 puzzles of 8 May, 1 of 3",
        "8,1 3,2 and more",
        "12",
        "size matters",
        "5",
        "7x7 is a size",
    ],
)
def test_leaves_other_texts_alone(text: str) -> None:
    assert not coordinates.recognizes(text)


def test_a_list_without_size_is_recognised_and_refused() -> None:
    assert coordinates.recognizes("[(8,1), (3,2)]")
    with pytest.raises(NotationError, match=r"^line 1, column 2: .*such as '7x7'"):
        coordinates.read("[(8,1), (3,2)]")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("8,1", 1, 1, "is not a size; put a line such as"),
        ("\nlarge", 2, 1, "'large' is not a size"),
        ("7x7\n8,1; 3", 2, 6, "'3' is not a dot"),
        ("7x7\n8,1; 3\n2", 2, 6, "'3' is not a dot"),
        ("7x7\n (8,1,3)", 2, 2, "'(8,1,3)' is not a dot"),
        ("7x7\n8,-1", 2, 1, "is not a dot"),
        ("7x7\n8,1.5", 1, 1, "fit neither"),
        ("7x7\n8,1234567890", 2, 1, "is not a dot"),
        ("7x7\n8,1 x", 2, 5, "'x' is not a dot"),
        ("7x7\n8,1\n1000000000x1", 3, 1, "is not a dot"),
        ("1000000000x1", 1, 1, "is not a size"),
        ("٧x٧", 1, 1, "is not a size"),
        ("\n0x7", 2, 1, "width is 0"),
        ("1x1\n999999999x999999999 1,1", 2, 1, "over the limit"),
        ("2x2\n3,4", 1, 1, "dot A at (3,4): on the border"),
        ("2x2\n3,3 3,3", 1, 1, "dot B at (3,3): dot A is there already"),
    ],
)
def test_errors(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        [*map(valid, coordinates.read(text))]
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(2, 1, (Point(1, 1),), black=frozenset({Point(1, 1)})),
        Puzzle(2, 1, holes=frozenset({Point(1, 1)})),
        Puzzle(2, 1, walls=frozenset({Point(2, 1)})),
    ],
)
def test_refuses_what_it_cannot_hold(puzzle: Puzzle) -> None:
    with pytest.raises(NotationError, match="cannot "):
        NOTATIONS.write(puzzle, "coordinates")


@given(st.text("0123456789x,;()[]{}# \nsizewdthg:=-."))
def test_any_text_is_read_or_refused(text: str) -> None:
    coordinates.recognizes(text)
    message = "line "
    try:
        coordinates.read(text)
    except GalaxiesError as error:
        message = str(error)
    assert message.startswith("line ")
