"""A board for people to read beside sentences: every dot and cell has its name.

          c1  c2  c3
        ┏━━━┯━━━┯━━━┓
     r1 ┃ a ┆ A ┆[a]┃
        ┗━━━┷━━━┷━━━┛

The lower case of the name of a dot fills the cells that are known to belong to it. A
printed cell is wide enough for the name of each dot and a mark around it.
"""

from collections.abc import Iterable, Iterator, Sequence

from galaxies_asp.board import grid
from galaxies_asp.board.puzzle import NO_DOT, Position, Puzzle
from galaxies_asp.drawing import scene
from galaxies_asp.drawing.boxes import INKED, characters, honeycomb_of, lines_of
from galaxies_asp.drawing.marks import (
    EDGES,
    STYLES,
    Mark,
    Role,
    legend,
    legend_text,
    visible,
)
from galaxies_asp.drawing.palette import DARK
from galaxies_asp.drawing.position import RIM, WALL, board_shapes, extent_of, summary
from galaxies_asp.drawing.text import painted

_SPACES = 3
"""The columns of a cell beside the name of a dot: its edge, and two for a mark."""
_MARGIN = 1.2
"""The width of the rulers, where a cell is 2 wide."""
_DOT = 0.5
_RING, _SQUARE, _LINE = 0.74, 0.8, 0.16
_ROW, _INDENT = 1.1, 2.2
"""The height of a line of the legend, and where its text begins."""
_LETTER = 0.4
"""The width of a letter of the legend, as a rule."""

_INK = scene.Style(DARK)
_RINGED = (Role.DOT, Role.RIVAL)


def labeled_text(
    position: Position,
    marks: Iterable[Mark] = (),
    *,
    colors: Sequence[int] | None = None,
) -> str:
    """Return the position with rulers, names, marks and their legend.

    Parameters
    ----------
    colors
        The color of each dot's region; None for a drawing without colors.
    """
    puzzle, shown = position.puzzle, visible(marks)
    sheet = _Sheet(puzzle)
    shapes, names = [*lines_of(position)], _names(position)

    def around(mark: Mark) -> str:
        """Return a mark around the name at its point."""
        if puzzle.lattice.is_edge(mark.at) and mark.role in EDGES:
            level, upright = EDGES[mark.role]
            is_upright = mark.at.y % 2
            return upright if is_upright else level * sheet.letters_of_edges
        style = STYLES[mark.role]
        name = mark.text or names.get(mark.at) or " "
        if name == " " and not grid.is_cell(mark.at):
            name = sheet.lines(shapes)[mark.at.y][sheet.column(mark.at)]
        return style.before + name + style.after

    texts = [*names.items(), *((mark.at, around(mark)) for mark in shown)]
    lines = sheet.lines([*shapes, scene.Texts("label", INKED, texts)])
    if colors is not None:
        lines = painted(lines, position, colors, sheet.pitch)
    margin = len(f"r{puzzle.height} ")
    text = f"{' ' * margin}{sheet.ruler()}".rstrip()
    for y, line in enumerate(lines):
        head = f"r{y // 2 + 1} " if y % 2 else ""
        text += f"\n{head:>{margin}}{line}"
    return f"{text}\n{legend_text(shown)}"


