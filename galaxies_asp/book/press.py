"""A PDF as print shops take it: page boxes, crop marks, and black as one ink."""

from io import BytesIO
from typing import Any

POINTS = 72 / 25.4
"""Points per millimeter."""
_OFFSET, _LENGTH = 1.0, 5.0
"""From the bleed to a crop mark, and the length of the mark, in millimeters."""


def for_press(document: bytes, bleed: float) -> bytes:
    """Return a PDF with a bleed of so many millimeters around each page.

    TrimBox, BleedBox and MediaBox are set, and crop marks stand between the last two.
    Gray is in DeviceGray, which is printed with black ink alone. There are no links, as
    PDF/X wants.
    """
    from pypdf import PdfReader, PdfWriter  # optional
    from pypdf.generic import ArrayObject, NameObject, RectangleObject, StreamObject

    writer = PdfWriter(clone_from=PdfReader(BytesIO(document)))
    rim = bleed + _OFFSET + _LENGTH
    for page in writer.pages:
        page.pop("/Annots", None)
        _in_gray(page["/Resources"])
        width, height = map(float, page.mediabox[2:])
        boxes = (
            ("media", rim),
            ("crop", rim),
            ("bleed", bleed),
            ("trim", 0),
            ("art", 0),
        )
        for name, far in boxes:
            out = far * POINTS
            box = RectangleObject((-out, -out, width + out, height + out))
            setattr(page, f"{name}box", box)
        marks = StreamObject()
        marks.set_data(_crop_marks(width, height, bleed + _OFFSET))
        drawn = [writer._add_object(marks), page.raw_get("/Contents")]
        page[NameObject("/Contents")] = ArrayObject(drawn)
    writer.pdf_header = "%PDF-1.7"
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


def _crop_marks(width: float, height: float, offset: float) -> bytes:
    """Return operators that draw two lines at each corner, in black."""
    near, far = offset * POINTS, (offset + _LENGTH) * POINTS
    lines = [
        line
        for x, side in ((0.0, -1), (width, 1))
        for y, end in ((0.0, -1), (height, 1))
        for line in (
            (x + side * near, y, x + side * far, y),
            (x, y + end * near, x, y + end * far),
        )
    ]
    paths = "".join("{:.3f} {:.3f} m {:.3f} {:.3f} l ".format(*line) for line in lines)
    return f"q 0.25 w 0 G {paths}S Q ".encode()


def _in_gray(resources: Any) -> None:
    """Replace the spaces of one component, also of the forms on a page."""
    from pypdf.generic import NameObject  # optional

    for space in map(_object, resources.get("/ColorSpace", {}).values()):
        if space[0] == "/ICCBased" and _object(space[1])["/N"] == 1:
            space[:] = [NameObject("/DeviceGray")]
    for form in map(_object, resources.get("/XObject", {}).values()):
        _in_gray(_object(form.get("/Resources", {})))


def _object(reference: Any) -> Any:
    return reference.get_object()
