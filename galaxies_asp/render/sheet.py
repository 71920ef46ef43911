"""A contact sheet: many boards in one picture."""

from collections.abc import Sequence

from galaxies_asp.puzzle import Position
from galaxies_asp.render.svg import size, svg

_GAP = 16.0
_WIDTH = 1600.0


def sheet_svg(positions: Sequence[Position], *, cell: float = 14.0) -> str:
    """Draw the positions in rows, in reading order."""
    placed = []
    x = y = _GAP
    row_height = right = 0.0
    for position in positions:
        width, height = size(position, cell)
        if x > _GAP and x + width + _GAP > _WIDTH:
            x, y, row_height = _GAP, y + row_height + _GAP, 0.0
        picture = svg(position, cell=cell)
        placed.append(picture.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1))
        x += width + _GAP
        right, row_height = max(right, x), max(row_height, height)
    bottom = y + row_height + _GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right:g}" '
        f'height="{bottom:g}" viewBox="0 0 {right:g} {bottom:g}">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{"".join(placed)}</svg>\n'
    )
