"""The verifier: each rule has boards that break it, and solutions break none."""

from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.collection import FILES, is_large, positions
from support.marks import nightly_if, slow_if

from galaxies_asp.core.board.grid import HEXAGONAL, Point, cell_at, cell_name
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Solution
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.verifying.labels import misshapen, violations_of_labels
from galaxies_asp.core.verifying.regions import components
from galaxies_asp.core.verifying.rules import check_labels, verify
from galaxies_asp.core.verifying.violations import Fault
from galaxies_asp.lab.random_boards import random_puzzle
from galaxies_asp.notation import parse_all
from galaxies_asp.solving.search import solve

OF_VARIANTS = {
    *("unturned region", "not a rectangle", "square in region"),
    *("wrong clue", "own rule", "broken rule"),
}
"""The kinds that only variants and verifiers of users have."""

BROKEN = sorted((Path(__file__).parents[2] / "broken").iterdir())


def broken(path: Path) -> tuple[set[str], Position]:
    """Return the kinds that a file names, by default in its own name, and its board."""
    (position,) = parse_all(path.read_text(encoding="utf-8"))
    named = position.puzzle.name or path.stem.replace("-", " ")
    if named == "border gap" or named == "missing wall":
        return {named}, position
    return set(named.split(", ")), position


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_board(path: Path) -> None:
    kinds, position = broken(path)
    violations = verify(position)
    assert {str(violation.kind) for violation in violations} == kinds
    for violation in violations:
        assert violation.places
        assert violation.message in str(violation)


def test_every_kind_has_a_broken_board() -> None:
    named = {kind for path in BROKEN for kind in broken(path)[0]}
    assert named == {str(kind) for kind in Fault} - set(OF_VARIANTS)


def test_places_are_exact() -> None:
    puzzle = Puzzle(3, 1, [(1, 1), (5, 1)])
    (violation,) = verify(Position(puzzle, frozenset({Point(2, 1)})))
    assert violation.kind is Fault.ASYMMETRIC_REGION
    assert violation.places == (Point(3, 1),)


@pytest.mark.parametrize(
    "path",
    [
        *slow_if(lambda path: path.stem not in ("idp-5x5", "idp-7x7"), FILES[:5]),
        *nightly_if(lambda _: True, FILES[5:8]),
    ],
    ids=lambda path: path.stem,
)
def test_walls_are_compared_with_the_labels_beside_them(path: Path) -> None:
    position = positions(path)[0]
    (solution,) = solve(position.puzzle).solutions
    drawn = position.inner_walls()
    step = 1 + len(drawn) // 50
    assert not verify(Position(position.puzzle, drawn, solution.labels))
    for wall in sorted(drawn)[::step]:
        faults = verify(Position(position.puzzle, drawn - {wall}, solution.labels))
        gaps = [one.places for one in faults if one.kind is Fault.MISSING_WALL]
        assert gaps == [(wall,)]
    for wall in sorted({*position.puzzle.edges()} - drawn)[::step]:
        faults = verify(Position(position.puzzle, drawn | {wall}, solution.labels))
        extra = [one.places for one in faults if one.kind is Fault.WALL_INSIDE_REGION]
        assert extra == [(wall,)]


def test_what_a_quarter_turn_moves_out_of_the_region_is_named() -> None:
    puzzle = Puzzle(3, 3, [(3, 3), *((x, y) for x in (1, 3, 5) for y in (1, 5))])
    labels = [[1, 3, 5], [0, 0, 0], [2, 4, 6]]
    variants = frozenset({RuleVariant.QUARTER_TURN})
    (violation,) = verify(Position(puzzle, labels=labels), variants=variants)
    assert violation.kind is Fault.UNTURNED_REGION
    assert violation.places == (Point(1, 3), Point(5, 3))


def test_loose_walls_can_be_accepted() -> None:
    puzzle = Puzzle(3, 2, [(3, 2)])
    position = Position(puzzle, frozenset({Point(2, 1)}))
    assert verify(position)
    assert not verify(position, variants=frozenset({RuleVariant.LOOSE_WALLS}))


def test_walls_drawn_as_points_need_their_ends() -> None:
    puzzle = Puzzle(2, 3, [(1, 3), (3, 3)])
    edges = {Point(2, 1), Point(2, 3), Point(2, 5)}
    assert not verify(Position(puzzle, frozenset(edges)))
    assert not verify(Position(puzzle, frozenset(edges | {Point(2, 2), Point(2, 4)})))
    (violation,) = verify(Position(puzzle, frozenset(edges | {Point(2, 2)})))
    assert (violation.kind, violation.places) == (Fault.DEAD_END_WALL, (Point(2, 4),))


