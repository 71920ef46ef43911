"""Drawings on the doubled grid."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import damaged, drawn_positions

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import drawing, valid

PUZZLE = Puzzle(
    4,
    2,
    (Point(3, 1), Point(2, 2), Point(6, 3)),
    black=frozenset({Point(2, 2)}),
    holes=frozenset({Point(7, 1)}),
    walls=frozenset({Point(4, 1), Point(5, 2)}),
    name="four by two",
    source="nobody",
)
ALONE = """\
name: four by two
source: nobody
+-+-+-+-+
|  o|  #|
+ * +-+ +
|     o |
+-+-+-+-+
"""


def only(text: str) -> Position:
    (position,) = drawing.read(text)
    return position


def test_write() -> None:
    assert drawing.write(Position(PUZZLE)) == ALONE


COPY = """\
+-+-+-+
|o|   |
+ + + +
| | o |
+-+-+-+
"""


def test_walls_in_a_copy_from_the_collection_are_drawn() -> None:
    position = only(COPY)
    assert not position.puzzle.walls
    assert position.walls == {(2, 1), (2, 3)}
    assert (
        only(COPY.replace("| | o |", "|W| oW|").replace("+ + +", "+ + .")) == position
    )
    own = only(COPY.replace("+ + +", "+ + ."))
    assert (own.puzzle.walls, own.walls) == ({(2, 1), (2, 3)}, None)


def test_write_attempt() -> None:
    dots = (Point(3, 1), Point(2, 1), Point(6, 3))
    puzzle = replace(PUZZLE, centers=dots, black=frozenset({Point(2, 1)}))
    walls = frozenset({Point(2, 1), Point(4, 3), Point(6, 3)})
    text = drawing.write(Position(puzzle, walls))
    assert text.splitlines()[2:] == [
        "+-+-+-+-+    +-+-+-+-+",
        "| *o|  #|    | @o|  #|",
        "+ . +-+ +    + + +-+ +",
        "|     o |    |   | O |",
        "+-+-+-+-+    +-+-+-+-+",
    ]
    assert only(text).walls == walls | PUZZLE.walls


def test_read() -> None:
    position = only(ALONE)
    assert position == Position(PUZZLE)
    assert (position.puzzle.name, position.puzzle.source) == ("four by two", "nobody")


def test_read_attempt() -> None:
    text = "+-+-+ +-+-+\n|o  | |o| |\n+ + + + +-+\n|   | | | |\n+-+-+ +-+-+"
    walls = frozenset({Point(2, 1), Point(3, 2), Point(2, 3)})
    assert only(text) == Position(Puzzle(2, 2, (Point(1, 1),)), walls)
    # What is given as a wall is also a wall of the attempt.
    given_wall = frozenset({Point(1, 2)})
    text = text.replace("+ + + +", "+-. + +")
    puzzle = Puzzle(2, 2, (Point(1, 1),), walls=given_wall)
    assert only(text) == Position(puzzle, walls | given_wall)


def test_labels_are_drawn_as_walls() -> None:
    puzzle = Puzzle(2, 1, (Point(1, 1), Point(3, 1)))
    text = drawing.write(Position(puzzle, None, np.array([[0, 1]])))
    assert text == "+-+-+    +-+-+\n|o o|    |o|o|\n+-+-+    +-+-+\n"
    assert only(text) == Position(puzzle, frozenset({Point(2, 1)}))


@given(drawn_positions())
def test_round_trip(position: Position) -> None:
    text = drawing.write(position)
    assert drawing.recognizes(text)
    back = only(text)
    in_order = sorted(position.puzzle.centers, key=lambda dot: (dot.y, dot.x))
    assert back.puzzle == replace(position.puzzle, centers=tuple(in_order))
    assert (back.walls is not None) == position.is_attempt
    if back.walls is not None:
        assert back.walls == position.inner_walls() | position.puzzle.walls


def test_several_with_comments_and_loose_ends() -> None:
    text = (
        "% a comment\n\nname: a\n+-+\n| |\n+-+  \n\n\nsource : b \n+-+-+\n|o\t |\n+-+-+"
    )
    with pytest.raises(NotationError, match=r"line 11, column 3: '\\t' on an edge"):
        [*map(valid, drawing.read(text))]
    first, second = drawing.read(text.replace("\t", " "))
    assert (first.puzzle.name, first.puzzle.source) == ("a", "")
    assert (second.puzzle.name, second.puzzle.source) == ("", "b")
    assert second.puzzle == Puzzle(2, 1, (Point(1, 1),))


def test_names_stay_on_one_line() -> None:
    puzzle = Puzzle(1, 1, name=" a\nb\x85c\u2028 ", source="\n")
    position = only(drawing.write(Position(puzzle)))
    assert (position.puzzle.name, position.puzzle.source) == ("a b c", "")


def test_recognizes_the_top_of_a_board() -> None:
    assert drawing.recognizes("something\n+-+-+    +-+-+  \n")
    for text in ("", "+-+-", "+--+--+", " +-+-+", "+-+-+ and", "+-+-+\u2003+-+"):
        assert not drawing.recognizes(text)


BOARD = "+-+-+-+\n| | o |\n+-+ . +\n|*    |\n+-+-+-+\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "message"),
    [
        ("+-+-+-+\n|", "text\n+-+-+-+\n|", 1, 1, "expected 'name: ...'"),
        ("|*    |\n+-+-+-+\n", "|*    |\n", 1, None, "the board has 4 lines"),
        ("\n", "\n\n", 1, None, "the board has 1 lines"),
        *(
            (
                "+-+-+-+\n|",
                f"{key}: 1\n{key}: 1\n+-+-+-+\n|",
                2,
                1,
                f"'{key}:' is there",
            )
            for key in ("name", "source", "lattice", "variants", "clues", "hidden dots")
        ),
        ("| | o", "|   o", None, None, ""),
        ("| | o", "  | o", 2, 1, "the border has ' ', not '|'"),
        ("| | o |", "| | o", 2, 7, "the border has ' ', not '|'"),
        ("+-+ .", ".-+ .", 3, 1, "the border has '.', not '+'"),
        ("|\n+-+-+-+\n", "|\n+-+o+-+\n", 5, 4, "the border has 'o', not '-'"),
        ("| | o", "| - o", 2, 3, "'-' on an edge; expected '|'"),
        ("+-+ .", "+|+ .", 3, 2, "'|' on an edge; expected '-'"),
        ("+-+ .", "+-x .", 3, 3, "'x' on a vertex"),
        ("+-+ .", "+-O .", 3, 3, "'O' on a vertex"),
        ("|*  ", "|@  ", 4, 2, "'@' in a cell"),
        ("|*  ", "|x  ", 4, 2, "'x' in a cell"),
        ("| | o", "| | #", 2, 5, "'#' on an edge"),
        ("| | o", "| O o", 1, None, "it crosses the dot (2,1)"),
        ("| | o", "| |#o", 1, None, "dot A at (4,1): on the rim of the hole"),
        ("| | o |", "| | o | x", 2, 9, "unexpected text"),
    ],
)
def test_errors(
    old: str, new: str, line: int | None, column: int | None, message: str
) -> None:
    assert old in BOARD
    text = BOARD.replace(old, new, 1)
    if line is None:
        assert len(drawing.read(text)) == 1
        return
    with pytest.raises(NotationError) as caught:
        drawing.read(f"% here it comes\n\n{text}")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line + 2, column)


@pytest.mark.parametrize(
    ("lines", "line", "column", "message"),
    [
        (["+-+-+  +-+", "|   |  | |", "+-+-+  +-+"], 1, 8, "different widths"),
        (["+-+ +-+", "| | |o|", "+-+ +-+"], 1, 5, "different dots"),
        (["+-+ +-+", "| | |#|", "+-+ +-+"], 1, 5, "different missing cells"),
        (["+-+  +-+", "| |x | |", "+-+  +-+"], 2, 4, "unexpected text"),
        (["+-+  +-+", "| |  |x|", "+-+  +-+"], 2, 7, "'x' in a cell"),
        (["+-+  +-+", "| |  | |  y", "+-+  +-+"], 2, 11, "unexpected text"),
    ],
)
def test_errors_in_the_second_board(
    lines: list[str], line: int, column: int, message: str
) -> None:
    with pytest.raises(NotationError) as caught:
        drawing.read("\n".join(lines))
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.slow
def test_too_large() -> None:
    top = "+-" * 1_500_000 + "+"
    inside = "|" + " " * (len(top) - 2) + "|"
    with pytest.raises(NotationError, match=r"^line 1: .* over the limit"):
        drawing.read("\n".join([top, inside, top, inside, top, inside, top]))


@pytest.mark.slow
@given(
    damaged(st.builds(drawing.write, drawn_positions()))
    | st.text("+-|o*.#O@ \n:names%").map(BOARD.__add__)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(GalaxiesError):
        drawing.read(text)
