"""The layout of pages: grids, sizes of cells, and line breaks.

All lengths are millimeters. A page is a grid of slots, and a slot holds a block: a
heading, a board, and lines of text of fixed width below it. The texts are set in a font
all of whose characters are equally wide, so that they can be broken here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from math import ceil
from textwrap import wrap
from typing import NamedTuple

from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.drawing.position import WALL


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size with margins."""

    name: str
    width: float
    height: float
    side: float = 18.0
    top: float = 24.0
    bottom: float = 22.0

    @property
    def body(self) -> tuple[float, float]:
        """The width and height inside the margins."""
        return self.width - 2 * self.side, self.height - self.top - self.bottom

    def reduced(self, scale: float) -> "Paper":
        """Return the paper that is as large as this one when it is enlarged."""
        sizes = (self.width, self.height, self.side, self.top, self.bottom)
        return Paper(self.name, *(size / scale for size in sizes))


PAPERS = {
    "a4": Paper("a4", 210.0, 297.0),
    "a5": Paper("a5", 148.0, 210.0, 12.6, 16.8, 15.4),
    "letter": Paper("letter", 215.9, 279.4),
}


class Grid(NamedTuple):
    """The columns and rows of slots on a page."""

    columns: int
    rows: int

    @property
    def slots(self) -> int:
        """The number of slots."""
        return self.columns * self.rows


_SHAPES = ((5, 6), (4, 5), (3, 4), (3, 3), (2, 3), (2, 2), (1, 2), (1, 1))
GRIDS = {columns * rows: Grid(columns, rows) for columns, rows in _SHAPES}
"""By the number of slots, densest first."""

PER_PAGE = (1, 2, 4, 6, 9, 12)
"""The possible numbers of puzzles per page."""
CHARACTER, LINE = 1.29, 2.7
"""The width of a character and the height of a line below a board."""
MOST_LINES = 3
"""Longer texts are truncated."""
RIM = WALL / 2
"""How much a board is larger than its cells, in cells: half a wall on each side."""
_SIMILAR = 1.6
"""A board that fits at this many times the size of others on its page is not shrunk,
nor is it where those are less than half as large as cells may be."""
_STEP = 0.1  # cells are multiples of this
_LEAST_CELL = 0.4


