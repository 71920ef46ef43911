"""Sentences with marks for the steps that draw walls beside known cells."""

from collections.abc import Iterator, Sequence

from galaxies_asp.board.grid import Point, cell_name, mirror, sides
from galaxies_asp.explaining.clauses import (
    Clause,
    cell_marks,
    cells,
    dot_marks,
    dots,
    edge,
    joined,
)
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.explaining.walls import Drawn
from galaxies_asp.fast.bitboard import Bitboard

_MANY = 6
"""More walls are counted, not listed; the picture has them."""


def walls_in_words(walls: Sequence[Point]) -> str:
    """Return what a step says about walls, as a sentence without its full stop."""
    if len(walls) == 1:
        return f"There is a wall between {edge(walls[0])}"
    if len(walls) > _MANY:
        return f"There are {len(walls)} new walls; the picture shows them"
    return f"There are walls {joined(f'between {edge(wall)}' for wall in walls)}"


def why_walls(
    drawn: Drawn, walls: Sequence[Point], technique: Technique
) -> tuple[Clause, ...]:
    """Return why walls follow from what is known beside them."""
    if technique is Technique.MIRRORED_WALL:
        return tuple(_images(drawn.board, walls, drawn.all_mirrored()))
    if len(walls) > _MANY:
        return (Clause("the cells on their two sides belong to different dots"),)
    return tuple(_sides(drawn, wall) for wall in walls)


def _sides(drawn: Drawn, wall: Point) -> Clause:
    beside = sides(wall)
    owners = [
        dot
        for cell in beside
        for dot, own in enumerate(drawn.labels)
        if own & drawn.board.bit(cell)
    ]
    (one, other), (first, second) = beside, owners
    text = f"{cell_name(one)} belongs to {dots([first])}, "
    text += f"{cell_name(other)} to {dots([second])}"
    return Clause(text, cell_marks(beside) + dot_marks(drawn.board, owners))


def _side(border: Point, cell: Point) -> str:
    """Return on which side of a cell a border is."""
    if border.x != cell.x:
        return "left of" if border.x < cell.x else "right of"
    return "above" if border.y < cell.y else "below"


def _images(
    board: Bitboard, walls: Sequence[Point], dot_of: dict[Point, int]
) -> Iterator[Clause]:
    """Yield what the walls are the mirror images of, each in its dot."""
    numbers = sorted({dot_of[wall] for wall in walls})
    if len(walls) > _MANY:
        sources = [mirror(board.puzzle.centers[dot_of[w]], w) for w in walls]
        text = f"they are the mirror images, in {dots(numbers)}, of walls that are "
        text += "drawn and of the border of the board"
        marks = cell_marks(sources) + dot_marks(board, numbers)
        yield Clause(text, marks)
        return
    for wall in walls:
        dot = dot_of[wall]
        source = mirror(board.puzzle.centers[dot], wall)
        inner = [cell for cell in sides(source) if board.puzzle.has_cell(cell)]
        what = f"the wall between {edge(source)}"
        if len(inner) < 2:
            what = f"the border {_side(source, inner[0])} {cells(inner)}"
        it = "it" if len(walls) == 1 else f"the wall between {edge(wall)}"
        text = f"{it} is the mirror image in {dots([dot])} of {what}"
        yield Clause(text, cell_marks([source]) + dot_marks(board, [dot]))
