"""Fences and a symmetric loop on hexagons or squares: a verifier in Python.

Cells are those of `fences_lattices`, with the middle of the board at (0, 0).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import prod
from pathlib import Path
from random import Random
from runpy import run_path
from typing import Any, NamedTuple

from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.grid import Point, reachable, sides
from galaxies_asp.families.given import Board, ByName

_LATTICES = run_path(str(Path(__file__).with_name("fences_lattices.py")))
HEXAGONAL, SQUARE = _LATTICES["HEXAGONAL"], _LATTICES["SQUARE"]
symmetries = _LATTICES["symmetries"]

Cell = Point
FenceLattice = Any
"""One of `fences_lattices`."""

_MOST_POSTS = 3
"""Of random boards."""


class Drawing(NamedTuple):
    """A board with fences and lines of a loop, as pairs of neighbors."""

    lattice: FenceLattice
    side: int
    posts: dict[Cell, int]
    fences: set[frozenset[Cell]]
    lines: set[frozenset[Cell]]

    def has(self, cell: Cell) -> bool:
        """Tell whether a cell is on the board."""
        return self.lattice.distance(cell) <= self.side

    def name(self, cell: Cell) -> str:
        """Return the name of a cell: its place in its row, and the row."""
        first = -self.side - min(0, cell.y if self.lattice.slant else 0)
        return f"c{cell.x - first + 1}r{cell.y + self.side + 1}"

    def arms(self, cell: Cell) -> list[int]:
        """Return the directions in which the loop leaves a cell."""
        ways = enumerate(self.lattice.neighbors(cell))
        return [way for way, other in ways if frozenset((cell, other)) in self.lines]

    def fence(self, post: Cell, way: int) -> list[Cell]:
        """Return the cells of the fence of a post in a direction."""
        cells = [post]
        while frozenset((cells[-1], self.lattice.step(cells[-1], way))) in self.fences:
            cells.append(self.lattice.step(cells[-1], way))
        return cells[1:]

    @property
    def loop(self) -> set[Cell]:
        """The cells that lines visit."""
        return {cell for line in self.lines for cell in line}

    def around(self) -> list[Cell]:
        """Return the cells of the loop in their order; those of one loop only."""
        path, loop = [], self.loop
        ahead = [min(loop)] if loop else []
        while ahead:
            path.append(ahead[0])
            near = (self.lattice.step(path[-1], way) for way in self.arms(path[-1]))
            ahead = [cell for cell in near if cell not in path]
        return path

    @property
    def visits(self) -> Counter[int | None]:
        """How many cells of each color the loop visits."""
        return Counter(map(self.lattice.color, self.loop))

    def inside(self) -> set[Cell]:
        """Return the cells inside the loop: those not connected to the outside."""
        cells, rim = (set(self.lattice.cells(self.side + more)) for more in (0, 1))
        free = cells - self.loop

        def steps(cell: Cell) -> Iterable[Cell]:
            return free.intersection(self.lattice.neighbors(cell))

        return free - reachable(rim - cells, steps)


def cell_of(point: tuple[int, int], side: int) -> Cell:
    """Return the cell at a point of the doubled grid."""
    return Cell((point[0] - 1) // 2 - side, (point[1] - 1) // 2 - side)


def point_of(cell: Cell, side: int) -> Point:
    """Return the point of a cell."""
    return Point(2 * (cell.x + side) + 1, 2 * (cell.y + side) + 1)


class Fences(NamedTuple):
    """The functions of a family of fences on a lattice."""

    lattice: FenceLattice

    @property
    def is_enclosing(self) -> bool:
        """Whether the loop encloses a post; otherwise it visits each color."""
        return self.lattice == SQUARE

    def drawing(self, board: Board, atoms: ByName | None = None) -> Drawing:
        """Return a board with atoms."""
        side = board.one("side")
        by_row = sorted(board.post, key=lambda post: (post[0].y, post[0].x))
        posts = {cell_of(at, side): number for at, number in by_row}
        fences, lines = (
            {frozenset(cell_of(end, side) for end in sides(at)) for at in places}
            for places in ((atoms.fence, atoms.line) if atoms else ((), ()))
        )
        return Drawing(self.lattice, side, posts, fences, lines)

    def verify(self, board: Board, atoms: ByName) -> list[str]:
        """Return the rules that an answer breaks."""
        drawing = self.drawing(board, atoms)
        for name, places in (("fence", atoms.fence), ("line", atoms.line)):
            for at in places:
                ends = [cell_of(end, drawing.side) for end in sides(at)]
                is_side = len(ends) == 2 and self.lattice.direction(*ends) is not None
                if not (is_side and all(map(drawing.has, ends))):
                    return [f"{name}({at}): this is no side between two cells"]
        return [*_fences(drawing), *_loop(drawing)] or [*self._as_a_whole(drawing)]

    def _as_a_whole(self, board: Drawing) -> Iterator[str]:
        """Check what a closed loop goes around, and its symmetry."""
        if self.is_enclosing and not board.inside().intersection(board.posts):
            yield "no post is inside the loop"
        for color in () if self.is_enclosing else self.lattice.directions:
            if not board.visits[color]:
                yield f"the loop visits no cell of color {color}"
        if not symmetries(self.lattice, board.around()):
            yield "no rotation and no reflection maps the loop to itself"

    def obstacle(self, board: Board) -> str | None:
        """Return why some post alone cannot be filled; None if each one can."""
        drawing = self.drawing(board)
        free = set(self.lattice.cells(drawing.side)).difference(drawing.posts)
        for post, number in drawing.posts.items():
            ways = self.lattice.directions
            seen = sum(self.lattice.reach(post, w, free.__contains__) for w in ways)
            if seen < number:
                where = f"the post at {drawing.name(post)} has the number {number}"
                return f"{where}, but sees {seen} cells only"
        return None

    def remark(self, board: Board, atoms: ByName) -> str:
        """Return the answer of a solution, and its symmetries.

        The answer is the product of the visits of each color, or of the enclosed
        numbers.
        """
        if self.verify(board, atoms):
            return ""
        drawing = self.drawing(board, atoms)
        numbers = [drawing.visits[color] for color in self.lattice.directions]
        if self.is_enclosing:
            inside = drawing.inside()
            numbers = [n for post, n in drawing.posts.items() if post in inside]
        maps = symmetries(self.lattice, drawing.around())
        return f"answer {prod(numbers)}; {'; '.join(map(str, maps))}"

    def random_instance(self, rng: Random, cells: int) -> str:
        """Return the facts of a board with up to three posts, and about some cells."""
        side = 1
        while len([*self.lattice.cells(side + 1)]) <= cells:
            side += 1
        known = sorted(self.lattice.cells(side))
        posts = [
            f"post({point_of(cell, side)},{rng.randint(1, 3)})."
            for cell in rng.sample(known, rng.randrange(_MOST_POSTS + 1))
        ]
        return " ".join([f"side({side}).", *posts])

    def generator(self, rng: Random, size: tuple[int, int], report: Report) -> str:
        """Return the facts of a puzzle with exactly one solution."""
        return str(_beside("fences_making.py")["made"](self, rng, size, report))

    def of_fields(self, fields: Any) -> Any:
        """Return the board of an object of JSON."""
        return _beside("fences_reading.py")["of_fields"](fields)


def _beside(name: str) -> dict[str, Any]:
    """Return what a file beside this one defines; a verifier needs none of it."""
    return run_path(str(Path(__file__).with_name(name)))


def _fences(board: Drawing) -> Iterator[str]:
    """Check that fences run straight from posts, apart, and are as long as told."""
    owner = {post: post for post in board.posts}
    left = set(board.fences)
    for post, number in sorted(board.posts.items()):
        total, name = 0, board.name(post)
        for way in board.lattice.directions:
            cells = board.fence(post, way)
            total += len(cells)
            left -= {frozenset(pair) for pair in pairwise([post, *cells])}
            for cell in cells:
                if cell in board.posts:
                    where = f"the post at {board.name(cell)}"
                    yield f"the fence of the post at {name} runs through {where}"
                elif cell in owner:
                    others = f"{board.name(owner[cell])} and {name}"
                    where = f"the cell {board.name(cell)}"
                    yield f"fences of the posts at {others} share {where}"
                owner[cell] = post
        if total != number:
            said = f"the fences of the post at {name} have the total length {total}"
            yield f"{said} instead of {number}"
    for one, other in sorted(map(sorted, left)):
        yield f"the fence at {board.name(one)}-{board.name(other)} belongs to no post"


def _loop(board: Drawing) -> Iterator[str]:
    """Check that lines are a closed path through free cells without sharp corners."""
    fenced = {cell for fence in board.fences for cell in fence}
    for cell in sorted(board.loop):
        arms, name = board.arms(cell), board.name(cell)
        if len(arms) != 2:
            yield f"{len(arms)} lines of the loop end at {name}, not 2"
        elif board.lattice.is_sharp(*arms):
            yield f"the corner at {name} is too sharp"
        if cell in board.posts or cell in fenced:
            kind = "post" if cell in board.posts else "fence"
            yield f"the loop runs through the {kind} at {name}"
    if apart := board.loop.difference(board.around()):
        yield f"{board.name(min(apart))} is on another line than the first cell"
    if not board.loop:
        yield "there is no loop"
