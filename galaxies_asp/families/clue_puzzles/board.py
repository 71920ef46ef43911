"""Puzzles with clues, and attempts at them, as text.

The first line names the kind; then comes a grid of clues, one character a cell, and,
after an empty line, a grid with an attempt:

    ring-ring           circuit-board       two-not-touch 1
    ....                ·╶·                 aabb
    .#..                ···                 aabb
    ....                                    ccdd
                        ╶┬╴                 ccdd
    ┌──┐                ╶┴╴
    │·┌┼...                                 ·★··
                                            ...

In Ring-Ring `#` is a black cell; in Circuit Board the clues are edges, each drawn from
both ends or from one; in 2-Not-Touch the clues are the regions, where `.` is in none,
and the number in the first line is that of the stars. `*` is a star too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from galaxies_asp.core.board.atoms import Atom, Atoms, joined
from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.board.grid import Point, cell_at, touched_cells
from galaxies_asp.counting.strips.lines import (
    BLANK,
    CHARACTERS,
    OPPOSITE,
    STEPS,
    lines_of,
)

BLACK = "#"
STAR = "★"

_KNOWN = {
    "ring-ring": (BLANK + BLACK, CHARACTERS + BLACK),
    "two-not-touch": (None, BLANK + STAR),
    "circuit-board": (CHARACTERS, CHARACTERS),
}
"""The characters of clues and attempts; None: any."""

KINDS = tuple(_KNOWN)

MAX_CELLS = 10_000

REGIONS = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Characters for regions that have numbers."""

_CORNERS = frozenset(map(lines_of, "┌┐└┘"))
STRANDS = _CORNERS.union(map(lines_of, f"{BLANK}─│┼"))
"""The lines of cells in which no ring ends or branches."""

Grid = tuple[str, ...]

_EMPTY = str.maketrans(". *", BLANK + BLANK + STAR)


@dataclass(frozen=True)
class ClueBoard:
    """A puzzle, and perhaps an attempt at it."""

    kind: str
    clues: Grid
    """Rows of equal length, one character a cell; `BLANK` where nothing is given."""
    attempt: Grid | None = None
    """Rows of the same size: box-drawing characters or stars, `BLANK` elsewhere."""
    stars: int = 2
    """The number in each row, column and region; for two-not-touch."""

    @property
    def facts(self) -> str:
        """The facts of the puzzle, as the encodings of whole boards read them."""
        atoms = [f"width({self.width})", f"height({self.height})"]
        for cell, clue in self.clue_of.items():
            if self.kind == "two-not-touch":
                atoms += [f'region({cell},"{clue}")'] if clue.isalnum() else []
            elif clue == BLACK:
                atoms.append(f"black({cell})")
            else:
                atoms += [f"given({edge})" for edge in edges_of(cell, clue)]
        if self.kind == "two-not-touch":
            atoms.append(f"stars({self.stars})")
        return joined(dict.fromkeys(atoms))

    @property
    def atoms(self) -> Atoms | None:
        """What is drawn, as atoms; of lines in Ring-Ring, the rings."""
        if self.attempt is None:
            return None
        match self.kind:
            case "two-not-touch":
                stars = (cell for cell, mark in self.marks.items() if mark == STAR)
                return frozenset(Atom("star", (cell,)) for cell in stars)
            case "circuit-board":
                edges = (e for cell in self.marks.items() for e in edges_of(*cell))
                return frozenset(Atom("edge", (edge,)) for edge in edges)
        rings = self.rings()
        if rings is None or any(len(corners) != 4 for corners in rings):
            fault = "a ring has other than 4 corners"
            if rings is None:
                fault = "the lines are no rings"
            raise GalaxiesError(f"this is no drawing of Ring-Ring: {fault}")
        return frozenset(Atom("ring", (min(ring), max(ring))) for ring in rings)

    @cached_property
    def lines(self) -> dict[Point, int]:
        """The lines in each cell, as their sum; empty without an attempt."""
        return {cell: lines_of(mark) for cell, mark in self.marks.items()}

    def loose_ends(self) -> Iterator[Point]:
        """Yield the cells at a side of which a line ends."""
        for cell, lines in self.lines.items():
            for line in STEPS:
                beyond = self.lines.get(beside(cell, line), 0)
                if lines & line and not beyond & OPPOSITE[line]:
                    yield cell

    def rings(self) -> list[list[Point]] | None:
        """Return the corners of each ring, from the least one; None if a line ends."""
        if any(self.loose_ends()) or not STRANDS.issuperset(self.lines.values()):
            return None
        corners = {cell for cell, lines in self.lines.items() if lines in _CORNERS}
        rings = []
        while corners:
            rings.append(self._ring(min(corners)))
            corners.difference_update(rings[-1])
        return rings

    def _ring(self, start: Point) -> list[Point]:
        """Return the corners of a ring; where rings cross, it goes straight on."""
        heading = next(line for line in STEPS if self.lines[start] & line)
        corners = [start]
        while True:
            cell = beside(corners[-1], heading)
            while self.lines[cell] not in _CORNERS:
                cell = beside(cell, heading)
            if cell == start:
                return corners
            corners.append(cell)
            heading = self.lines[cell] - OPPOSITE[heading]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.clues[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.clues)

    @cached_property
    def clue_of(self) -> dict[Point, str]:
        """The clue in each cell, in reading order."""
        return _by_cell(self.clues)

    @cached_property
    def marks(self) -> dict[Point, str]:
        """The character that is drawn in each cell; empty without an attempt."""
        return _by_cell(self.attempt or ())


