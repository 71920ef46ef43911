"""Links of Penpa+."""

import json
import zlib
from base64 import b64decode, b64encode
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import damaged, positions

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named
from galaxies_asp.notation import parse_all, penpa, penpa_text

BASE = "https://swaroopg92.github.io/penpa-edit/"


def one(text: str) -> Position:
    (position,) = parse_all(text, "penpa")
    return position


def packed(text: str) -> str:
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b64encode(stream.compress(text.encode()) + stream.flush()).decode()


def link(
    given: Any = None,
    drawn: Any = None,
    *,
    header: str = "square,3,2,38,0,1,1,152,114,38,38",
    margins: Any = (0, 0, 0, 0),
    cells: Any = (16, 1, 1, 5, 1, 1),
    mode: str = "edit",
) -> str:
    """Return a link as old versions write it.

    In a grid of 3x2 cells a row has 7 indices, and a kind of point has N = 42; the
    cells are 16, 17, 18 and 23, 24, 25.
    """
    lines = [header, json.dumps(margins), "{}", json.dumps(given or {})]
    lines += ["" if drawn is None else json.dumps(drawn), json.dumps(cells)]
    return f"{BASE}#m={mode}&p={packed(chr(10).join(lines))}"


def test_dots_of_all_kinds_by_hand() -> None:
    symbols = {
        "16": [1, "circle_SS", 2],  # the first cell
        str(42 + 17): [2, "circle_S", 1],  # lower right corner of the second cell
        str(2 * 42 + 16): [1, "circle_M", 2],  # lower side of the first cell
        str(3 * 42 + 24): [2, "circle_L", 2],  # right side of the last but one cell
    }
    puzzle = one(link({"symbol": symbols})).puzzle
    dots = ((1, 1), (1, 2), (4, 2), (4, 3))
    assert puzzle == Puzzle(3, 2, dots, black={(4, 2), (4, 3)})


def test_walls_by_hand() -> None:
    # The corners between the rows of cells are 42 + 15 to 42 + 18.
    lines = {"57,58": 3, "51,58": 3, "58,59": 12, "57,59": 3, "50,57": 3, "200": 98}
    position = one(link({"lineE": {"58,59": 2, "57,64": 2}}, {"lineE": lines}))
    assert position.puzzle == Puzzle(3, 2, walls={(3, 2)})
    assert position.walls == {(1, 2), (2, 1), (3, 2)}
    assert one(link({}, {"lineE": {"50,57": 3}})) == Position(Puzzle(3, 2))


def test_missing_cells_by_hand() -> None:
    assert one(link(cells=(17, 1, 5, 1, 1))).puzzle == Puzzle(3, 2, holes={(1, 1)})
    black = {"surface": {"24": 4, "25": 2, "18": 1}}
    assert one(link(black)).puzzle == Puzzle(3, 2, holes={(3, 3), (5, 1)})


def test_margins() -> None:
    symbols = {"24": [1, "circle_SS", 2], "16": [2, "circle_SS", 2]}
    text = link({"symbol": symbols}, margins=(1, 0, 1, 0), cells=(24, 1))
    # The circle in the margin is beside the board, and does not matter.
    assert one(text).puzzle == Puzzle(2, 1, ((1, 1),))
    # A cell in the margin makes the board larger.
    text = link({"symbol": symbols}, margins=(1, 0, 1, 0), cells=(16, 8, 1))
    holes = {(1, 3), (3, 1), (5, 1)}
    expected = Puzzle(3, 2, ((1, 1), (3, 3)), black={(1, 1)}, holes=holes)
    assert one(text).puzzle == expected


@pytest.mark.parametrize("kind", ["sudoku", "kakuro"])
def test_other_grids_of_squares(kind: str) -> None:
    assert one(link(header=f"{kind},3,2")).puzzle == Puzzle(3, 2)


def test_spellings() -> None:
    written = penpa.write(Position(Puzzle(2, 2, ((2, 2),))))
    start, parameter = written.split("&p=")
    assert start == BASE + "#m=edit"
    solving = link({"symbol": {"16": [1, "circle_SS", 2]}}, mode="solve")
    for text in (
        written,
        f"  {BASE}?m=edit&p={parameter} ",
        f"m=edit&p={parameter}",
        f"{BASE}#m=solve&p={parameter}&a=whatever",
        f"{BASE}#m=edit&p={parameter.replace('=', '%3D').replace('+', '%2B')}",
        f"{BASE}#m=edit&p={parameter.rstrip('=')}",
    ):
        assert penpa.recognizes(text)
        assert one(text) == one(written)
    assert one(solving).puzzle == Puzzle(3, 2, ((1, 1),))
    assert len(parse_all(f"{written}\n# again\n{solving}\n", "penpa")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?tentaisho/1/1/e",
        '{"penpa": "https://swaroopg92.github.io/penpa-edit/#m=edit&p=abc"}',
        "7x7:abc",
        "p=3",
    ],
)
def test_other_texts_are_not_recognised(text: str) -> None:
    assert not penpa.recognizes(text)


