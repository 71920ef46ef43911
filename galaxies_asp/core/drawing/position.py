"""The scene of a position: cells, walls, dots and the caption."""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil

from galaxies_asp.core.board.declarations import Clue
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.grid import (
    SQUARE,
    Place,
    Point,
    in_reading_order,
    reachable,
)
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, walls_between
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing import scene
from galaxies_asp.core.drawing.palette import BLUE, DARK, MISSING, RED, Shading

THIN, WALL = 0.05, 0.15
"""The widths of gridlines and walls, where a cell is 2 wide."""
DOT, RIM = 0.33, 0.1
"""The radius of a dot and the width of its outline."""
MARK, MARK_LINE = 0.72, 0.15
"""The radius and the line width of the ring around a marked point."""

MARGIN = 0.25
"""Around a board."""
_LINE, _LETTERS, _LETTER = 1.6, 1.1, 0.63
"""The heights of a line of the caption and of its letters; their width, as a rule."""
_STEP, _SIDE = 1.2, 0.8
"""The distance and the size of the squares and dots that count a clue."""


def scene_of(
    position: Position,
    *,
    title: str | None = None,
    marks: Iterable[Point] = (),
    hints: Iterable[Point] = (),
    overlay: Iterable[scene.Shape] = (),
    shading: Shading = "colors",
    colors: Sequence[int] | None = None,
) -> scene.Scene:
    """Return the picture of a position: colored regions, thick walls, dots.

    Regions are colored if they are labeled, or if walls cut them out around one dot.
    `title`: by default the name of the puzzle. `marks`, `hints`: points that get a red,
    or a blue ring. `overlay`: shapes over the board and under the dots. `shading`: how
    regions are filled; see `palette.Shading`. `colors`: the color of each dot's region;
    by default `coloring.region_colors`.
    """
    puzzle = position.puzzle
    board = (
        *board_shapes(position, shading, colors),
        *overlay,
        *_rings(hints, BLUE),
        *_rings(marks, RED),
        *(
            scene.Circles("dot", scene.Paint(fill, DARK, RIM), dots, DOT)
            for fill, dots in dots_by_color(puzzle)
        ),
        *clue_shapes(puzzle, puzzle.centers),
    )
    extent = extent_of(puzzle)
    words, below = _caption(puzzle, extent)
    return scene.Scene(
        (*scene.projected(board, puzzle.lattice), *words),
        below.widened(MARGIN),
        title or puzzle.name or f"Galaxies {puzzle.width}x{puzzle.height}",
        summary(position),
    )


def extent_of(puzzle: Puzzle) -> scene.Box:
    """Return the part of a picture that the board takes."""
    if puzzle.lattice == SQUARE:
        return scene.Box(0, 0, 2 * puzzle.width, 2 * puzzle.height)
    lattice = puzzle.lattice
    sides = (lattice.segment(edge) for edge in puzzle.outline())
    places = [lattice.place(end) for ends in sides for end in ends]
    columns, rows = zip(*places, strict=True)
    left, top = min(columns), min(rows)
    return scene.Box(left, top, max(columns) - left, max(rows) - top)


def board_shapes(
    position: Position, shading: Shading = "colors", colors: Sequence[int] | None = None
) -> Iterator[scene.Shape]:
    """Yield the cells and the lines of a board.

    Missing cells are filled, since a missing cell in the middle of the board would look
    like a walled-in cell; but those that give a board its outline are not.
    """
    from galaxies_asp.core.drawing.coloring import fills  # not for printed grids

    puzzle = position.puzzle
    grid, walls = grid_and_walls(position)
    yield scene.Cells("ground", scene.Paint("#fff"), list(puzzle.cells()))
    if holes := inner_holes(puzzle):
        yield scene.Cells("hole", scene.Paint(MISSING), holes)
    for fill, cells in fills(position, shading, colors).items():
        yield scene.Cells("cell", scene.Paint(fill), cells)
    if black := black_cells(position):
        yield scene.Cells("cell", scene.Paint(DARK), black)
    yield scene.Edges("grid", scene.Paint(stroke=DARK, width=THIN, opacity=0.3), grid)
    yield scene.Edges("wall", scene.Paint(stroke=DARK, width=WALL, rounded=True), walls)


def grid_and_walls(position: Position) -> tuple[list[Point], list[Point]]:
    """Return the edges of the cells, and those of them that are walls.

    There is always a wall between a cell and a hole, and at the border.
    """
    puzzle = position.puzzle
    frame = Puzzle(
        puzzle.width, puzzle.height, holes=puzzle.holes, lattice=puzzle.lattice
    )
    edges, outline = _edges_of(frame)
    walls = position.inner_walls() | puzzle.walls | outline
    return [*edges, *outline], in_reading_order(walls)


@lru_cache(maxsize=16)
def _edges_of(frame: Puzzle) -> tuple[list[Point], set[Point]]:
    """Return the edges between two cells, and those around the board and its holes."""
    return list(frame.edges()), frame.outline()


def inner_holes(puzzle: Puzzle) -> Collection[Point]:
    """Return the missing cells; on hexagons those that are not outside the board."""
    if puzzle.lattice == SQUARE:
        return puzzle.holes
    holes, beside = puzzle.holes, puzzle.lattice.adjacent_cells
    rim = (hole for hole in holes if not all(map(puzzle.is_inside, beside(hole))))
    outside = reachable(rim, lambda hole: holes.intersection(beside(hole)))
    return in_reading_order(holes - outside)


