"""Boards of fences and a loop as Unicode drawings, and as scenes.

In a text a step to the east is four columns, a row of cells two lines; so there is room
between cells for the line that joins them. In a scene neighboring cells are 2 apart.
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from itertools import count, pairwise, takewhile
from typing import SupportsFloat

from galaxies_asp.core.board.grid import reading_order
from galaxies_asp.core.drawing import scene as shapes
from galaxies_asp.core.drawing.boxes import with_names
from galaxies_asp.core.drawing.scene import Paint, Place
from galaxies_asp.families.fences.lattice import FenceLattice, Symmetry, symmetries
from galaxies_asp.families.fences.puzzle import Attempt, FencePuzzle, Position

Canvas = dict[tuple[int, int], str]
"""The characters of a text by column and line."""

EMPTY, FENCED, VISITED, FENCE_END = "·", "+", "●", "o"

# By the columns and rows between the ends of a line.
_LOOP = {(4, 0): "━━━", (2, 2): "╲", (-2, 2): "╱", (0, 2): "┃"}
_FENCE = {(4, 0): "---", (2, 2): "\\", (-2, 2): "/", (0, 2): "|"}
_BACKGROUNDS = (183, 153, 229, 223, 217, 151)
"""Out of the 256 of a terminal: light tones, one for each color of the board."""
_PAINT, _PLAIN = "\x1b[38;5;16;48;5;{}m", "\x1b[0m"

TINTS = ("#d9c2ec", "#c3dbf5", "#f7f0b8", "#fbd9b5", "#f6c0bd", "#c8e6c0")
"""One for each color; clockwise from the north-west."""
DARK, LOOP, FENCE, SYMMETRY = "#22242a", "#1d4fa3", "#7a4a1f", "#c2187a"

_MARGIN = 1.6


def text(board: Position, color: bool = False, *, rulers: bool = False) -> str:
    """Draw a board: posts as numbers, fences as thin lines, the loop as thick ones.

    `color`: whether cells get ANSI background colors (out of 256). `rulers`: whether
    rows have their names, and on squares columns.
    """
    puzzle, place = board.puzzle, board.puzzle.lattice.place
    canvas = {place(cell): EMPTY for cell in puzzle.cells()}
    if isinstance(board, Attempt):
        _draw(board, canvas)
    for cell, number in puzzle.posts:
        column, row = place(cell)
        for offset, digit in enumerate(str(number)):
            canvas[column + offset, row] = digit
    paints: Canvas = {}
    for cell in puzzle.cells() if color else ():
        shade = puzzle.lattice.color(cell)
        column, row = place(cell)
        for offset in (-1, 0, 1) if shade is not None else ():
            paints[column + offset, row] = _PAINT.format(_BACKGROUNDS[shade or 0])
    shown = _printed(canvas, paints)
    if not rulers:
        return shown
    cells = [place(cell) for cell in puzzle.cells()]
    margin, left = int(bool(paints)), min(column for column, _ in cells)
    columns = sorted({column - left + margin for column, _ in cells})
    is_square = len(columns) ** 2 == len(cells)
    rows = range(0, len(shown.splitlines()), 2)
    return with_names(shown, columns if is_square else (), rows)


def _draw(attempt: Attempt, canvas: Canvas) -> None:
    place = attempt.puzzle.lattice.place
    for fence in attempt.fences:
        places = list(map(place, (fence.post, *attempt.fence_cells(fence))))
        for first, other in pairwise(places):
            _join(first, other, canvas, _FENCE)
        canvas |= dict.fromkeys(places[1:], FENCED)
        canvas[places[-1]] = FENCE_END
    for one, other_end in attempt.lines():
        _join(place(one), place(other_end), canvas, _LOOP)
    canvas |= dict.fromkeys(map(place, attempt.loop), VISITED)


def _join(
    first: tuple[int, int], other: tuple[int, int], canvas: Canvas, lines: Canvas
) -> None:
    """Draw a line between two places if they are neighbors."""
    (x, y), (to_x, to_y) = sorted((first, other), key=reading_order)
    line = lines.get((to_x - x, to_y - y), "")
    left = (x + to_x) // 2 - len(line) // 2
    for offset, glyph in enumerate(line):
        canvas[left + offset, (y + to_y) // 2] = glyph


def _printed(canvas: Canvas, paints: Canvas) -> str:
    places = canvas.keys() | paints.keys()
    left = min(column for column, _ in places)
    rows = [row for _, row in places]
    lines = []
    for row in range(min(rows), max(rows) + 1):
        line, paint = "", _PLAIN
        last = max((column for column, y in places if y == row), default=left - 1)
        for column in range(left, last + 1):
            wanted = paints.get((column, row), _PLAIN)
            line += "" if wanted == paint else wanted
            paint = wanted
            line += canvas.get((column, row), " ")
        lines.append((line + ("" if paint == _PLAIN else _PLAIN)).rstrip())
    return "\n".join(lines) + "\n"


# Scenes -------------------------------------------------------------------------------


def scene(position: Position) -> shapes.Scene:
    """Draw a board; if a loop is drawn on it, with its symmetries."""
    puzzle = position.puzzle
    places = [place(puzzle.lattice, at) for at in puzzle.cells()]
    (left, right), (top, bottom) = (
        (min(each) - _MARGIN, max(each) + _MARGIN) for each in zip(*places, strict=True)
    )
    summary = f"A {puzzle.lattice.name} board of side {puzzle.side}"
    summary += f"; posts: {len(puzzle.posts)}"
    drawn: Iterator[shapes.Shape] = iter(())
    if isinstance(position, Attempt):
        drawn = _drawn(position)
        summary += f"; fences: {len(position.fences)}"
        summary += f"; a loop through {len(position.loop)} cells"
    return shapes.Scene(
        (*_cells(puzzle), *drawn, *_posts(puzzle)),
        shapes.Box(left, top, right - left, bottom - top),
        puzzle.name or f"Fences on a board of side {puzzle.side}",
        f"{summary}.",
        "#ffffff",
    )


def place(lattice: FenceLattice, point: tuple[SupportsFloat, SupportsFloat]) -> Place:
    """Return where a point is drawn: cells are odd-odd points of the doubled grid."""
    return lattice.grid.place((2 * float(point[0]) + 1, 2 * float(point[1]) + 1))


def _cells(puzzle: FencePuzzle) -> Iterator[shapes.Shape]:
    lattice = puzzle.lattice
    corners = [*map(lattice.grid.place, lattice.grid.outline)]
    outlines: dict[int | None, list[list[Place]]] = defaultdict(list)
    for cell in puzzle.cells():
        x, y = place(lattice, cell)
        outline = [(x + dx, y + dy) for dx, dy in corners]
        outlines[lattice.color(cell)].append(outline)
    for color, cells in outlines.items():
        fill = "#ffffff" if color is None else TINTS[color]
        yield shapes.Paths("cell", Paint(fill), cells, closed=True)
    lines = [outline for cells in outlines.values() for outline in cells]
    yield shapes.Paths("grid", Paint("", DARK, 0.06, opacity=0.35), lines, closed=True)


def _drawn(attempt: Attempt) -> Iterator[shapes.Shape]:
    lattice = attempt.puzzle.lattice
    maps = symmetries(lattice, attempt.loop)
    axes = [_axis(attempt.puzzle, one) for one in maps if one.kind == "reflection"]
    yield shapes.Paths("mark", Paint("", SYMMETRY, 0.14, "0.5 0.36"), axes)
    fences = [
        [place(lattice, cell) for cell in (fence.post, *attempt.fence_cells(fence))]
        for fence in attempt.fences
    ]
    yield shapes.Paths("wall", Paint("", FENCE, 0.32, rounded=True), fences)
    yield shapes.Circles("wall", Paint(FENCE), [places[-1] for places in fences], 0.26)
    links = [[place(lattice, cell) for cell in link] for link in attempt.lines()]
    yield shapes.Paths("path", Paint("", LOOP, 0.4, rounded=True), links)
    centers = [place(lattice, one.center()) for one in maps if one.kind == "rotation"]
    yield shapes.Circles("mark", Paint("#ffffff", SYMMETRY, 0.16), centers, 0.32)


def _axis(puzzle: FencePuzzle, symmetry: Symmetry) -> list[Place]:
    """Return the axis of a reflection as far as it runs over the board."""
    lattice, (x, y), along = puzzle.lattice, symmetry.center(), symmetry.axis()
    step = 0.5 / math.hypot(*place(lattice, along))
    ends = []
    for way in (-step, step):
        points = ((x + k * way * along.x, y + k * way * along.y) for k in count())
        *_, end = takewhile(
            lambda point: lattice.distance(point) <= puzzle.side + 0.5, points
        )
        ends.append(place(lattice, end))
    return ends


def _posts(puzzle: FencePuzzle) -> Iterator[shapes.Shape]:
    places = [place(puzzle.lattice, post.cell) for post in puzzle.posts]
    numbers = [str(post.number) for post in puzzle.posts]
    yield shapes.Circles("clue", Paint("#ffffff", DARK, 0.1), places, 0.72)
    texts = list(zip(places, numbers, strict=True))
    yield shapes.Texts("clue", Paint(DARK), texts, 0.84, bold=True)
