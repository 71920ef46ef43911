"""JSON objects, one or many, and what is wrong with them."""

import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import drawn_positions

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import CORE, json_lines

PAIR = '{"schema":1,"id":"pair","width":2,"height":1,"centers":[[1,1],[3,1]]}'
EVERYTHING = Position(
    Puzzle(
        3,
        2,
        (Point(1, 1), Point(4, 2)),
        black=frozenset({Point(4, 2)}),
        walls=frozenset({Point(2, 3)}),
        name="all",
        source="nowhere",
    ),
    frozenset({Point(2, 1), Point(2, 2), Point(2, 3), Point(0, 1)}),
    np.array([[0, 1, 1], [-1, 1, 1]]),
)
WRITTEN = (
    '{"schema":1,"id":"all","source":"nowhere","width":3,"height":2,'
    '"centers":[[1,1],[4,2]],"black":[1],"walls":[[2,3]],'
    '"attempt":{"walls":[[0,1],[2,1],[2,2],[2,3]],"labels":[[0,1,1],[null,1,1]]}}\n'
)


def only(text: str) -> Position:
    (position,) = CORE.parse_all(text, "json")
    return position


def with_field(field: str) -> str:
    return f"{PAIR[:-1]},{field}}}"


def test_write() -> None:
    assert json_lines.write(EVERYTHING) == WRITTEN
    pair = Puzzle(2, 1, (Point(1, 1), Point(3, 1)), name="pair")
    assert json_lines.write(Position(pair)) == PAIR + "\n"


def test_read() -> None:
    position = only(WRITTEN)
    assert position == EVERYTHING
    assert position.puzzle.name == "all"
    assert position.puzzle.source == "nowhere"


@given(drawn_positions())
def test_round_trip(position: Position) -> None:
    text = json_lines.write(position)
    assert text.count("\n") == 1
    assert json_lines.recognizes(text)
    assert only(text) == position


def test_holes_are_columns_and_rows() -> None:
    text = '{"width": 3, "height": 2, "centers": [], "holes": [[2, 0], [0, 1]]}'
    assert only(text).puzzle.holes == {Point(5, 1), Point(1, 3)}


def test_unknown_and_null_fields_are_ignored() -> None:
    text = with_field(
        '"solutions": 1, "tatham": "2x1:acc", "idp_seconds": null, "black": null, '
        '"attempt": null, "other": {"a": [1.5, -2]}'
    )
    assert only(text) == Position(Puzzle(2, 1, (Point(1, 1), Point(3, 1))))


@pytest.mark.parametrize(
    ("field", "name"),
    [('"id": 7', "7"), ('"name": "n"', "n"), ('"id": "i", "name": "n"', "i")],
)
def test_name(field: str, name: str) -> None:
    text = f'{{{field}, "width": 1, "height": 1, "centers": []}}'
    assert only(text).puzzle.name == name


def test_lone_surrogates_do_not_get_in() -> None:
    name = only(r'{"id": "\ud800", "width": 1, "height": 1, "centers": []}').puzzle.name
    assert name == "?"


def test_answers_of_the_program() -> None:
    answer = only(with_field('"status": "solved", "solutions": [[[0, 1]], [[1, 0]]]'))
    assert answer.labels is not None
    assert answer.labels.tolist() == [[0, 1]]
    assert only(with_field('"solutions": []')).labels is None
    drawn = only(with_field('"solutions": [[[0, 1]]], "attempt": {"walls": []}'))
    assert drawn.labels is None
    assert drawn.walls == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        f"{PAIR}\n{PAIR}",
        f"\n{PAIR}\r\n\n  {PAIR}\n",
        f"{PAIR}{PAIR}",
        f"[{PAIR}, {PAIR}]",
        f" [ {PAIR}\n,\n{PAIR} ] ",
        json.dumps(json.loads(PAIR), indent=2) * 2,
    ],
)
def test_ways_to_write_several(text: str) -> None:
    assert json_lines.recognizes(text)
    assert CORE.parse_all(text, "json") == [only(PAIR)] * 2


def test_what_is_not_read_of_a_batch_is_named() -> None:
    text = f'[]\n{{"width": 2\n5\n"x"\n\n[{PAIR}]\n{PAIR}\n[ ]'
    empty, faulty, *pairs, last = CORE.parse_each(text, "json")
    assert pairs == [only(PAIR)] * 2
    assert str(empty) == "line 1, column 1: this list has no puzzle"
    assert str(last) == "line 8, column 1: this list has no puzzle"
    assert str(faulty).startswith("line 3, column 1: this is not JSON: ")
    assert str(faulty).endswith("; left out up to line 4")


def test_recognizes_only_objects() -> None:
    for text in ("", "[", "[1, 2]", "[(4,1), (3,3)]", "{4,1; 3,3}", '"a"', "7x7:ab"):
        assert not json_lines.recognizes(text)
    for text in ("{}", "[]", "{", "{width: 3}", "[ {"):
        assert json_lines.recognizes(text)


NOT_JSON = [
    ('{\n "width": 2 x}', 2, 13, "not JSON"),
    ('{"width": 2', 1, 12, "not JSON"),
    (f"{PAIR}\n{PAIR} x", 2, len(PAIR) + 2, "not JSON"),
    (f"[{PAIR}\n {PAIR}]", 2, 2, "expected ',' or ']'"),
    (f"[{PAIR}, ", 1, len(PAIR) + 4, "not JSON"),
    (f'{PAIR}\n {{"width": 1, "width": 2}}', 2, 2, "field 'width' twice"),
    (f'{PAIR}\n{{"a": {{"b": 1, "b": 2}}}}', 2, 1, "field 'b' twice"),
    ('{"width": NaN}', 1, 1, "NaN is no number"),
    ('{"width": -Infinity}', 1, 1, "-Infinity is no number"),
    ('\n{"a": ' + "[" * 100_000, 2, 1, "nested too deeply"),
    ('\n{"width": ' + "9" * 5000 + "}", 2, 1, "number that is too long"),
    ('{"id": "a\nb"}', 1, 10, "not JSON"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), NOT_JSON)
