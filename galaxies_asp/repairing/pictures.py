"""Repairs as drawings: the repaired puzzle, solved, with the changes marked.

Red rings mark added dots and clues, blue rings removed ones, and arrows moved dots.
Added walls are red, erased walls blue and dashed.
"""

from collections.abc import Iterator

from galaxies_asp.board.grid import Point
from galaxies_asp.drawing.palette import BLUE, RED
from galaxies_asp.drawing.position import MARK, WALL
from galaxies_asp.drawing.scene import Edges, Paths, Place, Shape, Style
from galaxies_asp.drawing.svg import svg
from galaxies_asp.repairing.changes import Kind, Repair

_HEAD = 0.5
"""The length of the head of an arrow."""


def picture(repair: Repair) -> str:
    """Draw a repair as SVG."""
    new, old = (Kind.ADD, Kind.MOVE, Kind.WRITE), (Kind.REMOVE, Kind.MOVE, Kind.DELETE)
    placed = [change for change in repair.changes if change.at != (0, 0)]
    come = [change.to or change.at for change in placed if change.kind in new]
    gone = [change.at for change in placed if change.kind in old]
    return svg(
        repair.solution.position(), marks=come, hints=gone, overlay=_overlay(repair)
    )


def _overlay(repair: Repair) -> Iterator[Shape]:
    for change in repair.changes:
        if change.to is not None:
            yield from _arrow(change.at, change.to)
        elif change.kind is Kind.DRAW:
            yield Edges("mark", Style(stroke=RED, width=2 * WALL), [change.at])
        elif change.kind is Kind.ERASE:
            style = Style(stroke=BLUE, width=WALL, dashes="0.3")
            yield Edges("mark", style, [change.at])


def _arrow(start: Point, end: Point) -> Iterator[Shape]:
    """Yield a line from ring to ring, with a head at its end."""
    across, down = end.x - start.x, end.y - start.y
    length = (across**2 + down**2) ** 0.5
    if length <= 2 * MARK:
        return  # the rings meet

    def along(distance: float, aside: float = 0.0) -> Place:
        x, y = across / length, down / length
        place = (
            start.x + distance * x - aside * y,
            start.y + distance * y + aside * x,
        )
        return round(place[0], 2), round(place[1], 2)

    tip = length - MARK
    back = tip - _HEAD
    yield Paths("mark", Style(stroke=BLUE, width=WALL), [(along(MARK), along(back))])
    head = (along(tip), along(back, _HEAD / 2), along(back, -_HEAD / 2))
    yield Paths("mark", Style(BLUE), [head], closed=True)
