"""The colors of regions and marks."""

from typing import Literal, NamedTuple

DARK, RED, BLUE, MISSING = "#22242a", "#d40026", "#1450c8", "#9094a0"


class Tint(NamedTuple):
    """A color of the palette: `#rrggbb`, and a similar one of xterm's 256."""

    web: str
    xterm: int


PALETTE = (
    Tint("#9fccf4", 117),  # blue
    Tint("#fdf7c4", 229),  # yellow
    Tint("#f3cbe6", 225),  # pink
    Tint("#addaa6", 151),  # green
    Tint("#f4bf8b", 216),  # orange
    Tint("#c4c8ce", 251),  # gray
    Tint("#c8f5ee", 158),  # aqua
    Tint("#b7a6e6", 147),  # violet
)
"""Light, so that black dots and letters stay legible. Color-blind readers can tell the
first five apart; few solutions need more."""

GRAYS = (
    *("#ffffff", "#d9d9d9", "#ececec", "#c6c6c6"),
    *("#f6f6f6", "#e2e2e2", "#cfcfcf", "#bcbcbc"),
)
"""The same for print: dots and walls stand out on each."""

KNOWN = "#e2e2e2"
"""The fill of all regions with the shading `known`."""

Shading = Literal["colors", "grays", "known"]
"""The fill of regions: colors or grays that differ for neighbors, or one gray for all
cells with a known dot. If there are both black and white dots, the first two fill each
region with the color of its dot."""

INK, PAPER = 1000, 1001
"""The colors of regions with a black and with a white dot, if there are both."""
TENTAI_SHOW = {INK: Tint("#7d828c", 245), PAPER: Tint("#ffffff", 231)}


def tint(color: int) -> Tint:
    """Return the tint of a color number, modulo the size of the palette."""
    return TENTAI_SHOW.get(color) or PALETTE[color % len(PALETTE)]
