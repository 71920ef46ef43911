"""Pictures that black dots draw: by their regions in the solution, or by themselves.

A picture is an (H, W) array of `BLACK`, `WHITE`, or `EITHER` for pixels that do not
matter; `DOT` for those that have a black dot in the middle. A text has a line for each
row and a character for each cell: `#`, `X` or `1` for black, `.`, `0` or a blank for
white, `?` for either.
"""

import io

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.errors import MissingLibraryError, NotationError, OptionError

Colors = NDArray[np.uint8]
"""(H, W): which colors a cell may have, as a set of bits; 0 for a hole."""

WHITE, BLACK, EITHER, DOT = 1, 2, 3, 4

MAX_SIDE = 200
"""The largest width and height of a picture in cells."""
MAX_PIXELS = 50_000_000
"""Larger images are rejected."""
MAX_BYTES = 100_000_000
"""Larger files are rejected."""
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "PPM")
"""Formats that are read: some others start programs."""

_CHARACTERS = dict.fromkeys("#X1", BLACK) | dict.fromkeys(".0 ", WHITE) | {"?": EITHER}


def from_text(text: str, *, inverted: bool = False) -> Colors:
    """Return the picture that a text draws; short lines are filled up with white.

    With `inverted`, black and white are exchanged.

    Raises `NotationError` if there is another character, or no pixel.
    """
    lines = text.replace("\t", " ").splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    width = max(map(len, lines), default=0)
    if not width:
        raise NotationError("the picture has no pixels")
    _require_side(width, len(lines))
    picture: Colors = np.full((len(lines), width), WHITE, dtype=np.uint8)
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            if character not in _CHARACTERS:
                raise NotationError(
                    f"{character!r} is no pixel: # is black, . is white, ? is either",
                    row + 1,
                    column + 1,
                )
            picture[row, column] = _CHARACTERS[character]
    if inverted:
        picture = np.array([0, BLACK, WHITE, EITHER], dtype=np.uint8)[picture]
    return picture


def from_image(
    data: bytes,
    *,
    width: int | None = None,
    height: int | None = None,
    threshold: int | None = None,
    margin: int = 0,
    inverted: bool = False,
) -> Colors:
    """Return the picture of an image file; transparent pixels are white.

    Parameters
    ----------
    width, height
        The number of cells; by default 30 on the longer side, and the other one so that
        nothing is stretched.
    threshold
        Pixels below this brightness, from 0 to 255, are black; by default Otsu's
        threshold (1979).
    margin
        Pixels that are no farther than this from the threshold do not matter.
    inverted
        Exchange black and white.

    Raises `MissingLibraryError` if Pillow is not installed. Raises `NotationError` if
    this is no image.
    """
    gray = _gray(data, width, height)
    limit = _otsu(gray) if threshold is None else threshold
    black = gray > limit if inverted else gray < limit
    picture: Colors = np.where(black, BLACK, WHITE).astype(np.uint8)
    picture[np.abs(gray.astype(np.int64) - limit) < margin] = EITHER
    return picture


def drawn_by_dots(picture: Colors) -> Colors:
    """Return the picture whose black pixels are dots; regions may have any shape."""
    drawn: Colors = np.where(picture == BLACK, DOT, EITHER).astype(np.uint8)
    return drawn


def _gray(data: bytes, width: int | None, height: int | None) -> NDArray[np.uint8]:
    """Return the brightness of an image, scaled to the given numbers of cells."""
    try:
        from PIL import Image, UnidentifiedImageError  # optional
    except ImportError:
        raise MissingLibraryError(
            "images are read by Pillow: pip install 'galaxies-asp[picture]'"
        ) from None
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            if image.width * image.height > MAX_PIXELS:
                raise NotationError(
                    f"the image has {image.width}x{image.height} pixels; "
                    f"{MAX_PIXELS:,} are the most"
                )
            size = _size(image.width, image.height, width, height)
            layers = image.convert("RGBA")
    except UnidentifiedImageError:
        formats = ", ".join(FORMATS)
        raise NotationError(
            f"this is neither an image ({formats}) nor a text of # and ."
        ) from None
    except NotationError:
        raise
    except MemoryError:
        raise
    except Exception as error:  # the decoders of Pillow raise many kinds
        raise NotationError(f"the image cannot be read: {error}") from None
    ground = Image.new("RGBA", layers.size, "white")
    flat = Image.alpha_composite(ground, layers).convert("L")
    return np.asarray(flat.resize(size, Image.Resampling.BOX), dtype=np.uint8)


def _size(
    pixels: int, rows: int, width: int | None, height: int | None
) -> tuple[int, int]:
    if width is None and height is None:
        width, height = (30, None) if pixels >= rows else (None, 30)
    if width is None:
        assert height is not None
        width = max(1, round(height * pixels / rows))
    if height is None:
        height = max(1, round(width * rows / pixels))
    _require_side(width, height)
    return width, height


def _require_side(width: int, height: int) -> None:
    if max(width, height) > MAX_SIDE:
        raise OptionError(
            f"a picture of {width}x{height} cells: {MAX_SIDE} a side are the most"
        )


def _otsu(gray: NDArray[np.uint8]) -> int:
    """Return the threshold that leaves the least variance on both sides of it."""
    count = np.bincount(gray.ravel(), minlength=256).astype(np.float64)
    below = np.cumsum(count)[:-1]
    above = gray.size - below
    total = np.cumsum(count * np.arange(256))
    means = (
        total[:-1] / np.maximum(below, 1),
        (total[-1] - total[:-1]) / np.maximum(above, 1),
    )
    between = below * above * (means[0] - means[1]) ** 2
    best = np.flatnonzero(between == between.max())
    # Of many equally good ones, the middle.
    return int(best[len(best) // 2]) + 1
