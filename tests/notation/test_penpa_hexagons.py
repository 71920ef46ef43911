"""Links of Penpa+ with hexagonal grids."""

import json
from itertools import accumulate, pairwise
from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import HEXAGONAL, Point, hexagon
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.notation import parse, parse_all, penpa, penpa_text, write

SHIFTS = [
    (0, 0),
    *((0, sqrt(1 / 3)), (-1 / 2, sqrt(1 / 12))),
    *((-1 / 4, sqrt(3 / 16)), (1 / 4, sqrt(3 / 16)), (1 / 2, 0)),
]
"""The places of the kinds of points around a cell: itself, two corners, three sides."""


def place(index: int, side: int) -> tuple[float, float]:
    """Return where the editor draws a point, in widths of a cell."""
    columns = 3 * side + 1
    kind, cell = divmod(index, columns**2)
    row, column = divmod(cell, columns)
    right, down = SHIFTS[kind]
    return column + row % 2 / 2 + right, row * sqrt(3 / 4) + down


def link(given: object, cells: list[int], side: int = 2) -> str:
    """Return a link by hand; line 6 holds the differences of the indices of cells."""
    steps = [after - before for before, after in pairwise([0, *cells])]
    lines = [f"hex,{side},{side},38,0,1,1,152,152,24,24", "[0]", "{}"]
    lines += [json.dumps(given), "{}", json.dumps(steps)]
    return f"m=edit&p={penpa_text.pack(lines)}"


def one(text: str) -> Position:
    (position,) = parse_all(text, "penpa")
    return position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a puzzle on a hexagon or parallelogram, and walls."""
    width, height, holes = draw(st.integers(1, 4)), draw(st.integers(1, 4)), frozenset()
    if draw(st.booleans()):
        width, height, holes = hexagon(width)
    board = Puzzle(width, height, holes=holes, lattice=HEXAGONAL)
    points = [Point(x, y) for y in range(1, 2 * height) for x in range(1, 2 * width)]
    inner = [p for p in points if all(map(board.has_cell, HEXAGONAL.touched_cells(p)))]
    dots = sorted(
        draw(st.sets(st.sampled_from(inner), max_size=5)), key=lambda p: p[::-1]
    )
    black = draw(st.sets(st.sampled_from(dots))) if dots else set()
    edges = [point for point in inner if board.has_edge(point)]
    walls = draw(st.frozensets(st.sampled_from(edges), max_size=6)) if edges else None
    puzzle = Puzzle(
        *(width, height, tuple(dots), frozenset(black), holes), lattice=HEXAGONAL
    )
    return Position(puzzle, walls or None)


@given(positions())
def test_round_trip(position: Position) -> None:
    assert one(penpa.write(position)) == position


@given(positions())
def test_points_lie_where_the_editor_draws_them(position: Position) -> None:
    puzzle = position.puzzle
    lines = penpa_text.unpack(penpa.write(position).split("&p=")[1])
    kind, side = lines[0].split(",")[:2]
    assert kind == "hex"
    written = [place(at, int(side)) for at in accumulate(json.loads(lines[5]))]
    drawn = [HEXAGONAL.place((x / 2, y / 2)) for x, y in puzzle.cells()]
    moves = {
        (round(x - across, 9), round(y - down, 9))
        for (x, y), (across, down) in zip(written, drawn, strict=True)
    }
    assert len(moves) == 1
    ((right, below),) = moves
    dots = {
        tuple(round(z, 6) for z in place(int(i), int(side))) for i in given_in(lines)
    }
    expected = [HEXAGONAL.place((x / 2, y / 2)) for x, y in puzzle.centers]
    assert dots == {(round(x + right, 6), round(y + below, 6)) for x, y in expected}
    for key in json.loads(lines[4])["lineE"]:
        ends = [place(int(index), int(side)) for index in key.split(",")]
        assert dist(*ends) == pytest.approx(sqrt(1 / 3))


def given_in(lines: list[str]) -> list[str]:
    return list(json.loads(lines[3])["symbol"])


def test_the_board_is_in_the_middle_of_the_picture() -> None:
    for side in range(1, 8):
        width, height, holes = hexagon(side)
        puzzle = Puzzle(width, height, holes=holes, lattice=HEXAGONAL)
        lines = penpa_text.unpack(penpa.write(Position(puzzle)).split("&p=")[1])
        header = lines[0].split(",")
        assert header[1:3] == [str(side)] * 2
        cells = [place(at, side) for at in accumulate(json.loads(lines[5]))]
        middle = place(int(header[9]), side)
        for axis in (0, 1):
            mean = sum(cell[axis] for cell in cells) / len(cells)
            assert mean == pytest.approx(middle[axis])


def test_a_link_by_hand() -> None:
    # A row has 7 cells, N = 49. Cell 24 is in the middle; 17, 18, 23, 25, 31 and 32 are
    # around it.
    cells = [24, 17, 18, 25, 32, 31, 23]
    symbols = {
        "24": [1, "circle_SS", 2],
        str(3 * 49 + 18): [2, "circle_L", 1],  # between 18 and 24
        str(5 * 49 + 31): [1, "circle_M", 1],  # between 31 and 32
    }
    # From the lowest corner of 24 to the corner at its lower left.
    lines = {f"{49 + 24},{2 * 49 + 24}": 2}
    puzzle = one(link({"symbol": symbols, "lineE": lines}, cells)).puzzle
    width, height, holes = hexagon(2)
    dots = (Point(4, 2), Point(3, 3), Point(2, 5))
    assert puzzle == Puzzle(
        *(width, height, dots, frozenset({(4, 2)}), holes, frozenset({(2, 4)})),
        lattice=HEXAGONAL,
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (link({"symbol": {str(49 + 24): [1, "circle_SS", 2]}}, [24]), "no cell and no"),
        (link({}, []), "no cells"),
        (link({}, [24], side=21), "too large"),
        (link({}, [24 + 3 * 49]), "line 6"),
    ],
)
def test_errors(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_all(text, "penpa")


def test_large_boards_are_refused() -> None:
    puzzle = Puzzle(60, 1, lattice=HEXAGONAL)
    with pytest.raises(NotationError, match="20 cells a side"):
        write(puzzle, "penpa")
    assert parse(write(Puzzle(39, 1, lattice=HEXAGONAL), "penpa")).width == 39
