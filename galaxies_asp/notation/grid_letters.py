"""The grids in a text and their characters; `printed_grid` explains the format."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.board.errors import NotationError, PuzzleError
from galaxies_asp.board.grid import Point, cell_at, describe, is_cell, reading_order
from galaxies_asp.board.puzzle import NO_DOT, Labels, Position, Puzzle, check_size
from galaxies_asp.drawing.boxes import (
    BEYOND_REGION,
    BLACK_DOT,
    DOT_GLYPHS,
    HEAVY_LEVEL,
    HEAVY_UPRIGHT,
    WHITE_DOT,
)
from galaxies_asp.notation.reading import located

Codes = NDArray[np.uint32]

_SHADES = "░▒▓█"
_BOX = "".join(map(chr, range(0x2500, 0x2580)))
_LEVEL = HEAVY_LEVEL + "┄┈╌─ " + _SHADES
_UPRIGHT = HEAVY_UPRIGHT + "┆┊╎│ " + _SHADES
_JUNCTION = _BOX + " " + _SHADES
_CELL = " " + _SHADES
_SYMBOLS = WHITE_DOT + BLACK_DOT
_PLACE = {glyph: index for index, glyph in enumerate(DOT_GLYPHS)}
_PLACE |= dict.fromkeys(_SYMBOLS, len(DOT_GLYPHS))

_TOP = re.compile("┏(?:━[━┯┳])*━┓")
_BOTTOM = re.compile("┗(?:━[━┷┻])*━┛")
_TOP_BEGINS = "┏━"

Dots = list[tuple[str, Point]]
"""The dots with their characters, in the order of their numbers."""


@dataclass(frozen=True)
class Grid:
    """The characters of one grid and its position in the text, counted from 0."""

    line: int
    column: int
    codes: Codes

    @property
    def end(self) -> int:
        """The first column behind the grid."""
        return self.column + int(self.codes.shape[1])

    def at(self, point: Point) -> str:
        """Return the character at a point."""
        return chr(self.codes[point.y, point.x])

    def error(self, point: Point, message: str) -> NotationError:
        """Return an error at a point."""
        line, column = self.place(point)
        return NotationError(message, line, column)

    def place(self, point: Point) -> tuple[int, int]:
        """Return the line and the column of a point in the text, from 1."""
        return self.line + point.y + 1, self.column + point.x + 1


def find_grids(lines: Sequence[str]) -> list[Grid]:
    """Return the grids of a text in reading order of their upper left corners."""
    grids: list[Grid] = []
    reaching: list[Grid] = []  # those that reach the line, from left to right
    for number, line in enumerate(lines):
        reaching = [grid for grid in reaching if number < grid.line + len(grid.codes)]
        column = line.find(_TOP_BEGINS)
        while column >= 0:
            at = bisect_right(reaching, column, key=lambda grid: grid.column)
            if at == 0 or reaching[at - 1].end <= column:
                grids.append(_cut(lines, number, column))
                reaching.insert(at, grids[-1])
                at += 1
            column = line.find(_TOP_BEGINS, reaching[at - 1].end)
    return grids


def _cut(lines: Sequence[str], first: int, column: int) -> Grid:
    """Return the grid whose upper left corner is here; check its border."""
    top = _TOP.match(lines[first], column)
    if top is None:
        message = "the top border of a grid goes on with '━', '┯' and '┳' up to '┓'"
        raise NotationError(message, first + 1, column + 1)
    length = len(top[0])
    rows = [top[0], *_rows(lines, first + 1, column, length)]
    with located(first + 1, column + 1):
        check_size(length // 2, len(rows) // 2)
    codes = np.frombuffer("".join(rows).encode("utf-32-le", "surrogatepass"), "<u4")
    return Grid(first, column, codes.reshape(len(rows), length))


def _rows(lines: Sequence[str], first: int, column: int, length: int) -> Iterator[str]:
    """Yield the rows below the top border, up to the bottom border."""
    for number in range(first, len(lines)):
        row = lines[number][column : column + length]
        odd = (number - first) % 2 == 0
        left, right = ("┃", "┃") if odd else ("┠┣┃┗", "┨┫┃┛")
        if row[:1] not in tuple(left):
            message = f"the grid's left border goes on here with one of '{left}'"
            raise NotationError(message, number + 1, column + 1)
        if len(row) < length or row[-1] not in right:
            message = f"the row ends at the grid's right border with one of '{right}'"
            raise NotationError(message, number + 1, column + length)
        yield row
        if row[0] == "┗":
            if not _BOTTOM.fullmatch(row):
                message = "the bottom border of a grid is '┗', then '━', '┷' and '┻'"
                raise NotationError(message, number + 1, column + 1)
            return
    raise NotationError("the grid has no bottom border", len(lines), column + 1)


def position_of(grid: Grid) -> Position:
    """Interpret a grid with a valid border; errors name line and column."""
    cells = _Cells(grid)
    dots = _dots(grid, cells)
    height, width = cells.shape
    try:
        puzzle = Puzzle(
            width,
            height,
            tuple(point for _, point in dots),
            black=frozenset(point for glyph, point in dots if glyph == BLACK_DOT),
            holes=frozenset(cells.points(_SHADES)),
        )
    except PuzzleError as error:
        raise grid.error(Point(0, 0), str(error)) from None
    walls = Position(puzzle, frozenset(_heavy_edges(grid))).inner_walls()
    labels = None
    if cells.lettered and BEYOND_REGION not in cells.flat:
        labels = _labels(grid, cells, dots)
    return Position(puzzle, walls if walls or cells.lettered else None, labels)


class _Cells:
    """The characters in the middles of the cells, and where each of them is."""

    def __init__(self, grid: Grid) -> None:
        codes = grid.codes[1::2, 1::2]
        self.shape: tuple[int, int] = codes.shape
        flat = codes.ravel()
        order = np.argsort(flat, kind="stable")
        starts = np.flatnonzero(np.diff(flat[order])) + 1
        parts = np.split(order, starts)
        self.flat = {chr(flat[part[0]]): part for part in parts}
        for glyph in self.flat:
            if glyph not in _CELL and not _may_be_dot(glyph):
                message = f"{glyph!r} in a cell; expected a letter or a blank"
                raise grid.error(self.points(glyph)[0], message)
        self.lettered = self._has_letters()

    def points(self, glyphs: str) -> list[Point]:
        """Return the cells that show one of the characters."""
        return [
            cell_at(column, row)
            for glyph in glyphs
            if glyph in self.flat
            for row, column in zip(
                *(part.tolist() for part in np.divmod(self.flat[glyph], self.shape[1])),
                strict=True,
            )
        ]

    def _has_letters(self) -> bool:
        """Tell whether some cell shows its region.

        Without any lower case, this is so if all cells are filled and not all with
        different characters.
        """
        if any(glyph == BEYOND_REGION or _dot_of(glyph) for glyph in self.flat):
            return True
        repeats = any(
            len(where) > 1 and glyph not in _CELL and not _is_surely_dot(glyph)
            for glyph, where in self.flat.items()
        )
        return repeats and " " not in self.flat

    def middle(self, glyph: str) -> Point | None:
        """Return the cell with this character that is the middle of all of them."""
        where = self.flat[glyph]
        rows, columns = np.divmod(where, self.shape[1])
        across, down = int(columns.min() + columns.max()), int(rows[0] + rows[-1])
        # a half turn reverses the reading order
        symmetric = np.array_equal(across - columns, columns[::-1]) and np.array_equal(
            down - rows, rows[::-1]
        )
        middle = Point(across + 1, down + 1)
        if not symmetric or not is_cell(middle):
            return None
        shown = down // 2 * self.shape[1] + across // 2 in where
        return middle if shown else None


def _dot_of(glyph: str) -> str:
    """Return the dot of a lower-case character; empty if it has no upper case."""
    dot = glyph.upper()
    return dot if glyph.islower() and len(dot) == 1 and dot != glyph else ""


def _is_surely_dot(glyph: str) -> bool:
    return glyph in _SYMBOLS or glyph.lower() != glyph


def _may_be_dot(glyph: str) -> bool:
    return glyph.isprintable() and not glyph.isspace() and glyph not in _BOX


def _on_lines(grid: Grid) -> Iterator[tuple[str, Point]]:
    """Yield the dots on edges and vertices."""
    foreign = np.zeros(grid.codes.shape, dtype=bool)
    for row, column, usual in ((0, 1, _LEVEL), (1, 0, _UPRIGHT), (0, 0, _JUNCTION)):
        codes = grid.codes[row::2, column::2]
        foreign[row::2, column::2] = ~np.isin(codes, [*map(ord, usual)])
    for y, x in np.argwhere(foreign).tolist():
        point = Point(x, y)
        glyph = grid.at(point)
        if not _may_be_dot(glyph):
            raise grid.error(point, f"{glyph!r} does not belong at {describe(point)}")
        if glyph == BEYOND_REGION or _dot_of(glyph):
            message = f"{glyph!r} is for the cells of a region, not for an edge or a "
            raise grid.error(point, message + "vertex")
        yield glyph, point


def _dots(grid: Grid, cells: _Cells) -> Dots:
    dots = list(_on_lines(grid))
    on_lines = {glyph for glyph, _ in dots}
    for glyph in cells.flat:
        if glyph in _CELL or glyph == BEYOND_REGION or _dot_of(glyph):
            continue
        if _is_surely_dot(glyph) or not cells.lettered:
            dots += ((glyph, point) for point in cells.points(glyph))
        elif glyph not in on_lines:
            middle = cells.middle(glyph)
            if middle is None:
                message = f"no cell with {glyph!r} is in the middle of all of them, so "
                message += "that none can be the dot"
                raise grid.error(cells.points(glyph)[0], message)
            dots.append((glyph, middle))
    dots.sort(key=lambda dot: reading_order(dot[1]))
    if cells.lettered:
        _check_distinct(grid, dots)
    if all(glyph in _PLACE for glyph, _ in dots):
        dots.sort(key=lambda dot: _PLACE[dot[0]])
    return dots


def _check_distinct(grid: Grid, dots: Dots) -> None:
    seen: dict[str, Point] = {}
    for glyph, point in dots:
        if glyph in seen and glyph not in _SYMBOLS:
            line, column = grid.place(seen[glyph])
            raise grid.error(
                point,
                f"the dot {glyph!r} is in line {line}, column {column} already; where "
                "cells show their regions, every dot has a character of its own",
            )
        seen[glyph] = point


def _labels(grid: Grid, cells: _Cells, dots: Dots) -> Labels:
    numbers = {glyph: number for number, (glyph, _) in enumerate(dots)}
    labels = np.full(cells.shape, NO_DOT, dtype=np.int32)
    for glyph, where in cells.flat.items():
        dot = _dot_of(glyph) or glyph
        if dot in numbers:
            labels.flat[where] = numbers[dot]
        elif glyph not in _CELL:
            message = f"{glyph!r} is for the region of a dot {dot!r}, which is missing"
            raise grid.error(cells.points(glyph)[0], message)
    for number, (_, point) in enumerate(dots):
        if is_cell(point):
            labels[point.y // 2, point.x // 2] = number
    return labels


def _heavy_edges(grid: Grid) -> Iterator[Point]:
    """Yield the edges inside the border that are drawn as walls."""
    level = grid.codes[2:-1:2, 1::2] == ord(HEAVY_LEVEL)
    for row, column in np.argwhere(level).tolist():
        yield Point(2 * column + 1, 2 * row + 2)
    upright = grid.codes[1::2, 2:-1:2] == ord(HEAVY_UPRIGHT)
    for row, column in np.argwhere(upright).tolist():
        yield Point(2 * column + 2, 2 * row + 1)
