"""The printed grid: the boxes and letters of `boxes`, read and written.

Anything around a grid is skipped. A text may hold several grids, below and beside each
other. Where a puzzle is followed by a grid with the same dots and something drawn on
it, the two are one position; a puzzle beside itself counts once.

Read are the middles of cells and edges. A light line may have any dashes or be left
out. A dot on an edge means that there is no wall. Heavy lines inside are drawn walls,
never given ones.

If a cell shows the letter of a region, the grid has labels, and every dot needs a
character of its own. A digit or a symbol then stands for a dot and for its region: it
is the dot if it is on an edge or a vertex, or else in the middle of all cells with it.
The cells marked `·` belong to some dot without a letter; where there are any, the
labels are left to the walls. If no cell shows a letter, every character is a dot.

A line directly below that begins with the name of a variant, such as `black-holes, 1
black cell`, holds the variants and clues of the boards above it.

The dots are numbered in the order of `DOT_GLYPHS`, or, if one has another character, in
reading order. Letters do not tell black dots from white ones: these are all white.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from galaxies_asp.core.board.declarations import is_clue
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point, describe, is_cell, reading_order
from galaxies_asp.core.board.labels import known
from galaxies_asp.core.board.puzzle import NO_DOT, Position, Puzzle, Rows, check_size
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.drawing import boxes
from galaxies_asp.core.notation.reading import Piece

_TOP = re.compile("┏(?:━[━┯┳])*━┓")
_COMMENT = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
_BOTTOM = re.compile("┗(?:━[━┷┻])*━┛")

_CELL = " ░▒▓█"
_BOX = frozenset(map(chr, range(0x2500, 0x2580)))
_JUNCTION = _BOX.union(_CELL)
_LEVEL = frozenset(boxes.HEAVY_LEVEL + "┄┈╌─" + _CELL)
_UPRIGHT = frozenset(boxes.HEAVY_UPRIGHT + "┆┊╎│" + _CELL)
_HEAVY = boxes.HEAVY_LEVEL + boxes.HEAVY_UPRIGHT
_SYMBOLS = boxes.WHITE_DOT + boxes.BLACK_DOT
_PLACE = {glyph: index for index, glyph in enumerate(boxes.DOT_GLYPHS)}
_PLACE |= dict.fromkeys(_SYMBOLS, len(boxes.DOT_GLYPHS))

Grid = list[Piece]
"""The rows of a grid."""


def recognizes(text: str) -> bool:
    """Tell whether some line, which is no comment of a program, has the top border."""
    return _TOP.search(_COMMENT.sub("", text)) is not None


def write(position: Position) -> str:
    """Draw the position with letters, inner lines and rulers.

    Raises `NotationError` if the position does not follow from what the grid would
    show. Its labels may be missing: then no cell has a letter, or not all dots do.
    """
    text, fault = "\n".join(boxes.draw(position, circles=False)) + "\n", ""
    try:
        (shown,) = read(text)
    except NotationError as error:
        message = f"a printed grid cannot show this position: {error.message}"
        raise NotationError(message) from None
    rows, other = position.rows(), shown.rows()
    if _unordered(position.puzzle) != _unordered(shown.puzzle):
        fault = "which characters are dots"
    elif walls := position.inner_walls() ^ shown.inner_walls():
        fault = f"that a wall is drawn across the dot on {describe(min(walls))}"
    elif rows is not None and other is not None and rows != other:
        fault = f"that {describe(min({*known(rows)} ^ {*known(other)})[0])} does not "
        fault += "belong to the dot in it"
    if fault:
        raise NotationError(f"a printed grid cannot show {fault}")
    return text


def _unordered(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle without what the letters of its dots tell."""
    return replace(puzzle, centers=tuple(sorted(puzzle.centers)), black=frozenset())


def read(text: str) -> list[Position]:
    """Read all grids in the text; errors name line and column."""
    positions: list[Position] = []
    waiting = 0  # the line of a puzzle that the next grid may be an attempt at
    lines = text.splitlines()
    for grid in _grids(lines):
        line, end = grid[0].line, grid[-1].line
        more = _below(lines[end]) if end < len(lines) else {}
        with grid[0].located():
            position = _Reader(grid).position(**more)
        if waiting and (position.is_attempt or waiting == line):
            waiting = 0
            attempt = _attempt_at(positions[-1].puzzle, position)
            if attempt is not None:
                positions[-1] = attempt
                continue
        positions.append(position)
        waiting = 0 if position.is_attempt else line
    if not positions:
        raise NotationError("the text has no top border of a grid ('┏━┯━┓')")
    return positions


