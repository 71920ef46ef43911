"""ASP facts, alone and with the answers of clingo behind them."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import drawn_positions

from galaxies_asp.core.board.errors import GalaxiesError, NotationError, PuzzleError
from galaxies_asp.core.board.facts import program
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.core.notation import facts, valid

PAIR = Puzzle(2, 1, (Point(1, 1), Point(3, 1)), name="pair")
PAIR_FACTS = "width(2). height(1).\ncenter((1,1)). center((3,1)).\n"
EVERYTHING = Position(
    Puzzle(
        3,
        2,
        (Point(4, 2), Point(1, 1)),
        black=frozenset({Point(4, 2)}),
        walls=frozenset({Point(2, 3)}),
        name="all \n of it",
    ),
    frozenset({Point(2, 1), Point(2, 2), Point(0, 1)}),
    np.array([[1, 0, 0], [-1, 0, 0]]),
)
WRITTEN = """\
% puzzle all of it
width(3). height(2).
center((4,2)). center((1,1)).
black((4,2)).
given((2,3)).
galaxy((1,1),(1,1)). galaxy((3,1),(4,2)). galaxy((5,1),(4,2)). galaxy((3,3),(4,2)). \
galaxy((5,3),(4,2)).
wall((0,1)). wall((2,1)). wall((2,2)).
"""
CLINGO_OUTPUT = """\
pyclingo version 5.8.3
Reading from facts.lp ...
facts.lp:3:5-12: info: atom does not occur in any rule head:
  hole((X,Y))

Solving...
Answer: 1 (Time: 0.001s)
galaxy((1,1),(1,1)) galaxy((3,1),(3,1)) wall((2,1)) galaxies(2) cell((1,1)) other("a b")
Answer: 2
-galaxy((1,1),(3,1)) galaxy((3,1),(1,1)) x
Optimization: 3
SATISFIABLE

