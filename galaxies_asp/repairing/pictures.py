"""Repairs as drawings: the repaired puzzle, solved, with the changes marked.

Red rings mark added dots, blue rings removed dots, and arrows moved dots. Added walls
are red, erased walls blue and dashed.
"""

from collections.abc import Iterator

from galaxies_asp.board.grid import Point, edge_ends
from galaxies_asp.drawing.palette import BLUE, RED
from galaxies_asp.drawing.shapes import MARK, WALL
from galaxies_asp.drawing.svg import svg
from galaxies_asp.repairing.changes import Kind, Repair

_HEAD = 0.5
"""The length of the head of an arrow."""


def picture(repair: Repair) -> str:
    """Draw a repair as SVG."""
    come = [c.to or c.at for c in repair.changes if c.kind in (Kind.ADD, Kind.MOVE)]
    gone = [c.at for c in repair.changes if c.kind in (Kind.REMOVE, Kind.MOVE)]
    return svg(
        repair.solution.position(),
        marks=come,
        hints=gone,
        overlay="\n".join(_overlay(repair)),
    )


def _overlay(repair: Repair) -> Iterator[str]:
    for change in repair.changes:
        if change.to is not None:
            yield from _arrow(change.at, change.to)
        elif change.kind in (Kind.DRAW, Kind.ERASE):
            (x, y), (to_x, to_y) = edge_ends(change.at)
            style = f'stroke="{RED}" stroke-width="{2 * WALL}"'
            if change.kind is Kind.ERASE:
                style = f'stroke="{BLUE}" stroke-width="{WALL}" stroke-dasharray=".3"'
            yield f'<path d="M{x} {y}L{to_x} {to_y}" {style}/>'


def _arrow(start: Point, end: Point) -> Iterator[str]:
    """Yield a line from ring to ring, with a head at its end."""
    across, down = end.x - start.x, end.y - start.y
    length = (across**2 + down**2) ** 0.5
    if length <= 2 * MARK:
        return  # the rings meet
    i, j = across / length, down / length
    x, y = start.x + MARK * i, start.y + MARK * j
    tip_x, tip_y = end.x - MARK * i, end.y - MARK * j
    back_x, back_y = tip_x - _HEAD * i, tip_y - _HEAD * j
    side_x, side_y = -_HEAD * j / 2, _HEAD * i / 2
    yield (
        f'<path stroke="{BLUE}" stroke-width="{WALL}" fill="none" '
        f'd="M{x:.2f} {y:.2f}L{back_x:.2f} {back_y:.2f}"/>'
    )
    yield (
        f'<path fill="{BLUE}" d="M{tip_x:.2f} {tip_y:.2f}'
        f"L{back_x + side_x:.2f} {back_y + side_y:.2f}"
        f'L{back_x - side_x:.2f} {back_y - side_y:.2f}z"/>'
    )
