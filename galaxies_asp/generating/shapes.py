"""The value of shapes for a style.

A setter dislikes bars most, and then rectangles. Winding regions have many corners,
compact ones have few.
"""

from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.generating.canvas import Canvas
from galaxies_asp.generating.style import Style

_LONG = 4
"""The length from which on bars are disliked."""
_BAR = 12
"""The penalty of such a bar, in cells."""
_COMPACT_BAR = 5
"""The same where a compact region is wanted."""
_CORNER = 0.5
"""The value of a corner of a winding region, in cells."""

IMPOSSIBLE = -1e9
"""The value of a shape that the style excludes."""


class Shapes:
    """Compares the shapes of regions, given by their cells.

    Parameters
    ----------
    mean_size
        The mean number of cells that regions should have.
    """

    def __init__(self, canvas: Canvas, style: Style, mean_size: float) -> None:
        self._corners = canvas.corners
        self._stride = canvas.board.stride
        is_narrow = min(canvas.width, canvas.height) < 3
        any_size, mean = canvas.cells.bit_count(), max(style.mean_size, mean_size)
        usual_bar = any_size if is_narrow else max(_LONG, int(mean) - 1)
        by_mean = int((4 - 3 * style.wiggliness) * mean)
        usual_rectangle = any_size if is_narrow else max(9, by_mean)
        self._max_rectangle = style.max_rectangle or usual_rectangle
        self._max_bar = min(style.max_bar or usual_bar, self._max_rectangle)

    def value(self, cells: Bits, *, is_winding: bool) -> float:
        """Return the value of a shape: large ones are better than small ones."""
        size, corners = cells.bit_count(), self._corners(cells)
        if corners != 4:
            return size + (_CORNER * corners if is_winding else -corners)
        if size == 1:
            return 0
        long = cells.bit_length() - (cells & -cells).bit_length()
        if long == size - 1 or long == (size - 1) * self._stride:
            if size > self._max_bar:
                return IMPOSSIBLE
            if size >= _LONG:
                return size - (_BAR if is_winding else _COMPACT_BAR)
        elif size > self._max_rectangle:
            return IMPOSSIBLE
        return -size if is_winding else size
