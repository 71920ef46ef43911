"""Puzzles with clues: notation, rules, solving, drawing."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from galaxies_asp.cli import galaxies
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.drawing.svg import paint
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.counting.strips.lines import CHARACTERS
from galaxies_asp.counting.strips.matrix import terms
from galaxies_asp.counting.strips.rules import Rings, Trees
from galaxies_asp.counting.strips.sweep import explore
from galaxies_asp.families.clue_puzzles import draw
from galaxies_asp.families.clue_puzzles.board import ClueBoard, parse, write
from galaxies_asp.families.clue_puzzles.family import family
from galaxies_asp.families.clue_puzzles.verify import ClueRule, verify
from galaxies_asp.solving.search import solve

RINGS = """ring-ring
...
.#.
...

┌─┐
│·│
└─┘
"""
CIRCUIT = """circuit-board
······
··┬···
······

╷╷╶┬╴╷
├┴┬┴┬┤
╵╶┴╴╵╵
"""
STARS = """two-not-touch 1
aabb
aabb
ccdd
ccdd

··★·
★···
···★
·★··
"""
GOOD = [RINGS, CIRCUIT, STARS]


@pytest.mark.parametrize("text", GOOD)
def test_right_attempts(text: str) -> None:
    board = parse(text)
    assert verify(board) == []
    assert parse(write(board)) == board
    found = solve(Sheet(family(board.kind), "", replace(board, attempt=None)), 0)
    assert found.complete
    assert board in found.solutions


@pytest.mark.parametrize(
    ("text", "old", "new", "kind", "fault"),
    [
        (
            RINGS,
            "│·│",
            "│··",
            "loose end",
            "a line ends at the side of the cell in c3r1",
        ),
        (
            RINGS,
            "│·│",
            "├─┤",
            "ring on a black cell",
            "a ring visits the black cell in c2r2",
        ),
        (
            RINGS,
            ".#.",
            "...",
            "unvisited cell",
            "no ring visits the cell in c2r2",
        ),
        (
            RINGS,
            "┌─┐\n│·│\n└─┘",
            "┌┐·\n│└┐\n└─┘",
            "ring with more than four corners",
            "the ring has 6 corners, the first in c1r1",
        ),
        (
            CIRCUIT,
            "··┬···",
            "··┴···",
            "missing edge",
            "a given edge is missing at the dot in c3r2",
        ),
        (
            CIRCUIT,
            "╷╷╶┬╴╷",
            "╷╷╶┬─┐",
            "wrong number of edges",
            "2 edges, not 1 or 3, end at the dot in c5r1",
        ),
        (
            STARS,
            "★···",
            "····",
            "wrong number of stars",
            "0 stars, not 1, are in row 2",
        ),
        (
            STARS,
            "★···",
            "·★··",
            "touching stars",
            "the stars in c3r1 and c2r2 touch",
        ),
        (
            STARS,
            "aabb\naabb",
            "aaab\nabbb",
            "wrong number of stars",
            "0 stars, not 1, are in the region of c4r1",
        ),
        (
            STARS,
            "·★··",
            "★···",
            "wrong number of stars",
            "2 stars, not 1, are in column 1",
        ),
    ],
)
def test_wrong_attempts(text: str, old: str, new: str, kind: str, fault: str) -> None:
    faults = verify(parse(text.replace(old, new)))
    assert f"{kind}: {fault}" in map(str, faults), faults
    assert all(found.places for found in faults if found.kind == kind)


def test_loops_and_separate_trees() -> None:
    parted = ClueBoard("circuit-board", ("··",) * 2, ("╶╴",) * 2)
    (apart,) = verify(parted)
    assert (apart.kind, apart.places) == (ClueRule.DISCONNECTED_DOT, ((1, 3),))
    assert str(apart).endswith("connects the first dot to the one in c1r2")
    loop = ClueBoard("circuit-board", ("····",) * 2, ("╶┬┬╴", "╶┴┴╴"))
    assert [*map(str, verify(loop))] == [
        "loop: the edges form a loop through the dot in c2r1"
    ]


def every_attempt(rows: int, columns: int, used: str) -> Iterator[tuple[str, ...]]:
    for cells in product(used, repeat=rows * columns):
        text = "".join(cells)
        yield tuple(text[row * columns :][:columns] for row in range(rows))


@pytest.mark.parametrize(
    ("rows", "columns"),
    [(2, 2), (1, 4), pytest.param(2, 3, marks=pytest.mark.nightly)],
)
def test_the_judge_accepts_as_many_boards_as_are_counted(
    rows: int, columns: int
) -> None:
    blank = ("·" * columns,) * rows
    for kind, sweep, used in (
        ("ring-ring", Rings(rows), "─│┌┐└┘┼"),
        ("circuit-board", Trees(rows), "╴╵╷╶┤┴┬├"),
    ):
        accepted = sum(
            not verify(ClueBoard(kind, blank, attempt))
            for attempt in every_attempt(rows, columns, used)
        )
        assert accepted == terms(explore(sweep), columns + 1)[columns]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "first line names the puzzle"),
        ("sudoku\n...\n", "'sudoku' is none of"),
        ("ring-ring 3\n...\n", "only two-not-touch"),
        ("ring-ring\n", "0 grids"),
        ("ring-ring\n..\n...\n", "line 3: 3 cells, but the first row has 2"),
        ("ring-ring\n.x\n", "line 2, column 2: 'x' means nothing here"),
        ("ring-ring\n..\n..\n\n┌┐\n", "line 5: 1 rows, but the clues have 2"),
        ("ring-ring\n..\n\n..\n\n..\n", "3 grids"),
        ("ring-ring\n" + 200 * (200 * "." + "\n"), "over 10000 cells"),
    ],
)
def test_what_is_no_puzzle(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse(text)


def test_text() -> None:
    assert draw.text(parse(RINGS)) == "┌───┐\n│ █ │\n└───┘\n"
    assert draw.text(parse(CIRCUIT)).splitlines()[1] == "├─┴─┬─┴─┬─┤"
    drawn = draw.text(parse(STARS)).splitlines()
    assert drawn[0] == "┌───────┬───────┐"
    assert drawn[1] == "│ ·   · │ ★   · │"
    assert drawn[4] == "├───────┼───────┤"


@pytest.mark.parametrize("text", GOOD)
def test_svg(text: str) -> None:
    ElementTree.fromstring(paint(draw.scene(parse(text))))
    ElementTree.fromstring(paint(draw.scene(replace(parse(text), attempt=None))))


def test_lines_and_characters() -> None:
    assert len(set(CHARACTERS)) == 16


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(galaxies, [*arguments], standalone_mode=False)
    assert result.exception is None, result.exception
    assert result.return_value == code
    return result.output


def test_commands(tmp_path: Path) -> None:
    puzzle = tmp_path / "rings.txt"
    puzzle.write_text(RINGS.partition("\n\n")[0] + "\n", "utf-8")
    assert "exactly 1 solution, verified\n   1 2 3\nr1 ┌───┐" in run(
        "solve", str(puzzle)
    )
    solved = tmp_path / "solved.txt"
    solved.write_text(run("solve", "-f", "drawing", str(puzzle)), "utf-8")
    assert run("check", str(solved)).endswith(": correct\n")
    picture = tmp_path / "rings.svg"
    run("render", "--solution", "-o", str(picture), str(puzzle))
    assert picture.read_text("utf-8").startswith("<svg")
    solved.write_text(STARS.replace("★···", "····"), "utf-8")
    assert "0 stars, not 1, are in row 2" in run("check", str(solved), code=1)
    assert '"count": 2' in run("solve", "--json", str(solved), code=1)
