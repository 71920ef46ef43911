"""Boards of fences and a loop as SVG, with colored sectors, and the symmetries."""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from xml.sax.saxutils import escape

from galaxies_asp.drawing.svg import clean
from galaxies_asp.families.fences.lattice import HEXAGONAL, Cell, Lattice
from galaxies_asp.families.fences.notation import Position, puzzle_of
from galaxies_asp.families.fences.puzzle import Attempt, FencePuzzle
from galaxies_asp.families.fences.symmetry import Symmetry, symmetries

TINTS = ("#d9c2ec", "#c3dbf5", "#f7f0b8", "#fbd9b5", "#f6c0bd", "#c8e6c0")
"""One for each color; clockwise from the north-west."""
DARK, LOOP, FENCE, SYMMETRY = "#22242a", "#1d4fa3", "#7a4a1f", "#c2187a"

CELL = 36.0
"""The default distance of two neighbors in pixels."""

_MARGIN = 0.8

Place = tuple[float, float]
Exact = tuple[Fraction, Fraction]


def svg(board: Position, *, title: str | None = None, cell: float = CELL) -> str:
    """Draw a board; if a loop is drawn on it, with its symmetries.

    Parameters
    ----------
    title
        The name of the picture, which browsers show; by default the puzzle's.
    cell
        The distance of two neighbors in pixels.
    """
    puzzle = puzzle_of(board)
    lattice = puzzle.lattice
    places = [_place(lattice, at) for at in lattice.cells(puzzle.side)]
    left, top = (min(place[axis] for place in places) - _MARGIN for axis in (0, 1))
    right, bottom = (max(place[axis] for place in places) + _MARGIN for axis in (0, 1))
    width, height = right - left, bottom - top
    name = title or puzzle.name or f"Fences on a board of side {puzzle.side}"
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="{left:.3f} {top:.3f} {width:.3f} {height:.3f}" '
            f'width="{width * cell:.0f}" height="{height * cell:.0f}" role="img">',
            f"<title>{escape(clean(name))}</title>",
            f"<desc>{escape(_summary(board))}</desc>",
            f'<rect x="{left:.3f}" y="{top:.3f}" width="{width:.3f}" '
            f'height="{height:.3f}" fill="#fff"/>',
            *_cells(puzzle),
            *(_drawn(board) if isinstance(board, Attempt) else ()),
            *_posts(puzzle),
            "</svg>\n",
        )
    )


def _summary(board: Position) -> str:
    puzzle = puzzle_of(board)
    posts = len(puzzle.posts)
    text = f"A {puzzle.lattice.name} board of side {puzzle.side}; posts: {posts}"
    if isinstance(board, Attempt):
        text += f"; fences: {len(board.fences)}; a loop through {len(board.loop)} cells"
    return text + "."


def _place(lattice: Lattice, point: Cell | Exact) -> Place:
    """Return where a point is drawn; neighbors have the distance 1."""
    x, y = float(point[0]), float(point[1])
    if lattice is HEXAGONAL:
        return x + y / 2, y * math.sqrt(3) / 2
    return x, y


def _outline(lattice: Lattice) -> list[Place]:
    """Return the corners of the cell (0, 0), whose neighbors are 1 away."""
    sides = len(lattice.vectors)
    radius = 0.5 / math.cos(math.pi / sides)
    first = math.pi / 2 if lattice is HEXAGONAL else math.pi / 4
    angles = [first + 2 * math.pi * corner / sides for corner in range(sides)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def _cells(puzzle: FencePuzzle) -> Iterator[str]:
    lattice = puzzle.lattice
    corners = _outline(lattice)
    by_color: dict[int | None, list[Cell]] = {}
    for cell in lattice.cells(puzzle.side):
        by_color.setdefault(lattice.color(cell), []).append(cell)
    for color, cells in by_color.items():
        fill = "#fff" if color is None else TINTS[color]
        middles = (_place(lattice, cell) for cell in cells)
        outlines = (
            _path((x + dx, y + dy) for dx, dy in corners) + "z" for x, y in middles
        )
        yield (
            f'<path fill="{fill}" stroke="{DARK}" stroke-opacity=".35" '
            f'stroke-width=".03" d="{"".join(outlines)}"/>'
        )


def _path(places: Iterable[Place]) -> str:
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in places)


def _drawn(attempt: Attempt) -> Iterator[str]:
    lattice = attempt.puzzle.lattice
    found = symmetries(lattice, attempt.loop)
    axes = [one for one in found if one.kind == "reflection"]
    yield from (_axis(attempt.puzzle, symmetry) for symmetry in axes)
    fences = [
        [_place(lattice, cell) for cell in (fence.post, *attempt.fence_cells(fence))]
        for fence in attempt.fences
    ]
    yield _line("".join(map(_path, fences)), FENCE, 0.16)
    ends = (places[-1] for places in fences)
    yield f'<g fill="{FENCE}">{_circles(ends, 0.13)}</g>'
    if attempt.loop:
        loop = (_place(lattice, cell) for cell in attempt.loop)
        yield _line(_path(loop) + "z", LOOP, 0.2)
    centers = (_place(lattice, one.center()) for one in found if one not in axes)
    yield (
        f'<g fill="#fff" stroke="{SYMMETRY}" stroke-width=".08">'
        f"{_circles(centers, 0.16)}</g>"
    )


def _line(path: str, color: str, width: float) -> str:
    return (
        f'<path fill="none" stroke="{color}" stroke-width="{width}" '
        f'stroke-linecap="round" stroke-linejoin="round" d="{path}"/>'
    )


def _circles(places: Iterable[Place], radius: float) -> str:
    return "".join(
        f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius}"/>' for x, y in places
    )


def _axis(puzzle: FencePuzzle, symmetry: Symmetry) -> str:
    """Draw the axis of a reflection as far as it runs over the board."""
    x, y = _place(puzzle.lattice, symmetry.center())
    along_x, along_y = _place(puzzle.lattice, symmetry.axis())
    length = math.hypot(along_x, along_y)

    def at(distance: float) -> Place:
        return x + distance / length * along_x, y + distance / length * along_y

    ends = []
    for step in (-0.25, 0.25):
        steps = 0
        while _is_over(puzzle, at((steps + 1) * step)):
            steps += 1
        ends.append(at(steps * step))
    return (
        f'<path fill="none" stroke="{SYMMETRY}" stroke-width=".07" '
        f'stroke-dasharray=".25 .18" d="{_path(ends)}"/>'
    )


def _is_over(puzzle: FencePuzzle, point: Place) -> bool:
    """Tell whether a place of the picture is over the board, or close beside it."""
    x, y = point
    diagonal = 0.0
    if puzzle.lattice is HEXAGONAL:
        y *= 2 / math.sqrt(3)
        x -= y / 2
        diagonal = x + y
    return max(abs(x), abs(y), abs(diagonal)) <= puzzle.side + 0.5


def _posts(puzzle: FencePuzzle) -> Iterator[str]:
    places = [_place(puzzle.lattice, post.cell) for post in puzzle.posts]
    yield f'<g fill="#fff" stroke="{DARK}" stroke-width=".05">'
    yield _circles(places, 0.36)
    yield "</g>"
    yield (
        f'<g fill="{DARK}" font-family="sans-serif" font-size=".42" '
        'font-weight="bold" text-anchor="middle">'
    )
    for (x, y), post in zip(places, puzzle.posts, strict=True):
        yield f'<text x="{x:.3f}" y="{y + 0.15:.3f}">{post.number}</text>'
    yield "</g>"
