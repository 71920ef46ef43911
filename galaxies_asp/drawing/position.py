"""The scene of a position: cells, walls, dots and the caption."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from math import ceil

from galaxies_asp.board.grid import Point, neighbors, touched_cells
from galaxies_asp.board.puzzle import NO_DOT, Position, Puzzle, walls_between
from galaxies_asp.board.variants import CLUES, RuleVariant
from galaxies_asp.drawing.coloring import fills
from galaxies_asp.drawing.palette import BLUE, DARK, MISSING, RED, Shading
from galaxies_asp.drawing.scene import (
    Box,
    Cells,
    Circles,
    Edges,
    Paths,
    Scene,
    Shape,
    Style,
    Texts,
    square,
)

THIN, WALL = 0.05, 0.15
"""The widths of gridlines and walls, where a cell is 2 wide."""
DOT, RIM = 0.33, 0.1
"""The radius of a dot and the width of its outline."""
MARK, MARK_LINE = 0.72, 0.15
"""The radius and the line width of the ring around a marked point."""

MARGIN = 0.25
"""Around a board."""

Edge = tuple[int, int]

_LINE, _LETTERS = 1.6, 1.1
"""The heights of a line of the caption, and of its letters."""
_STEP, _SIDE = 1.2, 0.8
"""The distance and the size of the squares and dots that count a clue."""


def scene_of(
    position: Position,
    *,
    title: str | None = None,
    marks: Iterable[Point] = (),
    hints: Iterable[Point] = (),
    overlay: Iterable[Shape] = (),
    shading: Shading = "colors",
    colors: Sequence[int] | None = None,
) -> Scene:
    """Return the picture of a position: colored regions, thick walls, dots.

    Parameters
    ----------
    position
        What to draw. Regions are colored if they are labeled, or if walls cut them
        out around one dot.
    title
        The name of the picture; by default the puzzle's.
    marks
        Points that get a red ring.
    hints
        Points that get a blue ring.
    overlay
        Shapes over the board and under the dots.
    shading
        How the regions are filled; see `palette.Shading`.
    colors
        The color of each dot's region; by default `coloring.region_colors`.
    """
    puzzle = position.puzzle
    return Scene(
        (
            *board_shapes(position, shading, colors),
            *overlay,
            *_rings(hints, BLUE),
            *_rings(marks, RED),
            *_dots(puzzle),
            *_caption_shapes(puzzle),
        ),
        _box(puzzle),
        title or puzzle.name or f"Galaxies {puzzle.width}x{puzzle.height}",
        summary(position),
    )


def _box(puzzle: Puzzle) -> Box:
    height = 2 * (puzzle.height + MARGIN) + caption_height(puzzle)
    return Box(-MARGIN, -MARGIN, 2 * (puzzle.width + MARGIN), height)


def board_shapes(
    position: Position,
    shading: Shading = "colors",
    colors: Sequence[int] | None = None,
) -> Iterator[Shape]:
    """Yield the cells and the lines of a board.

    Missing cells are filled, since a missing cell in the middle of the board would look
    like a walled-in cell.
    """
    puzzle = position.puzzle
    grid, walls = grid_and_walls(position)
    yield Cells("ground", Style("#fff"), list(puzzle.cells()))
    if puzzle.holes:
        yield Cells("hole", Style(MISSING), puzzle.holes)
    for fill, cells in fills(position, shading, colors).items():
        yield Cells("cell", Style(fill), cells)
    if black := _black_cells(position):
        yield Cells("cell", Style(DARK), black)
    yield Edges("grid", Style(stroke=DARK, width=THIN, opacity=0.3), grid)
    yield Edges("wall", Style(stroke=DARK, width=WALL, rounded=True), walls)


def grid_and_walls(position: Position) -> tuple[list[Edge], list[Edge]]:
    """Return the edges of the cells, and those of them that are walls.

    There is always a wall between a cell and a hole, and at the border.
    """
    puzzle = position.puzzle
    right, bottom = 2 * puzzle.width, 2 * puzzle.height
    rim = {edge for hole in puzzle.holes for edge in neighbors(hole)}
    heavy = position.inner_walls() | puzzle.walls | rim
    grid = [
        edge
        for y in range(bottom + 1)
        for edge in zip(range((y + 1) % 2, right + 1, 2), repeat(y))
        if edge not in rim or any(map(puzzle.has_cell, touched_cells(Point(*edge))))
    ]
    walls = [
        edge
        for edge in grid
        if edge in heavy or edge[0] in (0, right) or edge[1] in (0, bottom)
    ]
    return grid, walls


def _black_cells(position: Position) -> list[Point]:
    """Return the cells that a solution gives to no region.

    In an attempt they cannot be told from undecided cells, unless walls surround them.
    """
    puzzle, rows = position.puzzle, position.rows()
    if RuleVariant.BLACK_HOLES not in puzzle.variants or rows is None:
        return []
    if not walls_between(rows, puzzle.holes) <= (position.walls or frozenset()):
        return []
    return [cell for cell in puzzle.cells() if rows[cell.y // 2][cell.x // 2] == NO_DOT]


def _rings(points: Iterable[Point], color: str) -> Iterator[Shape]:
    """Yield rings with a white outline, visible on any color and on walls."""
    if places := sorted(set(points)):
        for stroke, width in (("#fff", 2 * MARK_LINE), (color, MARK_LINE)):
            yield Circles("mark", Style(stroke=stroke, width=width), places, MARK)


def _dots(puzzle: Puzzle) -> Iterator[Shape]:
    white = [dot for dot in puzzle.centers if dot not in puzzle.black]
    black = [dot for dot in puzzle.centers if dot in puzzle.black]
    for dots, fill in ((white, "#fff"), (black, DARK)):
        if dots:
            yield Circles("dot", Style(fill, DARK, RIM), dots, DOT)


def summary(position: Position) -> str:
    """Describe the picture in one sentence, for screen readers."""
    puzzle = position.puzzle
    dots = "1 dot" if len(puzzle.centers) == 1 else f"{len(puzzle.centers)} dots"
    text = f"A board of {puzzle.width}x{puzzle.height} cells with {dots}"
    if puzzle.black:
        text += f", {len(puzzle.black)} of them black"
    if puzzle.holes:
        text += f"; cells are missing: {len(puzzle.holes)}"
    if position.has_labels:
        text += "; the cells are colored by region"
    elif position.walls is not None:
        text += "; walls are drawn"
    return text + "."


def caption(puzzle: Puzzle) -> str:
    """Return the variants and clues of a puzzle in words; empty if it has none."""
    parts: list[str] = sorted(puzzle.variants)
    for name in CLUES.values():
        if (clue := getattr(puzzle, name)) is not None:
            words = name.replace("_", " ")
            parts.append(f"{clue} {words.removesuffix('s') if clue == 1 else words}")
    return ", ".join(parts)


def caption_height(puzzle: Puzzle) -> float:
    """Return the height of the caption in doubled coordinates."""
    rows = sum(ceil(clue / _columns(puzzle)) for _, clue in _clues(puzzle))
    return _LINE * (bool(puzzle.variants) + rows)


def caption_rows(puzzle: Puzzle) -> int:
    """Return the number of rows of cells that have room for the caption."""
    return ceil(caption_height(puzzle) / 2)


def _caption_shapes(puzzle: Puzzle) -> Iterator[Shape]:
    """Yield the words, and for each clue as many squares or dots."""
    if not puzzle.variants:
        return
    top = 2 * puzzle.height + _LINE / 2
    words = [((0.0, top), caption(puzzle))]
    yield Texts("caption", Style(DARK), words, _LETTERS, anchor="start")
    columns, half = _columns(puzzle), _SIDE / 2
    for name, clue in _clues(puzzle):
        top += _LINE
        places = [
            (half + _STEP * (index % columns), top + _LINE * (index // columns))
            for index in range(clue)
        ]
        if name == "black_cells":
            squares = [square(place, half) for place in places]
            yield Paths("clue", Style(DARK), squares, closed=True)
        else:
            yield Circles("clue", Style("#fff", DARK, RIM, "0.2"), places, DOT)
        top = max(y for _, y in places)


def _clues(puzzle: Puzzle) -> list[tuple[str, int]]:
    clues = [(name, getattr(puzzle, name)) for name in CLUES.values()]
    return [(name, clue) for name, clue in clues if clue]


def _columns(puzzle: Puzzle) -> int:
    return max(1, int(2 * puzzle.width / _STEP))
