"""Files of puzz.link and its relatives."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import damaged, positions

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.notation import parse, parse_all, pzprv3, write

HOLED = parse("https://puzz.link/p?tentaisho/5/5/6fl94fi65en8dbf10000")
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


def test_a_duplicated_link_holds_the_attempt() -> None:
    position = Position(Puzzle(2, 1, [(1, 1), (3, 1)]), walls=[(2, 1)])
    text = pzprv3.write(position).replace("\n", "/").replace(" ", "%20")
    link = f"https://puzz.link/p?type=player&{text}"
    for form in (link, f"[mine]({link})", f"Here: {link}"):
        assert parse_all(form) == [position]


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


def test_a_file_without_a_wall_is_an_attempt() -> None:
    # The only walls are the rim of the hole.
    text = "pzprv3/tentaisho/2/2/X../.../..1/1 /0 /1 0 /0 0 /0 0 /"
    assert file(text) == Position(Puzzle(2, 2, ((3, 3),), holes={(1, 1)}), [])
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
        ("pzprv3\nslither\n1\n1\n", (2, 1), "slither"),
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


def test_given_walls_cannot_be_written() -> None:
    with pytest.raises(NotationError, match="given walls"):
        write(Puzzle(2, 2, walls={(2, 1)}), "pzprv3")


@given(positions())
def test_file_round_trip(position: Position) -> None:
    text = pzprv3.write(position)
    assert pzprv3.recognizes(text)
    attempt = Position(position.puzzle, position.walls or ())
    assert pzprv3.read(text) == [attempt]
    assert pzprv3.read(text.replace("\n", "/")) == [attempt]
    assert pzprv3.read(text + text) == [attempt, attempt]


@given(st.one_of(st.text(), damaged(st.builds(pzprv3.write, positions()))))
def test_nothing_but_our_errors_escapes_from_files(text: str) -> None:
    pzprv3.recognizes(text)
    with suppress(GalaxiesError):
        pzprv3.read(text)
