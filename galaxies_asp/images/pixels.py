"""Image files with limits, and their ink on paper."""

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from galaxies_asp.core.board.errors import MissingLibraryError, NotationError
from galaxies_asp.images.frame import Ink

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 50_000_000
"""Larger images are rejected."""
MAX_PAGES = 100
"""Longer documents are rejected."""
MAX_BYTES = 100_000_000
"""Larger files are rejected."""
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "PPM")
"""Formats that are read: some others start programs."""
MEAN = 4
"""The filter of Pillow that takes the mean of pixels."""
_SIDE = 800
_FOREIGN = re.compile(r"<!ENTITY|<(?:[\w.-]+:)?(?:image|feImage|filter|mask|pattern)\b")
"""What can bring other files into an SVG, and effects that no outline needs."""
_RESOLUTION = 96.0
"""Pixels an inch, for sizes in mm, cm, in and pt; resvg has no default."""
_PAPER = 40
"""The longer side of the image of the paper."""


def png_of_svg(text: str) -> bytes:
    """Draw an SVG file, which may not refer to images, 800 pixels wide or high.

    Raises `MissingLibraryError` if resvg-py is not installed. Raises `NotationError` if
    this is no SVG file, or it refers to images, defines entities, or has filters, masks
    or patterns.
    """
    try:
        import resvg_py  # optional
    except ImportError:
        raise _missing("SVG is read by resvg-py", "png") from None
    if found := _FOREIGN.search(text):
        raise NotationError(f"an SVG file with {found[0]!r} is not read")
    side = _SIDE
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                *(text, None, "#ffffff"), width=side, height=side, dpi=_RESOLUTION
            )
        )
    except ValueError as error:
        raise NotationError(f"the SVG file cannot be drawn: {error}") from None


def images(data: bytes, longest: int | None = None) -> Iterator["Image"]:
    """Yield the image in a file, or the pages of a PDF file; see `colored`."""
    if not data.startswith(b"%PDF"):
        yield colored(data, longest)
        return
    try:
        import pypdfium2  # optional
    except ImportError:
        raise _missing("PDF pages are read by pypdfium2", "picture") from None
    try:
        with pypdfium2.PdfDocument(data) as document:
            if len(document) > MAX_PAGES:
                raise NotationError(f"{len(document)} pages; {MAX_PAGES} are the most")
            for page in document:
                drawn = page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])
                for width, height in (one.get_px_size() for one in drawn):
                    _check_size(width, height)
                scale = (longest or _SIDE) / max(1, *page.get_size())
                yield page.render(scale=scale).to_pil().convert("RGBA")
    except pypdfium2.PdfiumError as error:
        raise NotationError(f"the document cannot be read: {error}") from None


def colored(data: bytes, longest: int | None = None) -> "Image":
    """Return an image on white paper, scaled down to its longest side.

    Raises `MissingLibraryError` if Pillow is not installed. Raises `NotationError` if
    this is no image, or too large.
    """
    try:
        from PIL import Image, UnidentifiedImageError  # optional
    except ImportError:
        raise _missing("images are read by Pillow", "picture") from None
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            _check_size(image.width, image.height)
            if longest and image.mode in ("L", "RGB", "RGBA"):
                image.thumbnail((longest, longest))
            layers = image.convert("RGBA")
    except (NotationError, MemoryError):
        raise
    except Exception as error:  # the decoders of Pillow raise many kinds
        fault, formats = f"the image cannot be read: {error}", ", ".join(FORMATS)
        if isinstance(error, UnidentifiedImageError):
            fault = f"this is no image that can be read ({formats})"
        raise NotationError(fault) from None
    ground = Image.new("RGBA", layers.size, "white")
    return Image.alpha_composite(ground, layers)


def _missing(what: str, extra: str) -> MissingLibraryError:
    return MissingLibraryError(f"{what}: pip install 'galaxies-asp[{extra}]'")


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        size = f"the image has {width}x{height} pixels"
        raise NotationError(f"{size}; {MAX_PIXELS:,} are the most")


def ink_of(image: "Image") -> Ink:
    """Return how much darker each pixel is than the paper around it.

    Only the brightest of red, green and blue counts: cells may be colored. The paper is
    the brightest of what is near, so that shades of light do not matter.
    """
    from PIL import Image, ImageFilter

    bright = np.asarray(image, dtype=np.float32)[..., :3].max(2)
    step = -(-max(bright.shape) // _PAPER)
    pads = [(0, -side % step) for side in bright.shape]
    blocks = np.pad(bright, pads, mode="edge")
    height, width = (side // step for side in blocks.shape)
    most = blocks.reshape(height, step, width, step).max((1, 3))
    paper = Image.fromarray(most.astype(np.uint8)).filter(ImageFilter.MaxFilter(7))
    wide = paper.filter(ImageFilter.BoxBlur(2)).resize(blocks.shape[::-1], 2)
    near = np.asarray(wide, dtype=np.float32)[: bright.shape[0], : bright.shape[1]]
    ink: Ink = np.clip(1 - bright / np.maximum(near, 1), 0, 1)
    return ink
