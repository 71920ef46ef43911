"""Files from elsewhere, read in a process with limits.

The libraries that read images, PDF and SVG files take memory and time as the files say,
and some do not end at Ctrl-C. What they make is passed on as bytes.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import NotationError

if TYPE_CHECKING:
    from PIL.Image import Image

    from galaxies_asp.images import Recognized

Made = TypeVar("Made")

MOST_SECONDS = 60.0
MOST_BYTES = 2_000_000_000
"""The limits of one file: a photograph takes a second or two, and 500 MB."""


def read(data: bytes) -> "list[Recognized]":
    """Return the boards in an image or a PDF file; see `images.boards`."""
    from galaxies_asp.images import boards

    return _limited(partial(boards, data))


def grays(data: bytes) -> "Image":
    """Return an image, or the page of a PDF file, in shades of gray on white paper."""
    size, shades = _limited(partial(_shades, data))
    from PIL import Image

    return Image.frombytes("L", size, shades)


def png_of_svg(text: str) -> bytes:
    """Draw an SVG file; see `pixels.png_of_svg`."""
    from galaxies_asp.images import pixels

    return _limited(partial(pixels.png_of_svg, text))


def _shades(data: bytes) -> tuple[tuple[int, int], bytes]:
    from galaxies_asp.images.pixels import images

    first, *more = images(data)
    if more:
        raise NotationError(f"the document has {1 + len(more)} pages; a picture is one")
    flat = first.convert("L")
    return flat.size, flat.tobytes()


def _limited(call: Callable[[], Made]) -> Made:
    """Return what a call makes in a process of its own, where there are processes.

    Raises `NotationError` if it reaches a limit.
    """
    if sys.platform == "emscripten":
        return call()
    from galaxies_asp.processes import serving
    from galaxies_asp.processes.sharing import limited

    made: Iterator[Made] = limited(
        serving.call, call, time_limit=MOST_SECONDS, memory_limit=MOST_BYTES
    )
    try:
        (one,) = made
    except LimitReachedError as error:
        limits = f"{MOST_SECONDS:.0f} seconds and {MOST_BYTES // 10**9} GB of memory"
        fault = f"the file is not read: it reached the {error.limit} limit"
        raise NotationError(f"{fault}; the limits are {limits}") from None
    return one
