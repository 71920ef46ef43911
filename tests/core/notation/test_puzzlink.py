"""Addresses of puzz.link and its relatives."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import damaged, puzzles

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import CORE, puzzlink

WITH_HOLE = "https://puzz.link/p?tentaisho/5/5/6fl94fi65en8dbf10000"
HOLED = Puzzle(
    5,
    5,
    (
        *((1, 1), (5, 1), (1, 3), (6, 3), (9, 3), (2, 5)),
        *((6, 5), (9, 5), (7, 7), (3, 8), (1, 9), (7, 9)),
    ),
    black={(5, 1), (1, 3), (9, 3), (6, 5), (3, 8), (1, 9), (7, 9)},
    holes={(9, 1)},
)
SAME_PUZZLES = {
    "7x7:cghsppedzzaccdtce": "7/7/hceeqenen86ezzi446er48e",
    "7x7:aljwxkqtjfpjh": "7/7/ejeheueveieoerehaenehee",
    "7x7:fcqcdtiwrdbzbqfj": "7/7/k4eo46eregeuep62eyeoaehe",
    "7x7:befpfcovvzgcczg": "7/7/g8aena4emetetezj44ezje",
}


def one(text: str) -> Position:
    (position,) = CORE.parse_all(text, "puzzlink")
    return position


@pytest.mark.parametrize("game_id", SAME_PUZZLES)
def test_same_puzzle_as_a_game_id(game_id: str) -> None:
    address = "https://puzz.link/p?tentaisho/" + SAME_PUZZLES[game_id]
    assert [one(address)] == CORE.parse_all(game_id, "tatham")
    assert puzzlink.write(one(address)) == address


def test_missing_cells() -> None:
    assert one(WITH_HOLE) == Position(HOLED)
    assert puzzlink.write(Position(HOLED)) == WITH_HOLE


def test_small_boards_by_hand() -> None:
    address = "https://puzz.link/p?tentaisho/"
    # One point inside the board, and a dot reaches as far as it can, past the end.
    assert puzzlink.write(Position(Puzzle(1, 1, ((1, 1),)))) == address + "1/1/e"
    # Three points; the black dot in the middle one is written as 'empty, dot'.
    black = Puzzle(2, 1, ((2, 1),), black={(2, 1)})
    assert puzzlink.write(Position(black)) == address + "2/1/gf"
    # 25 points and no dot: 20 and 5 empty ones; the cells are bits, five a digit.
    holed = Puzzle(3, 3, holes={(1, 1), (5, 5)})
    assert puzzlink.write(Position(holed)) == address + "3/3/zkg2"
    # Exactly eight points from one dot to the next.
    far = Puzzle(5, 1, ((1, 1), (9, 1)))
    assert puzzlink.write(Position(far)) == address + "5/1/ee"
    for puzzle in (black, holed, far):
        assert one(puzzlink.write(Position(puzzle))) == Position(puzzle)


@pytest.mark.parametrize(
    "start",
    [
        "http://pzv.jp/p.html?tentaisho/",
        "https://pzplus.tck.mn/p.html?tentaisho/",
        "https://pzprxs.vercel.app/p?tentaisho/",
        "puzz.link/p?tentaisho/",
        "p.html?tentaisho/",
        "  https://puzz.link/p?tentaisho_edit/",
        "https://puzz.link/p?tentaisho_play/",
        "https://puzz.link/p?m+tentaisho/",
        "https://puzz.link/p?type=editor&tentaisho/",
        "https://puzz.link/p?tentaisho/v:/",
        "https://puzz.link/p?tentaisho//",
        "http://localhost:8000/a/p.html?tentaisho/",
        "tentaisho/",
        "tentaisho_edit/",
    ],
)
@pytest.mark.parametrize("end", ["", "/", " "])
def test_other_spellings(start: str, end: str) -> None:
    text = start + "5/5/6fl94fi65en8dbf10000" + end
    assert puzzlink.recognizes(text)
    assert one(text) == Position(HOLED)


def test_no_body_is_a_board_without_dots() -> None:
    for text in ("tentaisho/4/3", "https://puzz.link/p?tentaisho/4/3/"):
        assert one(text) == Position(Puzzle(4, 3))


def test_several_lines() -> None:
    text = f"# two\n{WITH_HOLE}\n\ntentaisho/1/1/e\n"
    assert [position.puzzle.width for position in CORE.parse_all(text, "puzzlink")] == [
        5,
        1,
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"puzzlink": "https://puzz.link/p?tentaisho/1/1/e"}',
        "pzprv3/tentaisho/1/1/./0 /",
        "http://pzv.jp/p.html?pzprv3/tentaisho/1/1/./0 /",
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=abc",
        "+-+-+",
        "7x7:abc",
    ],
)
def test_other_texts_are_not_recognised(text: str) -> None:
    assert not puzzlink.recognizes(text)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("https://puzz.link/p?slither/5/5/g6", 21, "slither"),
        ("https://puzz.link/p?nuriuzu_edit/5/5/", 21, "'nuriuzu'"),
        ("https://puzz.link/p?", 21, "tentaisho/width/height"),
        ("https://puzz.link/p?tentaisho", 30, "size"),
        ("https://puzz.link/p?tentaisho/5/x/", 31, "size"),
        ("tentaisho/0/5/", 11, "at least one cell"),
        ("tentaisho/99999/99999/zzz", 11, "over the limit"),
        ("tentaisho/3/" + "9" * 5000 + "/zzz", 11, "over the limit"),
        ("tentaisho/3/3/zA", 16, "'A'"),
        ("tentaisho/3/3/zj", 17, "24 of 25"),
        ("tentaisho/3/3/zkg", 17, "take 2"),
        ("tentaisho/3/3/zkg22", 19, "'2' is more than"),
        ("tentaisho/3/3/zkgz", 18, "'z'"),
        ("tentaisho/3/3/ewg0", 15, "on the hole"),
    ],
)
def test_errors_say_where_and_what(text: str, column: int, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        CORE.parse_all("\n\n" + text, "puzzlink")
    assert (caught.value.line, caught.value.column) == (3, column)
    assert words in caught.value.message


def test_given_walls_cannot_be_written() -> None:
    with pytest.raises(NotationError, match="given walls"):
        CORE.write(Puzzle(2, 2, walls={(2, 1)}), "puzzlink")


@given(puzzles())
def test_round_trip(puzzle: Puzzle) -> None:
    address = puzzlink.write(Position(puzzle))
    assert puzzlink.recognizes(address)
    assert one(address) == Position(puzzle)
    assert puzzlink.write(one(address)) == address


ADDRESSES = st.builds(puzzlink.write, st.builds(Position, puzzles()))


@given(st.one_of(st.text(), damaged(ADDRESSES)))
def test_nothing_but_our_errors_escapes(text: str) -> None:
    puzzlink.recognizes(text)
    with suppress(GalaxiesError):
        CORE.parse_all(text, "puzzlink")
