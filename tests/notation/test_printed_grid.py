"""The printed grid as a notation: what is drawn can be read, or is refused."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import (
    Point,
    cell_at,
    in_reading_order,
    inner_edges,
    touched_cells,
)
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, walls_between
from galaxies_asp.core.drawing.boxes import DOT_GLYPHS, draw
from galaxies_asp.core.drawing.text import side_by_side
from galaxies_asp.notation import parse, printed_grid, write

FIVE = """\
┏━┯━┯━┳━┓
┃a┆A┆a┃b┃
┣━┿━┿━╉B┨
┃c┆ C ┃b┃
┗━┷━┷━┻━┛
"""


def read_one(text: str) -> Position:
    (position,) = printed_grid.read(text)
    return position


def test_variants_and_clues_below_a_grid_are_read() -> None:
    below = f"{FIVE}black-holes, 1 black cell   black-holes, 1 black cell\n"
    puzzle = read_one(below).puzzle
    assert puzzle.variants == {"black-holes"}
    assert puzzle.clues == ("black_cells(1)",)
    assert read_one(f"{FIVE}\ntoroidal\n").puzzle.variants == frozenset()
    assert read_one(f"{FIVE}thin: 3 cells\n").puzzle.variants == frozenset()


def test_a_solution_with_hidden_dots_belongs_to_its_puzzle() -> None:
    puzzle = "┏━┯━┯━┓\n┃A┆B┆ ┃\n┗━┷━┷━┛\nhidden-dots, 1 hidden dot\n"
    solved = "┏━┯━┯━┓\n┃A┃B┃C┃\n┗━┷━┷━┛\nhidden-dots, 1 hidden dot\n"
    position = read_one(f"{puzzle}\n{solved}")
    assert position.puzzle.centers == ((1, 1), (3, 1))
    assert position.walls == {(2, 1), (4, 1)}
    plain = f"{puzzle}\n{solved}".replace("hidden-dots, 1 hidden dot", "")
    assert len(printed_grid.read(plain)) == 2


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    cells = [cell_at(column, row) for row in range(height) for column in range(width)]
    holes = draw(st.sets(st.sampled_from(cells), max_size=len(cells) // 3))
    free = [
        point
        for y in range(1, 2 * height)
        for x in range(1, 2 * width)
        if holes.isdisjoint(touched_cells(point := Point(x, y)))
    ]
    dots = draw(st.lists(st.sampled_from(free), unique=True)) if free else []
    return Puzzle(width, height, tuple(dots), holes=frozenset(holes))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw puzzles with any labels, or any walls that leave the dots alone."""
    puzzle = draw(puzzles())
    kind = draw(st.sampled_from(["nothing", "walls", "labels"]))
    if kind == "labels" and puzzle.centers:
        return labeled(puzzle, draw(st.randoms(use_true_random=False)))
    if kind == "walls":
        edges = [
            edge
            for edge in inner_edges(puzzle.width, puzzle.height)
            if all(map(puzzle.has_cell, touched_cells(edge)))
            and edge not in puzzle.centers
        ]
        walls = draw(st.sets(st.sampled_from(edges))) if edges else set()
        return Position(puzzle, frozenset(walls) or None)
    return Position(puzzle)


