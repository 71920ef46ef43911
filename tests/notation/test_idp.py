"""Models as the IDP system prints them."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import drawn_positions

from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point, edge_ends, is_edge
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.notation import idp_model, write

PAIR = Puzzle(2, 1, (Point(1, 1), Point(3, 1)))
BORDER = "0,0; 0,1; 0,2; 1,0; 1,2; 2,0; 2,2; 3,0; 3,2; 4,0; 4,1; 4,2"
RING = frozenset(
    Point(*map(int, pair.split(","))) for pair in BORDER.replace(" ", "").split(";")
)
WALLED = RING | {Point(2, 1)}
CENTERS = "Center = { 1,1; 3,1 }\n"
# As IDP3 prints it, with the relations that nobody needs here.
OUTPUT = f"""\
Number of models: 2
Model 1
=======
structure  : V {{
  X = {{ 0..4 }}
  Y = {{ 0; 1; 2 }}
  BelongsTo = {{ 1,1,1,1; 3,1,3,1 }}
  {CENTERS.strip()}
  Reachable = {{ 1,1,1,1; 3,1,3,1 }}
  Square = {{ 1,1; 3,1 }}
  Touching = {{ 1,1,1,1; 3,1,3,1 }}
  Walls = {{ {BORDER}; 2,1 }}
  Xmax = 4
  Ymax = 2
}}

