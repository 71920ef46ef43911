"""Colors, SVG, TikZ, PNG and PDF."""

import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import positions

from galaxies_asp.board.grid import Point, cell_at
from galaxies_asp.board.puzzle import NO_DOT, Labels, Position, Puzzle, walls_between
from galaxies_asp.drawing import raster
from galaxies_asp.drawing.coloring import coloring, regions
from galaxies_asp.drawing.palette import PALETTE, tint
from galaxies_asp.drawing.shapes import summary
from galaxies_asp.drawing.svg import svg
from galaxies_asp.drawing.text import text
from galaxies_asp.drawing.tikz import tikz
from galaxies_asp.errors import MissingLibraryError
from galaxies_asp.notation import printed_grid

GOLDEN = Path(__file__).parent.parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"


def example(size: int) -> Position:
    page = (GOLDEN / f"idp-{size}x{size}-output.txt").read_text(encoding="utf-8")
    (position,) = printed_grid.read(page)
    return position


def with_holes() -> Position:
    """Return a board with missing cells and black dots, on which little is drawn."""
    dots = (Point(7, 1), Point(3, 4), Point(5, 4), Point(10, 4), Point(2, 6))
    puzzle = Puzzle(
        6,
        5,
        dots,
        black=frozenset(dots[1:3]),
        holes=frozenset((cell_at(0, 0), cell_at(1, 0), cell_at(5, 0), cell_at(2, 3))),
        name="<holes> & black dots",
    )
    walls = [Point(6, 1), Point(8, 1), Point(7, 2), Point(6, 3), Point(4, 3)]
    return Position(puzzle, frozenset(walls))


def territories(size: int, count: int, seed: int) -> Labels:
    """Divide a board into connected regions, by growing them from random cells."""
    random = np.random.default_rng(seed)
    labels = np.full((size, size), NO_DOT, dtype=np.int32)
    labels.flat[random.choice(size * size, count, replace=False)] = np.arange(count)
    while (labels == NO_DOT).any():
        for axis, shift in ((0, 1), (0, -1), (1, 1), (1, -1)):
            near = np.roll(labels, shift, axis)
            edge: list[slice | int] = [slice(None), slice(None)]
            edge[axis] = 0 if shift == 1 else -1
            near[tuple(edge)] = NO_DOT
            labels = np.where(labels == NO_DOT, near, labels)
    return labels


def check_coloring(labels: Labels, colors: Labels) -> None:
    """Check that each region has one color, and its neighbors have others."""
    assert ((colors == NO_DOT) == (labels == NO_DOT)).all()
    pairs = set(zip(labels.ravel().tolist(), colors.ravel().tolist(), strict=True))
    assert len(pairs) == len(np.unique(labels))
    for axis in (0, 1):
        for one, other in pairwise(range(labels.shape[axis])):
            differ = labels.take(one, axis) != labels.take(other, axis)
            equal = colors.take(one, axis) == colors.take(other, axis)
            assert not (differ & equal).any()


@given(st.data())
def test_neighbors_differ_in_color_for_any_labels(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 7))
    row = st.lists(st.integers(NO_DOT, 9), min_size=width, max_size=width)
    rows = data.draw(st.lists(row, min_size=height, max_size=height))
    labels = np.array(rows, dtype=np.int32)
    check_coloring(labels, coloring(labels))


@pytest.mark.parametrize(("size", "count"), [(20, 60), (100, 2500), (200, 20_000)])
def test_few_colors_suffice(size: int, count: int) -> None:
    labels = territories(size, count, seed=size)
    colors = coloring(labels)
    check_coloring(labels, colors)
    assert colors.max() < 6
    assert np.array_equal(colors, coloring(labels))


def test_palette_is_light_and_varied() -> None:
    assert len({tint(color) for color in range(8)}) == len(PALETTE) == 8
    assert tint(8) == PALETTE[0]
    for web, xterm in PALETTE:
        red, green, blue = (int(web[i : i + 2], 16) / 255 for i in (1, 3, 5))
        assert 0.299 * red + 0.587 * green + 0.114 * blue > 0.65  # black is readable
        assert 16 <= xterm <= 255


def test_walls_alone_show_the_regions_that_they_complete() -> None:
    areas = regions(with_holes())
    assert areas is not None
    colored = [cell_at(column, row) for row, column in np.argwhere(areas != NO_DOT)]
    assert colored == [cell_at(3, 0)]
    labels = territories(12, 30, seed=1)
    puzzle = Puzzle(12, 12)
    assert regions(Position(puzzle)) is None
    dots = []
    for number in range(30):
        row, column = np.argwhere(labels == number)[0].tolist()
        dots.append(cell_at(column, row))
    puzzle = Puzzle(12, 12, tuple(dots))
    areas = regions(Position(puzzle, walls_between(labels.tolist())))
    assert areas is not None
    assert walls_between(areas.tolist()) == walls_between(labels.tolist())


