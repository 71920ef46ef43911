"""Puzzles of fences and a loop; constructors reject invalid values."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import prod
from typing import ClassVar, Literal, NamedTuple

from galaxies_asp.core.board.atoms import Atom, Atoms
from galaxies_asp.core.board.errors import PuzzleError
from galaxies_asp.core.board.grid import reachable
from galaxies_asp.families.fences.lattice import HEXAGONAL, Cell, FenceLattice

Goal = Literal["visit", "enclose"]
GOALS: tuple[Goal, ...] = ("visit", "enclose")

MAX_SIDE = 30
"""Limits the memory that a few bytes of input can claim."""


class Post(NamedTuple):
    """A post: its cell, and the total length of its fences."""

    cell: Cell
    number: int


class Fence(NamedTuple):
    """A straight fence of the given length from the post in a cell."""

    post: Cell
    direction: int
    length: int


@dataclass(frozen=True)
class FencePuzzle:
    """A board with posts.

    Raises `PuzzleError` if a value is impossible; the message names the post.
    """

    side: int
    """How many steps the board reaches from its middle, 1 to `MAX_SIDE`."""
    posts: tuple[Post, ...] = ()
    """Any iterable of (cell, number)."""
    lattice: FenceLattice = HEXAGONAL
    """FenceLattice of the cells."""
    goal: Goal = "visit"
    """Whether the loop must visit every color or enclose a post."""
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    """For people; two puzzles that differ in nothing else are equal."""

    atoms: ClassVar[None] = None

    def __post_init__(self) -> None:
        posts = tuple(Post(Cell(*cell), number) for cell, number in self.posts)
        object.__setattr__(self, "posts", posts)
        if not 1 <= self.side <= MAX_SIDE:
            raise PuzzleError(f"side {self.side}: 1 to {MAX_SIDE} are possible")
        if self.goal not in GOALS:
            raise PuzzleError(f"no goal {self.goal!r}; there are {' and '.join(GOALS)}")
        seen: dict[Cell, int] = {}
        for index, (cell, number) in enumerate(posts, 1):
            fault = self._fault(cell, number, seen)
            if fault:
                raise PuzzleError(f"post {index} at {cell}: {fault}")
            seen[cell] = index

    def _fault(self, cell: Cell, number: int, seen: dict[Cell, int]) -> str:
        if not self.has_cell(cell):
            return f"outside the board of side {self.side}"
        if cell in seen:
            return f"post {seen[cell]} is there already"
        if number < 1:
            return f"number {number} is below 1"
        room = _room(self.lattice, self.side, cell)
        if number <= room:
            return ""
        return (
            f"number {number} is too large; its fences could reach {room} cells even "
            "without other posts"
        )

    @property
    def facts(self) -> str:
        """The facts that the encodings take."""
        posts = (f"post({cell},{number}).\n" for cell, number in self.posts)
        return f"side({self.side}).\n{''.join(posts)}"

    @property
    def puzzle(self) -> "FencePuzzle":
        """The puzzle itself; that of an attempt is without what is drawn on it."""
        return self

    def cells(self) -> Iterator[Cell]:
        """Yield the cells of the board in reading order."""
        return self.lattice.cells(self.side)

    def named(self, cell: Cell) -> str:
        """Return the name of a cell by its place in its row, or its coordinates."""
        if not self.has_cell(cell):
            return str(cell)
        row = [other for other in self.cells() if other.y == cell.y]
        return f"c{row.index(cell) + 1}r{cell.y + self.side + 1}"

    def has_cell(self, cell: Cell) -> bool:
        """Tell whether the cell is on the board."""
        return self.lattice.distance(cell) <= self.side

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The posts: the number in each cell that has one."""
        return dict(self.posts)

    def obstacle(self) -> str | None:
        """Return why some post alone cannot be filled; None if each one can."""
        free, ways = set(self.cells()) - set(self.numbers), self.lattice.directions
        for index, (cell, number) in enumerate(self.posts, 1):
            seen = sum(self.lattice.reach(cell, d, free.__contains__) for d in ways)
            if seen < number:
                return (
                    f"post {index} at {cell} has the number {number}, but sees {seen} "
                    "cells only"
                )
        return None


