"""Reasons: what is forced on small boards, and why, against all their solutions."""

import pytest
from oracles import reasons as oracle

from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point, inner_edges, mirror, touched_cells
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.explaining import explain, figure
from galaxies_asp.explaining.dots.obstacles import minimal
from galaxies_asp.explaining.engine.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.fast.bitboard import Bitboard
from galaxies_asp.notation import parse
from galaxies_asp.solving.search import enumerate_solutions

# Puzzles on which all boards can be tried: with one, several and no solutions.
SMALL = [
    Puzzle(3, 2, [(1, 2), (4, 2)]),
    Puzzle(3, 3, [(3, 3)]),
    Puzzle(3, 3, [(2, 2), (5, 3), (3, 5)]),
    Puzzle(3, 3, [(3, 1), (1, 4), (5, 4), (3, 5)]),
    Puzzle(3, 3, [(1, 1), (5, 5), (4, 2)]),
    Puzzle(4, 2, [(2, 2), (6, 2)]),
    Puzzle(4, 2, [(1, 2), (5, 2)], walls=[(6, 3)]),
    Puzzle(3, 3, [(1, 3), (5, 3)], holes=[(3, 1), (3, 3), (3, 5)]),
    Puzzle(2, 1, [(2, 1), (1, 1)]),
]


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", SMALL, ids=range(len(SMALL)))
def test_what_is_forced_has_a_reason(puzzle: Puzzle) -> None:
    """Cells and edges have a reason if and only if all solutions agree about them."""
    every = list(enumerate_solutions(puzzle))
    edges = [
        edge
        for edge in inner_edges(puzzle.width, puzzle.height)
        if all(map(puzzle.has_cell, touched_cells(edge)))
    ]
    for place in [*puzzle.cells(), *edges]:
        reason = explain(puzzle, place)
        if not every:
            assert reason is not None
            assert reason.target == NO_SOLUTION
            continue
        if place in edges:
            walls = {place in solution.walls for solution in every}
            expected = {Fact(Kind.WALL if one else Kind.OPEN, place) for one in walls}
        else:
            dots = {puzzle.centers[one.label(place)] for one in every}
            expected = {Fact(Kind.CELL, place, dot) for dot in dots}
        assert (reason is not None) == (len(expected) == 1)
        if reason is not None:
            assert {reason.target} == expected
            shown = figure(reason)
            assert shown.sentences or shown.what_ifs


@pytest.mark.parametrize("puzzle", SMALL, ids=range(len(SMALL)))
def test_spans_and_mirror_images(puzzle: Puzzle) -> None:
    board = Bitboard(puzzle)
    expected = oracle.candidates(puzzle)
    for dot, span in enumerate(board.span):
        assert set(board.points(span)) == {c for c in expected if dot in expected[c]}
        for cell in puzzle.cells():
            image = mirror(puzzle.centers[dot], cell)
            images = [image] if puzzle.has_cell(image) else []
            assert list(board.points(board.mirrored(dot, board.bit(cell)))) == images


@pytest.mark.slow
def test_the_same_question_has_the_same_answer() -> None:
    puzzle = parse("7x7:befpfcovvzgcczg")
    places = [Point(5, 5), Point(6, 7), Point(9, 11)]
    first = [explain(puzzle, place) for place in places]
    again = [explain(puzzle, place) for place in reversed(places)]
    assert first == again[::-1]


def test_no_solution_is_explained() -> None:
    reason = explain(parse("5x4:fucgdm"))
    assert reason is not None
    assert reason.target == NO_SOLUTION
    assert figure(reason).sentences[0].startswith("no dot is left for c4r3")
    assert explain(parse("7x7:cghsppedzzaccdtce")) is None


@pytest.mark.parametrize(
    ("name", "place"), [("c3r3", Point(5, 5)), ("c1r1-c2r1", Point(2, 1))]
)
def test_places_have_names(name: str, place: Point) -> None:
    puzzle = parse("7x7:cghsppedzzaccdtce")
    assert explain(puzzle, name) == explain(puzzle, place)
    with pytest.raises(OptionError, match="'C' is not a place such as 7,4, c4r2"):
        explain(puzzle, "C")


def test_two_dots_that_touch_one_cell() -> None:
    reason = explain(Puzzle(2, 1, [(2, 1), (1, 1)]))
    assert reason is not None
    assert reason.target == NO_SOLUTION
    assert figure(reason).sentences == ("c1r1 belongs to dots A and B",)


def test_what_is_drawn_is_used_only_if_asked() -> None:
    puzzle = Puzzle(6, 6, [(5, 2), (6, 5), (7, 8), (2, 11), (8, 11)])
    wall = Point(6, 1)
    drawn = Position(puzzle, frozenset([wall]))
    reason = explain(drawn, wall)
    assert reason is not None
    assert reason.target == Fact(Kind.WALL, wall)
    assert explain(puzzle, wall) != reason


@pytest.mark.parametrize("place", [(0, 1), (2, 2), (3, 3), (6, 3), (99, 1)])
def test_places_without_a_question(place: tuple[int, int]) -> None:
    puzzle = Puzzle(3, 3, [(1, 3), (5, 3)], holes=[(3, 1), (3, 3), (3, 5)])
    with pytest.raises(OptionError, match="nothing to explain"):
        explain(puzzle, Point(*place))


def test_minimal_prefers_what_is_early() -> None:
    def forces(some: object) -> bool:
        return {2, 5} <= set(some) or {3, 7} <= set(some) or 9 in set(some)

    assert minimal(range(10), forces) == (2, 5)
    assert minimal(range(9, -1, -1), forces) == (9,)
    assert minimal([7, 3, 2, 5], forces) == (7, 3)
    assert minimal([1], lambda some: True) == ()
