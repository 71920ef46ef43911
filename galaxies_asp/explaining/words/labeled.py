"""A board for people to read beside sentences: every dot and cell has its name.

          c1  c2  c3
        ┏━━━┯━━━┯━━━┓
     r1 ┃ a ┆ A ┆[a]┃
        ┗━━━┷━━━┷━━━┛

The lower case of the name of a dot fills the cells that are known to belong to it. A
printed cell is wide enough for the name of each dot and a mark around it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain

from galaxies_asp.core.board import grid
from galaxies_asp.core.board.labels import known
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing import scene
from galaxies_asp.core.drawing.boxes import INKED, characters_of, lines_of, painted
from galaxies_asp.core.drawing.palette import DARK
from galaxies_asp.core.drawing.position import (
    RIM,
    WALL,
    board_shapes,
    clue_shapes,
    clue_texts,
    dots_by_color,
    extent_of,
    lines_below,
    summary,
)
from galaxies_asp.core.drawing.signs import Signs, crossed
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.words.marks import (
    EDGES,
    STYLES,
    Mark,
    Role,
    legend,
    visible,
)

MARGIN = 1.2
"""The width of the rulers, where a cell is 2 wide."""
_DOT = 0.5
_RING, _CIRCLE, _SQUARE, _LINE, _OUTLINE = 0.74, 0.86, 0.88, 0.16, 0.06
"""Marks around a dot, and around what is in a cell; their lines, and what is white."""
_ROW, _INDENT = 1.1, 2.2
"""The height of a line of the legend, and where its text begins."""
_LETTER = 0.4
"""The width of a letter of the legend, as a rule."""

_INK, _SUPPOSED = scene.Paint(DARK), scene.Paint(STYLES[Role.SUPPOSED].color)
_RINGED = (Role.DOT, Role.RIVAL)


def labeled_text(
    position: Position,
    marks: Iterable[Mark] = (),
    *,
    colors: Sequence[int] | None = None,
) -> str:
    """Return the position with rulers, names and marks.

    `colors`: the color of each dot's region; None for a drawing without colors.
    """
    puzzle, shown = position.puzzle, visible(marks)
    # Each cell has room for the name of a dot and a mark around it.
    letters = 2 + len(grid.dot_name(max(len(puzzle.centers) - 1, 0)))
    sheet = characters_of(puzzle, letters)
    shapes = [*lines_of(position)]
    names = dict(clue_texts(puzzle)) | _names(position)
    if puzzle.lattice == grid.SQUARE:
        every = (f"c{column + 1}" for column in range(puzzle.width))
        ruler = " " + "".join(f"{name:^{letters + 1}}" for name in every)
    else:
        ruler, columns = "", _columns(puzzle)
        for at, name in columns:
            if at.y < 0:
                ruler = ruler.ljust(sheet.column(at)) + name
        beside = [(at, name) for at, name in columns if at.y > 0]
        shapes.append(scene.Texts("ruler", INKED, beside))
    bare = cache(lambda: sheet.draw(shapes))  # few marks are on lines without a name

    def around(mark: Mark) -> str:
        """Return a mark around the name at its point."""
        y = mark.at.y
        is_line = puzzle.lattice.is_edge(mark.at) and mark.at not in names
        if is_line and mark.role in EDGES:
            line = EDGES[mark.role]
            return line[1] if y % 2 else line[0] * sheet.letters_of_edges
        name = mark.text or names.get(mark.at) or " "
        if name == " " and not grid.is_cell(mark.at):
            name = f"{bare()[y]:<{sheet.column(mark.at) + 1}}"[sheet.column(mark.at)]
        return STYLES[mark.role].around(name)

    texts = [*names.items(), *((mark.at, around(mark)) for mark in shown)]
    lines = sheet.draw([*shapes, scene.Texts("label", INKED, texts)])
    if colors is not None:
        lines = painted(lines, position, colors, letters)
    margin = len(f"r{puzzle.height} ")
    text = f"{' ' * margin}{ruler}".rstrip()
    for y, line in enumerate(lines):
        head = f"r{y // 2 + 1} " if y % 2 else ""
        text += f"\n{head:>{margin}}{line}"
    below = "".join(f"{line}\n" for line in lines_below(puzzle))
    return f"{text}\n{below}"


def signed_text(text: str, marks: Iterable[Mark]) -> str:
    """Return a drawing of squares as text, with brackets around what a step decides."""
    signs = Signs(text)
    for mark in visible(marks):
        if not grid.is_cell(mark.at):
            if mark.text:
                signs.put(mark.at, 0, mark.text[-1], "┄┆─│ ")
            continue
        is_beside = mark.text and not signs.put(mark.at, 0, mark.text[-1], " ")
        if is_beside and not mark.text[-1].isdigit():  # 1 beside 4 would read 41
            signs.put(mark.at, 1, mark.text[-1], " ·")
        if mark.role in (Role.TARGET, Role.OPEN):
            signs.put(mark.at, -1, "[", " █")
            signs.put(mark.at, 1, "]", " ·█")
    return str(signs)


def _columns(puzzle: Puzzle) -> list[tuple[grid.Point, str]]:
    """Return the names of the columns, two lines above the first cell of each."""
    top: dict[int, int] = {}
    for x, y in puzzle.cells():
        top.setdefault(x, y)
    return [(grid.Point(x, y - 2), f"c{x // 2 + 1}") for x, y in sorted(top.items())]


def _names(position: Position) -> dict[grid.Point, str]:
    """Return the names of the dots, and what stands in the cells that are known."""
    centers = position.puzzle.centers
    capitals = list(map(grid.dot_name, range(len(centers))))
    names, small = (
        dict(zip(centers, capitals, strict=True)),
        [*map(str.lower, capitals)],
    )
    for cell, dot in known(position.rows()):
        names.setdefault(cell, small[dot])
    return names


def labeled_scene(
    position: Position,
    marks: Iterable[Mark] = (),
    *,
    colors: Sequence[int] | None = None,
    title: str = "",
) -> scene.Scene:
    """Return the position with names, marks and the legend of these marks.

    `colors`: the color of each dot's region; by default `coloring.region_colors`.
    `title`: what the picture shows, for screen readers.
    """
    puzzle, shown = position.puzzle, visible(marks)
    roles = [role for role, _ in legend(shown)]
    longest = max((len(STYLES[role].meaning) for role in roles), default=0)
    extent = extent_of(puzzle)
    more = 0.3 if puzzle.lattice == grid.SQUARE else MARGIN
    more = max(more, _INDENT + _LETTER * longest - MARGIN - extent.width)
    below = 0.3 + _ROW * len(roles) + (0.7 if roles else 0)
    size = 0.8 if len(puzzle.centers) <= 26 else 0.65
    texts = {mark.at: mark.text for mark in shown if mark.text}
    hidden = {*texts, *puzzle.centers}
    names = _names(position)
    letters = [(at, name) for at, name in names.items() if at not in hidden]
    board = (
        *rulers(position),
        *board_shapes(position, "colors", colors),
        *mark_shapes(shown, puzzle.lattice),
        scene.Texts("label", _INK, letters, size),
        scene.Texts("mark", _SUPPOSED, list(texts.items()), size, bold=True),
        *named_dots(position),
        *clue_shapes(puzzle, {*texts, *names}),
    )
    legend_top = extent.top + extent.height + 1.0
    return scene.Scene(
        (
            *scene.projected(board, puzzle.lattice),
            *_legend(roles, extent.left, legend_top),
        ),
        extent.widened(MARGIN, more, below),
        title or puzzle.name or "Galaxies",
        summary(position),
        background="#fff",
    )


def family_scene(sheet: AnySheet, marks: Iterable[Mark] = ()) -> scene.Scene:
    """Return the drawing of another family with names of rows and columns, and marks.

    On hexagons only rows have names. The names stand outside of clues beside a board of
    squares. Marks are left out that are neither on the board nor on such a clue. Signs
    of what is excluded stand above marks.
    """
    drawing, lattice = sheet.scene(), sheet.family.drawn_lattice
    cells = sheet.family.drawn_cells(sheet.position)
    if not cells:
        return drawing
    first: dict[int, int] = {}
    for x, y in cells.values():
        first[y] = min(x, first.get(y, x))
    rows, columns = sorted(first), sorted({x for x, _ in cells.values()})
    drawn, left, top = {*cells.values()}, -1.65, rows[0] - 1.57
    if lattice == grid.SQUARE:
        every = [s.texts for s in drawing.shapes if isinstance(s, scene.Texts)]
        beside = {grid.Point(int(x), int(y)) for (x, y), _ in chain(*every)} - drawn
        left -= 2 * any(x < columns[0] - 1 for x, _ in beside)
        top -= 2 * any(y < rows[0] - 1 for _, y in beside)
        drawn |= {one for one in beside if grid.is_cell(one)}
    names = [((first[y] + left, y - 0.02), f"r{n}") for n, y in enumerate(rows, 1)]
    if lattice == grid.SQUARE:
        names += [((x, top), f"c{n}") for n, x in enumerate(columns, 1)]
    moved = [replace(one, at=cells.get(one.at, one.at)) for one in visible(marks)]
    shown = [m for m in moved if drawn & {m.at, *lattice.touched_cells(m.at)}]
    texts = [(mark.at, mark.text) for mark in shown if mark.text]
    more = (
        scene.Texts("ruler", _INK, names, 0.6),
        *mark_shapes(shown, lattice, are_links=sheet.family.has_links),
        scene.Texts("mark", _SUPPOSED, texts, 0.8, bold=True),
    )
    marked = (*drawing.shapes, *scene.projected(more, lattice))
    shapes = tuple(sorted(marked, key=lambda one: one.role == "cross"))
    return replace(drawing, shapes=shapes, box=drawing.box.widened(MARGIN, 0, 0))


def mark_shapes(
    marks: Sequence[Mark], lattice: grid.Lattice, *, are_links: bool = False
) -> Iterator[scene.Shape]:
    """Yield the shapes of marks, the first mark above the others.

    `are_links`: whether marks of edges join the cells beside them.
    """
    ends = lattice.touched_cells if are_links else lattice.segment
    for mark in reversed(marks):
        yield from _shapes(mark, mark.at, lattice=lattice, ends=ends)


def rulers(position: Position) -> Iterator[scene.Shape]:
    """Yield the names of the columns and rows, before the first cell of each.

    The rows of hexagons have their names behind the last cell: before the first one is
    the name of a column.
    """
    places: dict[int, float] = {}
    for x, y in position.puzzle.cells():
        if position.puzzle.lattice == grid.SQUARE:
            places.setdefault(y, x - 1.65)
        else:
            places[y] = x + 1.65
    columns = [((x, y + 0.43), name) for (x, y), name in _columns(position.puzzle)]
    rows = [((x, y - 0.02), f"r{y // 2 + 1}") for y, x in places.items()]
    yield scene.Texts("ruler", _INK, columns + rows, 0.6)


def named_dots(position: Position) -> Iterator[scene.Shape]:
    """Yield the dots with their names in them."""
    puzzle = position.puzzle
    names = {dot: grid.dot_name(n) for n, dot in enumerate(puzzle.centers)}
    for fill, dots in dots_by_color(puzzle):
        yield scene.Circles("dot", scene.Paint(fill, DARK, RIM / 2), dots, _DOT)
        ink = scene.Paint("#fff" if fill == DARK else DARK)
        for length, size in ((1, 0.7), (2, 0.5)):
            texts = [(at, names[at]) for at in dots if min(len(names[at]), 2) == length]
            if texts:
                yield scene.Texts("dot", ink, texts, size, bold=True)


def _shapes(
    mark: Mark,
    place: grid.Place,
    scale: float = 1,
    lattice: grid.Lattice = grid.SQUARE,
    ends: Callable[[grid.Point], Sequence[grid.Place]] = grid.SQUARE.segment,
) -> Iterator[scene.Shape]:
    """Yield the shapes of a mark; with a white outline, visible on any color.

    `place`, `scale`: where it is drawn, and its size. `ends`: those of edges.
    """
    x, y = place
    role, look, is_cell = mark.role, STYLES[mark.role], grid.is_cell(mark.at)
    is_bar = lattice.is_edge(mark.at) and role not in (Role.BLOCKED, *_RINGED)
    paths: Sequence[Sequence[grid.Place]] = [lattice.polygon(place, scale * _SQUARE)]
    if role is Role.BLOCKED:
        paths = crossed(lattice, place, scale * 0.6)
    elif is_bar:
        (a, b), bar = mark.at, ends(mark.at)
        paths = [[(x + scale * (c - a), y + scale * (d - b)) for c, d in bar]]
    width = scale * (2 * WALL if is_bar else _LINE)
    for style in (
        scene.Paint(stroke="#fff", width=round(width + scale * _OUTLINE, 3)),
        scene.Paint("", look.color, width, look.dashes),
    ):
        if role in _RINGED or (role is Role.KNOWN and is_cell):
            radius = _RING if role in _RINGED else _CIRCLE
            yield scene.Circles("mark", style, [place], round(radius * scale, 3))
        else:
            yield scene.Paths("mark", style, paths, closed=len(paths[0]) > 2)
    if role in (Role.FAILS, Role.WRONG) and is_cell:
        corner = [((x + 0.55 * scale, y - 0.43 * scale), "!")]
        style = scene.Paint(look.color)
        yield scene.Texts("mark", style, corner, 0.8 * scale, bold=True)


def _legend(roles: Sequence[Role], left: float, top: float) -> Iterator[scene.Shape]:
    meanings: list[tuple[grid.Place, str]] = []
    for row, role in enumerate(roles):
        middle = top + row * _ROW + 0.5
        is_edge = role in EDGES and role is not Role.WRONG
        at = grid.Point(2, 1) if is_edge else grid.cell_at(0, 0)
        place = (left + 1.0, middle)
        yield from _shapes(Mark(at, role), place, 0.5)
        if role in _RINGED:
            rim = scene.Paint("#fff", DARK, RIM / 2)
            yield scene.Circles("dot", rim, [place], _DOT / 2)
        if role is Role.SUPPOSED:
            color = scene.Paint(STYLES[role].color)
            yield scene.Texts("mark", color, [(place, "a?")], 0.4, bold=True)
        meanings.append(((left + _INDENT, middle), STYLES[role].meaning))
    if meanings:
        yield scene.Texts("legend", _INK, meanings, 0.7, anchor="start")
