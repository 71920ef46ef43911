"""Puzzles, solutions and positions: what is impossible is not constructed."""

from itertools import pairwise, product
from math import dist
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from galaxies_asp import parse, parse_all, write
from galaxies_asp.core.board.errors import NotationError, PuzzleError
from galaxies_asp.core.board.grid import (
    HEXAGONAL,
    LATTICES,
    SQUARE,
    Lattice,
    Point,
    adjacent_cells,
    edge_ends,
    inner_edges,
    is_cell,
    is_edge,
    is_vertex,
    mirror,
    touched_cells,
)
from galaxies_asp.core.board.puzzle import MAX_CELLS, NO_DOT, Position, Puzzle, Solution

_POINTS = ("centers", "black", "holes", "walls")

points = st.builds(Point, st.integers(-9, 30), st.integers(-9, 30))


@given(points, points)
def test_mirror(center: Point, point: Point) -> None:
    image = mirror(center, point)
    assert mirror(center, image) == point
    assert (is_cell(image), is_edge(image)) == (is_cell(point), is_edge(point))


@given(points)
def test_kinds_of_points(point: Point) -> None:
    assert is_cell(point) + is_edge(point) + is_vertex(point) == 1
    cells = touched_cells(point)
    assert len(cells) == {True: 1, False: 2 if is_edge(point) else 4}[is_cell(point)]
    assert all(map(is_cell, cells))
    assert {mirror(point, cell) for cell in cells} == set(cells)