class _Sheet:
    """The characters of a board whose cells have room for a name and a mark.

    Attributes
    ----------
    pitch
        The number of columns of a cell with one of its upright edges.
    letters_of_edges
        The number of characters on an edge that is not upright.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.pitch = _SPACES + len(grid.dot_name(max(len(puzzle.centers) - 1, 0)))
        self._honeycomb = None
        self.letters_of_edges = self.pitch - 1
        if puzzle.lattice != grid.SQUARE:
            self._honeycomb = honeycomb_of(puzzle, self.pitch - 1)
            self.letters_of_edges = 1

    def column(self, point: grid.Point) -> int:
        """Return the column of the middle of a point."""
        if self._honeycomb is not None:
            return self._honeycomb.column(point)
        return point.x * self.pitch // 2

    def lines(self, shapes: Iterable[scene.Shape]) -> list[str]:
        """Return shapes as characters."""
        puzzle = self._puzzle
        if self._honeycomb is not None:
            names = [(at, name) for at, name in _columns(puzzle) if at.y > 0]
            return self._honeycomb.draw([*shapes, scene.Texts("ruler", INKED, names)])
        return characters(shapes, puzzle.width, puzzle.height, pitch=self.pitch)

    def ruler(self) -> str:
        """Return the names of the columns above the board."""
        if self._honeycomb is None:
            names = (f"c{column + 1}" for column in range(self._puzzle.width))
            return " " + "".join(f"{name:^{self.pitch}}" for name in names)
        ruler = ""
        for at, name in _columns(self._puzzle):
            if at.y < 0:
                ruler = ruler.ljust(self._honeycomb.column(at)) + name
        return ruler


def _columns(puzzle: Puzzle) -> Iterator[tuple[grid.Point, str]]:
    """Yield the names of the columns, two lines above the first cell of each."""
    top: dict[int, int] = {}
    for x, y in puzzle.cells():
        top.setdefault(x, y)
    for x, y in sorted(top.items()):
        yield grid.Point(x, y - 2), f"c{x // 2 + 1}"


def _names(position: Position) -> dict[grid.Point, str]:
    """Return the names of the dots, and what stands in the cells that are known."""
    centers = position.puzzle.centers
    capitals = list(map(grid.dot_name, range(len(centers))))
    letters = [name.lower() for name in capitals]
    names = dict(zip(centers, capitals, strict=True))
    for row, dots in enumerate(position.rows() or ()):
        for column, dot in enumerate(dots):
            if dot != NO_DOT:
                names.setdefault(grid.cell_at(column, row), letters[dot])
    return names


def labeled_scene(
    position: Position,
    marks: Iterable[Mark] = (),
    *,
    colors: Sequence[int] | None = None,
    title: str = "",
) -> scene.Scene:
    """Return the position with names, marks and the legend of these marks.

    Parameters
    ----------
    colors
        The color of each dot's region; by default `coloring.region_colors`.
    title
        What the picture shows, for screen readers.
    """
    puzzle, shown = position.puzzle, visible(marks)
    roles = [role for role, _ in legend(shown)]
    longest = max((len(STYLES[role].meaning) for role in roles), default=0)
    left, top, width, height = extent_of(puzzle)
    width += 0.3 if puzzle.lattice == grid.SQUARE else _MARGIN
    width = max(width, _INDENT + _LETTER * longest - _MARGIN)
    more = 0.3 + _ROW * len(roles) + (0.7 if roles else 0)
    board = (
        *rulers(position),
        *board_shapes(position, "colors", colors),
        *mark_shapes(shown, puzzle.lattice),
        *_letters(position, shown),
        *named_dots(position),
    )
    return scene.Scene(
        (
            *scene.projected(board, puzzle.lattice),
            *_legend(roles, left, top + height + 1.0),
        ),
        scene.Box(
            left - _MARGIN, top - _MARGIN, width + _MARGIN, height + more + _MARGIN
        ),
        title or puzzle.name or "Galaxies",
        summary(position),
        background="#fff",
    )


def mark_shapes(marks: Sequence[Mark], lattice: grid.Lattice) -> Iterator[scene.Shape]:
    """Yield the shapes of marks, the first mark above the others."""
    for mark in reversed(marks):
        yield from _shapes(mark, lattice=lattice)


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


def _letters(position: Position, marks: Sequence[Mark]) -> Iterator[scene.Shape]:
    """Yield the letters of the cells whose dot is known, and the texts of marks."""
    size = 0.8 if len(position.puzzle.centers) <= 26 else 0.65
    texts = {mark.at: mark.text for mark in marks if mark.text}
    hidden = {*texts, *position.puzzle.centers}
    names = _names(position).items()
    letters = [(cell, name) for cell, name in names if cell not in hidden]
    yield scene.Texts("label", _INK, letters, size)
    supposed = scene.Style(STYLES[Role.SUPPOSED].color)
    yield scene.Texts("mark", supposed, list(texts.items()), size, bold=True)


def named_dots(position: Position) -> Iterator[scene.Shape]:
    """Yield the dots with their names in them."""
    puzzle = position.puzzle
    for is_black in (False, True):
        fill, ink = (DARK, "#fff") if is_black else ("#fff", DARK)
        dots = [
            (center, grid.dot_name(dot))
            for dot, center in enumerate(puzzle.centers)
            if (center in puzzle.black) is is_black
        ]
        if dots:
            places = [center for center, _ in dots]
            yield scene.Circles("dot", scene.Style(fill, DARK, RIM / 2), places, _DOT)
        for length, size in ((1, 0.7), (2, 0.5)):
            names = [(at, name) for at, name in dots if min(len(name), 2) == length]
            if names:
                yield scene.Texts("dot", scene.Style(ink), names, size, bold=True)


def _shapes(
    mark: Mark,
    place: grid.Place | None = None,
    scale: float = 1,
    lattice: grid.Lattice = grid.SQUARE,
) -> Iterator[scene.Shape]:
    """Yield the shapes of a mark; with a white outline, visible on any color.

    Parameters
    ----------
    place, scale
        Where it is drawn, and its size, in the legend.
    """
    x, y = place or mark.at
    role, color, is_bar = mark.role, STYLES[mark.role].color, lattice.is_edge(mark.at)
    is_bar = is_bar and role not in (Role.BLOCKED, *_RINGED)
    width = scale * (2 * WALL if is_bar else _LINE)
    for style in (
        scene.Style(stroke="#fff", width=2 * width),
        scene.Style("", color, width, STYLES[role].dashes),
    ):
        if role in _RINGED or (role is Role.KNOWN and grid.is_cell(mark.at)):
            yield scene.Circles("mark", style, [(x, y)], round(_RING * scale, 3))
            continue
        paths = [lattice.polygon((x, y), scale * _SQUARE)]
        if role is Role.BLOCKED:
            corners = lattice.polygon((x, y), scale * 0.6)
            half = len(corners) // 2
            paths = [(corners[i], corners[i + half]) for i in (half - 2, half - 1)]
        elif is_bar:
            middle_x, middle_y = mark.at
            paths = [
                tuple(
                    (x + scale * (a - middle_x), y + scale * (b - middle_y))
                    for a, b in lattice.segment(mark.at)
                )
            ]
        yield scene.Paths("mark", style, paths, closed=len(paths[0]) > 2)
    if role in (Role.FAILS, Role.WRONG) and grid.is_cell(mark.at):
        corner = (x + 0.55 * scale, y - 0.43 * scale)
        yield scene.Texts(
            "mark", scene.Style(color), [(corner, "!")], 0.8 * scale, bold=True
        )


def _legend(roles: Sequence[Role], left: float, top: float) -> Iterator[scene.Shape]:
    meanings: list[tuple[grid.Place, str]] = []
    for row, role in enumerate(roles):
        middle = top + row * _ROW + 0.5
        edges = (Role.WALL, Role.OPEN, Role.USED_WALL)
        at = grid.Point(2, 1) if role in edges else grid.cell_at(0, 0)
        place = (left + 1.0, middle)
        yield from _shapes(Mark(at, role), place, 0.5)
        if role in _RINGED:
            yield scene.Circles(
                "dot", scene.Style("#fff", DARK, RIM / 2), [place], _DOT / 2
            )
        if role is Role.SUPPOSED:
            color = scene.Style(STYLES[role].color)
            yield scene.Texts("mark", color, [(place, "a?")], 0.4, bold=True)
        meanings.append(((left + _INDENT, middle), STYLES[role].meaning))
    if meanings:
        yield scene.Texts("legend", _INK, meanings, 0.7, anchor="start")
