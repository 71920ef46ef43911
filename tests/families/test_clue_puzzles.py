"""Puzzles of clues: what the verifier rejects, random boards, parts, sizes."""

import re
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import clingo
import pytest

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import GalaxiesError, NotationError, OptionError
from galaxies_asp.core.board.facts import program
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.drawing.svg import paint
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.counting.strips.proved import proved
from galaxies_asp.counting.strips.squares import count_squares
from galaxies_asp.families.clue_puzzles import board as boards
from galaxies_asp.families.clue_puzzles.board import BLANK, STAR, parse
from galaxies_asp.families.clue_puzzles.verify import ClueRule, verify
from galaxies_asp.families.making import generate
from galaxies_asp.families.own import family
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.galaxies import puzzle_of
from galaxies_asp.lab.subjects import subject_named
from galaxies_asp.solving.search import solve


@pytest.mark.parametrize("way", [*product((-2, -1, 0, 1, 2), repeat=2)])
def test_stars_that_touch_are_wrong(way: tuple[int, int]) -> None:
    stars = {(2, 2), (2 + way[0], 2 + way[1])}
    rows = [
        "".join(STAR if (x, y) in stars else BLANK for x in range(5)) for y in range(5)
    ]
    text = "\n".join(["two-not-touch 1", *5 * ["aaaaa"], "", *rows, ""])
    kinds = {fault.kind for fault in verify(parse(text))}
    touches = ClueRule.TOUCHING_STARS in kinds
    assert touches == (max(map(abs, way)) == 1)


@pytest.mark.parametrize(
    ("rows", "rings"),
    [
        ("┌─┐ │.│ └─┘", {((1, 1), (5, 5))}),
        ("┌─┐ └─┘ ...", {((1, 1), (5, 3))}),
        ("┌─┐. │┌┼┐ └┼┘│ .└─┘", {((1, 1), (5, 5)), ((3, 3), (7, 7))}),
        ("┌┐. │└┐ └─┘", "a ring has other than 4 corners"),
        ("┌┐┌┐ │└┘│ └──┘", "a ring has other than 4 corners"),
        ("┌┬┐ │││ └┴┘", "the lines are no rings"),
        ("┌─┐ │.│ └─.", "the lines are no rings"),
    ],
)
def test_rings_have_four_corners(rows: str, rings: set[Any] | str) -> None:
    grid = rows.split()
    clues = ["." * len(grid[0])] * len(grid)
    board = parse("\n".join(["ring-ring", *clues, "", *grid, ""]))
    if isinstance(rings, str):
        assert verify(board)
        with pytest.raises(GalaxiesError, match=rings):
            board.atoms  # noqa: B018
    else:
        assert board.atoms == {Atom("ring", ring) for ring in rings}


def test_a_ring_with_more_corners_is_named() -> None:
    (fault,) = verify(parse("ring-ring\n....\n....\n....\n\n┌┐┌┐\n│└┘│\n└──┘\n"))
    assert (fault.kind, fault.places) == (ClueRule.RING_WITH_MORE_CORNERS, ((1, 1),))
    assert "8 corners" in fault.message


def test_stars_stand_upright() -> None:
    text = "two-not-touch 1\naa\naa\n\n*.\n..\n"
    svg = paint(Sheet(family_named("two-not-touch"), "", parse(text)).scene())
    (path,) = re.findall(r'fill="#cc8800" d="M([^"]*)z"', svg)
    corners = [tuple(map(float, place.split())) for place in path.split("L")]
    assert len(corners) == 10
    assert [x for x, y in corners if y == min(y for _, y in corners)] == [1.0]


@pytest.mark.slow
def test_every_edge_of_a_board_may_be_given() -> None:
    circuits = subject_named("circuit-board")
    facts = " ".join(str(circuits.random(Random(seed), 4)) for seed in range(300))
    assert "given((2,3))" in facts  # the lower edge between two columns
    assert "given((3,2))" in facts
    assert "given((2,0))" not in facts
    assert "given((0,2))" not in facts


def test_boards_of_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MAX_CELLS", 5)
    for rows in (("aa", "aa"), ("aaaaa",), 5 * ("a",)):
        assert parse("\n".join(["two-not-touch", *rows, ""])).clues == rows
    for rows in (("aa", "aa", "aa"), ("aaa", "aaa"), 6 * ("a",)):
        with pytest.raises(NotationError, match="over 5 cells"):
            parse("\n".join(["two-not-touch", *rows, ""]))


def test_boards_are_cut_at_each_side() -> None:
    facts = program(Puzzle(2, 2, [(1, 1), (3, 2), (1, 3)]))
    found = [*map(puzzle_of, subject_named("galaxies").smaller(facts))]
    assert [puzzle for puzzle in found if puzzle.width * puzzle.height == 2] == [
        Puzzle(1, 2, [(1, 1), (1, 3)]),
        Puzzle(1, 2, [(1, 2)]),
        Puzzle(2, 1, [(1, 1)]),
        Puzzle(2, 1, [(1, 1)]),
    ]


def test_a_family_is_a_folder_or_python(tmp_path: Path) -> None:
    path = tmp_path / "family.txt"
    path.write_text("", encoding="utf-8")
    with pytest.raises(OptionError, match="a family is a folder or a Python file"):
        family(str(path))


@pytest.mark.parametrize("side", [4, 6, pytest.param(10, marks=pytest.mark.slow)])
def test_generated_stars_are_the_only_ones(side: int) -> None:
    stars = family_named("two-not-touch")
    made = generate(stars, (side, side), Random(side))
    assert verify(made.position) == []
    assert solve(made.blank).status == "unique"
    assert generate(stars, (side, side), Random(side)) == made
    for name in {name for row in made.position.clues for name in row}:
        cells = {
            (x, y)
            for y, row in enumerate(made.position.clues)
            for x, other in enumerate(row)
            if other == name
        }
        assert is_connected(cells)


def is_connected(cells: set[tuple[int, int]]) -> bool:
    ahead = [min(cells)]
    seen = set(ahead)
    while ahead:
        x, y = ahead.pop()
        new = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & cells - seen
        seen |= new
        ahead += new
    return seen == cells


def test_parity_excludes_just_the_circuit_boards_without_solutions() -> None:
    circuits = family_named("circuit-board")
    encoding = circuits.source("circuit-board").text
    for width, height in product(range(1, 7), range(1, 6)):
        facts = f"width({width}). height({height})."
        program = clingo.Control()
        program.add("base", [], encoding + facts)
        program.ground()
        has_solution = program.solve().satisfiable
        if circuits.obstacle(circuits.puzzle(facts)) is not None:
            assert not has_solution
        else:  # a narrow board may lack solutions for another reason
            assert has_solution or min(width, height) < 3


def test_generated_circuits_have_one_solution() -> None:
    made = generate(family_named("circuit-board"), (6, 5), Random(1))
    assert verify(made.position) == []
    assert solve(made.blank).status == "unique"
    with pytest.raises(OptionError, match="twice an odd number"):
        generate(family_named("circuit-board"), (6, 6), Random(1))


def test_squares_that_are_too_small_have_no_stars() -> None:
    """The theorem, against counts of all boards."""
    for size, stars in product(range(1, 10), (1, 2)):
        if (known := proved(size, stars)) is not None:
            assert known == count_squares(size, stars)
    board = parse("\n".join(["two-not-touch 3", *10 * ["aaaaabbbbb"], ""]))
    reason = family_named("two-not-touch").obstacle(board)
    assert reason is not None
    assert "theorem" in reason
    with pytest.raises(OptionError, match="theorem"):
        generate(family_named("two-not-touch"), (3, 3), Random(1))