def test_edges() -> None:
    edges = list(inner_edges(3, 2))
    assert len(set(edges)) == len(edges) == 2 * 2 + 3
    for edge in edges:
        assert is_edge(edge)
        assert all(map(is_vertex, edge_ends(edge)))
        one, other = touched_cells(edge)
        assert other in adjacent_cells(one)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 3), "width is 0"),
        ((3, -1), "height is -1"),
        ((2.0, 3), "width is 2.0"),
        ((True, 3), "width is True"),
        ((MAX_CELLS + 1, 1), "over the limit"),
        ((10**4, 10**4), "over the limit"),
        ((3, 3, [(0, 3)]), r"dot A at \(0,3\): on the border"),
        ((3, 3, [(1, 1), (3, 6)]), r"dot B at \(3,6\): on the border"),
        ((3, 3, [(7, 1)]), r"dot A at \(7,1\): outside"),
        ((3, 3, [(1, -2)]), r"dot A at \(1,-2\): outside"),
        ((3, 3, [(1, 1), (3, 3), (1, 1)]), r"dot C at \(1,1\): dot A is there already"),
        ((3, 3, [(1, 1, 1)]), "not a pair"),
        ((3, 3, [(1, 1.5)]), "not a pair of whole numbers"),
        ((3, 3, [(True, 1)]), "not a pair of whole numbers"),
        ((3, 3, ["ab"]), "not a pair of whole numbers"),
        ((3, 3, [5]), "not a pair"),
        ((3, 3, [(1, 1)], [(3, 3)]), r"black dot at \(3,3\): no dot is there"),
        ((3, 3, [(1, 1)], [], [(1, 1)]), r"dot A at \(1,1\): on the hole c1r1"),
        ((3, 3, [(2, 2)], [], [(3, 3)]), r"dot A at \(2,2\): on the rim of the hole"),
        ((3, 3, [], [], [(2, 1)]), r"hole at \(2,1\): not a cell"),
        ((3, 3, [], [], [(7, 1)]), r"hole at \(7,1\): not a cell"),
        ((3, 3, [], [], [], [(2, 2)]), r"given wall at \(2,2\): not an edge"),
        ((3, 3, [], [], [], [(0, 1)]), r"given wall at \(0,1\): not an edge"),
        ((3, 3, [], [], [(1, 1)], [(2, 1)]), r"given wall at \(2,1\): not an edge"),
        ((3, 3, [(2, 1)], [], [], [(2, 1)]), "crosses the dot"),
        ((3, 3, [(2, 2)], [], [], [(2, 1)]), "crosses the dot"),
    ],
)
def test_impossible_puzzles(arguments: tuple, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Puzzle(*arguments)


def test_equality_ignores_names() -> None:
    puzzle = Puzzle(2, 1, [[1, 1], np.array([3, 1])], name="a")
    assert puzzle == Puzzle(2, 1, ((1, 1), (3, 1)), source="b")
    assert puzzle.centers == (Point(1, 1), Point(3, 1))
    assert hash(puzzle) == hash(Puzzle(2, 1, [(1, 1), (3, 1)]))
    empty: Any = set()
    assert hash(puzzle) == hash(Puzzle(2, 1, [(1, 1), (3, 1)], empty, empty, empty))
    assert puzzle != Puzzle(2, 1, [(3, 1), (1, 1)]), "the order of dots numbers them"


_PUZZLE: dict[str, Any] = {"width": 2, "height": 1, "centers": [(1, 1), (3, 1)]}
_COLLECTIONS: dict[str, tuple[Any, ...]] = {
    "centers": ((), [(1, 1), (3, 1)]),
    "black": ((), [[1, 1]]),
    "holes": ((),),
    "walls": ((), [(2, 1)]),
    "variants": ((), ["thin"], ["thin", "black-holes"]),
    "clues": ((), ["star((1,1))"]),
    "declarations": ((),),
}


@pytest.mark.parametrize("name", _COLLECTIONS)
def test_any_collection_makes_the_same_puzzle(name: str) -> None:
    for values in _COLLECTIONS[name]:
        usual = Puzzle(**_PUZZLE | {name: tuple(values)})
        for kind in (list, iter, np.array, *([frozenset] if name != "centers" else [])):
            given = [*map(tuple, values)] if name in _POINTS else [*values]
            made = Puzzle(**_PUZZLE | {name: kind(given)})
            assert (made, hash(made), repr(made)) == (usual, hash(usual), repr(usual))
            (read,) = parse_all(write(made, "json"))
            assert read.puzzle == usual
    for wrong in (None, 5, "thin"):
        with pytest.raises(TypeError, match=rf"{name} is .*; pass a list"):
            Puzzle(**_PUZZLE | {name: wrong})


def test_any_collection_makes_the_same_position_and_solution() -> None:
    puzzle = Puzzle(**_PUZZLE)
    for kind in (list, tuple, iter, set, frozenset):
        assert Position(puzzle, kind([(2, 1)])) == Position(puzzle, {Point(2, 1)})
        assert Position(puzzle, kind([])) == Position(puzzle, ()) != Position(puzzle)
        for loose in ([], [(2, 1)]):
            solution = Solution(puzzle, [[0, 1]], kind(loose))
            usual = Solution(puzzle, np.array([[0, 1]]), frozenset(map(tuple, loose)))
            assert (solution, hash(solution)) == (usual, hash(usual))
    for wrong in (None, "ab"):
        with pytest.raises(TypeError, match="loose is"):
            Solution(puzzle, [[0, 1]], wrong)  # type: ignore[arg-type]


def test_a_name_is_a_text_and_a_clue_is_a_fact() -> None:
    for name in ("name", "source"):
        with pytest.raises(TypeError, match="None is no text"):
            Puzzle(**_PUZZLE | {name: None})
    for clue in ("a. b", "b :- c", "star(()", "star(X)", "star(1,)", "star()", 5, None):
        with pytest.raises(PuzzleError, match="not a fact"):
            Puzzle(**_PUZZLE | {"clues": [clue]})
    for fact in ("star((1,3))", "n((1,3),_a)", "n(12)", "n(a,1)", "_n((1,3),(5,7))"):
        assert Puzzle(**_PUZZLE | {"clues": [fact]}).clues == (fact,)
    for lattice in (None, [], "cubic"):
        with pytest.raises(PuzzleError, match="no lattice"):
            Puzzle(**_PUZZLE | {"lattice": lattice})


def test_contested_cells() -> None:
    puzzle = Puzzle(3, 1, [(1, 1), (2, 1), (5, 1)])
    assert puzzle.contested_cells() == {Point(1, 1): (0, 1)}


def test_solution_keeps_a_copy() -> None:
    puzzle = Puzzle(2, 1, [(1, 1), (3, 1)])
    labels = np.array([[0, 1]])
    solution = Solution(puzzle, labels)
    labels[:] = 0
    assert solution.labels.tolist() == [[0, 1]]
    assert solution.walls == {Point(2, 1)}
    assert solution.label(Point(3, 1)) == 1
    assert np.asarray(solution).tolist() == [[0, 1]]
    with pytest.raises(ValueError, match="read-only"):
        solution.labels[0, 0] = 1
    assert len({solution, Solution(puzzle, [[0, 1]]), Solution(puzzle, [[1, 0]])}) == 2


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([[0]], "labels have shape"),
        ([[0, 5]], r"label 5 of c2r1: .* no dot 6"),
        ([[0, -2]], "label -2"),
        ([[0.0, 1.0]], "no rows of whole numbers"),
        ([["0", "1"]], "no rows of whole numbers"),
        ([[0, 2**40]], "no rows of whole numbers"),
        ([0], "no rows of whole numbers"),
        (5, "no rows of whole numbers"),
        ([], "labels have shape"),
        ([[0, 1], [0]], "labels have shape"),
    ],
)
def test_impossible_labels(labels: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Solution(Puzzle(2, 1, [(1, 1), (3, 1)]), labels)


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONAL])
def test_dots_may_lie_where_they_touch_no_missing_cell(lattice: Lattice) -> None:
    puzzle = Puzzle(4, 3, [], holes=[(1, 1), (7, 1)], lattice=lattice)
    possible = []
    for y, x in product(range(-1, 8), range(-1, 10)):
        try:
            Puzzle(4, 3, [(x, y)], holes=[(1, 1), (7, 1)], lattice=lattice)
        except PuzzleError:
            continue
        possible.append((x, y))
    assert [*puzzle.places()] == possible
    assert len(possible) == (27 if lattice is SQUARE else 28)