@lru_cache(maxsize=10_000)
def _room(lattice: FenceLattice, side: int, cell: Cell) -> int:
    """Return the total length of the longest fences of a post on an empty board."""

    def has_cell(other: Cell) -> bool:
        return lattice.distance(other) <= side

    return sum(lattice.reach(cell, way, has_cell) for way in lattice.directions)


@dataclass(frozen=True)
class Attempt:
    """Fences and a loop on a board; `verify` judges whether they are a solution."""

    puzzle: FencePuzzle
    fences: tuple[Fence, ...]
    """The fences, sorted."""
    loop: tuple[Cell, ...]
    """The cells of the loop in their order around it, from its smallest cell to the
    smaller neighbor of that."""
    links: tuple[tuple[Cell, Cell], ...] = field(default=(), compare=False)
    """Pairs of linked cells where not all steps of `loop` are linked; otherwise empty.
    """

    def __post_init__(self) -> None:
        fences = (Fence(Cell(*post), d, length) for post, d, length in self.fences)
        object.__setattr__(self, "fences", tuple(sorted(fences)))
        loop = [Cell(*cell) for cell in self.loop]
        if len(loop) > 2:
            start = loop.index(min(loop))
            loop = loop[start:] + loop[:start]
            if loop[-1] < loop[1]:
                loop[1:] = reversed(loop[1:])
        object.__setattr__(self, "loop", tuple(loop))

    @property
    def facts(self) -> str:
        """The facts of the puzzle."""
        return self.puzzle.facts

    @property
    def atoms(self) -> Atoms:
        """Fences and loop as atoms; of a broken loop, only steps to neighbors."""
        direction = self.puzzle.lattice.direction
        fences = {
            Atom("fence", (post, way, step))
            for post, way, length in self.fences
            for step in range(1, length + 1)
        }
        links = ((min(link), direction(*sorted(link))) for link in self.lines())
        return frozenset(fences).union(
            Atom("link", (cell, way)) for cell, way in links if way is not None
        )

    def lines(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield the pairs of cells that the loop joins."""
        around = zip(self.loop, (*self.loop[1:], *self.loop[:1]), strict=True)
        yield from self.links or around

    def fence_cells(self, fence: Fence) -> list[Cell]:
        """Return the cells that a fence covers, from the one next to its post."""
        post, direction, length = fence
        step = self.puzzle.lattice.step
        return [step(post, direction, times) for times in range(1, length + 1)]

    @cached_property
    def fenced(self) -> set[Cell]:
        """The cells that fences cover."""
        return {cell for fence in self.fences for cell in self.fence_cells(fence)}

    @property
    def visits(self) -> tuple[int, ...]:
        """How many cells of each color the loop visits."""
        colors = [self.puzzle.lattice.color(cell) for cell in self.loop]
        return tuple(colors.count(c) for c in self.puzzle.lattice.directions)

    @property
    def answer(self) -> int:
        """The product of the visits of each color, or of the enclosed numbers."""
        if self.puzzle.goal == "visit":
            return prod(self.visits)
        return prod(self.puzzle.numbers[cell] for cell in self.enclosed_posts())

    def enclosed_posts(self) -> list[Cell]:
        """Return the posts inside the loop, in order."""
        inside = set(self.enclosed())
        return [post.cell for post in self.puzzle.posts if post.cell in inside]

    def enclosed(self) -> list[Cell]:
        """Return the cells inside the loop: those not connected to the outside.

        On either lattice, no step between neighbors crosses a link of the loop.
        """
        lattice, cells = self.puzzle.lattice, list(self.puzzle.cells())
        free = set(cells).difference(self.loop)
        around = set(lattice.cells(self.puzzle.side + 1)).difference(cells)
        outside = reachable(around, lambda c: free.intersection(lattice.neighbors(c)))
        return [cell for cell in cells if cell in free - outside]


Position = FencePuzzle | Attempt
"""A puzzle, or a puzzle with what is drawn on it."""
