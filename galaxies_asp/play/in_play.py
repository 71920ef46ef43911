"""The scene of a position in play: what is drawn, what is wrong, and explanations."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from galaxies_asp.core.board.grid import Lattice, Point, is_cell
from galaxies_asp.core.board.labels import known
from galaxies_asp.core.board.puzzle import Position, Puzzle, Rows, walls_between
from galaxies_asp.core.drawing import scene
from galaxies_asp.core.drawing.coloring import fills
from galaxies_asp.core.drawing.palette import BLUE, DARK, RED
from galaxies_asp.core.drawing.position import WALL, black_cells, scene_of
from galaxies_asp.core.verifying.progress import Progress
from galaxies_asp.explaining.labeled import crossed, mark_shapes, named_dots, rulers
from galaxies_asp.explaining.marks import Mark

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


def board_in_play(puzzle: Puzzle, extras: Extras) -> scene.Scene:
    """Return the picture of a board, with the names of its columns and rows."""
    position = Position(puzzle)
    picture = scene_of(position)
    dots = [shape for shape in picture.shapes if shape.role == "dot"]
    rest = [shape for shape in picture.shapes if shape.role != "dot"]
    if extras.letters or extras.marks:
        dots = list(scene.projected(named_dots(position), puzzle.lattice))
    margin = scene.projected(rulers(position), puzzle.lattice)
    box = picture.box.widened(_RULER, below=0.3)
    return replace(picture, shapes=(*rest, *margin, *dots), box=box)


def drawing_in_play(
    position: Position, judged: Progress, extras: Extras
) -> Iterator[scene.Shape]:
    """Yield what a player has drawn on a board, what is wrong, and explanations."""
    lattice = position.puzzle.lattice
    counts: list[tuple[scene.Place, str]] = [
        ((2 * x + 1, 2 * y + 1), str(number))
        for y, row in enumerate(extras.counts or ())
        for x, number in enumerate(row)
        if number > 1
    ]
    texts = [(mark.at, mark.text) for mark in extras.marks if mark.text]
    look = scene.Paint(stroke=BLUE, width=_BETWEEN, dashes=".3")
    shapes = [
        *_regions(position, judged),
        *_walls(position),
        *_faults(lattice, {at for fault in judged.faults for at in fault.places}),
        *([scene.Texts("label", scene.Paint(DARK), counts)] if counts else ()),
        scene.Edges("mark", look, extras.edges),
        *mark_shapes(extras.marks, lattice),
        *([scene.Texts("mark", scene.Paint(DARK), texts)] if texts else ()),
    ]
    return scene.projected(shapes, lattice)


def _regions(position: Position, judged: Progress) -> Iterator[scene.Shape]:
    """Yield the regions, complete ones opaque."""
    rows, whole = position.rows() or position.puzzle.empty_rows(), judged.regions
    complete = dict(known(whole))
    open_ = position.puzzle.empty_rows()
    for cell, dot in known(rows):
        if cell not in complete:
            open_[cell.y // 2][cell.x // 2] = dot
    for labels, opacity in ((open_, _OPEN), (whole, 1.0)):
        regions = Position(position.puzzle, None, labels)
        for fill, cells in fills(regions, "colors").items():
            yield scene.Cells("cell", scene.Paint(fill, opacity=opacity), cells)
    if black := black_cells(position):
        yield scene.Cells("cell", scene.Paint(DARK), black)


def _walls(position: Position) -> Iterator[scene.Shape]:
    puzzle = position.puzzle
    rows = position.rows() or puzzle.empty_rows()
    between = walls_between(rows, puzzle.holes, puzzle.lattice)
    for points, width in (
        (between, _BETWEEN),
        (position.inner_walls(), WALL),
        (puzzle.walls, _GIVEN),
    ):
        look = scene.Paint(stroke=DARK, width=width, rounded=True)
        yield scene.Edges("wall", look, points)


def _faults(lattice: Lattice, places: Iterable[Point]) -> Iterator[scene.Shape]:
    """Yield dashed outlines around wrong cells, and crosses at other wrong places."""
    cells = [lattice.polygon(place, 0.9) for place in places if is_cell(place)]
    yield scene.Paths("fault", scene.Paint("", RED, 0.1, ".25 .2"), cells, closed=True)
    crosses = [
        line
        for place in places
        for line in crossed(lattice, place, 0.22 if is_cell(place) else 0.4)
    ]
    yield scene.Paths("fault", scene.Paint("", RED, 0.16, rounded=True), crosses)