Model 2
=======
structure  : V {{
  BelongsTo = {{ 1,1,1,1; 3,1,1,1 }}
  Walls = {{ {BORDER} }}
}}
Elapsed time: 0.1s
"""
MODELS = [
    Position(PAIR, WALLED, np.array([[0, 1]])),
    Position(PAIR, RING, np.array([[0, 0]])),
]


def only(text: str) -> Position:
    (position,) = idp_model.read(text)
    return position


def test_write() -> None:
    assert (
        idp_model.write(Position(PAIR)) == f"X = {{ 0..4 }}\nY = {{ 0..2 }}\n{CENTERS}"
    )
    puzzle = Puzzle(2, 1, PAIR.centers, black=frozenset({Point(3, 1)}))
    attempt = Position(puzzle, frozenset({Point(2, 1)}), np.array([[0, -1]]))
    assert idp_model.write(attempt) == (
        f"X = {{ 0..4 }}\nY = {{ 0..2 }}\n{CENTERS}Black = {{ 3,1 }}\n"
        "BelongsTo = { 1,1,1,1 }\n"
        "Walls = { 0,0; 0,1; 0,2; 1,0; 1,2; 2,0; 2,1; 2,2; 3,0; 3,2; 4,0; 4,1; 4,2 }\n"
    )


@given(drawn_positions(with_holes=False))
def test_round_trip(position: Position) -> None:
    text = idp_model.write(position)
    assert idp_model.recognizes(text)
    back = only(text)
    assert back.puzzle == position.puzzle
    assert (back.labels is None) == (position.labels is None)
    assert back.labels is None or np.array_equal(back.labels, position.labels)
    assert (back.walls is not None) == position.is_attempt
    if back.walls is not None:
        assert back.walls >= (position.walls or set())
        assert back.inner_walls() == position.inner_walls()
        ends = {end for wall in back.walls if is_edge(wall) for end in edge_ends(wall)}
        assert back.walls >= ends


def test_output_of_the_system() -> None:
    assert idp_model.recognizes(OUTPUT)
    assert idp_model.read(OUTPUT) == MODELS
    first, second = idp_model.scan(OUTPUT)
    assert (first.line, second.line) == (5, 20)


@pytest.mark.parametrize(
    "text",
    [
        f"{CENTERS}Walls = {{ {BORDER}; 2,1 }}",
        f"Walls={{{BORDER.replace(' ', '')};2,1}}\n  Center={{1,1;3,1}}",
        f" * {CENTERS} * Walls = {{ {BORDER}; 2,1 }}",
        f"{CENTERS}Walls<ct> = {{ {BORDER}; 2,1 }}\nWalls<cf> = {{ 1,1 }}",
        f"{CENTERS}Walls<cf> = {{ 1,1 }}\nWalls<ct> = {{ {BORDER}; 2,1 }}",
        f"{CENTERS}V::Walls[V::X,V::Y] = {{ {BORDER}; 2,1 }}",
        f"// Center = {{ 5,5 }}\n{CENTERS}Walls = {{ 2, 1; {BORDER} }} and so on",
        "Center := {(1, 1), (3, 1)}.\n"
        f"Walls := {{(2,1),({BORDER.replace('; ', '),(')})}}.",
        f"structure S:V {{\nX = {{0..4}}\nY = {{0..2}}\n{CENTERS}}}\n"
        "Model 1\n=======\nstructure  : V {\n"
        f"{CENTERS}Walls = {{ {BORDER}; 2,1 }}\n}}",
    ],
)
def test_ways_to_write(text: str) -> None:
    assert idp_model.recognizes(text)
    assert only(text) == Position(PAIR, WALLED)


@pytest.mark.parametrize(
    "belongs",
    ["1,1,1,1; 3,1,3,1", "(1,1)->(1,1); (3,1)->(3,1)", " 3,1,3,1;1,1,1,1; "],
)
def test_dots_of_the_cells_are_dots(belongs: str) -> None:
    position = only(f"BelongsTo = {{{belongs}}}")
    assert position == Position(PAIR, None, np.array([[0, 1]]))


def test_models_without_headings() -> None:
    walls = [f"Walls = {{ {BORDER}; 2,1 }}\n", f"Walls = {{ {BORDER} }}\n"]
    belongs = [
        "BelongsTo = { 1,1,1,1; 3,1,3,1 }\n",
        "BelongsTo = { 1,1,1,1; 3,1,1,1 }\n",
    ]
    one, other = (a + b for a, b in zip(walls, belongs, strict=True))
    assert idp_model.read(CENTERS + one + other) == MODELS
    assert idp_model.read(CENTERS + one + CENTERS + other) == MODELS
    assert len(idp_model.scan(walls[0] * 3)) == 3


def test_several_puzzles() -> None:
    other = Puzzle(3, 1, (Point(3, 1),), black=frozenset({Point(3, 1)}))
    puzzles = [Position(PAIR), Position(other), Position(PAIR)]
    assert idp_model.read("".join(map(idp_model.write, puzzles))) == puzzles


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("Walls = { 10,4 }\nX = { 0..30 }\nY = { 0..30 }", (5, 2)),
        ("BelongsTo = { 9,3,9,3 }", (5, 2)),
        ("Walls = { }\nSquare = { 1,1; 9,3 }", (5, 2)),
        ("X = { 0..10 }\nY = { 0..4 }\nWalls = {  }", (5, 2)),
        ("Xmax = 10\nYmax = 4.\nModel 1\nWalls = {}", (5, 2)),
        ("X = {1;3;9}\nY = {1;3}\nCenter = {  }", (5, 2)),
        ("Walls = { }", (0, 0)),
        ("X = { 0..10 }\nWalls = { }", (5, 0)),
    ],
)
def test_size(text: str, size: tuple[int, int]) -> None:
    (model,) = idp_model.scan(text)
    found = (model.atoms.get(side, [(0,)])[0][0] for side in ("width", "height"))
    assert tuple(found) == size


def test_scan_needs_no_dots_or_size() -> None:
    text = "what is this\n\nWalls = { 2,1 }\n"
    (model,) = idp_model.scan(text)
    assert model.atoms["wall"] == [(2, 1)]
    assert "center" not in model.atoms
    assert idp_model.scan("nothing\nWalls(x,y) <- ~Center(x,y).") == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7x7:abc",
        "https://puzz.link/p?tentaisho/7/7/hceeqenen",
        '{"width": 7, "Walls = {": 3}',
        "width(7). height(7).",
        "Walls is { 1,1 }",
        "X = { 0..4 }",
        "name: Walls = { 1,1 }",
    ],
)
def test_leaves_other_texts_alone(text: str) -> None:
    assert not idp_model.recognizes(text)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("\nWalls = { 0,0; 1,2", 2, 9, "Walls has no closing bracket"),
        (f"{CENTERS} Walls = {{ 0,0;  1 }}", 2, 18, "'1' in Walls is not 2 numbers"),
        ("Walls = { 0,0;a,1 }", 1, 15, "'a,1' in Walls"),
        ("Walls = { 0,0; 0,0,0 }", 1, 16, "'0,0,0' in Walls"),
        ("Walls = { 0,-1 }", 1, 11, "'0,-1' in Walls"),
        ("Walls = { 0,1234567890 }", 1, 11, "in Walls"),
        ("Walls = { (0,0), (0,1,1) }", 1, 18, "'(0,1,1)' in Walls"),
        ("BelongsTo = { 1,1 }", 1, 15, "'1,1' in BelongsTo is not 4 numbers"),
        ("X = { 0..1234567890 }", 1, 1, "expected a range"),
        ("X = { }", 1, 1, "expected a range"),
        ("\nWalls = { 0,0; 4,2 }", 2, None, "add a line such as 'Center = {"),
        (CENTERS, 1, None, "the size of the board is not known"),
        (f"{CENTERS}Walls = {{ 2,2 }}", 1, None, "dot B at (3,1): outside"),
        ("Walls = { 999999999,999999999 }\nCenter = {}", 1, None, "over the limit"),
        (f"{CENTERS}Walls = {{ 1,1; 4,2 }}", 1, None, "this is a cell"),
        (f"{CENTERS}BelongsTo = {{ 2,1,1,1; 3,1,3,1 }}", 1, None, "it is not a cell"),
        (f"{CENTERS}BelongsTo = {{ 3,1,2,1 }}", 1, None, "(2,1), which is not a dot"),
        ("BelongsTo = { 1,1,1,1; 1,1,3,1; 3,1,3,1 }", 1, None, "belongs to two dots"),
        (f"{CENTERS}Black = {{ 5,1 }}\nXmax=8\nYmax=2", 1, None, "black dot at (5,1)"),
    ],
)
def test_errors(text: str, line: int, column: int | None, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        idp_model.read(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.slow
def test_few_characters_do_not_claim_many_huge_boards() -> None:
    text = "Center = { 1,1 }\nSquare = { 3999,3999 }\n"
    with pytest.raises(NotationError, match="too many boards"):
        idp_model.read(text + "BelongsTo = { }\n" * 100)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(2, 1, holes=frozenset({Point(1, 1)})),
        Puzzle(2, 1, walls=frozenset({Point(2, 1)})),
    ],
)
def test_refuses_what_it_cannot_hold(puzzle: Puzzle) -> None:
    with pytest.raises(NotationError, match="cannot hold"):
        write(puzzle, "idp")


NAMES = st.sampled_from(
    ["Walls", "Center", "BelongsTo", "Black", "Square", "X", "Ymax"]
)
ITEMS = st.text("{}0123459,;. ->()<ct>\n", max_size=12)


@given(st.lists(st.builds("{} = {{ {} }}\n".format, NAMES, ITEMS) | st.just("Model\n")))
def test_any_text_is_read_or_refused(lines: list[str]) -> None:
    with suppress(GalaxiesError):
        idp_model.read("".join(lines))
