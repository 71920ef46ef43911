"""Pictures that black dots draw: by their regions in the solution, or by themselves.

A picture is an (H, W) array of `BLACK`, `WHITE`, or `EITHER` for pixels that do not
matter; `DOT` for those that have a black dot in the middle. A text has a line for each
row and a character for each cell: `#`, `X` or `1` for black, `.`, `0` or a blank for
white, `?` for either.
"""

from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.errors import NotationError, OptionError
from galaxies_asp.core.verifying.regions import components
from galaxies_asp.generating.recipe import BLACK, DOT, EITHER, WHITE
from galaxies_asp.images.guarded import grays, read
from galaxies_asp.images.pixels import MEAN

if TYPE_CHECKING:
    from PIL.Image import Image

Colors = NDArray[np.uint8]
"""(H, W): the colors that each cell may have; see `recipe`."""

MAX_SIDE = 200
"""The largest width and height of a picture in cells."""
_FINE = 400
"""The longer side of the images in which details are sought."""
_SPECK, _SHOWN = 100, 0.25
"""Areas narrower than this part of the side are ignored; what is shown of others."""
_HEIGHT = 7

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
    for row, line in enumerate(lines, 1):
        for column, character in enumerate(line, 1):
            if character not in _CHARACTERS:
                message = "is no pixel: # is black, . is white, ? is either"
                raise NotationError(f"{character!r} {message}", row, column)
    pixels = [[_CHARACTERS[c] for c in line.ljust(width)] for line in lines]
    values = (0, BLACK, WHITE, EITHER) if inverted else (0, WHITE, BLACK, EITHER)
    picture: Colors = np.array(values, dtype=np.uint8)[np.array(pixels)]
    return picture


def lettered(text: str) -> str:
    """Return the picture of a text in one row: # for black, . for white.

    There is a blank pixel between the letters, and around the picture. A blank in the
    text is three pixels wide. Small letters are drawn as capitals.

    Raises `NotationError` if there is a character that is not drawn, or nothing to
    draw.
    """
    letters = _letters()
    for character in text.upper():
        if character not in letters:
            raise NotationError(
                f"{character!r} cannot be drawn: letters A to Z and digits can"
            )
    if not text.strip():
        raise NotationError("there is no letter to draw")
    lines = zip(*(letters[character] for character in text.upper()), strict=True)
    rows = [f".{'.'.join(pixels)}." for pixels in lines]
    blank = "." * len(rows[0])
    return "\n".join([blank, *rows, blank])


@cache
def _letters() -> dict[str, list[str]]:
    """Return letters and digits as pictures, five pixels wide and seven high."""
    text = files(__package__).joinpath("letters.txt").read_text("utf-8")
    letters = {" ": ["..."] * _HEIGHT}
    for block in text.strip().split("\n\n"):
        names, *rows = block.split("\n")
        for first in range(0, len(names), 6):
            letters[names[first]] = [row[first : first + 6].strip() for row in rows]
    return letters


def to_text(picture: Colors) -> str:
    """Return a picture as the text that `from_text` reads."""
    return "".join("".join(".#?"[p - 1] for p in row) + "\n" for row in picture)


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

    `width`, `height`: the number of cells; by default 30 on the longer side, and the
    other one so that nothing is stretched. `threshold`: pixels below this brightness,
    from 0 to 255, are black; by default Otsu's threshold (1979). `margin`: pixels that
    are no farther than this from the threshold do not matter. `inverted`: exchange
    black and white.

    Raises `MissingLibraryError` if Pillow is not installed. Raises `NotationError` if
    this is no image.
    """
    flat = grays(data)
    gray = _scaled(flat, _size(*flat.size, width, height))
    limit = _otsu(gray) if threshold is None else threshold
    black = gray > limit if inverted else gray < limit
    picture: Colors = np.where(black, BLACK, WHITE).astype(np.uint8)
    picture[np.abs(gray.astype(np.int64) - limit) < margin] = EITHER
    return picture


def drawn_by_dots(picture: Colors) -> Colors:
    """Return the picture whose black pixels are dots; regions may have any shape."""
    drawn: Colors = np.where(picture == BLACK, DOT, EITHER).astype(np.uint8)
    return drawn


class Loss(NamedTuple):
    """Connected areas of an image of which its picture shows less than a quarter."""

    areas: int
    """Their number."""
    column: int
    row: int
    """The cell in the middle of the largest one, counted from 1."""
    enough: int | None
    """The smallest longer side of a picture that shows all; None if none does."""


def loss(data: bytes, picture: Colors) -> Loss | None:
    """Return what an image loses in its picture; None if that shows everything."""
    flat = grays(data)
    height, width = picture.shape
    scale = min(1.0, _FINE / max(flat.size))
    fine = _scaled(flat, (round(flat.width * scale), round(flat.height * scale)))
    black = fine < _otsu(fine)
    links = [black[:, 1:] == black[:, :-1], black[1:] == black[:-1]]
    area = components(links).ravel()
    sizes = np.bincount(area)
    details = np.flatnonzero(sizes >= (max(fine.shape) / _SPECK) ** 2)

    def missing(columns: int, rows: int) -> NDArray[np.intp]:
        gray = _scaled(flat, (columns, rows))
        y, x = (
            np.arange(n) * m // n for n, m in zip(fine.shape, gray.shape, strict=True)
        )
        same = (gray < _otsu(gray))[np.ix_(y, x)] == black
        shown = np.bincount(area, weights=same.ravel(), minlength=len(sizes))
        return details[shown[details] < _SHOWN * sizes[details]]

    if not (lost := missing(width, height)).size:
        return None
    largest = lost[np.argmax(sizes[lost])]
    places = np.divmod(np.flatnonzero(area == largest), fine.shape[1])
    y, x = (int(np.median(place)) for place in places)
    longer, shorter = max(width, height), min(width, height)
    for side in range(longer + 1, MAX_SIDE + 1):
        other = max(1, round(side * shorter / longer))
        columns, rows = (side, other) if width >= height else (other, side)
        if not missing(columns, rows).size:
            break
    else:
        side = 0
    column, row = x * width // fine.shape[1] + 1, y * height // fine.shape[0] + 1
    return Loss(len(lost), column, row, side or None)


def looks_like_board(data: bytes) -> bool:
    """Tell whether an image is read as a puzzle."""
    with suppress(NotationError):
        return bool(read(data))
    return False


def _scaled(flat: "Image", size: tuple[int, int]) -> NDArray[np.uint8]:
    return np.asarray(flat.resize(size, MEAN), dtype=np.uint8)


def _size(
    pixels: int, rows: int, width: int | None, height: int | None
) -> tuple[int, int]:
    if width is None and height is None:
        width, height = (30, None) if pixels >= rows else (None, 30)
    # Nothing is stretched.
    width = width or max(1, round((height or 0) * pixels / rows))
    height = height or max(1, round(width * rows / pixels))
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
