"""A board with rulers, names of dots and cells, marks and a legend, as SVG."""

from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape

from galaxies_asp.board.grid import Point, dot_name, edge_ends, is_cell, is_edge
from galaxies_asp.board.puzzle import NO_DOT, Position
from galaxies_asp.drawing.marks import STYLES, Mark, Role, legend, visible
from galaxies_asp.drawing.palette import DARK
from galaxies_asp.drawing.shapes import RIM, WALL, picture_parts, summary
from galaxies_asp.drawing.svg import CELL, board_shapes, clean

_MARGIN = 1.2
"""The width of the rulers, where a cell is 2 wide."""
_DOT = 0.5
_RING, _SQUARE, _LINE = 0.74, 0.8, 0.16
_ROW, _INDENT = 1.1, 2.2
"""The height of a line of the legend, and where its text begins."""
_LETTER = 0.4
"""The width of a letter of the legend, as a rule."""

_DASHES = {
    Role.COVER: ".3",
    Role.USED: ".3",
    Role.SUPPOSED: ".12 .2",
    Role.RIVAL: ".2",
    Role.OPEN: ".3",
}


def labeled_svg(
    position: Position,
    marks: Iterable[Mark] = (),
    *,
    colors: Sequence[int] | None = None,
    title: str = "",
    cell: float = CELL,
) -> str:
    """Draw the position with names, marks and the legend of these marks.

    Parameters
    ----------
    colors
        The color of each dot's region; by default neighbors get different ones.
    title
        What the picture shows, for screen readers.
    """
    puzzle, parts = position.puzzle, picture_parts(position, of_dots=colors)
    shown = visible(marks)
    rows = legend(shown)
    longest = max((len(text) for _, text in rows), default=0)
    right = max(2 * puzzle.width + 0.3, _INDENT + _LETTER * longest - _MARGIN)
    bottom = 2 * puzzle.height + 0.3 + _ROW * len(rows) + (0.7 if rows else 0)
    width, height = right + _MARGIN, bottom + _MARGIN
    texts = {mark.at: mark.text for mark in shown if mark.text}
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_MARGIN} {-_MARGIN} '
            f'{width:g} {height:g}" width="{width * cell / 2:g}" '
            f'height="{height * cell / 2:g}" role="img" font-family="sans-serif">',
            f"<title>{escape(clean(title or puzzle.name or 'Galaxies'))}</title>",
            f"<desc>{escape(summary(position))}</desc>",
            f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="{width:g}" '
            f'height="{height:g}" fill="#fff"/>',
            *_rulers(position),
            *board_shapes(parts),
            *(shape for mark in reversed(shown) for shape in _shape(mark)),
            *_letters(position, texts),
            *_dots(position),
            *_legend([role for role, _ in rows], 2 * puzzle.height + 1.0),
            "</svg>\n",
        )
    )


def _rulers(position: Position) -> Iterator[str]:
    puzzle = position.puzzle
    yield f'<g font-size=".6" fill="{DARK}" text-anchor="middle">'
    for column in range(puzzle.width):
        yield f'<text x="{2 * column + 1}" y="-.35">c{column + 1}</text>'
    for row in range(puzzle.height):
        yield f'<text x="-.65" y="{2 * row + 1.2:g}">r{row + 1}</text>'
    yield "</g>"


