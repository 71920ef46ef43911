"""Boards in images: screenshots, scans, and photographs from above.

`pixels` opens an image, `frame` finds the board in it, `board` its dots and walls.
"""

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.images import frame, pixels
from galaxies_asp.images.board import Recognized, recognized

__all__ = ["Recognized", "read"]

_LONGEST, _USUAL_CELL = 1600, 30.0
"""The greatest sizes of an image and of a cell, in pixels; others are scaled down."""


def read(data: bytes) -> Recognized:
    """Return the only board in an image file.

    Raises `MissingLibraryError` if Pillow is not installed. Raises `NotationError` if
    the file is no image of exactly one whole board of squares.
    """
    image = pixels.colored(data, _LONGEST)
    found, columns, rows = frame.frame_of(pixels.ink_of(image))
    scale = _USUAL_CELL * columns / found.sides[0]
    if scale < 0.8:
        width, height = (max(1, round(side * scale)) for side in image.size)
        small = pixels.ink_of(image.resize((width, height), pixels.MEAN))
        found = frame.Frame(small, (found.corners + 0.5) * scale - 0.5)
    board = recognized(found, columns, rows)
    dots = len(board.position.puzzle.centers)
    if (unsure := len(board.unsure)) > dots + 10:
        raise NotationError(
            f"the board of {columns}x{rows} cells is not clear: {unsure} places are "
            f"unsure; give a picture of more than {round(frame.SMALLEST_CELL * 1.5)} "
            "pixels a cell"
        )
    if not dots:
        raise NotationError(f"the board of {columns}x{rows} cells shows no dots")
    return board
