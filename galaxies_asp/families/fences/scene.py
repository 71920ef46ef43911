"""Boards of fences and a loop as scenes, with colored sectors, and the symmetries.

Neighboring cells are 2 apart.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from galaxies_asp.drawing.scene import (
    Box,
    Circles,
    Paths,
    Place,
    Scene,
    Shape,
    Style,
    Texts,
)
from galaxies_asp.families.fences.lattice import HEXAGONAL, Cell, Lattice
from galaxies_asp.families.fences.notation import Position, puzzle_of
from galaxies_asp.families.fences.puzzle import Attempt, FencePuzzle
from galaxies_asp.families.fences.symmetry import Symmetry, symmetries

TINTS = ("#d9c2ec", "#c3dbf5", "#f7f0b8", "#fbd9b5", "#f6c0bd", "#c8e6c0")
"""One for each color; clockwise from the north-west."""
DARK, LOOP, FENCE, SYMMETRY = "#22242a", "#1d4fa3", "#7a4a1f", "#c2187a"

_MARGIN = 1.6


def scene(position: Position) -> Scene:
    """Draw a board; if a loop is drawn on it, with its symmetries."""
    puzzle = puzzle_of(position)
    places = [place(puzzle.lattice, at) for at in puzzle.lattice.cells(puzzle.side)]
    left, top = (min(place[axis] for place in places) - _MARGIN for axis in (0, 1))
    right, bottom = (max(place[axis] for place in places) + _MARGIN for axis in (0, 1))
    drawn = _drawn(position) if isinstance(position, Attempt) else ()
    return Scene(
        (*_cells(puzzle), *drawn, *_posts(puzzle)),
        Box(left, top, right - left, bottom - top),
        puzzle.name or f"Fences on a board of side {puzzle.side}",
        _summary(position),
        "#ffffff",
    )


def _summary(position: Position) -> str:
    puzzle = puzzle_of(position)
    posts = len(puzzle.posts)
    text = f"A {puzzle.lattice.name} board of side {puzzle.side}; posts: {posts}"
    if isinstance(position, Attempt):
        text += f"; fences: {len(position.fences)}; "
        text += f"a loop through {len(position.loop)} cells"
    return text + "."


def place(lattice: Lattice, point: Cell | tuple[Fraction, Fraction]) -> Place:
    """Return where a point is drawn."""
    x, y = 2 * float(point[0]), 2 * float(point[1])
    return (x + y / 2, y * math.sqrt(3) / 2) if lattice is HEXAGONAL else (x, y)


def _outline(lattice: Lattice) -> list[Place]:
    """Return the corners of the cell (0, 0)."""
    sides = len(lattice.vectors)
    radius = 1 / math.cos(math.pi / sides)
    first = math.pi / 2 if lattice is HEXAGONAL else math.pi / 4
    angles = [first + 2 * math.pi * corner / sides for corner in range(sides)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def _cells(puzzle: FencePuzzle) -> Iterator[Shape]:
    lattice = puzzle.lattice
    corners = _outline(lattice)
    outlines: dict[int | None, list[list[Place]]] = {}
    for cell in lattice.cells(puzzle.side):
        x, y = place(lattice, cell)
        outline = [(x + dx, y + dy) for dx, dy in corners]
        outlines.setdefault(lattice.color(cell), []).append(outline)
    for color, cells in outlines.items():
        fill = "#ffffff" if color is None else TINTS[color]
        yield Paths("cell", Style(fill), cells, closed=True)
    lines = [outline for cells in outlines.values() for outline in cells]
    yield Paths("grid", Style("", DARK, 0.06, opacity=0.35), lines, closed=True)


def _drawn(attempt: Attempt) -> Iterator[Shape]:
    lattice = attempt.puzzle.lattice
    maps = symmetries(lattice, attempt.loop)
    axes = [
        _axis(attempt.puzzle, symmetry)
        for symmetry in maps
        if symmetry.kind == "reflection"
    ]
    yield Paths("mark", Style("", SYMMETRY, 0.14, "0.5 0.36"), axes)
    fences = [
        [place(lattice, cell) for cell in (fence.post, *attempt.fence_cells(fence))]
        for fence in attempt.fences
    ]
    yield Paths("wall", Style("", FENCE, 0.32, rounded=True), fences)
    yield Circles("wall", Style(FENCE), [places[-1] for places in fences], 0.26)
    links = [[place(lattice, cell) for cell in link] for link in attempt.lines()]
    yield Paths("path", Style("", LOOP, 0.4, rounded=True), links)
    centers = [
        place(lattice, symmetry.center())
        for symmetry in maps
        if symmetry.kind == "rotation"
    ]
    yield Circles("mark", Style("#ffffff", SYMMETRY, 0.16), centers, 0.32)


def _axis(puzzle: FencePuzzle, symmetry: Symmetry) -> Sequence[Place]:
    """Return the axis of a reflection as far as it runs over the board."""
    x, y = place(puzzle.lattice, symmetry.center())
    along_x, along_y = place(puzzle.lattice, symmetry.axis())
    length = math.hypot(along_x, along_y)

    def at(distance: float) -> Place:
        return x + distance / length * along_x, y + distance / length * along_y

    ends = []
    for step in (-0.5, 0.5):
        steps = 0
        while _is_over(puzzle, at((steps + 1) * step)):
            steps += 1
        ends.append(at(steps * step))
    return ends


def _is_over(puzzle: FencePuzzle, place: Place) -> bool:
    """Tell whether a place of the picture is over the board, or close beside it."""
    x, y = place[0] / 2, place[1] / 2
    diagonal = 0.0
    if puzzle.lattice is HEXAGONAL:
        y *= 2 / math.sqrt(3)
        x -= y / 2
        diagonal = x + y
    return max(abs(x), abs(y), abs(diagonal)) <= puzzle.side + 0.5


def _posts(puzzle: FencePuzzle) -> Iterator[Shape]:
    places = [place(puzzle.lattice, post.cell) for post in puzzle.posts]
    numbers = [str(post.number) for post in puzzle.posts]
    yield Circles("clue", Style("#ffffff", DARK, 0.1), places, 0.72)
    texts = list(zip(places, numbers, strict=True))
    yield Texts("clue", Style(DARK), texts, 0.84, bold=True)
