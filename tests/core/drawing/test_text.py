"""Printed grids, held against the drawings of the source document."""

import re
import unicodedata
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from galaxies_asp.core.board.grid import Point, adjacent_cells, cell_at, touched_cells
from galaxies_asp.core.board.puzzle import NO_DOT, Labels, Position, Puzzle
from galaxies_asp.core.drawing.boxes import (
    BEYOND_REGION,
    BLACK_DOT,
    DOT_GLYPHS,
    JUNCTIONS,
    WHITE_DOT,
    dot_glyph,
    draw,
    region_glyph,
)
from galaxies_asp.core.drawing.text import side_by_side, text
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.notation import printed_grid

GOLDEN = Path(__file__).parents[2] / "golden"
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")

# the coordinate lists of the document's examples
DOTS = {
    5: "4,1 3,3 8,4 3,5 1,8 5,8 9,8 3,9",
    7: "8,1 3,2 12,2 9,4 2,5 2,8 6,9 13,9 10,10 2,13 10,13",
    10: "2,1 7,1 13,1 19,2 5,3 11,4 14,4 6,5 17,5 1,7 5,8 12,8 19,8 1,10 3,11 13,11 "
    "17,11 5,12 7,13 14,13 2,14 10,14 6,15 18,16 13,17 2,18 7,18 5,19 15,19",
    15: "3,1 9,1 20,1 6,2 11,2 14,3 18,3 25,3 6,5 5,7 22,8 1,9 13,9 4,10 23,11 7,12 "
    "29,12 1,13 15,13 9,14 12,14 21,14 28,16 15,17 25,17 4,18 19,18 13,19 1,20 22,20 "
    "27,21 12,22 17,22 21,24 5,25 19,25 29,25 1,26 9,26 12,26 15,26 26,26 6,27 22,27 "
    "5,29 14,29 23,29 27,29",
}
# which drawings show letters and inner lines
PLAIN = {"letters": False, "inner_lines": False}
OPTIONS = {
    (5, "input"): {},
    (5, "output"): {},
    (7, "input"): {},
    (7, "output"): {},
    (10, "input"): PLAIN,
    (10, "output"): PLAIN,
    (15, "input"): {},
    (15, "output"): PLAIN,
}
DRAWINGS = pytest.mark.parametrize(("size", "kind"), OPTIONS)
SIZES = pytest.mark.parametrize("size", DOTS)


def puzzle_of(size: int) -> Puzzle:
    dots = (dot.split(",") for dot in DOTS[size].split())
    return Puzzle(size, size, tuple(Point(int(x), int(y)) for x, y in dots))


def drawing(size: int, kind: str) -> str:
    return (GOLDEN / f"idp-{size}x{size}-{kind}.txt").read_text(encoding="utf-8")


