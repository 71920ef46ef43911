"""Puzzles below their names: read, judged, drawn, made; and sizes of boards."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random

import clingo
import pytest
from stars_on_squares import count_squares
from support.commands import galaxies

from galaxies_asp.core.asp.atoms import facts_of, values
from galaxies_asp.core.board.errors import NotationError, OptionError
from galaxies_asp.core.board.facts import program
from galaxies_asp.core.board.grid import Point, adjacent_cells, reachable
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.counting.strips.matrix import terms
from galaxies_asp.counting.strips.rules import Rings, Trees
from galaxies_asp.counting.strips.sweep import explore
from galaxies_asp.families import rows
from galaxies_asp.families.making import generate
from galaxies_asp.families.own import family
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import family_named
from galaxies_asp.families.rows import read_below_name
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.galaxies import puzzle_of
from galaxies_asp.lab.instances import random_instance, smaller_boards
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


def board(text: str) -> AnySheet:
    (sheet,) = sheets(text)
    if isinstance(sheet, NotationError):
        raise sheet
    return sheet


def faults(sheet: AnySheet) -> list[str]:
    return [fault.message for fault in sheet.family.verify(sheet.position)]


@pytest.mark.parametrize("text", GOOD)
def test_right_attempts(text: str) -> None:
    sheet = board(text)
    assert sheet.is_attempt
    assert faults(sheet) == []
    found = solve(sheet.blank, 0)
    assert found.complete
    assert sheet.atoms in [one.atoms for one in found.solutions]


@pytest.mark.parametrize(
    ("text", "old", "new", "fault"),
    [
        (RINGS, ".#.", "...", "no ring visits c2r2"),
        (RINGS, "│·│", "│╶┤", "a ring visits c2r2"),
        (RINGS, "┌─┐\n│·│\n└─┘", "┌─╴\n│··\n└─╴", "a line ends in c3r1"),
        (CIRCUIT, "··┬···", "··┴···", "the given edge c3r1-c3r2 is missing"),
        (CIRCUIT, "╷╷╶┬╴╷", "╷╷╶┬─┐", "2 edges, not 1 or 3, end at c5r1"),
        (STARS, "★···", "····", "row 2 has 0 stars, not 1"),
        (STARS, "★···", "·★··", "the stars at c2r2 and c3r1 touch"),
        (STARS, "aabb\naabb", "aaab\nabbb", "the region of c4r1 has 0 stars, not 1"),
        (STARS, "·★··", "★···", "column 1 has 2 stars, not 1"),
    ],
)
def test_wrong_attempts(text: str, old: str, new: str, fault: str) -> None:
    sheet = board(text.replace(old, new))
    assert fault in faults(sheet)
    for one in sheet.family.verify(sheet.position):
        assert one.places or re.search("row|column", one.message)


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("┌─┐ └─┘", ""),
        ("┌─┐. │┌┼┐ └┼┘│ .└─┘", ""),
        ("┌┐┌┐ │└┘│ └──┘", "the ring with a corner in c1r1 has 8"),
        ("┌┐. │└┐ └─┘", "the ring with a corner in c1r1 has 6"),
        ("┌┬┐ │││ └┴┘", "a line ends in c2r1"),
    ],
)
def test_rings_have_four_corners(rows: str, fault: str) -> None:
    grid = rows.split()
    clues = ["".join("." if c != "." else "#" for c in row) for row in grid]
    sheet = board("\n".join(["ring-ring", *clues, "", *grid]))
    assert faults(sheet)[:1] == ([fault] if fault else [])


def test_loops_and_separate_trees() -> None:
    parted = board("circuit-board\n··\n··\n\n╶╴\n╶╴\n")
    assert faults(parted) == ["nothing connects the first dot to c1r2"]
    loop = board("circuit-board\n····\n····\n\n╶┬┬╴\n╶┴┴╴\n")
    assert faults(loop) == ["the edges form a loop through c2r1"]


def every_attempt(rows: int, columns: int, used: str) -> Iterator[str]:
    for cells in product(used, repeat=rows * columns):
        text = "".join(cells)
        yield "\n".join(text[row * columns :][:columns] for row in range(rows))


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        pytest.param(2, 2, marks=pytest.mark.slow),
        pytest.param(2, 3, marks=pytest.mark.nightly),
    ],
)
def test_the_judge_accepts_as_many_boards_as_are_counted(
    rows: int, columns: int
) -> None:
    blank = "\n".join([columns * "·"] * rows)
    for kind, sweep, used in (
        ("ring-ring", Rings(rows), "─│┌┐└┘┼"),
        ("circuit-board", Trees(rows), "╴╵╷╶┤┴┬├"),
    ):
        accepted, facts = set(), f"width({columns}). height({rows})."
        folder = family(kind)
        form, puzzle = folder.form, folder.puzzle(facts)
        for attempt in every_attempt(rows, columns, used):
            text = f"{kind}\n{blank}\n\n{attempt}\n"
            with suppress(NotationError):  # a line leads off the board
                atoms = read_below_name(text, form).atoms
                drawn = frozenset(a for a in atoms if a.signature in folder.outputs)
                if not folder.verify(folder.drawn(puzzle, drawn)):
                    accepted.add(drawn)
        assert len(accepted) == terms(explore(sweep), columns + 1)[columns]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ring-ring 3\n...\n", "the name is followed by no number"),
        ("ring-ring\n", "expected a block of rows"),
        ("ring-ring\n..\n...\n", "line 3, column 3: 3 cells, and other rows have 2"),
        ("ring-ring\n.q\n", "line 2, column 2: 'q' stands for nothing here"),
        ("ring-ring\n..\n..\n\n╶╴\n", "line 5, column 1: 1 rows of 2 cells are"),
        ("ring-ring\n..\n\n..\n\n..\n", "expected a block of rows"),
        ("ring-ring\n" + 200 * (200 * "." + "\n"), "over 10000 cells"),
        ("two-not-touch x\naa\naa\n", "the name is followed by stars"),
        ("circuit-board\n·╶\n··\n", "line 2, column 2: '╶' leads off the board"),
    ],
)
def test_what_is_no_puzzle(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        board(text)


def test_an_alias_has_its_usual_number() -> None:
    rows = "aabb\naabb\nccdd\nccdd\n"
    for name, number in (("two-not-touch", 2), ("star-battle", None)):
        sheet = board(f"{name}\n{rows}")
        assert sheet.family.name == name
        found = [n for (n,) in values(facts_of(sheet.facts), "stars")]
        assert found == ([number] if number else [])
    assert "stars(1)" in board(f"two-not-touch 1\n{rows}").facts


def test_commands(tmp_path: Path) -> None:
    puzzle = RINGS.partition("\n\n")[0] + "\n"
    solved = galaxies("solve", stdin=puzzle).stdout.decode()
    assert "exactly 1 solution, verified\n    c1  c2  c3" in solved
    assert "r1 ┆ ┌───────┐ ┆\n" in solved
    drawn = solved.partition("\n")[2]
    again = galaxies("check", "--family", "ring-ring", stdin=drawn)
    assert again.stdout.endswith(b": correct\n")
    picture = tmp_path / "rings.svg"
    galaxies("render", "--solution", "-o", str(picture), stdin=puzzle)
    assert picture.read_text("utf-8").startswith("<svg")
    done = galaxies("check", stdin=STARS.replace("★···", "····"))
    assert (done.returncode, b"row 2 has 0 stars, not 1" in done.stdout) == (1, True)


@pytest.mark.slow
def test_every_edge_of_a_board_may_be_given() -> None:
    circuits = compared_family("circuit-board")
    found = (random_instance(circuits, Random(seed), 4) for seed in range(300))
    facts = " ".join(map(str, found))
    assert "given((2,3))" in facts  # the lower edge between two columns
    assert "given((3,2))" in facts
    assert "given((2,0))" not in facts
    assert "given((0,2))" not in facts


def test_boards_of_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MAX_CELLS", 5)
    for lines in (("aa", "aa"), ("aaaaa",), 5 * ("a",)):
        assert board("\n".join(["two-not-touch", *lines, ""]))
    for lines in (("aa", "aa", "aa"), ("aaa", "aaa"), 6 * ("a",)):
        with pytest.raises(NotationError, match="over 5 cells"):
            board("\n".join(["two-not-touch", *lines, ""]))


def test_boards_are_cut_at_each_side() -> None:
    facts = program(Puzzle(2, 2, [(1, 1), (3, 2), (1, 3)]))
    found = [*map(puzzle_of, smaller_boards(compared_family("galaxies"), facts))]
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
    assert stars.verify(made.position) == []
    assert solve(made.blank).status == "unique"
    assert generate(stars, (side, side), Random(side)) == made
    regions = dict(values(facts_of(made.facts), "region"))
    assert min(Counter(regions.values()).values()) > 1
    for name in regions.values():
        cells = {cell for cell, other in regions.items() if other == name}

        def steps(cell: Point, cells: set[Point] = cells) -> set[Point]:
            return cells.intersection(adjacent_cells(cell))

        assert reachable([min(cells)], steps) == cells


def test_parity_excludes_just_the_circuit_boards_without_solutions() -> None:
    circuits = family_named("circuit-board")
    encoding = circuits.source("encoding.lp").text
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
    assert made.family.verify(made.position) == []
    assert solve(made.blank).status == "unique"
    with pytest.raises(OptionError, match="twice an odd number"):
        generate(family_named("circuit-board"), (6, 6), Random(1))


def test_squares_that_are_too_small_have_no_stars() -> None:
    """The theorem, against counts of all boards."""
    for size, stars in product(range(2, 10), (1, 2)):
        if size <= 4 * stars:
            assert count_squares(size, stars) == (2 if size == 4 * stars else 0)
    sheet = board("\n".join(["two-not-touch 3", *10 * ["aaaaabbbbb"], ""]))
    reason = sheet.family.obstacle(sheet.position)
    assert reason is not None
    assert "theorem" in reason
    with pytest.raises(OptionError, match="theorem"):
        generate(family_named("two-not-touch"), (3, 3), Random(1))