def test_a_board_of_hexagons_has_a_cell() -> None:
    with pytest.raises(PuzzleError, match="has a cell"):
        Puzzle(1, 1, holes=[(1, 1)], lattice=LATTICES["hexagonal"])


def test_holes_have_no_label() -> None:
    puzzle = Puzzle(2, 1, [(1, 1)], holes=[(3, 1)])
    assert Solution(puzzle, np.array([[0, NO_DOT]])).walls == frozenset()
    with pytest.raises(PuzzleError, match="it is a hole"):
        Solution(puzzle, np.array([[0, 0]]))


def test_positions() -> None:
    puzzle = Puzzle(2, 1, [(1, 1), (3, 1)])
    assert not Position(puzzle).is_attempt
    border = frozenset({Point(0, 0), Point(0, 1), Point(2, 1)})
    assert Position(puzzle, border).inner_walls() == {Point(2, 1)}
    partial = Position(puzzle, labels=np.array([[0, NO_DOT]]))
    assert partial.inner_walls() == frozenset()
    assert partial != Position(puzzle, labels=np.array([[0, 1]]))
    with pytest.raises(PuzzleError, match=r"wall at \(1,1\): this is a cell"):
        Position(puzzle, frozenset({Point(1, 1)}))
    with pytest.raises(PuzzleError, match=r"wall at \(9,0\): outside"):
        Position(puzzle, frozenset({Point(9, 0)}))


def test_notebooks_get_svg() -> None:
    puzzle = Puzzle(2, 1, [(1, 1), (3, 1)])
    for board in (puzzle, Position(puzzle), Solution(puzzle, np.array([[0, 1]]))):
        assert board._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda one: one.name)
def test_cells_are_regular_polygons_that_touch(lattice: Lattice) -> None:
    """Neighbors are equally far in a picture, and share one side of equal length."""
    center = lattice.place((0, 0))
    corners = [lattice.place(corner) for corner in lattice.outline]
    ways = [*lattice.steps, *(Point(-x, -y) for x, y in lattice.steps)]
    assert len(corners) == len(ways)
    assert len({round(dist(center, corner), 9) for corner in corners}) == 1
    assert len({round(dist(center, lattice.place(way)), 9) for way in ways}) == 1
    sides = [*pairwise([*corners, corners[0]])]
    assert len({round(dist(*side), 9) for side in sides}) == 1
    middles = {((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in sides}
    halfway = {lattice.place((x / 2, y / 2)) for x, y in ways}
    assert {(round(x, 9), round(y, 9)) for x, y in middles} == {
        (round(x, 9), round(y, 9)) for x, y in halfway
    }


def test_the_name_of_a_puzzle_is_for_another_function() -> None:
    with pytest.raises(NotationError, match=r"galaxies_asp\.load reads puzzles by"):
        parse("idp-5x5")