@dataclass(frozen=True, slots=True)
class Block:
    """The contents of a slot: a board and the texts below it."""

    width: float
    height: float
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of one kind of page; by default that of puzzles."""

    grids: tuple[Grid, ...]
    """The grids in the order of preference."""
    largest: float = 12.0
    smallest: float = 3.0
    """The sizes of a cell: none is larger; and none is smaller if this can be avoided.
    """
    heading: float = 7.5
    """The height of the heading above a board."""
    gap: float = 8.0
    above_lines: float = 2.2
    """Between two slots; between a board and the lines below it."""
    narrowest: float = 60.0
    """A block is at least as wide, if its slot is, however small its board."""
    is_balanced: bool = False
    """Whether the pages hold about the same number of blocks, so that the last one is
    not nearly empty."""


def puzzle_layout(per_page: int) -> Layout:
    """Return the layout of puzzles for a maximum number per page."""
    return Layout(tuple(grid for slots, grid in GRIDS.items() if slots <= per_page))


SOLUTIONS = Layout(tuple(GRIDS.values())[::-1], 5.0, 2.4, 4.5, 6.0, 0.0, 8.0, True)


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block on its page.

    The index is the number of the block, from 0; the lines are those of each text.
    """

    index: int
    cell: float
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of slots of one size with gaps between them, row by row.

    All blocks on it are equally wide; some of the boards may be narrower.
    """

    layout: Layout
    grid: Grid
    slot: tuple[float, float]
    width: float = 0.0
    placed: tuple[PlacedBlock, ...] = ()

    @classmethod
    def empty(cls, layout: Layout, grid: Grid, paper: Paper) -> "Page":
        """Return a page on which nothing is placed."""
        width, height = paper.body
        across = width - (grid.columns - 1) * layout.gap
        down = height - (grid.rows - 1) * layout.gap
        return cls(layout, grid, (across / grid.columns, down / grid.rows))

    def fitting(self, blocks: Sequence[Block]) -> list[float]:
        """Return the cells of the first blocks, as far as they are large enough."""
        fits = map(self.fit, blocks[: self.grid.slots])
        return list(takewhile(lambda cell: cell >= self.layout.smallest, fits))

    def fit(self, block: Block) -> float:
        """Return the largest size of a cell with which the block fits; 0 for none."""
        widest = min(self.layout.largest, self.slot[0] / (block.width + RIM))
        cells = (steps * _STEP for steps in range(int(widest / _STEP + 1e-6), 0, -1))
        return next((cell for cell in cells if self.has_room(block, cell)), 0.0)

    def has_room(self, block: Block, cell: float) -> bool:
        """Tell whether a block with cells of a size fits."""
        lines = _broken(block.texts, self.width_of(block, cell))
        count = sum(map(len, lines))
        below = self.layout.above_lines + count * LINE if count else 0.0
        board = (block.height + RIM) * cell
        return self.layout.heading + board + below <= self.slot[1]

    def width_of(self, block: Block, cell: float) -> float:
        """Return the width of a block."""
        board = (block.width + RIM) * cell
        return min(self.slot[0], max(self.layout.narrowest, board))


def paginate(blocks: Sequence[Block], layout: Layout, paper: Paper) -> list[Page]:
    """Distribute blocks over pages, in order.

    A page gets the grid with which it holds the most, so that all cells are large
    enough. Boards on a page have cells of the same size, apart from those that would be
    much smaller than they could be.

    Raises `GalaxiesError` if a board is too large for any paper.
    """
    pages = _pages(blocks, layout, paper, max(GRIDS))
    if layout.is_balanced and len(pages) > 1:
        numbers = range(ceil(len(blocks) / len(pages)), max(GRIDS))
        tries = (_pages(blocks, layout, paper, most) for most in numbers)
        balanced = [tried for tried in tries if len(tried) == len(pages)]
        pages = min([*balanced, pages], key=_gaps)
    return pages


def _gaps(pages: Sequence[Page]) -> int:
    """Return the number of rows that are not full, but for the last page."""
    return sum(len(page.placed) % page.grid.columns > 0 for page in pages[:-1])


def _pages(
    blocks: Sequence[Block], layout: Layout, paper: Paper, most: int
) -> list[Page]:
    pages: list[Page] = []
    start = 0
    while start < len(blocks):
        pages.append(_page(blocks[start : start + most], start, layout, paper))
        start += len(pages[-1].placed)
    return pages


def _page(rest: Sequence[Block], start: int, layout: Layout, paper: Paper) -> Page:
    pages = [Page.empty(layout, grid, paper) for grid in layout.grids]
    tries = [(page, page.fitting(rest)) for page in pages]
    page, fits = max(tries, key=lambda tried: len(tried[1]))  # the first of the best
    if not fits:
        page = Page.empty(layout, GRIDS[1], paper)
        fits = [page.fit(rest[0])]
    if fits[0] < _LEAST_CELL:
        raise GalaxiesError(
            f"a board of {rest[0].width:g}x{rest[0].height:g} cells is too large for "
            f"paper: its cells would be less than {_LEAST_CELL} mm wide"
        )
    blocks, least = rest[: len(fits)], min(fits)
    # Cells get one size where this shrinks none of the boards too much.
    cells = [
        least
        if layout.largest / 2 <= least
        and fit <= _SIMILAR * least
        and page.has_room(block, least)
        else fit
        for block, fit in zip(blocks, fits, strict=True)
    ]
    width = max(map(page.width_of, blocks, cells))
    placed = tuple(
        PlacedBlock(index, cell, _broken(block.texts, width))
        for index, (block, cell) in enumerate(zip(blocks, cells, strict=True), start)
    )
    return replace(page, width=width, placed=placed)


def _broken(texts: Sequence[str], width: float) -> tuple[tuple[str, ...], ...]:
    """Break each text into lines of similar length; truncate a long one."""
    columns = max(1, int(width / CHARACTER))
    broken = []
    for text in texts:
        if " " in text:
            lines = wrap(text, columns)
        else:
            length = ceil(len(text) / ceil(len(text) / columns))
            lines = [text[i : i + length] for i in range(0, len(text), length)]
        is_long = len(lines) > MOST_LINES
        broken.append((text[: columns - 1] + "…",) if is_long else tuple(lines))
    return tuple(broken)
