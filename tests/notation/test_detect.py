"""Which notation a text is in, and texts of several notations."""

import json
import time
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation_examples import EXAMPLE, FORMS, ON_LINES, example_of, sorted_notations
from support.marks import nightly_if, others_nightly
from support.strategies import damaged, positions

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import CORE, Notation
from galaxies_asp.families.reading import sheets
from galaxies_asp.notation import (
    NOTATIONS,
    by_name,
    detect,
    one_line_notation,
    parse,
    parse_all,
    write,
)

PUZZLE = Puzzle(3, 2, (Point(1, 1), Point(4, 2)), name="small")
WRITABLE = [notation for notation in NOTATIONS if notation.writable]
ONE_LINE = [notation for notation in NOTATIONS if notation.one_line]

each_writable = pytest.mark.parametrize(
    "notation", WRITABLE, ids=[notation.name for notation in WRITABLE]
)


ORDER = (
    "drawing grid save idp facts json penpa puzzlink pzprv3 pencilbox sketch tatham "
    "coordinates"
)


def test_the_order_in_which_notations_are_tried() -> None:
    assert [notation.name for notation in NOTATIONS] == ORDER.split()
    assert [notation for notation in NOTATIONS if notation in CORE] == [*CORE]


def test_the_core_names_its_own_notations_only() -> None:
    package = "galaxies_asp.core.notation."
    for notation in NOTATIONS:
        assert notation.module.startswith(package) == (notation in CORE)
    with pytest.raises(NotationError, match="unknown notation 'penpa'; known: drawing"):
        CORE.parse("", "penpa")


def detected(text: str) -> Notation | None:
    """Return the notation that `parse_all` would read the text in."""
    return detect(text) or one_line_notation(text.strip())


@each_writable
@given(position=positions())
def test_written_texts_are_detected(notation: Notation, position: Position) -> None:
    try:
        text = write(position, notation.name)
    except NotationError:  # it cannot express this position
        return
    assert text.endswith("\n")
    assert detected(text) is notation
    (back,) = parse_all(text)
    assert set(back.puzzle.centers) == set(position.puzzle.centers)
    assert back == parse_all(text, notation.name)[0]


@each_writable
@pytest.mark.parametrize(
    "name",
    [
        "7x7:cghsppedzzaccdtce",
        "https://puzz.link/p?tentaisho/7/7/hceeqenen86ezzi446er48e",
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRNb5wwEL3zK1Y",
        "m=edit&p=7VRNb5wwEL3zK1Y",
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection",
        "pzprv3/tentaisho/1/1/1/",
        "Walls = { 1,1 }",
        "width(3). height(2).",
        '{"width": 3}',
        "+-+-+",
        "3x2",
        "% puzzle name: #",
    ],
)
def test_names_do_not_mislead(notation: Notation, name: str) -> None:
    for puzzle in (replace(PUZZLE, name=name), replace(PUZZLE, source=name)):
        text = write(puzzle, notation.name)
        assert detected(text) is notation
        assert parse(text) == PUZZLE


def test_lines_of_several_notations() -> None:
    lines = [write(PUZZLE, notation.name).strip() for notation in ONE_LINE]
    assert len(lines) >= 3
    text = "\ufeff# all of them\n\n" + "\n \n".join(f"  {line}  " for line in lines)
    assert detect(text) is None
    assert [position.puzzle for position in parse_all(text)] == [PUZZLE] * len(lines)


def test_places_in_lines_of_several_notations() -> None:
    line = write(PUZZLE, "tatham").strip()
    with pytest.raises(NotationError) as alone:
        parse_all(f"{line}!!x")
    assert alone.value.line == 1
    with pytest.raises(NotationError) as caught:
        parse_all(f"# first\n{line}\n\n  {line}!!x")
    assert caught.value.message == alone.value.message
    assert caught.value.line == 4
    assert alone.value.column is not None
    assert caught.value.column == alone.value.column + 2


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff", "# nothing\n", "% puzzle a"])
def test_no_puzzle(text: str) -> None:
    with pytest.raises(NotationError, match="the text holds no puzzle"):
        parse_all(text)


