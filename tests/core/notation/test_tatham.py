"""Game IDs of Tatham's collection."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import damaged, puzzles

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import CORE, tatham

GENERATED = {
    "7x7:cghsppedzzaccdtce": (
        "3,1 10,1 5,2 11,3 1,5 4,6 9,6 13,6 12,10 2,11 5,11 9,11 3,13 6,13 11,13"
    ),
    "7x7:aljwxkqtjfpjh": (
        "1,1 13,1 10,2 7,4 5,6 3,7 7,8 1,10 11,10 4,11 7,12 4,13 12,13"
    ),
    "7x7:befpfcovvzgcczg": (
        "2,1 7,1 13,1 3,3 9,3 12,3 1,5 10,6 6,8 12,10 2,11 5,11 11,13"
    ),
}


def one(text: str) -> Position:
    (position,) = CORE.parse_all(text, "tatham")
    return position


def fault(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        CORE.parse_all(text, "tatham")
    return caught.value


@pytest.mark.parametrize("game_id", GENERATED)
def test_generated_puzzles_have_the_dots_that_they_show(game_id: str) -> None:
    position = one(game_id)
    dots = " ".join(f"{dot.x},{dot.y}" for dot in position.puzzle.centers)
    assert dots == GENERATED[game_id]
    assert (position.puzzle.width, position.puzzle.height) == (7, 7)
    assert not position.is_attempt
    assert tatham.write(position) == game_id


def test_capital_letters_are_black_dots() -> None:
    puzzle = one("2x2:AbB").puzzle
    assert puzzle == Puzzle(2, 2, ((1, 1), (3, 1), (2, 2)), black={(1, 1), (2, 2)})


def test_width_comes_first() -> None:
    assert one("5x3:ubb").puzzle == Puzzle(5, 3, ((3, 3), (5, 3), (7, 3)))


def test_z_is_25_points_without_a_dot() -> None:
    # A board of 7x7 cells has 13 points in a row; point 25 is the last of the second.
    assert one("7x7:za").puzzle.centers == (Point(13, 2),)
    assert one("7x7:y").puzzle.centers == (Point(12, 2),)
    assert tatham.write(Position(Puzzle(7, 7, ((13, 2),)))) == "7x7:za"


@pytest.mark.parametrize(
    "text",
    [
        "7:aljwxkqtjfpjh",
        "7x7dn:aljwxkqtjfpjh",
        "7x7du:aljwxkqtjfpjh",
        "7dn:aljwxkqtjfpjh",
        "  7x7:aljwxkqtjfpjh \t",
        "galaxies:7x7dn:aljwxkqtjfpjh",
        "sgtpuzzles:galaxies:7x7:aljwxkqtjfpjh",
        "https://example.org/puzzles/js/galaxies.html#7x7:aljwxkqtjfpjh",
        "galaxies.html#7x7dn:aljwxkqtjfpjh",
        "7x7:aljwxkqtjfpjhzzzz",
    ],
)
def test_other_spellings(text: str) -> None:
    assert tatham.recognizes(text)
    assert one(text) == one("7x7:aljwxkqtjfpjh")


def test_no_description_is_a_board_without_dots() -> None:
    assert one("7x4:").puzzle == Puzzle(7, 4)
    assert tatham.write(Position(Puzzle(7, 4))) == "7x4:"


def test_several_lines() -> None:
    text = "# two puzzles\n3x3:m\n\n  2x2:AbB\n"
    assert [position.puzzle.width for position in CORE.parse_all(text, "tatham")] == [
        3,
        2,
    ]


def test_dots_that_are_too_close_are_read() -> None:
    assert one("3x3:aa").puzzle.contested_cells()


@pytest.mark.parametrize(
    "text",
    ["name: idp", "+-+-+", "(1,1)", '{"tatham": "7x7:abc"}', "7x7", "7x7x7:a", "x7:a"],
)
def test_other_texts_are_not_recognised(text: str) -> None:
    assert not tatham.recognizes(text)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("7x7dn#123456", 6, "random seed"),
        ("https://x.org/galaxies.html#7x7#99", 32, "random seed"),
        ("7x7:ab1", 7, "'1'"),
        ("7x7:abZ", 7, "'Z'"),
        ("  3x3:aé", 8, "'é'"),
        ("1x1:b", 5, "1 points"),
        ("2x2:ai", 6, "9 points"),
        ("0x7:a", 1, "at least one cell"),
        ("7x0:", 1, "at least one cell"),
        ("99999x99999:a", 1, "over the limit"),
        ("9" * 5000 + "x3:a", 1, "over the limit"),
        ("galaxy: 7x7:a", 1, "no game ID"),
    ],
)
def test_errors_say_where_and_what(text: str, column: int, words: str) -> None:
    error = fault("\n" + text)
    assert (error.line, error.column) == (2, column)
    assert words in error.message


def test_holes_and_given_walls_cannot_be_written() -> None:
    with pytest.raises(NotationError, match="missing cells"):
        CORE.write(Puzzle(2, 2, holes={(1, 1)}), "tatham")
    with pytest.raises(NotationError, match="given walls"):
        CORE.write(Puzzle(2, 2, walls={(2, 1)}), "tatham")


@given(puzzles(with_holes=False))
def test_round_trip(puzzle: Puzzle) -> None:
    game_id = tatham.write(Position(puzzle))
    assert tatham.recognizes(game_id)
    assert one(game_id) == Position(puzzle)
    assert tatham.write(one(game_id)) == game_id


IDS = st.builds(tatham.write, st.builds(Position, puzzles(with_holes=False)))


@given(st.one_of(st.text(), damaged(IDS), damaged(st.just("https://a.b/c#2x2dn:AbB"))))
def test_nothing_but_our_errors_escapes(text: str) -> None:
    tatham.recognizes(text)
    with suppress(GalaxiesError):
        CORE.parse_all(text, "tatham")