def black_cells(position: Position) -> list[Point]:
    """Return the cells that a solution gives to no region.

    In an attempt they cannot be told from undecided cells, unless walls surround them.
    """
    puzzle, rows = position.puzzle, position.rows()
    if RuleVariant.BLACK_HOLES not in puzzle.variants or rows is None:
        return []
    between = walls_between(rows, puzzle.holes, puzzle.lattice)
    if not between <= (position.walls or frozenset()):
        return []
    return [cell for cell in puzzle.cells() if rows[cell.y // 2][cell.x // 2] == NO_DOT]


def _rings(points: Iterable[Point], color: str) -> Iterator[scene.Shape]:
    """Yield rings with a white outline, visible on any color and on walls."""
    if places := sorted(set(points)):
        for stroke, width in (("#fff", 2 * MARK_LINE), (color, MARK_LINE)):
            style = scene.Paint(stroke=stroke, width=width)
            yield scene.Circles("mark", style, places, MARK)


def dots_by_color(puzzle: Puzzle) -> Iterator[tuple[str, list[Point]]]:
    """Yield the color of dots and those dots, white ones first."""
    for fill, is_black in (("#fff", False), (DARK, True)):
        dots = [dot for dot in puzzle.centers if (dot in puzzle.black) is is_black]
        if dots:
            yield fill, dots


def clue_shapes(puzzle: Puzzle, taken: Container[Point]) -> Iterator[scene.Shape]:
    """Yield the texts of declared clues; beside what stands at the points taken."""
    texts: list[tuple[Place, str]] = []
    for (x, y), text in clue_texts(puzzle):
        beside = (x - 0.6, y - 0.55)
        texts.append((beside if (x, y) in taken else (x, y), text))
    if texts:
        yield scene.Texts("clue", scene.Paint(DARK), texts, 0.8)


def summary(position: Position) -> str:
    """Describe the picture in one sentence, for screen readers."""
    puzzle = position.puzzle
    dots = counted(len(puzzle.centers), "dot")
    size = f"{puzzle.width}x{puzzle.height} cells"
    if puzzle.lattice != SQUARE:
        size = f"{sum(1 for _ in puzzle.cells())} {puzzle.lattice.name} cells"
    text = f"A board of {size} with {dots}"
    if puzzle.black:
        text += f", {len(puzzle.black)} of them black"
    if holes := inner_holes(puzzle):
        text += f"; cells are missing: {len(holes)}"
    if position.has_labels:
        text += "; the cells are colored by region"
    elif position.walls is not None:
        text += "; walls are drawn"
    return text + "."


def clue_texts(puzzle: Puzzle) -> Iterator[tuple[Point, str]]:
    """Yield the places of declared clues, and their texts."""
    for clue in puzzle.clues:
        if (at := clue.point()) is not None:
            yield Point(*at), clue.text(puzzle.declarations)


def lines_below(puzzle: Puzzle) -> list[str]:
    """Return the caption, and the clues at places as facts, as far as there are any."""
    placed = " ".join(one for one in puzzle.clues if one.point() is not None)
    return [line for line in (caption(puzzle), placed) if line]


def caption(puzzle: Puzzle) -> str:
    """Return the variants and clues of a puzzle in words; empty if it has none."""
    return ", ".join(words for words, _ in _captions(puzzle))


def _captions(puzzle: Puzzle) -> Iterator[tuple[str, Clue | None]]:
    """Yield each variant and each clue without a place in words, with the clue."""
    yield from ((variant, None) for variant in sorted(puzzle.variants))
    yield from ((one.words, one) for one in puzzle.clues if one.point() is None)


def _caption(puzzle: Puzzle, board: scene.Box) -> tuple[list[scene.Shape], scene.Box]:
    """Return lines below a board, and the box around both.

    A line is a variant or a clue; below it are as many squares or dots as it counts.
    """
    look, rim = scene.Paint(DARK), scene.Paint("#fff", DARK, RIM, "0.2")
    drawings = {d.name: d.drawing for d in puzzle.declarations if len(d.arguments) == 1}
    columns, half = max(1, int(2 * puzzle.width / _STEP)), _SIDE / 2
    lines: list[tuple[Place, str]] = []
    shapes: list[scene.Shape] = []
    below, width = board.top + board.height, board.width
    for words, clue in _captions(puzzle):
        lines.append(((board.left, below + _LINE / 2), words))
        below, width = below + _LINE, max(width, _LETTER * len(words))
        drawing = drawings.get(clue.name) if clue else None
        if clue is None or drawing not in ("shade", "dot"):
            continue
        number = puzzle.number(clue.name) or 0
        places = [
            (
                board.left + half + _STEP * (place % columns),
                below + _LINE / 2 + _LINE * (place // columns),
            )
            for place in range(number)
        ]
        below += _LINE * ceil(number / columns)
        if drawing == "shade":
            squares = [SQUARE.polygon(place, half) for place in places]
            shapes.append(scene.Paths("clue", look, squares, closed=True))
        else:
            shapes.append(scene.Circles("clue", rim, places, DOT))
    if lines:
        shapes.append(scene.Texts("caption", look, lines, _LETTERS, anchor="start"))
    return shapes, board._replace(width=width, height=below - board.top)
