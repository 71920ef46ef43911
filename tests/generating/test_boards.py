"""Made boards keep the rules, the style, the colors and the pattern."""

from collections.abc import Iterator
from statistics import mean
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from support.marks import NEEDS_LIBRARY

from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import is_cell, is_edge, is_vertex
from galaxies_asp.core.board.patterns import PATTERNS, Pattern
from galaxies_asp.core.board.puzzle import NO_DOT, Solution
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.generating.making import make
from galaxies_asp.generating.recipe import BLACK, WHITE, Recipe, Style
from galaxies_asp.solving.search import solve

pytestmark = NEEDS_LIBRARY


def boards(style: Style, count: int = 12, side: int = 12) -> list[Solution]:
    recipe = Recipe(side, side, style=style)
    return [make(recipe, index).solution for index in range(count)]


def regions(solution: Solution) -> Iterator[NDArray[np.bool_]]:
    for dot in range(len(solution.puzzle.centers)):
        yield solution.labels == dot


def corners(region: NDArray[np.bool_]) -> int:
    """Count the corners of a region around each vertex of the board."""
    a, b = np.pad(region, 1)[:-1], np.pad(region, 1)[1:]
    four = (a[:, :-1], a[:, 1:], b[:, :-1], b[:, 1:])
    odd = four[0] ^ four[1] ^ four[2] ^ four[3]
    crossed = (four[0] == four[3]) & (four[1] == four[2]) & (four[0] != four[1])
    return int(odd.sum() + 2 * crossed.sum())


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
    assume({WHITE, BLACK} <= set(colors.ravel().tolist()))
    height, width = colors.shape
    pixels = tuple(map(tuple, colors.tolist()))
    recipe = Recipe(width, height, style=style, picture=pixels, seed=seed)
    solution = make(recipe).solution
    assert not verify(solution)
    assert solve(solution.puzzle, rules="fast").solutions == (solution,)
    assert ((solution.labels == NO_DOT) == (colors == 0)).all()
    for dot, region in zip(solution.puzzle.centers, regions(solution), strict=True):
        color = np.bitwise_and.reduce(colors[region])
        assert color
        assert (dot in solution.puzzle.black) == (2 in colors[region])


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
    fields: dict[str, Any] = vars(style) | {"pattern": pattern}
    height = width if pattern == "quarter-turn" else height
    asked = Recipe(width, height, style=Style(**fields), seed=seed, dots=(1, 100))
    solution = make(asked).solution
    assert not verify(solution)
    assert solve(solution.puzzle, rules="fast").solutions == (solution,)
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
    style = Style(pattern="left-right")
    with pytest.raises(OptionError, match="left-right"):
        make(Recipe(3, 1, picture=((1, 1, 2),), style=style))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_mean_size_is_nearly_reached(size: int) -> None:
    found = [144 / len(board.puzzle.centers) for board in boards(Style(mean_size=size))]
    assert abs(mean(found) - size) < 0.15 * size


def test_dots_follow_their_weights() -> None:
    def share(index: int, kind: Any) -> float:
        weights = [0.0, 0.0, 0.0]
        weights[index] = 1.0
        style = Style(mean_size=3, dot_weights=(weights[0], weights[1], weights[2]))
        dots = [dot for board in boards(style) for dot in board.puzzle.centers]
        return sum(map(kind, dots)) / len(dots)

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


def test_winding_regions_have_more_corners() -> None:
    found = []
    for wiggliness in (0.0, 0.5, 1.0):
        some = boards(Style(wiggliness=wiggliness))
        large = [one for board in some for one in regions(board) if one.sum() > 3]
        found.append(mean(map(corners, large)))
    assert found[0] < found[1] < found[2]
    assert found[2] > 1.2 * found[0]


@pytest.mark.parametrize("pattern", ["none", "half-turn"])
def test_bars_and_rectangles_are_bounded(pattern: Pattern) -> None:
    style = Style(pattern=pattern, max_bar=2, max_rectangle=6)
    for board in boards(style, 8):
        for region in regions(board):
            if corners(region) == 4:
                rows, columns = map(np.ptp, np.nonzero(region))
                assert region.sum() <= (6 if min(rows, columns) else 2)


def test_few_regions_are_bars_or_rectangles() -> None:
    sizes, with_long_bars = [0, 0], 0
    for board in boards(Style(), 20, 10):
        is_long = False
        for region in regions(board):
            is_rectangle, size = corners(region) == 4, int(region.sum())
            sizes[is_rectangle] += size
            long = min(map(np.ptp, np.nonzero(region))) == 0 and size > 7
            is_long |= long and is_rectangle
        with_long_bars += is_long
    assert sizes[0] > 0.5 * sum(sizes)
    assert with_long_bars <= 1