def _attempt_at(puzzle: Puzzle, drawn: Position) -> Position | None:
    """Return what a second grid shows of a puzzle; None if it is of another one.

    It may show the hidden dots of a solution: its walls have their regions.
    """
    shown = _unordered(drawn.puzzle)
    if _unordered(puzzle) == shown:
        return drawn
    centers = _unordered(puzzle).centers
    is_hidden = RuleVariant.HIDDEN_DOTS in puzzle.variants
    is_hidden &= set(centers) < set(shown.centers)
    is_hidden &= _unordered(puzzle) == replace(shown, centers=centers)
    return Position(puzzle, drawn.inner_walls()) if is_hidden else None


def _below(line: str) -> dict[str, frozenset[str] | tuple[str, ...]]:
    """Return the variants and clues that the line below a grid names, if it does."""
    words = re.split(" {2,}", line.strip())[0].split(", ")
    if words[0] not in [*RuleVariant]:
        return {}
    numbers = (word.partition(" ") for word in words if word not in [*RuleVariant])
    clues = [
        f"{name.replace(' ', '_')}{'s' * (number == '1')}({number})"
        for number, _, name in numbers
    ]
    variants = frozenset(word for word in words if word in [*RuleVariant])
    return {"variants": variants, "clues": tuple(filter(is_clue, clues))}


