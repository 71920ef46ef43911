"""A map of what is forced and what is open, over all solutions."""

from math import log2

from galaxies_asp.possible import Possibilities
from galaxies_asp.render.svg import svg

_MOST_BITS = 4.0
"""A cell with so many bits of choice is as dark as can be."""


def possible_svg(found: Possibilities) -> str:
    """Draw forced regions and walls; a cell is the darker, the more dots it may have.

    Open edges are dashed.
    """
    shades = "".join(
        f'<rect x="{x - 1}" y="{y - 1}" width="2" height="2" '
        f'fill-opacity="{0.1 + 0.5 * min(1.0, log2(len(dots)) / _MOST_BITS):.2f}"/>'
        for (x, y), dots in found.dots.items()
        if len(dots) > 1
    )
    dashes = "".join(
        f"M{x - 1} {y}h2" if x % 2 else f"M{x} {y - 1}v2" for x, y in found.open_edges
    )
    dashed = (
        f'<path d="{dashes}" fill="none" stroke="#b00020" stroke-width=".12" '
        'stroke-dasharray=".3 .2"/>'
    )
    return svg(found.position(), overlay=shades + dashed)
