"""The scene of a position in play: what is drawn, what is wrong, and explanations."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.board.grid import Point, is_cell
from galaxies_asp.board.puzzle import NO_DOT, Position, Puzzle, Rows, walls_between
from galaxies_asp.drawing.coloring import fills
from galaxies_asp.drawing.labeled import mark_shapes, named_dots, rulers
from galaxies_asp.drawing.marks import Mark
from galaxies_asp.drawing.palette import BLUE, DARK, RED
from galaxies_asp.drawing.position import WALL, black_cells, scene_of
from galaxies_asp.drawing.scene import (
    Box,
    Cells,
    Edges,
    Paths,
    Place,
    Role,
    Scene,
    Shape,
    Style,
    Texts,
    projected,
)
from galaxies_asp.verifying.progress import Progress

_OPEN = 0.55
"""The opacity of the fill of a region that is not complete."""
_GIVEN, _BETWEEN = 2 * WALL, WALL / 2
_RULER = 1.4
"""The width of the margin with the names of columns and rows."""


@dataclass(frozen=True)
class Extras:
    """What a picture shows beside a position.

    Attributes
    ----------
    marks
        The marks of an explanation.
    letters
        Whether dots show their names; with marks they always do.
    counts
        (H, W): the number of dots that a cell may have, where it is more than one.
    edges
        Edges that are walls in some solutions only.
    """

    marks: Sequence[Mark] = ()
    letters: bool = False
    counts: Rows | None = None
    edges: Sequence[Point] = ()


def board_in_play(puzzle: Puzzle, extras: Extras) -> Scene:
    """Return the picture of a board, with the names of its columns and rows."""
    position = Position(puzzle)
    scene = scene_of(position)
    dots = [shape for shape in scene.shapes if shape.role == "dot"]
    rest = [shape for shape in scene.shapes if shape.role != "dot"]
    if extras.letters or extras.marks:
        dots = list(projected(named_dots(position), puzzle.lattice))
    left, top, width, height = scene.box
    box = Box(left - _RULER, top - _RULER, width + 2 * _RULER, height + _RULER + 0.3)
    margin = projected(rulers(position), puzzle.lattice)
    return replace(scene, shapes=(*rest, *margin, *dots), box=box)


def drawing_in_play(
    position: Position, judged: Progress, extras: Extras
) -> Iterator[Shape]:
    """Yield what a player has drawn on a board, what is wrong, and explanations."""
    shapes = [
        *_regions(position, judged),
        *_walls(position, judged),
        *_counts(extras.counts),
        Edges("mark", Style(stroke=BLUE, width=_BETWEEN, dashes=".3"), extras.edges),
        *mark_shapes(extras.marks, position.puzzle.lattice),
        *_texts("mark", [(m.at, m.text) for m in extras.marks if m.text]),
    ]
    return projected(shapes, position.puzzle.lattice)


def _regions(position: Position, judged: Progress) -> Iterator[Shape]:
    """Yield the regions, complete ones opaque."""
    puzzle, rows = position.puzzle, position.rows() or position.puzzle.empty_rows()
    whole = judged.regions
    open_ = [
        [
            dot if complete == NO_DOT else NO_DOT
            for dot, complete in zip(*pair, strict=True)
        ]
        for pair in zip(rows, whole, strict=True)
    ]
    for labels, opacity in ((open_, _OPEN), (whole, 1.0)):
        for fill, cells in fills(Position(puzzle, None, labels), "colors").items():
            yield Cells("cell", Style(fill, opacity=opacity), cells)
    if black := black_cells(position):
        yield Cells("cell", Style(DARK), black)


def _walls(position: Position, judged: Progress) -> Iterator[Shape]:
    """Yield the walls, and what is wrong."""
    puzzle, rows = position.puzzle, position.rows() or position.puzzle.empty_rows()
    between = walls_between(rows, puzzle.holes, puzzle.lattice)
    for points, width in (
        (between, _BETWEEN),
        (position.inner_walls(), WALL),
        (puzzle.walls, _GIVEN),
    ):
        yield Edges("wall", Style(stroke=DARK, width=width, rounded=True), points)
    places = {place for fault in judged.faults for place in fault.places}
    yield from _faults(position, places)


def _faults(position: Position, places: Iterable[Point]) -> Iterator[Shape]:
    """Yield dashed outlines around wrong cells, and crosses at other wrong places."""
    lattice = position.puzzle.lattice
    cells = [lattice.polygon(place, 0.9) for place in places if is_cell(place)]
    yield Paths("fault", Style("", RED, 0.1, ".25 .2"), cells, closed=True)
    crosses = []
    for place in places:
        corners = lattice.polygon(place, 0.22 if is_cell(place) else 0.4)
        half = len(corners) // 2
        crosses += [(corners[i], corners[i + half]) for i in (half - 2, half - 1)]
    yield Paths("fault", Style("", RED, 0.16, rounded=True), crosses)


def _counts(counts: Rows | None) -> Iterator[Shape]:
    texts: list[tuple[Place, str]] = [
        ((2 * x + 1, 2 * y + 1), str(number))
        for y, row in enumerate(counts or ())
        for x, number in enumerate(row)
        if number > 1
    ]
    yield from _texts("label", texts)


def _texts(role: Role, texts: list[tuple[Place, str]]) -> Iterator[Shape]:
    if texts:
        yield Texts(role, Style(DARK), texts)