Models       : 2
Calls        : 1
Time         : 0.002s (Solving: 0.00s 1st Model: 0.00s Unsat: 0.00s)
CPU Time     : 0.002s
"""


def only(text: str) -> Position:
    (position,) = facts.read(text)
    return position


def test_write() -> None:
    assert facts.write(Position(PAIR)) == "% puzzle pair\n" + PAIR_FACTS
    assert facts.write(EVERYTHING) == WRITTEN
    unnamed = Puzzle(1, 1, holes=frozenset({Point(1, 1)}))
    assert facts.write(Position(unnamed)) == (
        "% puzzle\nwidth(1). height(1).\nhole((1,1)).\n"
    )


def test_program_is_the_puzzle_alone() -> None:
    assert program(PAIR) == PAIR_FACTS
    assert program(EVERYTHING.puzzle) == "".join(WRITTEN.splitlines(keepends=True)[1:5])


def test_read() -> None:
    position = only(WRITTEN)
    assert position == EVERYTHING
    assert position.puzzle.centers == EVERYTHING.puzzle.centers
    assert position.puzzle.name == "all of it"


@given(drawn_positions())
def test_round_trip(position: Position) -> None:
    text = facts.write(position)
    assert facts.recognizes(text)
    back = only(text)
    assert back.puzzle == position.puzzle
    # Facts cannot say that something is empty.
    assert (back.walls or None) == (position.walls or None)
    drawn = position.labels is not None and (position.labels != NO_DOT).any()
    assert (back.labels is not None) == drawn
    if drawn:
        assert np.array_equal(back.labels, position.labels)


@pytest.mark.parametrize(
    "text",
    [
        "center((1,1)).center((3,1)).height(1).width(2).",
        " width ( 2 )\n.\n\n height(1 ) . center ( ( 1 , 1 ) ) . center\n(\n(3,1)).",
        "width(2). height(1). center(1,1). center(3,1).",
        "width(2). % the width\n% center((2,1)).\nheight(1).%\ncenter((1,1)).\n"
        "center((3,1)).",
        "%* width(3).\n %* height(3). *% *% width(2).%**%height(1). center((1,1)).\n"
        "center((3,1)). % no end of line",
        "\r\nwidth(2).\r\nheight(1).\r\ncenter((1,1)).\r\ncenter((3,1)).\r\n",
        f"{PAIR_FACTS} {PAIR_FACTS}",
        f"% puzzle\n% puzzle pair\n{PAIR_FACTS}% puzzle none",
        f"% puzzles like this\n{PAIR_FACTS} % puzzle 2",
    ],
)
def test_ways_to_write(text: str) -> None:
    assert only(text) == Position(PAIR)


def test_several_puzzles() -> None:
    text = (
        f"{PAIR_FACTS}% puzzle 1x1: small \nwidth(1). height(1).%puzzle x\n%puzzle b\n"
    )
    positions = facts.read(text + PAIR_FACTS)
    assert [position.puzzle for position in positions] == [PAIR, Puzzle(1, 1), PAIR]
    assert [position.puzzle.name for position in positions] == ["", "1x1: small", "b"]
    (named,) = facts.read(f"% puzzle first\n{PAIR_FACTS.strip()}")
    assert named.puzzle.name == "first"


def test_answers_of_clingo() -> None:
    assert facts.recognizes(CLINGO_OUTPUT)
    first, second = facts.read(facts.write(Position(PAIR)) + CLINGO_OUTPUT)
    labels = np.array([[0, 1]])
    assert first == Position(PAIR, frozenset({Point(2, 1)}), labels)
    assert second == Position(PAIR, None, np.array([[-1, 0]]))
    assert first.puzzle.name == "pair"


def test_answers_that_show_the_input() -> None:
    atoms = PAIR_FACTS.replace(".", "").replace("\n", " ")
    text = f"Answer: 1\n{atoms}galaxy((1,1),(1,1))\nAnswer: 2\n{atoms}\nSATISFIABLE\n"
    assert facts.recognizes(text)
    first, second = facts.read(text)
    assert first == Position(PAIR, None, np.array([[0, -1]]))
    assert second == Position(PAIR)


def test_no_answer() -> None:
    text = (
        f"{PAIR_FACTS}clingo version 5.8.0\nSolving...\nUNSATISFIABLE\n\nModels : 0\n"
    )
    assert facts.read(text) == [Position(PAIR)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7x7:abc",
        "https://puzz.link/p?tentaisho/7/7/hceeqenen",
        "pzprv3/tentaisho/1/1/1/",
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection",
        '{"width": 7}',
        "Center = { 8,1; 3,2 }",
        "Walls(x,y) <- Center(x,y).",
        "+-+-+\n|o o|\n+-+-+",
        "The width(of the board) is 7",
        "name: width(5).",
        "center is (4,1)",
    ],
)
def test_leaves_other_texts_alone(text: str) -> None:
    assert not facts.recognizes(text)


NOT_FACTS = [
    ("width(2)", 1, 1, "'width(2)' is not a fact"),
    (f"{PAIR_FACTS}\n wall((2,1)) :- center((1,1)).", 4, 2, "no rules"),
    (f"{PAIR_FACTS}#const n = 2.", 3, 1, "'#const n = 2.' is not a fact"),
    ("width(1..5).", 1, 1, "intervals"),
    ("center((X,Y)).", 1, 1, "variables"),
    ("width(2). {hole((1,1))}.", 1, 11, "is not a fact"),
    ("width(-2).", 1, 1, "is not a fact"),
    ("width(2). height(3)..", 1, 21, "'.' is not a fact"),
    ("width(2).\n\nSome text", 3, 1, "'Some text' is not a fact"),
    ("width(2). SATISFIABLE", 1, 11, "is not a fact"),
    ("width(2). X :- a.", 1, 11, "is not a fact"),
    ("X :- a.", 1, 1, "is not a fact"),
    ("width(2).\n  centre((1,1)).", 2, 3, "unknown predicate centre; did you mean"),
    ("width(1,2).", 1, 1, "expected width(n)"),
    ("center((1,2,3)).", 1, 1, "expected center((n,n))"),
    ("center((1 2,3)).", 1, 1, "expected center((n,n))"),
    ("center(((1,2))).", 1, 1, "expected center((n,n))"),
    ("center((1234567890,2)).", 1, 1, "up to 9 digits"),
    ("galaxy((1,1),(1)).", 1, 1, "expected galaxy((n,n),(n,n))"),
    ("width(2).%* %* *%", 1, 10, "not closed"),
    ("Answer: 1\nx  galaxy((1,1),a)", 2, 4, "expected galaxy((n,n),(n,n))"),
    ("Answer: 1\nwall((1,)) x", 2, 1, "expected wall((n,n))"),
]
FAULTS = [
    ("\nheight(1).", 2, 1, "no fact width(N)"),
    ("width(1). height(1). width(2).", 1, 1, "two different facts width(N)"),
    ("Answer: 1\ngalaxy((1,1),(1,1))", 1, 1, "no fact width(N)"),
    (f"{PAIR_FACTS}% puzzle\n\n width(1).", 5, 2, "no fact height(N)"),
    ("width(0). height(1).", 1, 1, "width is 0"),
    ("width(999999999). height(999999999).", 1, 1, "over the limit"),
    ("width(1). height(1). center((1,2)).", 1, 1, "dot A at (1,2): on the border"),
    (f"{PAIR_FACTS}black((2,1)).", 1, 1, "black dot at (2,1): no dot is there"),
    (f"{PAIR_FACTS}galaxy((1,1),(2,1)).", 1, 1, "(2,1), which is not a dot"),
    (f"{PAIR_FACTS}galaxy((2,1),(1,1)).", 1, 1, "it is not a cell"),
    (f"{PAIR_FACTS}galaxy((1,3),(1,1)).", 1, 1, "it is not on the board"),
    (f"{PAIR_FACTS}galaxy((1,1),(1,1)). galaxy((1,1),(3,1)).", 1, 1, "to two dots"),
    (f"{PAIR_FACTS}wall((1,1)).", 1, 1, "this is a cell"),
    (f"{PAIR_FACTS}wall((2,3)).", 1, 1, "outside the board"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), NOT_FACTS + FAULTS)
def test_errors(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        [*map(valid, facts.read(text))]
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.slow
def test_few_characters_do_not_claim_many_huge_boards() -> None:
    board = "width(2000). height(2000). center((1,1)).\n"
    with pytest.raises(NotationError, match="too many boards"):
        facts.read(board + "Answer: 1\ngalaxy((1,1),(1,1))\n" * 100)


def test_labels_of() -> None:
    corner, other = Point(1, 1), Point(3, 1)
    labels = facts.labels_of(PAIR, [(corner, other), (other, other), (corner, other)])
    assert labels == [[1, 1]]
    with pytest.raises(PuzzleError, match="two dots"):
        facts.labels_of(PAIR, [(corner, other), (corner, corner)])


def test_pairs_of_is_the_inverse_of_labels_of() -> None:
    pairs = list(facts.pairs_of(EVERYTHING))
    assert pairs[0] == (Point(1, 1), Point(1, 1))
    assert np.array_equal(facts.labels_of(EVERYTHING.puzzle, pairs), EVERYTHING.labels)
    assert list(facts.pairs_of(Position(PAIR))) == []


@pytest.mark.slow
def test_many_dots_take_no_time() -> None:
    dots = tuple(Point(x, y) for y in range(1, 400, 2) for x in range(1, 500, 2))
    puzzle = Puzzle(500, 500, dots)
    start = time.process_time()
    text = program(puzzle)
    # A tenth of this is usual; quadratic time would be ten times as long.
    assert time.process_time() - start < 1.5
    assert facts.read(text)[0].puzzle == puzzle


@given(st.text("centrwidhgblackoly(),.%* :=\n0123456789A"))
def test_any_text_is_read_or_refused(text: str) -> None:
    for candidate in (text, PAIR_FACTS + text, f"{PAIR_FACTS}Answer: 1\n{text}"):
        message = "line "
        try:
            facts.read(candidate)
        except GalaxiesError as error:
            message = str(error)
        assert message.startswith("line ")
