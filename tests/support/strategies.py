"""Random boards for hypothesis."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from galaxies_asp.core.board.grid import (
    Point,
    cell_at,
    edge_ends,
    inner_edges,
    is_cell,
    touched_cells,
)
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle

MAX_SIDE = 8


@st.composite
def puzzles(draw: st.DrawFn, *, with_holes: bool = True) -> Puzzle:
    """Draw a valid puzzle; its dots may be too close to each other for a solution.

    The dots are in reading order, as the notations have them.
    """
    width = draw(st.integers(1, MAX_SIDE))
    height = draw(st.integers(1, MAX_SIDE))
    points = [Point(x, y) for y in range(1, 2 * height) for x in range(1, 2 * width)]
    chosen = draw(st.lists(st.sampled_from(points), unique=True, max_size=20))
    dots = sorted(chosen, key=lambda dot: (dot.y, dot.x))
    black = draw(st.lists(st.booleans(), min_size=len(dots), max_size=len(dots)))
    holes: list[Point] = []
    if with_holes and draw(st.booleans()):
        claimed = {cell for dot in dots for cell in touched_cells(dot)}
        cells = [cell_at(x, y) for y in range(height) for x in range(width)]
        free = [cell for cell in cells if cell not in claimed]
        if free:
            holes = draw(st.lists(st.sampled_from(free), unique=True, max_size=12))
    return Puzzle(
        width,
        height,
        tuple(dots),
        black=frozenset(
            dot for dot, is_black in zip(dots, black, strict=True) if is_black
        ),
        holes=frozenset(holes),
    )


@st.composite
def positions(draw: st.DrawFn, *, with_holes: bool = True) -> Position:
    """Draw a puzzle with walls between some of its cells, or none drawn at all."""
    puzzle = draw(puzzles(with_holes=with_holes))
    edges = [
        edge
        for edge in inner_edges(puzzle.width, puzzle.height)
        if all(map(puzzle.has_cell, touched_cells(edge)))
    ]
    walls = draw(st.sets(st.sampled_from(edges), max_size=30)) if edges else set()
    return Position(puzzle, frozenset(walls) or None)


@st.composite
def drawn_positions(draw: st.DrawFn, *, with_holes: bool = True) -> Position:
    """Draw a puzzle, also with given walls, and anything that may be drawn on it."""
    puzzle = draw(puzzles(with_holes=with_holes))
    width, height = puzzle.width, puzzle.height
    points = [Point(x, y) for y in range(2 * height + 1) for x in range(2 * width + 1)]
    wall_points = [point for point in points if not is_cell(point)]
    walls = draw(st.none() | st.frozensets(st.sampled_from(wall_points), max_size=20))
    numbers = st.integers(NO_DOT, len(puzzle.centers) - 1)
    labels = draw(st.none() | arrays(np.int32, (height, width), elements=numbers))
    if labels is not None:
        labels = np.where(puzzle.cell_mask(), labels, NO_DOT)
    if with_holes and walls:
        given_walls = Position(puzzle, walls).inner_walls()
        dots = set(puzzle.centers)
        free = [w for w in given_walls if dots.isdisjoint((w, *edge_ends(w)))]
        puzzle = replace(puzzle, walls=frozenset(free[::2]))
    return Position(puzzle, walls, labels)


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """Draw a text with a part cut out, doubled, or replaced."""
    text = draw(texts)
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 6)))
    inserted = draw(
        st.one_of(
            st.text(max_size=4),
            st.sampled_from(["", "\n", "/", ":", "#", "99999999999", "-1", "zz", "X"]),
            st.just(text[start:end] * 2),
        )
    )
    rest = text[end:] if draw(st.booleans()) else ""
    return text[:start] + inserted + rest