@pytest.mark.parametrize("name", ["puzzle", "solved", "holes"])
def test_svg_looks_as_ever(name: str, golden: Callable[[str, str], None]) -> None:
    solved = example(5)
    position = {
        "puzzle": Position(solved.puzzle),
        "solved": solved,
        "holes": with_holes(),
    }[name]
    marks = [Point(5, 3), Point(4, 6)] if name == "holes" else []
    golden(f"{name}.svg", svg(position, marks=marks))


def test_svg_is_sound_xml_whatever_the_name() -> None:
    for name in ('a<b>&"c"', "\x00\x1b\ud800", "]]>", "Ünïcode ✓"):
        position = Position(Puzzle(2, 2, (Point(2, 2),), name=name))
        for title in (None, name):
            root = ElementTree.fromstring(svg(position, title=title))
            assert root.tag == f"{SVG}svg"
            found = root.findtext(f"{SVG}title")
            unknown = "\ufffd" * 3 if title else r"\x00\x1b\ud800"
            assert found == name.replace("\x00\x1b\ud800", unknown)
            assert root.findtext(f"{SVG}desc") == summary(position)


@given(positions())
def test_everything_can_be_drawn(position: Position) -> None:
    root = ElementTree.fromstring(svg(position))
    assert len(root.findall(f".//{SVG}circle")) == len(position.puzzle.centers)
    assert tikz(position).count("circle[") == len(position.puzzle.centers)
    height = 2 * position.puzzle.height + 1
    assert len(text(position, color=True, rulers=False).splitlines()) == height


def test_svg_shows_dots_and_marks() -> None:
    position = with_holes()
    root = ElementTree.fromstring(svg(position, cell=10, marks=[Point(1, 3)]))
    assert root.get("viewBox") == "-0.25 -0.25 12.5 10.5"
    assert (root.get("width"), root.get("height")) == ("62.5", "52.5")
    groups = [
        (group.get("fill"), len(group.findall(f"{SVG}circle")))
        for group in root.findall(f"{SVG}g")
    ]
    assert groups == [("none", 1), ("none", 1), ("#fff", 3), ("#22242a", 2)]


def test_svg_of_large_boards_is_small() -> None:
    labels = territories(100, 2500, seed=3)
    dots = tuple(cell_at(i % 100, i // 100) for i in range(2500))
    picture = svg(Position(Puzzle(100, 100, dots), None, labels))
    assert len(picture) < 400_000
    ElementTree.fromstring(picture)


def test_notebooks_get_svg() -> None:
    position = example(5)
    assert position._repr_svg_() == svg(position)
    assert position.puzzle._repr_svg_() == svg(Position(position.puzzle))


def png_size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_png_has_the_size_that_is_asked_for() -> None:
    pytest.importorskip("resvg_py")
    position = with_holes()
    assert png_size(raster.png(position)) == (500, 420)
    assert png_size(raster.png(position, scale=1)) == (250, 210)
    assert png_size(raster.png(position, width=100, marks=[Point(1, 3)])) == (100, 84)
    narrow = Position(Puzzle(1, 200))
    assert png_size(raster.png(narrow))[1] == 4096
    assert png_size(raster.png(narrow, width=10**6))[1] == raster.MAX_SIDE
    wide = Position(Puzzle(400, 1))
    assert png_size(raster.png(wide, width=101))[0] == 101
    assert png_size(raster.png(wide, scale=10**9))[0] == raster.MAX_SIDE


def test_pdf_is_one_page() -> None:
    pytest.importorskip("typst")
    document = raster.pdf(with_holes(), marks=[Point(1, 3)])
    assert document.startswith(b"%PDF-")
    assert b"/Count 1/" in document
    odd = Position(Puzzle(1, 1, name="\ud800\x00 #{}"))
    assert raster.pdf(odd).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("library", "draw", "extra"),
    [("resvg_py", raster.png, "png"), ("typst", raster.pdf, "pdf")],
)
def test_missing_library_is_named(
    library: str,
    draw: Callable[[Position], bytes],
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    message = rf"pip install 'galaxies-asp\[{extra}\]'"
    with pytest.raises(MissingLibraryError, match=message):
        draw(with_holes())


def test_tikz_is_a_document_or_a_part_of_one() -> None:
    position = with_holes()
    document = tikz(position)
    assert document.startswith("% <holes> & black dots\n% A board of 6x5 cells")
    assert "\\begin{document}" in document
    part = tikz(position, standalone=False)
    assert "\\begin{document}" not in part
    assert part.count("tikzpicture") == 2
    assert part.count("circle") == 5
    name = tikz(Position(Puzzle(1, 1, name="a\nb\u2028\\c")))
    assert name.startswith("% a b \\c\n")


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 15, 0])
def test_tikz_compiles(size: int, tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    position = example(size) if size else with_holes()
    (tmp_path / "board.tex").write_text(tikz(position), encoding="utf-8")
    subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "board.tex"],
        cwd=tmp_path,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF-")
