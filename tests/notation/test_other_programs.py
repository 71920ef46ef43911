"""Forms of other programs, each with a board whose dots are known."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import galaxies
from support.strategies import damaged

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.families.reading import sheets
from galaxies_asp.notation import NOTATIONS, parse, parse_all

DOTS = (Point(1, 1), Point(6, 1), Point(7, 4), Point(2, 4))
"""One in a cell, one on each kind of edge, and one on a vertex."""
XML = """<?xml version="1.0" encoding="UTF-8"?>
<puzzle type="tentaisho"><size row="2" col="3"/><property><author value=""/></property>
<board><number r="1" c="3" n="1"/><number r="3" c="5" n="2"/></board><answer>
<areas N="2"/><arow row="1"><z/><z/><n1/></arow><arow row="2"><z/><z/><z/></arow>
</answer></puzzle>
"""
FILE = "2\n3\n..1..\n.....\n....2\n2\n0 0 1\n0 0 0\n"
HOLED = '{"width": 3, "height": 1, "centers": [[3, 1]], "holes": [[2, 0]]}'
KANPEN = "http://www.kanpen.net/tentaisho.html?problem=2/3/..1../...../....2//"


@pytest.mark.parametrize(
    "rows",
    [
        "o.>.\nx..v\n....\n",
        "c.r.\nd..b\n....\n",
        "o . > .\nx . . v\n. . . .\n",
    ],
)
def test_letters_place_dots_in_cells(rows: str) -> None:
    assert set(parse(rows).centers) == {Point(1, 1), Point(6, 1), Point(7, 4), (2, 4)}


@pytest.mark.parametrize(
    ("board", "notation", "said"),
    [
        ("3x2:h", "tatham", "Simon Tatham's program refuses boards under 3x3"),
        ("3x3:m", "tatham", ""),
        (HOLED, "puzzlink", "pzpr 0.10.1 drops the missing cells"),
        (HOLED, "pzprv3", "pzpr 0.10.1 drops the missing cells and moves the dots"),
        ("3x3:m", "pzprv3", ""),
    ],
)
def test_what_other_programs_misread_is_said(
    board: str, notation: str, said: str
) -> None:
    done = galaxies("convert", board, "-f", notation)
    assert (done.returncode, said in done.stderr.decode()) == (0, True)
    assert bool(said) == bool(done.stderr)


def test_capitals_are_black() -> None:
    puzzle = parse("cR.cb\nBd...\n.....\n")
    assert puzzle.black == {Point(4, 1), Point(1, 4)}
    assert Point(4, 4) in puzzle.centers


def test_digits_are_read_if_the_notation_is_named() -> None:
    rows = "0.1.\n3..2\n....\n"
    assert set(parse(rows, "sketch").centers) == {*DOTS[:3], (2, 4)}
    with pytest.raises(NotationError, match="no known notation"):
        parse(rows)  # it may be a Slitherlink


def test_each_cell_at_a_dot_has_a_character() -> None:
    assert set(parse("o.<>\n12.^\n34.v\n").centers) == {
        *((1, 1), (6, 1), (7, 4), (2, 4)),
    }


@pytest.mark.parametrize("rows", ["o.<\n...\n", "1.\n34\no.", "red\nred\n", "o>\nov\n"])
def test_letters_that_place_no_dots_are_refused(rows: str) -> None:
    with pytest.raises(NotationError):
        parse(rows)


def test_rows_of_letters_in_json() -> None:
    text = json.dumps(
        {"puzzle_type": "Galaxies", "grid": ["o.<>", "12.^", "34.v"], "url": "x"},
        indent=2,
    )
    (board,) = sheets(text)
    assert not isinstance(board, NotationError)
    assert board.position.puzzle == parse("o.<>\n12.^\n34.v\n")
    other = galaxies(
        "convert", "-f", "json", "-", stdin=text.replace("Galaxies", "Nurikabe")
    )
    assert other.returncode == 65
    assert b"this is 'Nurikabe'" in other.stderr


@pytest.mark.parametrize("text", [FILE, XML, XML.replace("\n", "")])
def test_files_of_pencilbox(text: str) -> None:
    (position,) = parse_all(text)
    expected = Puzzle(3, 2, [(3, 1), (5, 3)], black=[(5, 3)])
    assert position.puzzle == expected
    assert position.walls == {(4, 1), (5, 2)}
    assert galaxies("convert", "-f", "tatham", "-", stdin=text).stdout == b"3x2:cL\n"


def test_a_file_or_an_address_without_regions() -> None:
    expected = parse_all(FILE)[0].puzzle
    for text in ("".join(f"{line}\n" for line in FILE.splitlines()[:5]), KANPEN):
        (position,) = parse_all(text)
        assert position.puzzle == expected
        assert not position.is_attempt
    assert parse(f"See {KANPEN} today.") == expected


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (FILE.replace("2\n2", "3\n2"), (5, 5), "'3' at the point (5,3)"),
        (FILE.replace("0 0 1", "0 1"), (7, 1), "has 2 regions, but takes 3"),
        ("2/3/..1../..", (1, 11), "there are 2"),
        (XML.replace("tentaisho", "slither"), (2, 15), "the genre 'slither'"),
        (XML.replace('row="2"', 'row="99999999"'), (1, 1), "over the limit"),
    ],
)
def test_errors_in_files_of_pencilbox(
    text: str, place: tuple[int, int], message: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_all(text)
    assert (caught.value.line, caught.value.column) == place
    assert message in caught.value.message


@given(damaged(st.sampled_from([FILE, XML, KANPEN, "o.<>\n12.^\n34.v\n"])))
def test_damaged_texts_are_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        assert [*NOTATIONS.parse_each(text)]


def test_halves_from_the_first_cell_and_from_the_corner() -> None:
    assert parse("3x2\n(0, 0), (1, 1.5)\n").centers == ((1, 1), (4, 3))
    assert parse("10x2\n9.0,0.5\n0.5,1.5\n").centers == ((18, 1), (1, 3))
    with pytest.raises(NotationError, match="fit both"):
        parse("3x2\n(0.5, 0.5)\n")
    with pytest.raises(NotationError, match="fit neither"):
        parse("3x2\n(7.5, 9)\n")
