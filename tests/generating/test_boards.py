"""Random boards: they keep the rules, the style, the colors and the pattern."""

from random import Random
from statistics import mean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import LATTICES, Lattice, is_cell, is_edge, is_vertex
from galaxies_asp.core.board.patterns import PATTERNS, Pattern
from galaxies_asp.core.board.puzzle import NO_DOT, Solution
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.fast.bitboard import places
from galaxies_asp.generating.canvas import Canvas, Regions
from galaxies_asp.generating.growth import Growth
from galaxies_asp.generating.recipe import Recipe, Style


def full(width: int, height: int, pattern: Pattern = "none") -> Canvas:
    return Canvas(np.ones((height, width), dtype=np.uint8), pattern)


def grown(canvas: Canvas, style: Style, seed: int) -> Regions:
    return Growth(canvas, style, Random(seed)).fill(canvas.cells)


def boards(style: Style, count: int = 12, side: int = 15) -> list[Solution]:
    canvas = full(side, side)
    return [canvas.solution(grown(canvas, style, seed)) for seed in range(count)]


styles = st.builds(
    Style,
    mean_size=st.floats(1, 30),
    spread=st.floats(0, 2),
    wiggliness=st.floats(0, 1),
    dot_weights=st.sampled_from([(1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 2, 1)]),
)


@given(
    arrays(
        np.uint8,
        st.tuples(st.integers(1, 9), st.integers(1, 9)),
        elements=st.integers(0, 3),
    ),
    styles,
    st.integers(0, 9),
)
def test_boards_with_holes_and_colors_keep_the_rules(
    colors: np.ndarray, style: Style, seed: int
) -> None:
    canvas = Canvas(colors)
    solution = canvas.solution(grown(canvas, style, seed))
    assert not verify(solution)
    assert ((solution.labels == NO_DOT) == (colors == 0)).all()
    for dot in range(len(solution.puzzle.centers)):
        assert np.bitwise_and.reduce(colors[solution.labels == dot])


@pytest.mark.parametrize("pattern", PATTERNS)
@given(
    width=st.integers(1, 10),
    height=st.integers(1, 10),
    style=styles,
    seed=st.integers(0, 9),
)
def test_patterns_hold_for_dots_and_regions(
    pattern: Pattern, width: int, height: int, style: Style, seed: int
) -> None:
    canvas = full(width, width if pattern == "quarter-turn" else height, pattern)
    solution = canvas.solution(grown(canvas, style, seed))
    assert not verify(solution)
    labels = solution.labels
    images = {
        "none": [],
        "half-turn": [labels[::-1, ::-1]],
        "left-right": [labels[:, ::-1]],
        "top-bottom": [labels[::-1]],
        "both-ways": [labels[::-1], labels[:, ::-1]],
        "quarter-turn": [np.rot90(labels)],
    }[pattern]
    for image in images:
        # The same division: each label goes with one label of the image.
        both = np.unique(np.stack([labels.ravel(), image.ravel()]), axis=1)
        assert both.shape[1] == len(solution.puzzle.centers)


def test_the_pattern_must_fit_the_board() -> None:
    with pytest.raises(OptionError, match="square"):
        Recipe(3, 4, style=Style(pattern="quarter-turn"))
    colors = np.array([[1, 1, 2]], dtype=np.uint8)
    with pytest.raises(OptionError, match="left-right"):
        Canvas(colors, "left-right")


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_the_mean_size_is_reached(size: int) -> None:
    found = [225 / len(board.puzzle.centers) for board in boards(Style(mean_size=size))]
    assert abs(mean(found) - size) < 0.05 * size


@pytest.mark.slow
def test_long_regions_wind() -> None:
    def outline(board: Solution) -> float:
        """Return the mean length of walls over the least that the areas need."""
        labels = board.labels
        sizes = np.bincount(labels.ravel())
        inside = np.zeros(len(sizes), dtype=int)
        for one, other in ((labels[1:], labels[:-1]), (labels[:, 1:], labels[:, :-1])):
            np.add.at(inside, one[one == other], 1)
        large = sizes >= 8
        return float(mean((4 * sizes - 2 * inside)[large] / (4 * sizes[large] ** 0.5)))

    compact, middle, winding = (
        mean(map(outline, boards(Style(mean_size=5, wiggliness=share))))
        for share in (0.0, 0.5, 1.0)
    )
    assert compact < middle < winding


@pytest.mark.slow
def test_dots_follow_their_weights() -> None:
    def share(index: int, kind: object) -> float:
        weights = [0.0, 0.0, 0.0]
        weights[index] = 1.0
        style = Style(mean_size=3, dot_weights=(weights[0], weights[1], weights[2]))
        dots = [dot for board in boards(style) for dot in board.puzzle.centers]
        return sum(map(kind, dots)) / len(dots)  # type: ignore[call-overload]

    for kind_index, kind in enumerate((is_cell, is_edge, is_vertex)):
        shares = [share(index, kind) for index in range(3)]
        assert max(shares) == shares[kind_index]