def test_drawn_border_must_be_closed() -> None:
    puzzle = Puzzle(1, 1, [(1, 1)])
    border = {Point(x, y) for x in range(3) for y in range(3)} - {Point(1, 1)}
    assert not verify(Position(puzzle, frozenset(border)))
    for gap in border:
        (violation,) = verify(Position(puzzle, frozenset(border - {gap})))
        assert (violation.kind, violation.places) == (Fault.BORDER_GAP, (gap,))


def test_nothing_drawn_is_no_attempt() -> None:
    with pytest.raises(ValueError, match="nothing is drawn"):
        verify(Position(Puzzle(1, 1, [(1, 1)])))


def test_given_wall_must_be_kept() -> None:
    puzzle = Puzzle(3, 1, [(3, 1)], walls=[(2, 1)])
    labels = np.zeros((1, 3), dtype=np.int32)
    assert {v.kind for v in verify(Solution(puzzle, labels))} == {Fault.MISSING_WALL}
    drawn = verify(Position(puzzle, frozenset()))
    assert {v.kind for v in drawn} == {Fault.MISSING_WALL}


@pytest.mark.parametrize(
    "path",
    slow_if(is_large, FILES),
    ids=lambda path: path.stem,
)
def test_collection_is_solved(path: Path) -> None:
    for position in positions(path):
        assert not verify(position), position.puzzle.name


@given(st.data())
def test_changing_a_cell_breaks_a_rule(data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(positions(FILES[0])))
    (solution,) = solve(position.puzzle).solutions
    row = data.draw(st.integers(0, position.puzzle.height - 1))
    column = data.draw(st.integers(0, position.puzzle.width - 1))
    label = data.draw(st.integers(0, len(position.puzzle.centers) - 1))
    labels = solution.labels.copy()
    labels[row, column] = label
    unchanged = label == solution.label(cell_at(column, row))
    assert (not check_labels(position.puzzle, labels)) == unchanged


def transformed(solution: Solution, flip: bool, turns: int) -> Solution:
    """Apply one of the eight symmetries of the square to a solution."""
    puzzle, labels = solution.puzzle, solution.labels
    width, height = puzzle.width, puzzle.height
    centers = list(puzzle.centers)
    if flip:
        labels = labels[:, ::-1]
        centers = [Point(2 * width - x, y) for x, y in centers]
    for _ in range(turns):
        labels = np.rot90(labels)
        centers = [Point(y, 2 * width - x) for x, y in centers]
        width, height = height, width
    return Solution(Puzzle(width, height, centers), labels)


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("turns", range(4))
def test_symmetries_keep_solutions(flip: bool, turns: int) -> None:
    for path in FILES[:4]:
        for position in positions(path):
            (solution,) = solve(position.puzzle).solutions
            turned = transformed(solution, flip, turns)
            assert not verify(turned)
            assert solve(turned.puzzle).solutions == (turned,)


@given(st.integers(1, 7), st.integers(1, 7), st.randoms(use_true_random=False))
def test_components_against_flood_fill(width: int, height: int, random) -> None:
    shape = (height, width)
    beside = np.array(
        [[random.random() < 0.5 for _ in range(width - 1)] for _ in range(height)]
    ).reshape(height, width - 1)
    below = np.array(
        [[random.random() < 0.5 for _ in range(width)] for _ in range(height - 1)]
    ).reshape(height - 1, width)
    expected = np.full(shape, -1)
    for start in range(width * height):
        if expected.flat[start] >= 0:
            continue
        stack = [divmod(start, width)]
        while stack:
            i, j = stack.pop()
            if expected[i, j] >= 0:
                continue
            expected[i, j] = start
            if j + 1 < width and beside[i, j]:
                stack.append((i, j + 1))
            if j and beside[i, j - 1]:
                stack.append((i, j - 1))
            if i + 1 < height and below[i, j]:
                stack.append((i + 1, j))
            if i and below[i - 1, j]:
                stack.append((i - 1, j))
    assert np.array_equal(
        components([beside.astype(bool), below.astype(bool)]), expected
    )


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_a_verdict_agrees_with_the_list_of_violations(rng: Random) -> None:
    puzzle = random_puzzle(rng, rng.choice([4, 9, 20, 40]))
    for solution in solve(puzzle).solutions:
        assert not check_labels(puzzle, solution.labels)
        for _ in range(10):
            labels = solution.labels.copy()
            for _ in range(rng.randint(1, 2)):
                cell = rng.choice(list(puzzle.cells()))
                labels[cell.y // 2, cell.x // 2] = rng.randrange(
                    -1, len(puzzle.centers)
                )
            faults = [*violations_of_labels(puzzle, labels.tolist(), frozenset())]
            assert bool(check_labels(puzzle, labels)) == bool(faults)