def _by_cell(grid: Grid) -> dict[Point, str]:
    return {
        cell_at(x, y): character
        for y, row in enumerate(grid)
        for x, character in enumerate(row)
    }


def beside(cell: Point, line: int) -> Point:
    """Return the cell to which a line leads."""
    dx, dy = STEPS[line]
    return Point(cell.x + 2 * dx, cell.y + 2 * dy)


def edges_of(cell: Point, character: str) -> Iterator[Point]:
    """Yield the edges through which the lines of a character leave a cell."""
    for line, (dx, dy) in STEPS.items():
        if lines_of(character) & line:
            yield Point(cell.x + dx, cell.y + dy)


def grid_of(
    width: int, height: int, edges: Iterable[Point], others: Mapping[Point, str]
) -> Grid:
    """Draw lines through edges with box characters, and other characters in cells.

    Raises `ValueError` if a cell is not on the board.
    """
    drawn = set(edges)
    used = {*others, *(cell for edge in drawn for cell in touched_cells(edge))}
    cells = [[cell_at(x, y) for x in range(width)] for y in range(height)]
    if outside := used.difference(*cells):
        raise ValueError(f"{min(outside)} is not on the board")
    lines = {
        (x, y): sum(way for way, (dx, dy) in STEPS.items() if (x + dx, y + dy) in drawn)
        for x, y in used
    }
    return tuple(
        "".join(others.get(cell, CHARACTERS[lines.get(cell, 0)]) for cell in row)
        for row in cells
    )


def parse(text: str) -> ClueBoard:
    """Read a puzzle; raise `NotationError` with the line, and the column if known."""
    lines = [line.rstrip() for line in text.splitlines()]
    if not lines or not lines[0]:
        raise NotationError(f"the first line names the puzzle: {', '.join(KINDS)}", 1)
    kind, _, number = lines[0].partition(" ")
    if kind not in KINDS:
        raise NotationError(f"{kind!r} is none of {', '.join(KINDS)}", 1)
    if number and (kind != "two-not-touch" or not number.isdigit()):
        raise NotationError(f"{number!r}: only two-not-touch has a number of stars", 1)
    blocks = groupby(enumerate(lines[1:], start=2), key=lambda place: bool(place[1]))
    grids = [list(block) for is_filled, block in blocks if is_filled]
    if not 1 <= len(grids) <= 2:
        raise NotationError(f"{len(grids)} grids: there are clues, and then an attempt")
    height, width = len(grids[0]), len(grids[0][0][1])
    if height * width > MAX_CELLS:
        raise NotationError(f"over {MAX_CELLS} cells")
    known = _KNOWN[kind]
    clues = _grid(grids[0], height, width, known[0])
    cells = _by_cell(clues)
    for cell, clue in cells.items() if kind == "circuit-board" else ():
        ends = {end for edge in edges_of(cell, clue) for end in touched_cells(edge)}
        if not ends <= cells.keys():
            at = grids[0][cell.y // 2][0], cell.x // 2 + 1
            raise NotationError(f"{clue!r} leads off the board", *at)
    attempt = _grid(grids[1], height, width, known[1]) if grids[1:] else None
    return ClueBoard(kind, clues, attempt, int(number or 2))


def _grid(
    lines: list[tuple[int, str]], height: int, width: int, known: str | None
) -> Grid:
    if len(lines) != height:
        message = f"{len(lines)} rows, but the clues have {height}"
        raise NotationError(message, lines[-1][0])
    rows = []
    for place, line in lines:
        if len(line) != width:
            message = f"{len(line)} cells, but the first row has {width}"
            raise NotationError(message, place)
        rows.append(line.translate(_EMPTY))
        for column, character in enumerate(rows[-1], start=1):
            if character not in (known or BLANK) and (known or not character.isalnum()):
                raise NotationError(f"{character!r} means nothing here", place, column)
    return tuple(rows)


def write(board: ClueBoard) -> str:
    """Write a puzzle, and the attempt if there is one, so that `parse` reads them."""
    number = f" {board.stars}" if board.kind == "two-not-touch" else ""
    attempt = () if board.attempt is None else ("", *board.attempt)
    return "\n".join([board.kind + number, *board.clues, *attempt]) + "\n"
