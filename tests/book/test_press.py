"""Books for print shops: checks that PDF/X makes."""

import io
from typing import Any

import pytest
from pypdf import PdfReader
from support.books import everything, many

from galaxies_asp.book.booklet import Design, compose
from galaxies_asp.book.pdf_writer import pdf

POINTS = 72 / 25.4


def forms(resources: Any) -> list[Any]:
    """Return the resources of a page and of all forms on it."""
    drawn = [x.get_object() for x in resources.get("/XObject", {}).values()]
    return [resources, *(r for x in drawn for r in forms(x.get("/Resources", {})))]


def faults(document: bytes) -> list[str]:
    """Return what a print shop would send back."""
    reader, found = PdfReader(io.BytesIO(document)), []
    root: Any = reader.trailer["/Root"]
    assert reader.metadata is not None
    if not reader.metadata.title:
        found.append("no title")
    if reader.is_encrypted or "/AcroForm" in root or "/OpenAction" in root:
        found.append("encrypted, or active content")
    for number, page in enumerate(reader.pages, 1):
        outer, bleed, trim = page.mediabox, page.bleedbox, page.trimbox
        if not (outer.left < bleed.left < trim.left < trim.right < bleed.right):
            found.append(f"page {number}: boxes {outer}, {bleed}, {trim}")
        if "/Annots" in page:
            found.append(f"page {number}: annotations")
        if page.images:
            found.append(f"page {number}: pixels")
        for resources in forms(page["/Resources"]):
            content: Any = page.get_contents()
            for name, space in resources.get("/ColorSpace", {}).items():
                used = f"{name} cs".encode() in content.get_data()
                if used and space.get_object()[0] != "/DeviceGray":
                    found.append(f"page {number}: color space {space}")
            for font in resources.get("/Font", {}).values():
                kin = font.get_object().get("/DescendantFonts", [font])[0].get_object()
                files = {"/FontFile", "/FontFile2", "/FontFile3"}
                if not files & {*kin["/FontDescriptor"]}:
                    found.append(f"page {number}: {kin['/BaseFont']} is not embedded")
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "is_two_up", [False, pytest.param(True, marks=pytest.mark.slow)]
)
def test_a_book_with_bleed_passes_preflight(is_two_up: bool) -> None:
    design = Design(title="A", bleed=3, is_two_up=is_two_up, with_keys=True)
    document = pdf(compose(everything(), design))
    assert faults(document) == []
    page = PdfReader(io.BytesIO(document)).pages[0]
    rims = [abs(a - b) for a, b in zip(page.trimbox, page.bleedbox, strict=True)]
    assert [float(rim) for rim in rims] == pytest.approx([3 * POINTS] * 4, abs=0.01)
    assert document == pdf(compose(everything(), design))


def test_preflight_finds_what_is_wrong() -> None:
    found = faults(pdf(compose(many(1), Design(title="A", in_color=True))))
    for fault in ("boxes", "annotations", "color space"):
        assert any(fault in line for line in found)
