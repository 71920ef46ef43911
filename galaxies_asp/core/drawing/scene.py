"""A scene: the shapes of a picture with their roles, which painters draw.

A scene is made once, from a position or by a family of puzzles. `svg.paint` draws it as
a picture, `boxes.characters` its lines and texts as characters.
A place is a pair (x, y) in the units of the scene, with y growing downwards; for boards
of square cells these are the points of the doubled grid, where a cell is 2 wide. Boards
on other lattices are `projected`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Literal, NamedTuple, Self

from galaxies_asp.core.board.grid import SQUARE, Lattice, Point
from galaxies_asp.core.board.grid import Place as Place

Span = tuple[int, int, int, int]
"""The left upper end of a rectangle, or of a line, its width and its height."""

_OfPuzzle = Literal["ground", "hole", "cell", "grid", "wall", "path", "dot", "clue"]
_Beside = Literal["mark", "fault", "label", "ruler", "caption", "legend"]
Role = Literal[_OfPuzzle, "cross", _Beside]
"""What a shape stands for."""


class Paint(NamedTuple):
    """How a shape is painted."""

    fill: str = ""
    stroke: str = ""
    """`#rrggbb`; nothing is painted if empty."""
    width: float = 0.0
    """The width of the line in the units of the scene."""
    dashes: str = ""
    """The lengths of dashes and gaps, separated by spaces; empty for a solid line."""
    opacity: float = 1.0
    """From 0 to 1."""
    rounded: bool = False
    """Whether the ends of lines are round."""


@dataclass(frozen=True)
class Shape:
    """A part of a picture."""

    role: Role
    style: Paint


@dataclass(frozen=True)
class Cells(Shape):
    """Filled cells, given by their points of the doubled grid."""

    points: Iterable[tuple[int, int]]

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Few rectangles that cover square cells."""
        rows: dict[int, set[tuple[int, int]]] = {}
        for y, start, stop in _runs((y, x) for x, y in self.points):
            rows.setdefault(y - 1, set()).add((start - 1, stop - 1))
        return tuple(_stacked(rows))


@dataclass(frozen=True)
class Edges(Shape):
    """Edges of cells, given by their points of the doubled grid."""

    points: Iterable[tuple[int, int]]

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Few lines that cover edges of square cells."""
        level = _runs((y, x) for x, y in self.points if x % 2)
        upright = _runs((x, y) for x, y in self.points if y % 2)
        return (
            *((first - 1, y, stop - first, 0) for y, first, stop in level),
            *((x, first - 1, 0, stop - first) for x, first, stop in upright),
        )


@dataclass(frozen=True)
class Circles(Shape):
    """Circles around places."""

    places: Iterable[Place]
    radius: float


@dataclass(frozen=True)
class Paths(Shape):
    """Lines from place to place; closed ones are polygons."""

    paths: Iterable[Iterable[Place]]
    closed: bool = False


@dataclass(frozen=True)
class Texts(Shape):
    """Texts with their middles, or their left ends, at places."""

    texts: Iterable[tuple[Place, str]]
    size: float = 0.8
    """The height of the letters in the units of the scene; their color is the fill."""
    bold: bool = False
    anchor: Literal["middle", "start"] = "middle"


class Box(NamedTuple):
    """The part of the plane that a picture shows."""

    left: float
    top: float
    width: float
    height: float

    def widened(
        self, left: float, right: float | None = None, below: float | None = None
    ) -> Self:
        """Return the box with a margin at the left and the top, at the right, below.

        The margins are as wide as the one at the left if they are not given.
        """
        return self._replace(
            left=self.left - left,
            top=self.top - left,
            width=self.width + left + (left if right is None else right),
            height=self.height + left + (left if below is None else below),
        )


@dataclass(frozen=True)
class Scene:
    """A picture."""

    shapes: tuple[Shape, ...]
    """The lowest first."""
    box: Box
    title: str = ""
    summary: str = ""
    """What the picture shows, for the readers of a page and for screen readers."""
    background: str = ""
    """The color of the picture under all shapes; transparent if empty."""
    puzzle: str = ""
    """The board as a line of JSON, which the file of the picture holds."""


def projected(shapes: Iterable[Shape], lattice: Lattice) -> Iterator[Shape]:
    """Yield shapes in the coordinates of a lattice as they lie in a picture."""
    if lattice == SQUARE:
        yield from shapes
        return
    place = lattice.place
    for shape in shapes:
        match shape:
            case Circles():
                yield replace(shape, places=[*map(place, shape.places)])
            case Texts():
                texts = [(place(at), text) for at, text in shape.texts]
                yield replace(shape, texts=texts)
            case Paths():
                lines = [[*map(place, path)] for path in shape.paths]
                yield replace(shape, paths=lines)
            case Cells():
                lines = [[*map(place, lattice.polygon(at))] for at in shape.points]
                yield Paths(shape.role, shape.style, lines, closed=True)
            case Edges():
                ends = (lattice.segment(Point(*at)) for at in shape.points)
                lines = [[*map(place, pair)] for pair in ends]
                yield Paths(shape.role, shape.style, lines)


def of_text(text: str) -> Scene:
    """Return the picture of a text, in which all characters are equally wide."""
    lines = text.rstrip("\n").split("\n")
    characters = [
        ((column + 0.5, 2 * row + 1.0), character)
        for row, line in enumerate(lines)
        for column, character in enumerate(line)
        if character != " "
    ]
    shape = Texts("label", Paint("#000000"), characters, 1.6)
    box = Box(0.0, 0.0, float(max(map(len, lines))), 2.0 * len(lines))
    return Scene((shape,), box, background="#ffffff")


def _runs(places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield the stretches of places in steps of 2 on a line: line, begin, end."""
    ordered = enumerate(sorted(places))
    for _, group in groupby(
        ordered, lambda pair: (pair[1][0], pair[1][1] - 2 * pair[0])
    ):
        run = [place for _, place in group]
        yield *run[0], run[-1][1] + 2


def _stacked(rows: dict[int, set[tuple[int, int]]]) -> Iterator[Span]:
    """Yield the runs of all rows; equal ones below each other are one rectangle."""
    open_since: dict[tuple[int, int], int] = {}
    for y in range(min(rows, default=0), max(rows, default=-2) + 4, 2):
        now = rows.get(y, set())
        for start, stop in [run for run in open_since if run not in now]:
            first = open_since.pop((start, stop))
            yield (start, first, stop - start, y - first)
        for run in sorted(now):
            open_since.setdefault(run, y)