def labeled(puzzle: Puzzle, random: Random) -> Position:
    """Label at random, but around a dot with its number, so that it can be shown."""
    labels = np.full((puzzle.height, puzzle.width), NO_DOT, dtype=np.int32)
    dots: list[Point] = []
    for dot in puzzle.centers:
        around = [(cell.y // 2, cell.x // 2) for cell in touched_cells(dot)]
        if all(labels[place] == NO_DOT for place in around):
            for place in around:
                labels[place] = len(dots)
            dots.append(dot)
    cased = [number for number in range(len(dots)) if DOT_GLYPHS[number].isalpha()]
    for cell in puzzle.cells():
        if labels[cell.y // 2, cell.x // 2] == NO_DOT:
            labels[cell.y // 2, cell.x // 2] = random.choice(cased)
    puzzle = replace(puzzle, centers=tuple(dots))
    return Position(puzzle, walls_between(labels.tolist()), labels)


def expected(position: Position) -> Position:
    """Return what reading gives: no labels if no cell shows a letter."""
    shows = position.labels is not None and any(
        position.labels[cell.y // 2, cell.x // 2] != NO_DOT
        for cell in position.puzzle.cells()
        if cell not in position.puzzle.centers
    )
    if position.labels is None or shows:
        return position
    return Position(position.puzzle, position.walls or None)


@given(positions())
def test_reads_what_it_writes(position: Position) -> None:
    text = printed_grid.write(position)
    assert printed_grid.recognizes(text)
    assert read_one(text) == expected(position)


@given(positions(), st.booleans(), st.booleans())
def test_reads_walls_without_letters(
    position: Position, inner_lines: bool, rulers: bool
) -> None:
    lines = draw(position, letters=False, inner_lines=inner_lines, rulers=rulers)
    shown = read_one("\n".join(lines))
    ordered = position.puzzle.centers
    if len(ordered) > 26:  # circles have no order
        ordered = tuple(in_reading_order(ordered))
    assert shown.puzzle == replace(position.puzzle, centers=ordered)
    dots = set(position.puzzle.centers)
    assert shown.inner_walls() == position.inner_walls() - dots
    assert shown.labels is None


@given(positions(), st.none() | st.integers(0, 60))
def test_reads_pairs(position: Position, width: int | None) -> None:
    puzzle = Position(position.puzzle)
    given_, drawn = ("\n".join(draw(p, letters=False)) for p in (puzzle, position))
    shown = printed_grid.read(side_by_side(given_, drawn, width))
    if width is None or position.inner_walls() - set(position.puzzle.centers):
        assert len(shown) == 1
    assert shown[-1] == read_one(drawn)


@given(st.data())
def test_damage_is_an_error_or_a_grid(data: st.DataObject) -> None:
    text = list(FIVE)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        odd = st.sampled_from("┏━┓┗┛┃┠┨┆┄┼ ·○●aAbC1\n\x00\t░")
        text[at] = data.draw(odd | st.characters())
    with suppress(NotationError):  # and no other exception
        assert printed_grid.read("".join(text))


def test_digits_name_dots_and_regions() -> None:
    """The dot is the one on a line, or the middle of the cells that show it."""
    dots = [cell_at(column, 4) for column in range(26)]
    dots += [Point(3, 1), Point(9, 1), Point(16, 3), Point(3, 4)]
    labels = np.full((5, 26), NO_DOT, dtype=np.int32)
    labels[4] = np.arange(26)
    labels[0, 0:3], labels[0, 4], labels[1, 5:11], labels[1:3, 1] = 26, 27, 28, 29
    labels[3, 12] = 0
    position = Position(Puzzle(26, 5, tuple(dots)), None, labels)
    shown = read_one(printed_grid.write(position))
    assert shown.puzzle == position.puzzle
    assert np.array_equal(shown.labels, labels)


def test_unclear_digit_is_refused() -> None:
    dots = [cell_at(column, 1) for column in range(26)] + [cell_at(1, 0)]
    labels = np.full((2, 26), NO_DOT, dtype=np.int32)
    labels[1] = np.arange(26)
    labels[0, 1:3], labels[0, 5] = 26, 0
    position = Position(Puzzle(26, 2, tuple(dots)), None, labels)
    with pytest.raises(NotationError, match="in the middle of all of them"):
        printed_grid.read("\n".join(draw(position, circles=False)))
    with pytest.raises(NotationError, match="cannot show this position"):
        printed_grid.write(position)


def test_digits_alone_fill_regions() -> None:
    shown = read_one("┏━┯━┯━┳━┓\n┃1┆1┆1┃2┃\n┗━┷━┷━┻━┛\n")
    assert shown.puzzle.centers == (Point(3, 1), Point(7, 1))
    assert shown.labels is not None
    assert shown.labels.tolist() == [[0, 0, 0, 1]]
    shown = read_one("┏━┯━┯━┳━┓\n┃1┆ ┆1┃2┃\n┗━┷━┷━┻━┛\n")
    assert len(shown.puzzle.centers) == 3
    assert shown.labels is None


def test_more_dots_than_letters() -> None:
    dots = [Point(x, y) for y in range(1, 60, 2) for x in range(1, 60, 2)]
    single = Position(Puzzle(30, 30, tuple(dots), black=frozenset(dots[-3:])))
    shown = read_one(printed_grid.write(single))
    assert shown == single
    labels = np.arange(900).reshape(30, 30)
    labels[29, 20:] = 889
    puzzle = Puzzle(30, 30, tuple(dots[:890]))
    drawn = Position(puzzle, walls_between(labels.tolist()), labels)
    text = printed_grid.write(drawn)
    assert "·" in text
    assert read_one(text) == Position(puzzle, drawn.walls)


def test_foreign_glyphs_are_dots_in_reading_order() -> None:
    shown = read_one("┏━┯━┯━┓\n┃★┆B┆A┃\n┗━┷━┷━┛\n")
    assert shown.puzzle.centers == (Point(1, 1), Point(3, 1), Point(5, 1))
    shown = read_one("┏━┯━┯━┓\n┃●┆B┆A┃\n┗━┷━┷━┛\n")
    assert shown.puzzle.centers == (Point(5, 1), Point(3, 1), Point(1, 1))
    assert shown.puzzle.black == {Point(1, 1)}


def test_several_grids() -> None:
    puzzles = [Puzzle(2, 1, (Point(1, 1),)), Puzzle(1, 2, (Point(1, 2),))]
    texts = [printed_grid.write(Position(puzzle)) for puzzle in puzzles]
    beside = side_by_side(*texts, None)
    below = "Two grids:\n" + "\nand\n".join(texts) + "the end\n"
    for page in (beside, below, beside + below):
        shown = [position.puzzle for position in printed_grid.read(page)]
        assert shown == puzzles * (len(shown) // 2)
    again = printed_grid.read(texts[0] + texts[0])
    assert again == [Position(puzzles[0])] * 2


def test_given_walls_inside_make_no_pair() -> None:
    walls = Position(Puzzle(2, 1, (Point(1, 1),)), frozenset({Point(2, 1)}))
    text = printed_grid.write(walls)
    assert printed_grid.read(side_by_side(text, text, None)) == [walls, walls]


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("no grid", "no top border", None, None),
        ("┏━┯━", "goes on with", 1, 1),
        ("\n ┏━┓\n ┃ ┃\n", "no bottom border", 3, 2),
        ("┏━┓\n┃ ┃\n┗━\n", "ends at the grid's right border", 3, 3),
        ("┏━┓\n┃ ┃\nx\n", "left border goes on", 3, 1),
        ("┏━┓\n┃ ┃\n┗┿┛\n", "the bottom border of a grid is", 3, 1),
        ("┏━┓\n┃┆┃\n┗━┛\n", "'┆' in a cell", 2, 2),
        ("┏━┓\n┃\x00┃\n┗━┛\n", "in a cell", 2, 2),
        ("┏━┯━┓\n┃ ━ ┃\n┗━┷━┛\n", "'━' does not belong", 2, 3),
        ("┏━┯━┓\n┃ a ┃\n┗━┷━┛\n", "'a' is for the cells", 2, 3),
        ("┏━┯━┓\n┃b┆A┃\n┗━┷━┛\n", "a dot 'B', which is missing", 2, 2),
        ("  ┏━┯━┓\n  ┃A┆a┃\n  ┠┄┼A┨\n  ┃ ┆ ┃\n  ┗━┷━┛", "line 2, column 4", 3, 6),
        ("┏━┯━┓\n┃░A ┃\n┗━┷━┛\n", "rim of the hole", 1, 1),
    ],
)
def test_errors_name_the_place(
    text: str, message: str, line: int | None, column: int | None
) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        printed_grid.read(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_what_cannot_be_shown_is_refused() -> None:
    puzzle = Puzzle(2, 2, (Point(1, 1), Point(2, 3)))
    edge = Point(2, 3)
    for position, message in (
        (Position(replace(puzzle, walls=frozenset({Point(2, 1)}))), "given walls"),
        (Position(puzzle, frozenset({edge})), "across the dot"),
        (Position(puzzle, None, np.array([[1, 0], [0, 0]])), "the dot in it"),
    ):
        with pytest.raises(NotationError, match=message):
            write(position, "grid")


def test_light_lines_of_other_kinds() -> None:
    page = "┏━┯━┓\n┃A│ ┃\n┠─┼┈┨\n┃B┊ ┃\n┗━┷━┛"
    assert read_one(page).puzzle.centers == (Point(1, 1), Point(1, 3))


@pytest.mark.slow
def test_large_text_is_read_quickly() -> None:
    many = "\n".join(row * 4_000 for row in ("┏━┓", "┃A┃", "┗━┛"))
    assert len(printed_grid.read(many)) == 2_000
    with pytest.raises(NotationError):
        printed_grid.read("┏━" * 200_000)
    large = Position(Puzzle(150, 150, (Point(1, 1),)))
    assert read_one(printed_grid.write(large)) == large


def test_a_grid_in_the_comments_of_a_program_is_no_board() -> None:
    grid = "┏━┯━┓\n┃0┆ ┃\n┗━┷━┛\n"
    comment = "".join(f"% {line}\n" for line in grid.splitlines())
    assert printed_grid.recognizes(grid)
    assert not printed_grid.recognizes(comment)
    facts = f"{comment}width(2). height(1). center((3,1))."
    assert parse(facts).centers == ((3, 1),)
    assert len(printed_grid.read(comment + grid)) == 1
