"""A position as TikZ; its coordinates are the points of the doubled grid."""

from collections.abc import Iterable, Iterator
from itertools import islice

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.drawing.caption import caption
from galaxies_asp.drawing.palette import DARK, MISSING, Shading
from galaxies_asp.drawing.shapes import (
    DOT,
    RIM,
    THIN,
    WALL,
    Line,
    PictureParts,
    picture_parts,
    summary,
)

_CELL = 0.7  # centimeters
_LONGEST = 400.0  # TeX's lengths end at 575 centimeters
_AT_ONCE = 100  # in one path, which TeX holds in memory
_HEAD = "\\documentclass[tikz,border=1pt]{standalone}\n\\begin{document}"
_TAIL = "\\end{document}"


def tikz(
    position: Position,
    standalone: bool = True,
    *,
    cell: float = _CELL,
    shading: Shading = "colors",
) -> str:
    r"""Draw the position as TikZ, with the look of `svg`.

    Parameters
    ----------
    position
        What to draw.
    standalone
        Whether to return a whole document; otherwise it is for \input in a document
        that loads the package tikz.
    cell
        The size of a cell in centimeters; less where TeX could not hold the picture.
    shading
        How the regions are filled; see `coloring.Shading`.
    """
    puzzle = position.puzzle
    unit = min(cell, _LONGEST / max(puzzle.width, puzzle.height)) / 2
    comment = [f"% {_one_line(puzzle.name)}"] if puzzle.name else []
    comment.append(f"% {summary(position)}")
    picture = [
        f"\\begin{{tikzpicture}}[x={unit:.4g}cm,y=-{unit:.4g}cm]",
        *_picture(picture_parts(position, shading), unit),
        *_caption(puzzle),
        "\\end{tikzpicture}",
    ]
    if standalone:
        picture = [_HEAD, *picture, _TAIL]
    return "\n".join([*comment, *picture]) + "\n"


def _caption(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.variants:
        where = f"(0,{2 * puzzle.height})"
        words = f"{{{caption(puzzle)}}};"
        yield f"\\node[anchor=north west,inner sep=2pt] at {where} {words}"


def _picture(parts: PictureParts, unit: float) -> Iterator[str]:
    yield _color("galaxiesline", DARK)
    yield _color("galaxiesmissing", MISSING)
    yield from _paths("\\fill[galaxiesmissing]", map(_box, parts.holes))
    for number, (fill, boxes) in enumerate(parts.fills.items()):
        yield _color(f"galaxies{number}", fill)
        yield from _paths(f"\\fill[galaxies{number}]", map(_box, boxes))
    thin = f"\\draw[galaxiesline!35,line width={THIN * unit:.4g}cm]"
    yield from _paths(thin, map(_stroke, parts.thin))
    wall = f"\\draw[galaxiesline,line width={WALL * unit:.4g}cm,line cap=round]"
    yield from _paths(wall, map(_stroke, parts.walls))
    for dots, fill in ((parts.white, "white"), (parts.black, "galaxiesline")):
        style = f"\\filldraw[draw=galaxiesline,fill={fill},"
        style += f"line width={RIM * unit:.4g}cm]"
        yield from _paths(style, map(_circle, dots))


def _color(name: str, web: str) -> str:
    return f"\\definecolor{{{name}}}{{HTML}}{{{web[1:].upper()}}}"


def _paths(command: str, parts: Iterable[str]) -> Iterator[str]:
    """Yield the command with the parts, split into paths that TeX can hold."""
    rest = iter(parts)
    while some := list(islice(rest, _AT_ONCE)):
        yield command
        yield from (f"  {part}" for part in some[:-1])
        yield f"  {some[-1]};"


def _box(box: Line) -> str:
    x, y, across, down = box
    return f"({x},{y}) rectangle ({x + across},{y + down})"


def _stroke(line: Line) -> str:
    x, y, across, down = line
    return f"({x},{y}) -- ({x + across},{y + down})"


def _circle(dot: Point) -> str:
    return f"({dot.x},{dot.y}) circle[radius={DOT}]"


def _one_line(text: str) -> str:
    """Return the text without line breaks and other control characters."""
    return "".join(c if c.isprintable() else " " for c in text)
