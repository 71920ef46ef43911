"""Addresses and files of puzz.link and its relatives."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import damaged, positions, puzzles

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import by_name, puzzlink, write
from galaxies_asp.notation import pzprv3

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
    (position,) = by_name("puzzlink").read(text)
    return position


@pytest.mark.parametrize("game_id", SAME_PUZZLES)
def test_same_puzzle_as_a_game_id(game_id: str) -> None:
    address = "https://puzz.link/p?tentaisho/" + SAME_PUZZLES[game_id]
    assert [one(address)] == by_name("tatham").read(game_id)
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
    assert [position.puzzle.width for position in by_name("puzzlink").read(text)] == [
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
        ("https://puzz.link/p?slither/5/5/g6", 21, "'slither'"),
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
        ("tentaisho/3/3/zkg22", 17, "take 2"),
        ("tentaisho/3/3/zkgz", 18, "'z'"),
        ("tentaisho/3/3/ewg0", 15, "on the hole"),
    ],
)
def test_errors_say_where_and_what(text: str, column: int, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        by_name("puzzlink").read("\n\n" + text)
    assert (caught.value.line, caught.value.column) == (3, column)
    assert words in caught.value.message


def test_given_walls_cannot_be_written() -> None:
    for notation in ("puzzlink", "pzprv3"):
        with pytest.raises(NotationError, match="given walls"):
            write(Puzzle(2, 2, walls={(2, 1)}), notation)


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
        by_name("puzzlink").read(text)


SOLVED = """\
pzprv3
tentaisho
5
5
1...2...X
.........
2....1..2
.........
.1...2..1
.........
......1..
..2......
2.....2..
1 0 0 1
1 1 0 1
0 1 0 1
1 1 0 0
1 1 0 0
1 1 1 1 1
1 0 1 1 1
0 1 1 1 1
1 0 1 1 1
1 2 2 2 1
2 1 1 1 2
1 1 2 2 1
1 2 1 1 1
2 2 2 2 2
"""
UPRIGHT = [(2, 1), (2, 3), (4, 3), (8, 3), (4, 5), (8, 5)]
UPRIGHT += [(2, 7), (4, 7), (2, 9), (4, 9)]
LEVEL = [(1, 2), (3, 2), (5, 2), (7, 2), (1, 4), (5, 4), (7, 4), (9, 4)]
LEVEL += [(3, 6), (5, 6), (7, 6), (9, 6), (1, 8), (5, 8), (7, 8), (9, 8)]
ANSWER = frozenset(Point(x, y) for x, y in UPRIGHT + LEVEL)


def file(text: str) -> Position:
    (position,) = pzprv3.read(text)
    return position


@pytest.mark.parametrize(
    "text",
    [
        SOLVED,
        SOLVED.replace("\n", "/"),
        SOLVED.replace("\n", " \r\n"),
        SOLVED.replace("pzprv3", "\npzprv3.1", 1),
        "http://pzv.jp/p.html?" + SOLVED.replace("\n", "/"),
        SOLVED + "TrialData(1)\n1...2...X\n",
        SOLVED + 'history:{\n "type": "pzpr"\n}\n',
        SOLVED[: SOLVED.index("1 2 2 2 1")],
    ],
)
def test_solved_puzzle(text: str) -> None:
    assert pzprv3.recognizes(text)
    assert file(text) == Position(HOLED, ANSWER)


def test_written_as_the_site_does() -> None:
    text = pzprv3.write(Position(HOLED, ANSWER))
    head, edges = text.split("2.....2..\n")
    assert head + "2.....2..\n" == SOLVED[: SOLVED.index("1 0 0 1")]
    # The rim of the hole is no wall between two cells; the colors are left out.
    assert edges == (
        "1 0 0 0 \n1 1 0 1 \n0 1 0 1 \n1 1 0 0 \n1 1 0 0 \n"
        "1 1 1 1 0 \n1 0 1 1 1 \n0 1 1 1 1 \n1 0 1 1 1 \n" + "0 0 0 0 0 \n" * 5
    )


def test_help_marks_are_no_walls() -> None:
    text = "pzprv3/tentaisho/2/3/..1../...../....2/-1 2 /1 0 /0 0 -1 /3 1 0 /0 0 0 /"
    puzzle = Puzzle(3, 2, ((3, 1), (5, 3)), black={(5, 3)})
    assert file(text) == Position(puzzle, frozenset({(4, 1), (2, 3)}))


def test_no_wall_is_just_the_puzzle() -> None:
    # The only walls are the rim of the hole.
    text = "pzprv3/tentaisho/2/2/X../.../..1/1 /0 /1 0 /0 0 /0 0 /"
    assert file(text) == Position(Puzzle(2, 2, ((3, 3),), holes={(1, 1)}))
    start = text[: text.index("1 /0")]
    assert file(start) == file(text)


def test_a_narrow_board_has_empty_lines() -> None:
    text = "pzprv3\ntentaisho\n2\n1\n1\n.\n.\n\n\n1 \n0 \n0 \n"
    expected = Position(Puzzle(1, 2, ((1, 1),)), frozenset({(1, 2)}))
    assert file(text) == expected
    assert pzprv3.write(expected) == text
    assert file(text.replace("\n\n\n", "\n")) == expected
    assert file(text.replace("\n", "/")) == expected


def test_several_files() -> None:
    short = "pzprv3/tentaisho/1/1/1/0 /"
    text = f"{SOLVED}\n# one more\n{short}\n{short}\n"
    assert [position.puzzle.width for position in pzprv3.read(text)] == [5, 1, 1]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("tentaisho/1/1/1/0 /", (1, 1), "pzprv3"),
        ("oops\n" + SOLVED, (1, 1), "pzprv3"),
        ("pzprv3\nslither\n1\n1\n", (2, 1), "'slither'"),
        ("pzprv3/tentaisho", (1, 8), "before the size"),
        ("pzprv3/tentaisho/x/1/./", (1, 18), "'x'"),
        ("pzprv3/tentaisho/0/1/./", (1, 18), "at least one cell"),
        ("pzprv3/tentaisho/99999/99999/./", (1, 18), "over the limit"),
        (f"pzprv3/tentaisho/{'9' * 5000}/1/./", (1, 18), "over the limit"),
        ("pzprv3/tentaisho/2000000/1/./0/", (1, 32), "3999999 lines"),
        ("pzprv3\ntentaisho\n2\n2\n...\n..\n...\n", (6, 1), "2 points"),
        ("pzprv3\ntentaisho\n2\n2\n...\n.3.\n...\n", (6, 2), "'3' at the point (2,2)"),
        ("pzprv3\ntentaisho\n2\n2\n.X.\n...\n...\n", (5, 2), "'X'"),
        ("pzprv3\ntentaisho\n2\n2\nX..\n.1.\n...\n", (5, 1), "rim"),
        ("pzprv3\ntentaisho\n1\n3\n.....\n0 1 1\n", (6, 1), "3 edges"),
        ("pzprv3/tentaisho/1/3/...../0 7 /", (1, 30), "'7'"),
    ],
)
def test_file_errors(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(NotationError) as caught:
        pzprv3.read(text)
    assert (caught.value.line, caught.value.column) == place
    assert words in caught.value.message


@given(positions())
def test_file_round_trip(position: Position) -> None:
    text = pzprv3.write(position)
    assert pzprv3.recognizes(text)
    assert pzprv3.read(text) == [position]
    assert pzprv3.read(text.replace("\n", "/")) == [position]
    assert pzprv3.read(text + text) == [position, position]


@given(st.one_of(st.text(), damaged(st.builds(pzprv3.write, positions()))))
def test_nothing_but_our_errors_escapes_from_files(text: str) -> None:
    pzprv3.recognizes(text)
    with suppress(GalaxiesError):
        pzprv3.read(text)