@pytest.mark.parametrize("side", [9, 41])
def test_labels_may_be_unsigned(side: int) -> None:
    puzzle = Puzzle(side, side, (Point(side, side),))
    labels = np.zeros((side, side), np.uint8)
    assert not check_labels(puzzle, labels)


RING = [(3, 3), (5, 3), (7, 3), (3, 5), (7, 5), (3, 7), (5, 7), (7, 7)]
PLUS = [(5, 3), (5, 5), (7, 5), (5, 7), (3, 5)]
HALF, QUARTER = (
    frozenset({RuleVariant.HIDDEN_DOTS, *more})
    for more in ((), (RuleVariant.QUARTER_TURN,))
)


@pytest.mark.parametrize(
    ("cells", "accepting"),
    [
        ([(3, 3)], {HALF, QUARTER}),
        ([(3, 3), (5, 3)], {HALF}),
        ([(3, 3), (3, 5)], {HALF}),
        ([(3, 3), (5, 3), (5, 5), (7, 5)], {HALF}),
        ([(3, 3), (5, 3), (3, 5), (5, 5)], {HALF, QUARTER}),
        ([(3, 3), (5, 3), (5, 5)], set()),
        ([(3, 3), (5, 3), (7, 3), (5, 5)], set()),
        (RING, set()),  # the center is not inside
        (PLUS, {HALF, QUARTER}),
    ],
)
@pytest.mark.parametrize("variants", [HALF, QUARTER])
def test_a_region_with_a_hidden_dot_has_its_turns(
    cells: list[tuple[int, int]],
    accepting: set[frozenset[RuleVariant]],
    variants: frozenset[RuleVariant],
) -> None:
    """The region is away from the border of the board."""
    walls = {
        Point((x + a) // 2, (y + b) // 2)
        for x, y in cells
        for a, b in ((x - 2, y), (x + 2, y), (x, y - 2), (x, y + 2))
        if (a, b) not in cells
    }
    puzzle = Puzzle(6, 5, [], variants=variants)
    faults = verify(Position(puzzle, frozenset(walls)))
    inside = f"the region of {cell_name(Point(*cells[0]))}"
    assert any(inside in str(one) for one in faults) != (variants in accepting)


def regions(rows: list[list[int]]) -> dict[Point, int]:
    """Return the region of each cell that has one."""
    return {
        cell_at(i, j): number
        for j, row in enumerate(rows)
        for i, number in enumerate(row)
        if number != NO_DOT
    }


SHAPES = st.lists(
    st.lists(st.integers(NO_DOT, 1), min_size=4, max_size=4), min_size=2, max_size=4
)


@given(SHAPES)
def test_exactly_the_squares_in_regions_are_found(rows: list[list[int]]) -> None:
    expected = [
        cell_at(i, j)
        for j, (above, below) in enumerate(pairwise(rows))
        for i in range(3)
        if {*above[i : i + 2], *below[i : i + 2]} in ({0}, {1})
    ]
    found = list(misshapen(regions(rows), frozenset({RuleVariant.THIN})))
    assert [violation.places for violation in found] == [(cell,) for cell in expected]
    assert {violation.kind for violation in found} <= {Fault.SQUARE_IN_REGION}


@given(SHAPES)
def test_exactly_the_regions_that_are_no_rectangles_are_found(
    rows: list[list[int]],
) -> None:
    wrong = []
    for number in (0, 1):
        cells = [
            (i, j) for j, row in enumerate(rows) for i in range(4) if row[i] == number
        ]
        if cells:
            (left, right), (top, bottom) = (
                (min(values), max(values)) for values in zip(*cells, strict=True)
            )
            if len(cells) < (right - left + 1) * (bottom - top + 1):
                wrong.append((Fault.NOT_A_RECTANGLE, (cell_at(*cells[0]),)))
    found = misshapen(regions(rows), frozenset({RuleVariant.RECTANGULAR}))
    assert {(fault.kind, fault.places) for fault in found} == {*wrong}


@pytest.mark.parametrize(("slope", "connected"), [(1, False), (-1, True)])
def test_hexagons_have_neighbors_on_one_diagonal(slope: int, connected: bool) -> None:
    line = {Point(x, 3 + slope * (x - 3)) for x in (1, 3, 5)}
    cells = {Point(x, y) for x in (1, 3, 5) for y in (1, 3, 5)}
    dots = sorted({*cells - line, Point(3, 3)})
    puzzle = Puzzle(3, 3, dots, lattice=HEXAGONAL)
    owner = {cell: Point(3, 3) if cell in line else cell for cell in cells}
    labels = [
        [puzzle.centers.index(owner[Point(x, y)]) for x in (1, 3, 5)] for y in (1, 3, 5)
    ]
    kinds = {violation.kind for violation in verify(Position(puzzle, labels=labels))}
    assert kinds == (set() if connected else {Fault.DISCONNECTED_REGION})