def test_not_json(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        CORE.parse_all(text, "json")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


FAULTS = [
    ("5", "expected an object {...}, not 5"),
    ("[[1]]", "expected an object {...}, not [1]"),
    ('{"height": 1, "centers": []}', 'field "width" is missing'),
    ('{"width": 1, "centers": []}', 'field "height" is missing'),
    ('{"width": 1, "height": 1}', 'field "centers" is missing'),
    (
        '{"schema": 1, "width": 1, "height": 1, "status": "s", "solutions": [[[0]]]}',
        'field "centers" is missing; an answer is read together with the dots',
    ),
    ('{"schema": 2}', "schema 2 is not known, only 1 is"),
    ('{"schema": true}', "schema True is not known"),
    ('{"schema": "1"}', "schema '1' is not known"),
    ('{"width": "2", "height": 1, "centers": []}', "width is '2'"),
    ('{"width": 2.0, "height": 1, "centers": []}', "width is 2.0"),
    ('{"width": true, "height": 1, "centers": []}', "width is True"),
    ('{"width": 1, "height": 0, "centers": []}', "height is 0"),
    ('{"width": 1000000000, "height": 1, "centers": []}', "over the limit"),
    (f'{{"width": {"9" * 4000}, "height": 1, "centers": []}}', "over the limit"),
    ('{"width": 3000, "height": 3000, "centers": []}', "over the limit"),
    ('{"width": 1, "height": 1, "centers": 5}', '"centers" is 5, not a list'),
    ('{"width": 1, "height": 1, "centers": [[1]]}', '"centers"[0] is [1], not a pair'),
    ('{"width": 1, "height": 1, "centers": [[1, 1.0]]}', '"centers"[0] is [1, 1.0]'),
    ('{"width": 1, "height": 1, "centers": [[1, true]]}', '"centers"[0] is [1, True]'),
    ('{"width": 1, "height": 1, "centers": [[-1, 1]]}', '"centers"[0] is [-1, 1]'),
    ('{"width": 1, "height": 1, "centers": [null]}', '"centers"[0] is None'),
    (f'{{"width":1,"height":1,"centers":[[1,{"9" * 4000}]]}}', '"centers"[0] is [1, 9'),
    ('{"width": 1, "height": 1, "centers": [[1, 2]]}', "dot A at (1,2): on the border"),
    (with_field('"black": [2]'), '"black"[0] is 2, not the number of a dot'),
    (with_field('"black": [true]'), '"black"[0] is True'),
    (with_field('"black": [[1, 1]]'), '"black"[0] is [1, 1]'),
    (with_field('"holes": [[1, 1]]'), '"holes"[0] is [1, 1], which is not a column'),
    (with_field('"holes": [[1, 0]]'), "dot B at (3,1): on the hole"),
    (with_field('"walls": [[2, 0]]'), "given wall at (2,0)"),
    (with_field('"variants": ["other"]'), '"variants"[0] is '),
    (with_field('"source": []'), '"source" is [], not a string'),
    (with_field('"source": false'), '"source" is False, not a string'),
    (with_field('"attempt": []'), '"attempt" is [], not an object'),
    (with_field('"attempt": {"walls": [[1, 1]]}'), "wall at (1,1): this is a cell"),
    (with_field('"attempt": {"walls": [[2, 9]]}'), "wall at (2,9): outside the board"),
    (with_field('"attempt": {"labels": [[0]]}'), '"labels"[0] is not a row of 2 cells'),
    (with_field('"attempt": {"labels": 3}'), '"labels" is not a list of 1 rows'),
    (with_field('"attempt": {"labels": [[0, 2]]}'), '"labels"[0][1] is 2, neither'),
    (with_field('"attempt": {"labels": [[0, -2]]}'), '"labels"[0][1] is -2, neither'),
    (with_field('"attempt": {"labels": [[0, []]]}'), '"labels"[0][1] is [], neither'),
    (with_field('"solutions": [5]'), '"solutions"[0] is not a list of 1 rows'),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_faulty_fields(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        CORE.parse_all(f"{PAIR}\n\n  {text}", "json")
    assert message in caught.value.message
    assert len(caught.value.message) < 200
    assert caught.value.line == 3


def test_labels_on_holes_are_refused() -> None:
    holed = '"width": 2, "height": 1, "centers": [[1, 1]], "holes": [[1, 0]]'
    with pytest.raises(NotationError, match=r"line 1: .* it is a hole"):
        CORE.parse_all(f'{{{holed}, "attempt": {{"labels": [[0, 0]]}}}}', "json")


KEYS = "schema id name source width height centers black holes walls attempt solutions"
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.integers()
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["walls", "labels", "x"]), inner)
    ),
)


@given(st.dictionaries(st.sampled_from(KEYS.split()), VALUES))
def test_any_field_is_read_or_refused(fields: dict[str, object]) -> None:
    text = json.dumps(json.loads(PAIR) | fields)
    message = "line 1: "
    try:
        assert len(CORE.parse_all(text, "json")) == 1
    except GalaxiesError as error:
        message = str(error)
    assert message.startswith("line 1: ")


@given(st.text('[]{}",:0123456789 \n\\widthegcnrsu'))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(GalaxiesError):
        CORE.parse_all(text, "json")