def labels_within(puzzle: Puzzle, walls: frozenset[Point]) -> Labels:
    """Label the cells that can be reached from each dot without crossing a wall."""
    labels = np.full((puzzle.height, puzzle.width), NO_DOT, dtype=np.int32)
    for number, dot in enumerate(puzzle.centers):
        waiting = list(touched_cells(dot))
        while waiting:
            cell = waiting.pop()
            if labels[cell.y // 2, cell.x // 2] != NO_DOT:
                continue
            labels[cell.y // 2, cell.x // 2] = number
            for other in adjacent_cells(cell):
                edge = Point((cell.x + other.x) // 2, (cell.y + other.y) // 2)
                if puzzle.has_cell(other) and edge not in walls:
                    waiting.append(other)
    return labels


def solved(size: int) -> Position:
    puzzle = puzzle_of(size)
    (shown,) = printed_grid.read(drawing(size, "output"))
    assert shown.walls is not None
    return Position(puzzle, shown.walls, labels_within(puzzle, shown.walls))


@DRAWINGS
def test_draws_what_the_document_draws(
    size: int, kind: str, golden: Callable[[str, str], None]
) -> None:
    position = Position(puzzle_of(size)) if kind == "input" else solved(size)
    drawn = text(position, circles=False, **OPTIONS[size, kind])
    golden(f"idp-{size}x{size}-{kind}.txt", drawn)


@DRAWINGS
def test_reads_what_the_document_draws(size: int, kind: str) -> None:
    (position,) = printed_grid.read(drawing(size, kind))
    assert position.puzzle == puzzle_of(size)
    if kind == "input":
        assert not position.is_attempt
    elif size in (5, 7):
        assert position == solved(size)
    else:
        assert position.labels is None
        assert position.walls == solved(size).walls


@SIZES
def test_pair_as_in_the_document_is_one_position(size: int) -> None:
    position = solved(size)
    given = text(Position(position.puzzle), circles=False)
    page = side_by_side(given, text(position, circles=False), None)
    indented = "".join(f"    {line}\n" for line in page.splitlines())
    prose = f"### {size}x{size}\n\nSome words about it.\n{indented}\nRuntime:  8 sec\n"
    assert printed_grid.read(prose) == [position]


def test_document_gave_two_dots_the_same_character() -> None:
    page = drawing(15, "input").replace("(", ")")
    assert page.count(")") == 2
    (position,) = printed_grid.read(page)
    assert position.puzzle == puzzle_of(15)


def arms_by_name(character: str) -> tuple[int, ...]:
    """Read the weights of the arms up, left, right and down off the Unicode name."""
    weights = {"LIGHT": 1, "HEAVY": 2}
    sides = {
        "UP": ["UP"],
        "DOWN": ["DOWN"],
        "LEFT": ["LEFT"],
        "RIGHT": ["RIGHT"],
        "VERTICAL": ["UP", "DOWN"],
        "HORIZONTAL": ["LEFT", "RIGHT"],
    }
    words = unicodedata.name(character).removeprefix("BOX DRAWINGS ").split()
    words = [word for word in words if word != "AND"]
    if words[0] not in weights:  # the weight stands behind its sides
        words.reverse()
    arms = {}
    for word in words:
        if word in weights:
            weight = weights[word]
        else:
            arms |= dict.fromkeys(sides[word], weight)
    return tuple(arms.get(side, 0) for side in ("UP", "LEFT", "RIGHT", "DOWN"))


def test_junctions_have_the_arms_that_their_names_tell() -> None:
    combinations = list(product((0, 1, 2), repeat=4))
    assert len(combinations) == len(JUNCTIONS) == len(set(JUNCTIONS)) == 81
    assert JUNCTIONS[0] == " "
    for arms, character in list(zip(combinations, JUNCTIONS, strict=True))[1:]:
        assert arms_by_name(character) == arms, character


def test_glyphs_are_distinct_and_one_column_wide() -> None:
    assert DOT_GLYPHS.startswith("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!\"#$%&'()*+,-./")
    assert len(DOT_GLYPHS) > 500
    regions = {region_glyph(index) for index in range(len(DOT_GLYPHS))}
    assert len(set(DOT_GLYPHS)) == len(regions) == len(DOT_GLYPHS)
    for glyph in set(DOT_GLYPHS) | regions:
        assert len(glyph) == 1
        assert glyph.isprintable()
        assert unicodedata.east_asian_width(glyph) not in "WF"
        assert not unicodedata.combining(glyph)
    beyond = len(DOT_GLYPHS)
    assert dot_glyph(beyond) == "○"
    assert dot_glyph(beyond, black=True) == "●"
    assert region_glyph(beyond) == BEYOND_REGION


def test_drawings_for_people_name_no_dot_but_by_its_letter() -> None:
    """A dot beyond Z is called AA in sentences, which no single character shows."""
    for count, dots in ((26, "Z"), (27, WHITE_DOT * 26 + BLACK_DOT)):
        cells = [cell_at(column, 0) for column in range(count)]
        puzzle = Puzzle(count, 1, tuple(cells), frozenset(cells[26:]))
        rows = np.arange(count, dtype=np.int32)[np.newaxis]
        line = draw(Position(puzzle, labels=rows), rulers=False)[1]
        assert set(dots) <= set(line)
        assert count < 27 or not any(map(str.isalnum, line))


def test_rulers_count_hundreds() -> None:
    lines = draw(Position(Puzzle(52, 1)))
    assert [line[-6:] for line in lines[:3]] == [" 11111", "900000", "901234"]
    assert [line[0] for line in lines] == [" ", " ", " ", "0", "1", "2"]
    assert lines[0].lstrip() == "11111"


def test_options_leave_out() -> None:
    position = solved(5)
    bare = draw(position, letters=False, inner_lines=False, rulers=False)
    assert bare[0] == "┏━┯━┯━┯━┳━┓"
    assert bare[1] == "┃   A   ┃ ┃"
    assert bare[4] == "┣━┿━┿━╉ C ┨"
    walls_alone = Position(position.puzzle, position.walls)
    assert draw(walls_alone) == draw(position, letters=False)


@pytest.mark.parametrize("size", DOTS)
@pytest.mark.parametrize("letters", [None, False, True])
@pytest.mark.parametrize("inner_lines", [None, False, True])
def test_details_are_those_asked_for_or_those_of_small_boards(
    size: int, letters: bool | None, inner_lines: bool | None
) -> None:
    position = solved(size)
    style = TextStyle(letters, inner_lines, rulers=False, color=False)
    drawn = draw(
        position,
        letters=size < 10 if letters is None else letters,
        inner_lines=size < 10 if inner_lines is None else inner_lines,
        rulers=False,
    )
    assert style.draw(position).splitlines() == drawn


def test_holes_are_shaded_and_have_a_rim() -> None:
    holes = {Point(1, 1), Point(3, 1), Point(5, 5)}
    position = Position(Puzzle(3, 3, (Point(3, 4),), holes=frozenset(holes)))
    assert draw(position, rulers=False) == [
        "┏━━━┳━┓",
        "┃░░░┃ ┃",
        "┣━┯━╃┄┨",
        "┃ ┆ ┆ ┃",
        "┠┄┼A╆━┫",
        "┃ ┆ ┃░┃",
        "┗━┷━┻━┛",
    ]


@SIZES
def test_color_only_adds_backgrounds(size: int) -> None:
    position = solved(size)
    colored = text(position, color=True)
    assert ESCAPES.sub("", colored) == text(position)
    assert "\x1b[38;5;16;48;5;" in colored
    assert all(line.count("\x1b") % 2 == 0 for line in colored.splitlines())
    given = Position(position.puzzle)
    assert text(given, color=True) == text(given)


def test_pairs_stand_side_by_side_if_they_fit() -> None:
    position = solved(5)
    for color in (False, True):
        boards = Position(position.puzzle), position
        drawn = (text(board, color=color) for board in boards)
        pair = partial(side_by_side, *drawn)
        wide = ESCAPES.sub("", pair(width=30))
        assert wide.splitlines()[0] == "Input            Output"
        assert wide.splitlines()[13].startswith("10┗━┷━┷━┷━┷━┛    10┗━┻━┻")
        narrow = pair(width=29).splitlines()
        assert narrow[0] == "Input"
        assert narrow[15] == "Output"


def test_side_by_side_with_different_heights() -> None:
    joined = side_by_side("a\n", "b\nc\n", None, ("L", "R"))
    assert joined == "L    R\na    b\n     c\n"
    joined = side_by_side("a\nb\n", "c\n", None, ("left", "right"))
    assert joined == "left    right\na       c\nb\n"
