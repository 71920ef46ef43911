"""Colors, SVG, PNG and PDF."""

import re
import struct
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from support.collection import FILES, is_large
from support.collection import positions as positions_of
from support.marks import slow_if
from support.strategies import positions

from galaxies_asp.core.board.declarations import Clue
from galaxies_asp.core.board.errors import MissingLibraryError
from galaxies_asp.core.board.grid import (
    HEXAGONAL,
    SQUARE,
    Lattice,
    Point,
    cell_at,
    touched_cells,
)
from galaxies_asp.core.board.puzzle import (
    NO_DOT,
    Labels,
    Position,
    Puzzle,
    walls_between,
)
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing import raster, render
from galaxies_asp.core.drawing.boxes import CharacterGrid, Honeycomb
from galaxies_asp.core.drawing.coloring import dot_colors, fills, region_colors, regions
from galaxies_asp.core.drawing.palette import INK, PALETTE, PAPER, tint
from galaxies_asp.core.drawing.position import extent_of, scene_of, summary
from galaxies_asp.core.drawing.scene import (
    Box,
    Cells,
    Circles,
    Edges,
    Paint,
    Paths,
    Scene,
    Texts,
)
from galaxies_asp.core.drawing.svg import paint as svg_paint
from galaxies_asp.core.drawing.text import text
from galaxies_asp.explaining.words.labeled import rulers
from galaxies_asp.notation import printed_grid

GOLDEN = Path(__file__).parents[2] / "golden"
SVG = "{http://www.w3.org/2000/svg}"

svg, png, pdf = (partial(render, style=style) for style in ("svg", "png", "pdf"))


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


def test_a_dot_has_one_color_in_all_drawings() -> None:
    solved = example(10)
    colors = region_colors(solved.puzzle)
    assert set(colors) <= set(range(len(PALETTE)))
    shown = fills(solved, "colors")
    for dot, center in enumerate(solved.puzzle.centers):
        assert touched_cells(center)[0] in shown[tint(colors[dot]).web]
    without = Position(solved.puzzle, solved.walls)
    assert fills(without, "colors") == shown
    printed = text(solved, color=True)
    assert all(f"48;5;{tint(color).xterm}m" in printed for color in colors)