def _letters(position: Position, texts: dict[Point, str]) -> Iterator[str]:
    """Yield the letters of the cells whose dot is known, and the texts of marks."""
    dots = set(position.puzzle.centers)
    size = 0.8 if len(position.puzzle.centers) <= 26 else 0.65
    yield f'<g font-size="{size}" fill="{DARK}" text-anchor="middle">'
    for cell in position.puzzle.cells():
        label = NO_DOT
        if position.labels is not None:
            label = int(position.labels[cell.y // 2, cell.x // 2])
        text = texts.get(cell, "")
        if label != NO_DOT and cell not in dots:
            text = text or dot_name(label).lower()
        if text:
            bold = f' fill="{STYLES[Role.SUPPOSED].color}" font-weight="bold"'
            yield (
                f'<text x="{cell.x}" y="{cell.y + 0.28:g}"'
                f"{bold if cell in texts else ''}>{escape(text)}</text>"
            )
    yield "</g>"


def _dots(position: Position) -> Iterator[str]:
    """Yield the dots with their names in them."""
    puzzle = position.puzzle
    yield f'<g stroke="{DARK}" stroke-width="{RIM / 2}" text-anchor="middle">'
    for dot, center in enumerate(puzzle.centers):
        fill, ink = ("#fff", DARK)
        if center in puzzle.black:
            fill, ink = ink, fill
        name = dot_name(dot)
        size = 0.7 if len(name) == 1 else 0.5
        yield f'<circle cx="{center.x}" cy="{center.y}" r="{_DOT}" fill="{fill}"/>'
        yield (
            f'<text x="{center.x}" y="{center.y + 0.36 * size:.2f}" font-size="{size}" '
            f'font-weight="bold" fill="{ink}" stroke="none">{name}</text>'
        )
    yield "</g>"


def _shape(mark: Mark) -> Iterator[str]:
    """Yield the shape of a mark; with a white outline, visible on any color."""
    (x, y), role = mark.at, mark.role
    if role is Role.BLOCKED:
        path = f"M{x - 0.6:g} {y - 0.6:g}l1.2 1.2m0-1.2l-1.2 1.2"
    elif role in (Role.DOT, Role.RIVAL) or (role is Role.KNOWN and is_cell(mark.at)):
        path = f"M{x - _RING:g} {y}a{_RING} {_RING} 0 1 0 {2 * _RING:g} 0"
        path += f"a{_RING} {_RING} 0 1 0 {-2 * _RING:g} 0"
    elif is_edge(mark.at):
        (from_x, from_y), (to_x, to_y) = edge_ends(mark.at)
        path = f"M{from_x} {from_y}L{to_x} {to_y}"
    else:
        path = f"M{x - _SQUARE:g} {y - _SQUARE:g}h{2 * _SQUARE}v{2 * _SQUARE}"
        path += f"h{-2 * _SQUARE}z"
    line = 2 * WALL if "L" in path else _LINE
    dashes = _DASHES.get(role, "")
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    yield f'<path fill="none" stroke="#fff" stroke-width="{2 * line:g}" d="{path}"/>'
    yield (
        f'<path fill="none" stroke="{STYLES[role].color}" stroke-width="{line:g}" '
        f'd="{path}"{dashed}/>'
    )
    if role in (Role.FAILS, Role.WRONG) and is_cell(mark.at):
        yield (
            f'<text x="{x + 0.55:g}" y="{y - 0.15:g}" font-size=".8" '
            f'font-weight="bold" text-anchor="middle" '
            f'fill="{STYLES[role].color}">!</text>'
        )


def _legend(roles: Sequence[Role], top: float) -> Iterator[str]:
    yield f'<g font-size=".7" fill="{DARK}">'
    for row, role in enumerate(roles):
        y = top + row * _ROW
        yield f'<g transform="translate(.5 {y:g}) scale(.5)">'
        edges = (Role.WALL, Role.OPEN, Role.USED_WALL)
        place = Point(2, 1) if role in edges else Point(1, 1)
        yield from _shape(Mark(place, role))
        if role in (Role.DOT, Role.RIVAL):
            yield (
                f'<circle cx="1" cy="1" r="{_DOT}" fill="#fff" stroke="{DARK}" '
                f'stroke-width="{RIM}"/>'
            )
        if role is Role.SUPPOSED:
            yield (
                '<text x="1" y="1.3" font-size=".8" font-weight="bold" '
                f'text-anchor="middle" fill="{STYLES[role].color}">a?</text>'
            )
        yield "</g>"
        yield f'<text x="{_INDENT}" y="{y + 0.75:g}">{STYLES[role].meaning}</text>'
    yield "</g>"
