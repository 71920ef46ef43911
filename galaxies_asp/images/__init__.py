"""Boards in images: screenshots, scans, photographs from above, and pages of PDF.

`read` works in a process with limits, see `guarded`. `pixels` opens an image, `frame`
finds the board in it, `board` its dots and walls.
"""

from typing import TYPE_CHECKING

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.images import frame, pixels
from galaxies_asp.images.board import Recognized, recognized
from galaxies_asp.images.guarded import read

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["Recognized", "boards", "read"]

_LONGEST, _USUAL_CELL = 1600, 30.0
"""The greatest sizes of an image and of a cell, in pixels; others are scaled down."""


def boards(data: bytes) -> list[Recognized]:
    """Return the board in an image file, or those on the pages of a PDF file.

    Raises `MissingLibraryError` if Pillow or pypdfium2 is not installed. Raises
    `NotationError` if no image shows exactly one whole board of squares.
    """
    found, failure = [], NotationError("the document has no pages")
    for image in pixels.images(data, _LONGEST):
        try:
            found.append(_board(image))
        except NotationError as error:
            failure = error
    if not found:
        raise failure
    return found


def _board(image: "Image") -> Recognized:
    found, columns, rows = frame.frame_of(pixels.ink_of(image))
    scale = _USUAL_CELL * columns / found.sides[0]
    if scale < 0.8:
        width, height = (max(1, round(side * scale)) for side in image.size)
        small = pixels.ink_of(image.resize((width, height), pixels.MEAN))
        found = frame.Frame(small, (found.corners + 0.5) * scale - 0.5)
    board = recognized(found, columns, rows)
    dots = len(board.position.puzzle.centers)
    if (unsure := len(board.unsure)) > dots + 10:
        fault = f"is not clear: {unsure} places are unsure; give a picture of more "
        fault += f"than {round(frame.SMALLEST_CELL * 1.5)} pixels a cell"
        raise NotationError(f"the board of {columns}x{rows} cells {fault}")
    if not dots:
        raise NotationError(f"the board of {columns}x{rows} cells shows no dots")
    return board