def test_the_editor_can_read_every_line() -> None:
    puzzle = Puzzle(
        *(3, 2, ((1, 1), (4, 2), (5, 1))),
        black={(4, 2)},
        holes={(1, 3)},
        walls={(2, 1)},
        name="Zigzag, null",
        source="https://example.org/1",
    )
    text = penpa.write(Position(puzzle, frozenset({(4, 1)})))
    raw = zlib.decompress(b64decode(text.split("&p=")[1]), -15).decode()
    assert "zY" in raw
    assert "symbol" not in raw
    assert "Title: ZigzZag%2C zO" in raw
    lines = penpa_text.unpack(text.split("&p=")[1])
    header = lines[0].split(",")
    assert lines[0].startswith("square,3,2,38,0,1,1,152,114,101,101,0,0,0,0,")
    assert header[15] == "Title: Zigzag%2C null"
    assert header[17] == "https://example.org/1"
    assert len(header) == 22
    assert len(lines) == 19
    values = [json.loads(line) for line in lines[1:18]]
    assert values[2]["symbol"] == {
        "16": [1, "circle_SS", 2],
        "18": [1, "circle_SS", 2],
        "59": [2, "circle_SS", 2],
    }
    assert values[2]["surface"] == {"23": 4}
    assert values[2]["lineE"] == {"51,58": 2}
    assert values[3]["lineE"] == {"51,58": 3, "52,59": 3}
    assert values[4] == [16, 1, 1, 6, 1]
    assert values[16] == ["spiralgalaxies"]
    read = one(text).puzzle
    assert (read.name, read.source) == ("Zigzag, null", "https://example.org/1")


def test_given_walls_stay_given() -> None:
    puzzle = Puzzle(3, 2, ((1, 1),), walls={(2, 3)})
    assert one(penpa.write(Position(puzzle))) == Position(puzzle)
    walls = frozenset({Point(2, 3), Point(4, 1)})
    assert one(penpa.write(Position(puzzle, walls))) == Position(puzzle, walls)


def test_the_editor_has_no_larger_boards() -> None:
    assert one(penpa.write(Position(Puzzle(100, 1)))) == Position(Puzzle(100, 1))
    with pytest.raises(NotationError, match="101x1"):
        penpa.write(Position(Puzzle(101, 1)))