@pytest.mark.parametrize(
    "text", ["nonsense", "12", "The puzzle of 8 May\n7x7", "<svg/>"]
)
def test_nonsense_names_the_notations(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_all(f"# a comment\n {text}")
    assert (caught.value.line, caught.value.column) == (2, 2)
    for notation in NOTATIONS:
        assert notation.name in caught.value.message


def test_long_nonsense_is_shortened() -> None:
    with pytest.raises(NotationError) as caught:
        parse_all("nonsense" * 1000)
    assert caught.value.line == 1
    assert len(str(caught.value)) < 300


def test_by_name() -> None:
    assert by_name("json").name == "json"
    with pytest.raises(
        NotationError, match="unknown notation 'xml'; known: drawing, grid"
    ):
        by_name("xml")
    with pytest.raises(NotationError, match="'save' is read-only"):
        write(PUZZLE, "save")


def test_a_given_notation_is_believed() -> None:
    with pytest.raises(NotationError, match="not a fact"):
        parse_all(write(PUZZLE, "drawing"), "facts")


def test_parse_wants_one_puzzle() -> None:
    text = write(PUZZLE, "json")
    assert parse(text) == PUZZLE
    with pytest.raises(NotationError, match="holds 2"):
        parse(text * 2)


HUGE = 10**9
HUGE_CLAIMS = [
    "999999999x999999999:",
    "999999999x999999999:a",
    f"{'9' * 5000}x1:a",
    "https://puzz.link/p?tentaisho/999999999/999999999/a",
    f"https://puzz.link/p?tentaisho/{'9' * 5000}/1/a",
    "pzprv3/tentaisho/999999999/999999999/",
    f"pzprv3\ntentaisho\n{'9' * 5000}\n1\n.",
    json.dumps({"width": HUGE, "height": 1, "centers": []}),
    json.dumps({"width": 99999, "height": 99999, "centers": []}),
    f'{{"width": {"9" * 5000}, "height": 1, "centers": []}}',
    "width(999999999). height(999999999).",
    f"width({'9' * 5000}). height(1).",
    "Center = { 1,1 }\nX = { 0..999999999 }\nY = { 0..999999999 }",
    "Walls = { 999999999,999999999 }\nCenter = { 1,1 }",
    f"Walls = {{ {'9' * 5000},1 }}\nCenter = {{ 1,1 }}",
    "999999999x999999999\n1,1",
    f"{'9' * 5000}x1\n1,1",
    "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n"
    "GAME    :8:Galaxies\nPARAMS  :19:999999999x999999999\nDESC    :1:a\n",
]


@pytest.mark.parametrize("text", HUGE_CLAIMS, ids=[text[:30] for text in HUGE_CLAIMS])
def test_huge_claims_are_refused_quickly(text: str) -> None:
    start = time.process_time()
    with pytest.raises(GalaxiesError) as caught:
        parse_all(text)
    assert len(str(caught.value)) < 500
    assert time.process_time() - start < 1


STARTS = ["", "3x2 ", "size", "a:1:1", "center(", "Walls = {", "X ="]
PARTS = [*"([{1 \n", "%*", "%a\n", "1,", "+-", "┏━", '{"a":', "Walls = {", "center("]


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("start", others_nightly(STARTS, "the same parts"))
def test_repetition_takes_linear_time(start: str, part: str) -> None:
    text = start + part * 20_000 + "?"
    begin = time.process_time()
    for notation in NOTATIONS:
        notation.recognizes(text)
        with suppress(GalaxiesError):
            parse_all(text, notation.name)
    # Linear time is some hundredths of a second, quadratic time several seconds.
    assert time.process_time() - begin < 3


@pytest.mark.slow
@pytest.mark.parametrize("notation", NOTATIONS, ids=lambda notation: notation.name)
@given(data=st.data())
def test_any_text_is_read_or_refused(notation: Notation, data: st.DataObject) -> None:
    def written(position: Position) -> str:
        try:
            return write(position, notation.name)
        except NotationError:
            return notation.summary

    text = data.draw(damaged(st.builds(written, positions())))
    for name in (notation.name, None):
        with suppress(GalaxiesError):
            parse_all(text, name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    nightly_if(
        lambda text: text.startswith("7x7"),
        ["\n" * 10_000_001, "7x7\n" * 100_001, "\u2028" * 10_000_001],
    ),
)
def test_texts_of_too_many_lines_or_boards_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"too many boards|more than \d+ lines"):
        parse_all(text)


def test_the_documented_examples_are_one_puzzle() -> None:
    shown = sorted_notations()
    assert shown[0].name == "sketch"
    assert {one.name for one in shown} == {one.name for one in NOTATIONS}
    for one in shown:
        (position,) = parse_all(example_of(one))
        assert position.puzzle.centers == EXAMPLE.centers, one.name
        assert position.inner_walls() == set(), one.name
    for name, text in FORMS.items():
        (sheet,) = sheets(text)
        assert not isinstance(sheet, NotationError), name
        assert {*sheet.position.puzzle.centers} == {*ON_LINES.centers}, name
        known = detect(text)
        assert known is None or known.name == name.partition(":")[0]