@pytest.mark.parametrize(
    "path", slow_if(is_large, FILES[::3]), ids=lambda path: path.stem
)
def test_touching_regions_rarely_share_a_color(path: Path) -> None:
    pairs = alike = 0
    for position in positions_of(path)[:4]:
        rows, colors = regions(position), dot_colors(position.puzzle)
        assert rows is not None
        for x, y in position.inner_walls():
            one, other = touched_cells(Point(x, y))
            dots = [rows[cell.y // 2][cell.x // 2] for cell in (one, other)]
            if len(set(dots) - {NO_DOT}) == 2:
                pairs += 1
                alike += colors[dots[0]] == colors[dots[1]]
    assert 100 * alike <= pairs


def test_black_and_white_dots_color_their_regions() -> None:
    puzzle = with_holes().puzzle
    inked = region_colors(puzzle)
    assert [dot in puzzle.black for dot in puzzle.centers] == [
        color == INK for color in inked
    ]
    assert set(inked) == {INK, PAPER}


def test_palette_is_light_and_varied() -> None:
    assert len({tint(color) for color in range(8)}) == len(PALETTE) == 8
    assert tint(8) == PALETTE[0]
    for web, xterm in PALETTE:
        red, green, blue = (int(web[i : i + 2], 16) / 255 for i in (1, 3, 5))
        assert 0.299 * red + 0.587 * green + 0.114 * blue > 0.65  # black is readable
        assert 16 <= xterm <= 255


def test_walls_alone_show_the_regions_that_they_complete() -> None:
    areas = np.array(regions(with_holes()))
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
    areas = np.array(regions(Position(puzzle, walls_between(labels.tolist()))))
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


@pytest.mark.slow
def test_svg_of_large_boards_is_small() -> None:
    labels = territories(100, 2500, seed=3)
    dots = tuple(cell_at(i % 100, i // 100) for i in range(2500))
    picture = svg(Position(Puzzle(100, 100, dots), None, labels))
    assert len(picture) < 400_000
    ElementTree.fromstring(picture)


@pytest.mark.parametrize("width", [1, 4, 10])
def test_each_variant_and_clue_has_a_line_in_the_picture(width: int) -> None:
    clues = tuple(map(Clue, ("black_cells(1)", "hidden_dots(12)")))
    variants = frozenset({RuleVariant.BLACK_HOLES, RuleVariant.HIDDEN_DOTS})
    scene = scene_of(Position(Puzzle(width, 1, variants=variants, clues=clues)))
    ((size, lines),) = (
        (shape.size, shape.texts)
        for shape in scene.shapes
        if isinstance(shape, Texts) and shape.role == "caption"
    )
    expected = ["black-holes", "hidden-dots", "1 black cell", "12 hidden dots"]
    assert [line for _, line in lines] == expected
    assert len({y for (_, y), _ in lines}) == len(lines)
    # A letter of Helvetica is about half as wide as high.
    ends = [x + size / 2 * len(line) for (x, _), line in lines]
    assert max(ends) <= scene.box.left + scene.box.width


def test_notebooks_get_svg() -> None:
    position = example(5)
    assert position._repr_svg_() == svg(position)
    assert position.puzzle._repr_svg_() == svg(Position(position.puzzle))


def png_size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.slow
def test_png_has_the_size_that_is_asked_for() -> None:
    pytest.importorskip("resvg_py")
    position = with_holes()
    assert png_size(png(position)) == (500, 420)
    assert png_size(png(position, scale=1)) == (250, 210)
    assert png_size(png(position, width=100, marks=[Point(1, 3)])) == (100, 84)
    narrow = Position(Puzzle(1, 200))
    assert png_size(png(narrow))[1] == 4096
    assert png_size(png(narrow, width=10**6))[1] == raster.MAX_SIDE
    wide = Position(Puzzle(400, 1))
    assert png_size(png(wide, width=101))[0] == 101
    assert png_size(png(wide, scale=10**9))[0] == raster.MAX_SIDE


def test_pdf_is_one_page() -> None:
    pytest.importorskip("typst")
    document = pdf(with_holes(), marks=[Point(1, 3)])
    assert document.startswith(b"%PDF-")
    assert re.search(rb"/Count 1\b", document)
    odd = Position(Puzzle(1, 1, name="\ud800\x00 #{}"))
    assert pdf(odd).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("library", "draw", "extra"),
    [("resvg_py", png, "png"), ("typst", pdf, "pdf")],
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


def test_painters_draw_every_shape() -> None:
    style = Paint("#f00", "#00f", 0.1, "0.2 0.3", 0.5, rounded=True)
    scene = Scene(
        (
            Cells("cell", Paint("#fff"), [Point(1, 1), Point(3, 1), Point(1, 3)]),
            Edges("wall", style, [Point(1, 2), Point(3, 2), Point(2, 1)]),
            Circles("dot", style, [(1.5, 2.0)], 0.25),
            Paths("path", style, [[(0.0, 0.0), (1.0, 2.5)]], closed=True),
            Texts("label", Paint("#000"), [((1.0, 1.0), "a<b & 5_%")], bold=True),
        ),
        Box(0.0, 0.0, 4.0, 4.0),
        "title",
        background="#fff",
    )
    root = ElementTree.fromstring(svg_paint(scene, cell=20))
    assert (root.get("width"), root.get("viewBox")) == ("40", "0 0 4 4")
    paths = [path.get("d") for path in root.findall(f"{SVG}path")]
    assert paths == ["M0 0h4v2h-4zM0 2h2v2h-2z", "M0 2h4M2 0v2", "M0 0L1 2.5z"]
    assert root.findtext(f"{SVG}g/{SVG}text") == "a<b & 5_%"
    assert CharacterGrid(2, 2).draw(scene.shapes)[2] == "┣━┻━┫"


def test_marks_are_drawn() -> None:
    position = with_holes()
    marked = svg(position, marks=[Point(1, 3)])
    assert marked.count("<circle") == svg(position).count("<circle") + 2
    assert "×" in text(position, marks=[Point(1, 3)])


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (2, 5)])
def test_hexagons_touch_all_sides_of_their_picture(size: tuple[int, int]) -> None:
    puzzle = Puzzle(*size, [(1, 1)], lattice=HEXAGONAL)
    box = extent_of(puzzle)
    corners = [
        HEXAGONAL.place(corner)
        for cell in puzzle.cells()
        for corner in HEXAGONAL.polygon(cell)
    ]
    columns, rows = zip(*corners, strict=True)
    assert (box.left, box.left + box.width) == pytest.approx(
        (min(columns), max(columns))
    )
    assert (box.top, box.top + box.height) == pytest.approx((min(rows), max(rows)))


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONAL])
def test_names_of_columns_and_rows_stand_beside_their_first_or_last_cell(
    lattice: Lattice,
) -> None:
    puzzle = Puzzle(4, 3, [(5, 3)], holes={(1, 1), (7, 5)}, lattice=lattice)
    cells = [*puzzle.cells()]
    (names,) = rulers(Position(puzzle))
    assert isinstance(names, Texts)
    for (x, y), name in names.texts:
        number = 2 * int(name[1:]) - 1
        line = [cell for cell in cells if cell[name[0] == "r"] == number]
        near = {(round(x) - cell.x, round(y) - cell.y) for cell in (line[0], line[-1])}
        assert near & {(0, -2), (-2, 0), (2, 0)}
        assert not any(abs(x - cell.x) < 1 and abs(y - cell.y) < 1 for cell in cells)
    assert len(names.texts) == len({name for _, name in names.texts}) == 7


def test_characters_of_hexagons_belong_to_their_cells() -> None:
    puzzle = Puzzle(4, 3, [(1, 1)], lattice=HEXAGONAL)
    for corner in ((0, 0), (2, 0), (-4, 0)):
        cells = [Point(x + corner[0], y + corner[1]) for x, y in puzzle.cells()]
        honeycomb = Honeycomb(cells)
        for cell in cells:
            assert cell in honeycomb.points_near(honeycomb.column(cell), cell.y)


def test_layers_are_named_and_change_nothing_else() -> None:
    scene = scene_of(Position(Puzzle(2, 1, [(2, 1)])))
    plain, layered = svg_paint(scene), svg_paint(scene, in_layers=True)
    names = re.findall('inkscape:label="([a-z]+)"', layered)
    assert names == ["ground", "grid", "wall", "dot"]
    tags = '</?g( id="[^"]*" inkscape[^>]*)?>\n'
    bare = re.sub(' xmlns:inkscape="[^"]*"', "", re.sub(tags, "", layered))
    assert bare == re.sub(tags, "", plain)