def _grids(lines: Sequence[str]) -> Iterator[Grid]:
    """Yield the grids of a text in reading order of their upper left corners."""
    last: dict[int, int] = {}  # the line in which a grid ends, for each of its columns
    for number, line in enumerate(lines, 1):
        for corner in re.finditer("┏(?=━)", _COMMENT.sub("", line)):
            if last.get(corner.start(), 0) < number:
                grid = [*_rows(lines, number, corner.start() + 1)]
                columns = range(corner.start(), corner.start() + len(grid[0]))
                last |= dict.fromkeys(columns, grid[-1].line)
                with grid[0].located():
                    check_size(len(grid[0]) // 2, len(grid) // 2)
                yield grid


def _rows(lines: Sequence[str], first: int, column: int) -> Iterator[Piece]:
    """Yield the rows of the grid whose upper left corner is here; check its border."""
    top = _TOP.match(lines[first - 1], column - 1)
    if top is None:
        message = "the top border of a grid goes on with '━', '┯' and '┳' up to '┓'"
        raise NotationError(message, first, column)
    start, end = top.span()
    yield Piece(top[0], first, column)
    for number in range(first + 1, len(lines) + 1):
        row = Piece(lines[number - 1][start:end], number, column)
        left, right = ("┠┣┃┗", "┨┫┃┛") if (number - first) % 2 == 0 else ("┃", "┃")
        if row[:1] not in tuple(left):
            raise row.error(f"the grid's left border goes on here with one of '{left}'")
        if len(row) < end - start or row[-1] not in right:
            message = f"the row ends at the grid's right border with one of '{right}'"
            raise row.error(message, end - start - 1)
        if row[0] == "┗" and not _BOTTOM.fullmatch(row):
            raise row.error("the bottom border of a grid is '┗', then '━', '┷' and '┻'")
        yield row
        if row[0] == "┗":
            return
    raise NotationError("the grid has no bottom border", len(lines), column)


class _Reader:
    """Interprets a grid with a valid border; errors name line and column."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        cells: dict[str, list[Point]] = defaultdict(list)
        for y in range(1, len(grid), 2):
            for x in range(1, len(grid[y]), 2):
                cells[grid[y][x]].append(Point(x, y))
        self._cells = {glyph: cells[glyph] for glyph in sorted(cells)}
        """The cells with each character."""
        for glyph, points in self._cells.items():
            if glyph not in _CELL and not _may_be_dot(glyph):
                message = f"{glyph!r} in a cell; expected a letter or a blank"
                raise self._error(points[0], message)

    def _error(self, point: Point, message: str) -> NotationError:
        return self._grid[point.y].error(message, point.x)

    @cached_property
    def _is_lettered(self) -> bool:
        """Whether some cell shows its region.

        Without any lower case, this is so if all cells are filled and not all with
        different characters.
        """
        if any(glyph == boxes.BEYOND_REGION or _dot_of(glyph) for glyph in self._cells):
            return True
        return " " not in self._cells and any(
            len(cells) > 1 and glyph not in _CELL and not _is_surely_dot(glyph)
            for glyph, cells in self._cells.items()
        )

    def position(self, **more: Any) -> Position:
        """Return what the grid shows; `more`: other fields of the puzzle."""
        grid, dots = self._grid, self._dots()
        black = frozenset(point for glyph, point in dots if glyph == boxes.BLACK_DOT)
        holes = frozenset(p for g in _CELL[1:] for p in self._cells.get(g, ()))
        size = len(grid[0]) // 2, len(grid) // 2
        with grid[0].located():
            puzzle = Puzzle(*size, tuple(p for _, p in dots), black, holes, **more)
        heavy = {p for p in puzzle.edges() if grid[p.y][p.x] in _HEAVY}
        walls = Position(puzzle, heavy).inner_walls()
        labels = None
        if self._is_lettered and boxes.BEYOND_REGION not in self._cells:
            labels = self._labels(dots)
        return Position(puzzle, walls if walls or self._is_lettered else None, labels)

    def _dots(self) -> list[tuple[str, Point]]:
        """Return the dots with their characters, in the order of their numbers."""
        dots = [*self._dots_on_lines()]
        on_lines = {glyph for glyph, _ in dots}
        for glyph, points in self._cells.items():
            if glyph in _CELL or glyph == boxes.BEYOND_REGION or _dot_of(glyph):
                continue
            if _is_surely_dot(glyph) or not self._is_lettered:
                dots += ((glyph, point) for point in points)
            elif glyph not in on_lines:
                dots.append((glyph, self._middle(glyph)))
        dots.sort(key=lambda dot: reading_order(dot[1]))
        seen: dict[str, Point] = {}
        for glyph, point in dots if self._is_lettered else ():
            if glyph in seen and glyph not in _SYMBOLS:
                line, column = self._grid[seen[glyph].y].place(seen[glyph].x)
                fault = f"the dot {glyph!r} is in line {line}, column {column} already"
                more = "where cells show their regions, each dot has its own character"
                raise self._error(point, f"{fault}; {more}")
            seen[glyph] = point
        if all(glyph in _PLACE for glyph, _ in dots):
            dots.sort(key=lambda dot: _PLACE[dot[0]])
        return dots

    def _dots_on_lines(self) -> Iterator[tuple[str, Point]]:
        """Yield the dots on edges and vertices."""
        for y, row in enumerate(self._grid):
            for x in range(0, len(row), 1 + y % 2):
                usual = _LEVEL if x % 2 else _UPRIGHT if y % 2 else _JUNCTION
                point, glyph = Point(x, y), row[x]
                if glyph in usual:
                    continue
                if not _may_be_dot(glyph):
                    fault = f"{glyph!r} does not belong at {describe(point)}"
                    raise self._error(point, fault)
                if glyph == boxes.BEYOND_REGION or _dot_of(glyph):
                    fault = f"{glyph!r} is for the cells of a region"
                    raise self._error(point, f"{fault}, not for an edge or a vertex")
                yield glyph, point

    def _middle(self, glyph: str) -> Point:
        """Return the cell with this character that is the middle of all of them."""
        points = self._cells[glyph]
        columns = [x for x, _ in points]
        across, down = min(columns) + max(columns), points[0].y + points[-1].y
        middle = Point(across // 2, down // 2)
        # a half turn reverses the reading order
        turned = [Point(across - x, down - y) for x, y in reversed(points)]
        if points != turned or middle not in points:
            message = f"no cell with {glyph!r} is in the middle of all of them, so "
            raise self._error(points[0], message + "that none can be the dot")
        return middle

    def _labels(self, dots: list[tuple[str, Point]]) -> Rows:
        numbers = {glyph: number for number, (glyph, _) in enumerate(dots)}
        rows = [[NO_DOT] * len(row[1::2]) for row in self._grid[1::2]]
        for glyph, points in self._cells.items():
            dot = _dot_of(glyph) or glyph
            if dot not in numbers and glyph not in _CELL:
                message = f"{glyph!r} is for the region of a dot {dot!r}, which is "
                raise self._error(points[0], message + "missing")
            for x, y in points if dot in numbers else ():
                rows[y // 2][x // 2] = numbers[dot]
        for number, (_, point) in enumerate(dots):
            if is_cell(point):
                rows[point.y // 2][point.x // 2] = number
        return rows


def _dot_of(glyph: str) -> str:
    """Return the dot of a lower-case character; empty if it has no upper case."""
    dot = glyph.upper()
    return dot if glyph.islower() and len(dot) == 1 and dot != glyph else ""


def _is_surely_dot(glyph: str) -> bool:
    return glyph in _SYMBOLS or glyph.lower() != glyph


def _may_be_dot(glyph: str) -> bool:
    return glyph.isprintable() and not glyph.isspace() and glyph not in _BOX
