"""Boards drawn by hand."""

import pytest
from hypothesis import given

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.notation import detect, parse, sketch
from tests.support.strategies import puzzles

CORNERS = Puzzle(3, 2, (Point(1, 1), Point(5, 3)))

SKETCHES = {
    "spaced rows": "o . .\n. . o\n",
    "rows": "o..\n..o\n",
    "bullets": "○ · ·\n· · ○\n",
    "with its size": "3x2\no . .\n. . o\n",
    "indented": "    o - -\n    - - o\n",
    "vertices": ". . . .\n o\n. . . .\n     o\n. . . .\n",
    "wide cells": "+---+---+---+\n| o |   |   |\n+---+---+---+\n|   |   | o |\n"
    "+---+---+---+\n",
    "high cells": "+---+---+---+\n|o  |   |   |\n|   |   |   |\n+---+---+---+\n"
    "|   |   |   |\n|   |   | o |\n+---+---+---+\n",
    "only a frame": "+-+-+-+\n|o    |\n+     +\n|    o|\n+-+-+-+\n",
    "light boxes": "┌─┬─┬─┐\n│o│ │ │\n├─┼─┼─┤\n│ │ │o│\n└─┴─┴─┘\n",
    "wide boxes": "┌───┬───┬───┐\n│ o │   │   │\n├───┼───┼───┤\n│   │   │ o │\n"
    "└───┴───┴───┘\n",
    "underscores": " _ _ _\n|o|_|_|\n|_|_|o|\n",
}


@pytest.mark.parametrize("name", SKETCHES)
def test_a_sketch_is_read(name: str) -> None:
    assert parse(SKETCHES[name]) == CORNERS


def test_some_lines_are_walls() -> None:
    assert parse(" _ _ _\n|o|   |\n|_ _ o|\n").walls == {Point(2, 1)}


def test_dots_lie_on_lines_and_corners() -> None:
    text = "+---+---+\n|       |\n+   o   +\n|   o   |\n+---+---+\n"
    assert parse(text).centers == (Point(2, 2), Point(2, 3))
    assert parse("+---+---+\n|   o   |\n+---+---+\n").centers == (Point(2, 1),)


@given(puzzles())
def test_all_boards_are_read_from_frames_of_any_size(puzzle: Puzzle) -> None:
    """Each character of the doubled grid is repeated."""
    rows = [[" "] * (4 * puzzle.width + 1) for _ in range(4 * puzzle.height + 1)]
    for x in range(4 * puzzle.width + 1):
        for y in range(4 * puzzle.height + 1):
            if x % 4 == 0 or y % 4 == 0:
                rows[y][x] = "+" if x % 4 == y % 4 == 0 else "|" if x % 4 == 0 else "-"
    for x, y in puzzle.centers:
        rows[2 * y][2 * x] = "*" if (x, y) in puzzle.black else "o"
    text = "\n".join(map("".join, rows))
    read = parse(text, "sketch")
    assert set(read.centers) == set(puzzle.centers)
    assert read.black == puzzle.black
    assert (read.width, read.height) == (puzzle.width, puzzle.height)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("o . .\n. .\n", "rows of this board have 2, 3 cells"),
        ("o . .\n. . o.\n", r"'o\.' is no cell of this board"),
        ("+-+\n|o |\n+--+\n", "not evenly spaced"),
        ("|_\n|o\n", "has no cells"),
        ("o . .\n . . o\n. . .\n", r"the row ' \. \. o' of this board is shifted"),
        ("  o .\n  . o\n. .\n", "is shifted; hexagons begin with"),
        ("o..\n ..o\n...\n", "is shifted"),
        ("o  . .\n. .  o\n", "is shifted"),
        (". . .\n o\n . . .\n", r"the row ' \. \. \.' of this board is shifted"),
        ("+---+---+\n  | o |   |\n+---+---+\n", "a gap beside row 1"),
        ("+---+---+\n| o |\n+---+---+\n", "a gap beside row 1"),
        ("+---+---+\n|   |   |\n  +---+---+\n| o |   |\n+---+---+\n", "a gap beside"),
        ("+---+\n|o  |\n|   |\n|   |\n+   +\n", "a gap beside column 1"),
        (" _ _\n  |o|_|\n|_|_|\n", "a gap beside row 1"),
        (" _\n|o _|\n|_ _|\n", "a gap beside column 2"),
    ],
)
def test_an_uneven_sketch_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse(text, "sketch")


@pytest.mark.parametrize("text", ["AAB\nACB\nCCB\n", "#o #\n# o#\n"])
def test_other_texts_are_answered_with_an_example(text: str) -> None:
    assert not sketch.recognizes(text)
    assert detect(text) is None
    with pytest.raises(NotationError, match="7x7:cghsppedzzaccdtce"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "dots"),
    [
        ("- 0 -\n- - -", [(3, 1)]),
        ("1 _ _\n_ 3 _\n_ _ _", [(2, 1), (4, 4)]),
        ("o-o\n-_-", [(1, 1), (5, 1)]),
    ],
)
def test_lines_are_empty_cells(text: str, dots: list[tuple[int, int]]) -> None:
    (position,) = sketch.read(text)
    assert list(position.puzzle.centers) == dots


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (". o .\n. 7 .", (2, 3)),
        ("3x2\n. o .\n. ? .", (3, 3)),
        ("+-+-+\n|o|7|\n+-+-+", (2, 4)),
        (" _ _\n|o|7|\n|_|_|", (2, 4)),
        (". 7 .\n o o\n. . .", (1, 3)),
    ],
)
def test_a_character_that_stands_for_nothing_is_refused(
    text: str, place: tuple[int, int]
) -> None:
    with pytest.raises(NotationError, match="stands for nothing here") as error:
        sketch.read(text)
    assert (error.value.line, error.value.column) == place