BOMB = packed("\n" * (penpa_text.MAX_TEXT + 1))
CIRCLE = [1, "circle_SS", 2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BASE + "#m=edit&p=ab.c", "not base64"),
        (BASE + "#m=edit&p=é", "not base64"),
        (BASE + "#m=edit&p=a", "not base64"),
        (BASE + "#m=edit&p=", "cut off"),
        (BASE + "#m=edit&p=////", "does not unpack"),
        (BASE + "#m=edit&p=" + b64encode(b"\x01\x01\x00\xfe\xff\xff").decode(), "text"),
        (BASE + "#m=edit&p=" + BOMB, "more than"),
        (BASE + "#m=edit&p=" + packed("square,1,1"), "fewer than 6 lines"),
        (link()[:-20], "cut off"),
        (link(header="tri,3,3"), "'tri'"),
        (link(header="10,10,38"), "'10'"),
        (link(header="square,3"), "how large"),
        (link(header="square,3,-2"), "how large"),
        (link(header="square,0,2"), "at least one cell"),
        (link(header="square,99999,99999"), "over the limit"),
        (link(header="square,101,2"), "at most 100x100"),
        (link(margins=(0, 0, 0)), "margins"),
        (link(margins=(0, 0, 2, 1)), "margins"),
        (link(margins=(0, 2, 0, 0)), "margins"),
        (link(margins={}), "margins"),
        (link(cells={}), "line 6"),
        (link(cells=("a",)), "line 6"),
        (link(cells=(60,)), "line 6"),
        (link(cells=(-1,)), "line 6"),
        (link(cells=[0] * 1000), "line 6"),
        (link(given=[1]), "line 4 of the text inside the link is not an object"),
        (link(given={"symbol": []}), "'symbol', but not as an object"),
        (link(given={"symbol": {"x": CIRCLE}}), "'x'"),
        (link(given={"symbol": {"16": 3}}), "'16'"),
        (
            link(given={"symbol": {"16": [1, "star", 2]}}),
            "'star' at c",
        ),
        (link(given={"number": {"16": ["1", 1, "1"]}}), "numbers"),
        (link(given={"symbol": {"57": CIRCLE}}), "on the border"),
        (link({"symbol": {"58": CIRCLE}}, cells=(17, 1, 5, 1, 1)), "rim of the hole"),
        (link({"symbol": {"58": CIRCLE}, "lineE": {"57,58": 2}}), "crosses the dot"),
    ],
)
def test_errors_say_where_and_what(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_all("\n" + text, "penpa")
    column = text.index("p=") + 3
    assert (caught.value.line, caught.value.column) == (2, column)
    assert words in caught.value.message


def test_what_is_there_twice_is_refused() -> None:
    with pytest.raises(NotationError, match="one parameter"):
        parse_all(f"{link()}&p=x", "penpa")
    layer = '{"symbol":{"58":[1,"circle_S",2],"58":[2,"circle_S",2]}}'
    lines = penpa_text.unpack(link().partition("p=")[2])
    text = packed("\n".join([*lines[:3], layer, *lines[4:]]))
    with pytest.raises(NotationError, match="line 4 of the text inside the link"):
        parse_all(f"{BASE}#m=edit&p={text}", "penpa")


@given(positions())
def test_round_trip(position: Position) -> None:
    text = penpa.write(position)
    assert penpa.recognizes(text)
    assert parse_all(text, "penpa") == [position]
    assert penpa.write(one(text)) == text


@given(st.one_of(st.text(), damaged(st.builds(penpa.write, positions()))))
def test_nothing_but_our_errors_escapes(text: str) -> None:
    penpa.recognizes(text)
    with suppress(GalaxiesError):
        parse_all(text, "penpa")


def inner_text(position: Position) -> str:
    return "\n".join(penpa_text.unpack(penpa.write(position).split("&p=")[1]))


@given(damaged(st.builds(inner_text, positions())))
def test_nothing_but_our_errors_escapes_from_inside(text: str) -> None:
    with suppress(GalaxiesError):
        parse_all(f"m=edit&p={penpa_text.pack(text.split(chr(10)))}", "penpa")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda children: (
        st.lists(children, max_size=4)
        | st.dictionaries(
            st.sampled_from(["symbol", "surface", "lineE", "number", "16", "57,58"]),
            children,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@given(JSON, JSON, JSON, JSON)
def test_any_json_is_understood_or_refused(
    given_layer: Any, drawn: Any, margins: Any, cells: Any
) -> None:
    for text in (link(given_layer, drawn), link(margins=margins), link(cells=cells)):
        with suppress(GalaxiesError):
            parse_all(text, "penpa")


@pytest.mark.parametrize(
    ("family", "given", "drawn", "atoms"),
    [
        ("masyu", {"symbol": {"16": [2, "circle_L", 1]}}, {}, "black((1,1))."),
        ("masyu", {}, {"line": {"16,17": 3}}, "line((2,1))."),
        ("akari", {"surface": {"16": 4}}, {}, 'wall((1,1),"?").'),
        (
            "akari",
            {"surface": {"16": 4}, "number": {"16": [2, 7, "1"]}},
            {"symbol": {"17": [3, "sun_moon", 1], "18": [0, "sun_moon", 1]}},
            "wall((1,1),2). lamp((3,1)).",
        ),
        (
            "kakuro",
            {"symbol": {"16": [1, "kakuro", 2]}, "numberS": {"233": ["5", 4]}},
            {"number": {"17": ["2", 1, "1"]}},
            "black((1,1)). across((1,1),5). number((3,1),2).",
        ),
        (
            "star-battle",
            {
                "number": {"8": [1, 1, "1"]},
                "lineE": {"57,58": 2, "58,59": 2, "59,60": 2},
            },
            {"symbol": {"24": [2, "star", 2]}, "surface": {"23": 2}},
            "stars(1). region((1,1;3,1),1). star((3,3)).",
        ),
        ("tents", {"number": {"10": ["1", 1, "1"]}}, {}, "count((3,-1),1)."),
        ("slitherlink", {"number": {"16": ["?", 1, "1"]}}, {}, 'number((1,1),"?").'),
    ],
)
def test_links_of_other_types(family: str, given: Any, drawn: Any, atoms: str) -> None:
    (board,) = sheets(link(given, drawn), family=family_named(family))
    assert {*facts_of(atoms)} <= {*facts_of(board.facts), *board.atoms}
    (again,) = sheets(board.written("penpa"), family=board.family)
    assert sorted(again.facts.split()) == sorted(board.facts.split())
    assert again.atoms == board.atoms


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"symbol": {"16": [2, "ox_B", 1]}}, "the link has the symbol 'ox_B' at (1,1)"),
        ({"number": {"16": ["x", 1, "1"]}}, "'x' stands for nothing here"),
        ({"line": {"16,18": 3}}, "the link has a line at 16,18, which this type"),
        ({"numberS": {"232": ["5", 4]}}, "the link has the small text '5' at (1,1)"),
    ],
)
def test_what_a_type_has_not_is_refused(given: Any, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        list(sheets(link(given), family=family_named("nurikabe")))
    assert message in str(caught.value)


def test_a_link_that_several_types_can_have_is_refused() -> None:
    (board,) = sheets(link({"symbol": {"16": [1, "tents", 1]}}))
    assert board.family.name == "tents"
    faults = [*sheets(link({"number": {"16": [2, 1, "1"]}}))]
    assert "hitori, nurikabe, shikaku" in str(faults[0])