def test_sizes_spread() -> None:
    def deviation(spread: float) -> float:
        sizes = [
            size
            for board in boards(Style(mean_size=5, spread=spread))
            for size in np.bincount(board.labels.ravel()).tolist()
        ]
        return float(np.std(sizes))

    assert deviation(0.0) < deviation(1.5)


@pytest.mark.parametrize(
    "fields",
    [
        {"mean_size": 0.5},
        {"spread": -1},
        {"wiggliness": 1.5},
        {"max_bar": 0},
        {"max_rectangle": 0},
        {"singles": 1.5},
        {"dot_weights": (0, 0, 0)},
        {"dot_weights": (1, -1, 1)},
        {"dot_weights": (float("inf"), 2, 1)},
        {"pattern": "spiral"},
    ],
)
def test_styles_that_cannot_be(fields: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        Style(**fields)  # type: ignore[arg-type]


def test_wiggly_regions_have_more_corners_and_fewer_squares() -> None:
    corners, squares = [], []
    for wiggliness in (0.0, 1.0):
        canvas = full(15, 15)
        style = Style(wiggliness=wiggliness)
        regions = [
            cells
            for seed in range(12)
            for cells in grown(canvas, style, seed).values()
            if cells.bit_count() > 3
        ]
        corners.append(mean(map(canvas.corners, regions)))
        pairs = [(cells & cells >> 1, canvas.board.stride) for cells in regions]
        squares.append(mean(bool(two & two >> step) for two, step in pairs))
    assert corners[1] > 1.25 * corners[0]
    assert squares[1] < 0.9 * squares[0]


@pytest.mark.parametrize("pattern", ["none", "half-turn"])
def test_bars_and_rectangles_are_bounded(pattern: Pattern) -> None:
    canvas = full(12, 12, pattern)
    style = Style(pattern=pattern, max_bar=2, max_rectangle=6)
    for seed in range(10):
        for cells in grown(canvas, style, seed).values():
            size = cells.bit_count()
            columns, rows = zip(*map(canvas.place, places(cells)), strict=True)
            sides = sorted((len(set(columns)), len(set(rows))))
            if sides[0] * sides[1] == size:
                assert size <= (2 if sides[0] == 1 else 6)


def test_few_regions_are_bars_or_rectangles() -> None:
    sizes, with_long_bars = [0, 0], 0
    for seed in range(20):
        regions = grown(full(10, 10), Style(), seed)
        is_long = False
        for cells in regions.values():
            at, size = map(full(10, 10).place, places(cells)), cells.bit_count()
            columns, rows = map(set, zip(*at, strict=True))
            sizes[len(columns) * len(rows) > size] += size
            is_long |= size > 7 and min(len(columns), len(rows)) == 1
        with_long_bars += is_long
    assert sizes[1] > 0.55 * sum(sizes)
    assert with_long_bars <= 1


def test_corners() -> None:
    canvas = full(9, 9)

    def corners(*at: tuple[int, int]) -> int:
        return canvas.corners(sum(1 << (x + y * canvas.board.stride) for x, y in at))

    assert corners((0, 0)) == corners((3, 3), (4, 3)) == 4
    assert corners((3, 3), (4, 3), (4, 4), (5, 4)) == 8
    plus = [(4, 3), (3, 4), (4, 4), (5, 4), (4, 5)]
    assert corners(*plus) == 12
    ring = [(x, y) for x in (2, 3, 4) for y in (2, 3, 4) if (x, y) != (3, 3)]
    assert corners(*ring) == 8


def test_a_part_is_the_board_of_its_regions() -> None:
    canvas = full(9, 7)
    regions = grown(canvas, Style(mean_size=4), 3)
    some = dict(list(regions.items())[:5])
    board, cells = canvas.part(some)
    above = min(places(sum(some.values()))) // board.stride * board.stride
    assert board.sums == [total - 2 * above for total in sorted(some)]
    assert board.cells == sum(cells) == sum(some.values()) >> above
    for dot, region in enumerate(cells):
        assert region == board.mirrored(dot, region)
        assert not board.core[dot] & ~region


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda one: one.name)
def test_dots_touch_the_cells_of_their_lattice(lattice: Lattice) -> None:
    canvas = Canvas(np.ones((4, 5), dtype=np.uint8), lattice=lattice)
    cells = places(canvas.cells)
    for total in {one + other for one in cells for other in (*cells[:9], one)}:
        touched = {canvas.place(cell) for cell in places(canvas.board.touched(total))}
        expected = lattice.touched_cells(canvas.center(total))
        assert touched == {(x // 2, y // 2) for x, y in expected}
