"""Hints, steps, walkthroughs and made puzzles draw themselves in notebooks."""

from xml.etree import ElementTree

import pytest

from galaxies_asp.explaining import Finished, Mistake, Step, hint, walkthrough
from galaxies_asp.generating import Recipe, make
from galaxies_asp.notation import parse

CELLS = {
    "from galaxies_asp import parse; p = parse('5x5:dqndyddc'); p": "image/svg+xml",
    "from galaxies_asp.explaining import hint, walkthrough; hint(p)": "text/html",
    "way = walkthrough(p); way.steps[2]": "text/html",
    "way": "text/html",
    "from galaxies_asp.generating import Recipe, make; make(Recipe(5, 5))": "text/html",
}
"""The cells of a notebook, each with the type of what it shows."""


def drawings(html: str | None) -> int:
    """Return the number of drawings in well-formed HTML."""
    assert html is not None
    assert "<script" not in html
    root = ElementTree.fromstring(f"<div>{html}</div>")
    return len(root.findall(".//{http://www.w3.org/2000/svg}svg"))


def test_hints_and_steps() -> None:
    puzzle = parse("7x7:cghsppedzzaccdtce")
    way = walkthrough(puzzle)
    positions = way.positions()
    for position, step in list(zip(positions, way.steps, strict=False))[::9]:
        assert drawings(step._repr_html_()) >= 1
        found = hint(position)
        assert isinstance(found, Step)
        assert found._repr_html_() == step._repr_html_()
    assert isinstance(done := hint(positions[-1]), Finished)
    assert drawings(done._repr_html_()) == 1
    assert isinstance(none := hint(parse("5x4:fucgdm")), Mistake)
    assert drawings(none._repr_html_()) == 1


def test_a_walkthrough_has_a_slider() -> None:
    html = walkthrough(parse("5x5:dqndyddc"))._repr_html_()
    assert html.startswith("<iframe")
    assert "type=&quot;range&quot;" in html


def test_a_made_puzzle() -> None:
    made = make(Recipe(4, 4))
    assert drawings(made._repr_html_()) == 2


@pytest.mark.nightly
def test_a_notebook_that_is_executed() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    book = nbformat.v4.new_notebook()
    book.cells = [nbformat.v4.new_code_cell(cell) for cell in CELLS]
    nbclient.NotebookClient(book, timeout=600).execute()
    for cell, kind in zip(book.cells, CELLS.values(), strict=True):
        (shown,) = [out for out in cell.outputs if out.output_type == "execute_result"]
        assert "svg" in shown.data[kind]
