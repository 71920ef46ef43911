r"""The drawing: one character a point of the doubled grid; the format of `puzzles/`.

    name: idp-5x5
    source: the first example of the source document
    +-+-+-+-+-+    +-+-+-+-+-+
    |   o     |    |   o   | |
    + . . . . +    +-+-+-+-+ +
    ...

The character in line y and column x of a block is the point (x, y). A cell is a blank,
or `#` where it is missing. An edge is `-` or `|` where there is a wall, a blank
elsewhere. A vertex is `+` where walls meet and `.` elsewhere (both are read as either).
Any point inside may be a dot instead: `o` a white one, `*` a black one; on an edge with
a wall, which is wrong but may be drawn, they are `O` and `@`. Blanks at the end of a
line may be left out.

The first block is the puzzle; walls inside it are given ones. A second block, four
columns to the right, repeats it with the walls of a solution or an attempt. Lines
`key: value` before a puzzle name it, its source, its variants of the rules (`variants:
quarter-turn, thin`) and its clues (`clues: black_cells(3) star((1,5))`;
`black cells: 3` and `hidden dots: 2` are read, too). `%` starts a comment, and an empty
line ends the puzzle.

After `lattice: hexagonal` the cells at the lower left and the upper right of a cell are
its neighbors, too. A point between two such cells is an edge, `\\` where there is a
wall. The frame is that of the smallest parallelogram around the board:

    lattice: hexagonal
    +-+-+-+
    |#    |
    +  o\\ +
    |     |
    +   o +
    |    #|
    +-+-+-+
"""

import re
from collections.abc import Iterator
from typing import Any

from galaxies_asp.board import grid
from galaxies_asp.board.declarations import Clue, is_clue
from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.puzzle import Position, Puzzle, check_size
from galaxies_asp.notation.reading import NUMBERS, located

_TOP = re.compile(r"(?P<first>(?:\+-)+\+)(?:(?P<gap> +)(?P<second>(?:\+-)+\+))? *$")
_HEADER = re.compile(
    r"(name|source|lattice|variants|black cells|hidden dots|clues) *: *(.*)$"
)
_GAP = 4
_DOTS = "o*"  # a white one, a black one
_CROSSED_DOTS = "O@"


def recognizes(text: str) -> bool:
    """Tell whether some line is the top of a board in this notation."""
    return any(_TOP.match(line) for line in text.splitlines())


def read(text: str) -> list[Position]:
    """Read all drawings in the text; errors name line and column."""
    positions = []
    header: dict[str, str] = {}
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        if match := _TOP.match(line):
            end = at
            while end < len(lines) and lines[end].strip():
                end += 1
            positions.append(_read_board(lines[at:end], at + 1, match, header))
            header = {}
            at = end
        elif match := _HEADER.match(line):
            header[match[1]] = match[2].strip()
            at += 1
        elif not line.strip() or line.startswith("%"):
            at += 1
        else:
            raise NotationError(
                "expected 'name: ...', 'source: ...', a comment '% ...', or the top of "
                "a board '+-+-+'",
                at + 1,
                1,
            )
    return positions


def _read_board(
    lines: list[str], first_line: int, top: re.Match[str], header: dict[str, str]
) -> Position:
    width = len(top["first"]) // 2
    height = (len(lines) - 1) // 2
    if len(lines) % 2 == 0 or height == 0:
        raise NotationError(
            f"the board has {len(lines)} lines; {width}xH cells take 2*H+1 lines",
            first_line,
        )
    with located(first_line):
        check_size(width, height)
    starts = [0]
    if top["second"]:
        starts.append(top.start("second"))
        if len(top["second"]) != len(top["first"]):
            raise NotationError(
                "the two boards have different widths",
                first_line,
                starts[1] + 1,
            )
    with located(first_line):
        lattice = grid.lattice_named(header.get("lattice", grid.SQUARE.name))
    size = width, height, lattice
    blocks = [_Block(lines, first_line, start, *size) for start in starts]
    _check_ends(lines, first_line, starts, 2 * width + 1)
    given = blocks[0]
    dots = grid.in_reading_order(given.dots)
    with located(first_line):
        puzzle = Puzzle(
            width,
            height,
            tuple(dots),
            black=frozenset(dot for dot in dots if given.dots[dot]),
            holes=frozenset(given.holes),
            walls=frozenset(given.walls),
            lattice=lattice,
            name=header.get("name", ""),
            source=header.get("source", ""),
            **_rules_of(header, first_line),
        )
    if len(blocks) == 1:
        return Position(puzzle)
    drawn = blocks[1]
    for what, mine, other in (
        ("dots", given.dots, drawn.dots),
        ("missing cells", given.holes, drawn.holes),
    ):
        if mine != other:
            raise NotationError(
                f"the two boards have different {what}", first_line, starts[1] + 1
            )
    return Position(puzzle, frozenset(drawn.walls | given.walls))


class _Block:
    """The dots (True: black), holes and inner walls of one board."""

    def __init__(
        self,
        lines: list[str],
        first_line: int,
        start: int,
        width: int,
        height: int,
        lattice: grid.Lattice,
    ) -> None:
        self._size = width, height
        self._lattice = lattice
        self.dots: dict[grid.Point, bool] = {}
        self.holes: set[grid.Point] = set()
        self.walls: set[grid.Point] = set()
        for y, line in enumerate(lines):
            row = line[start : start + 2 * width + 1].ljust(2 * width + 1)
            inside = range(1, 2 * width) if 0 < y < 2 * height else ()
            for x, character in enumerate(row):
                # Most points of a large board are blank, or vertices without a dot.
                if x in inside and (
                    character == " " or (character in "+." and not (x | y) & 1)
                ):
                    continue
                try:
                    self._take(grid.Point(x, y), character)
                except NotationError as error:
                    place = (first_line + y, start + x + 1)
                    raise NotationError(error.message, *place) from None

    def _take(self, point: grid.Point, character: str) -> None:
        x, y = point
        width, height = self._size
        if x in (0, 2 * width) or y in (0, 2 * height):
            expected = "+" if grid.is_vertex(point) else "-" if x % 2 else "|"
            if character != expected:
                raise NotationError(f"the border has {character!r}, not {expected!r}")
        elif character in _DOTS:
            self.dots[point] = character == _DOTS[1]
        elif self._lattice.is_edge(point):
            wall = _wall(point)
            if character == wall:
                self.walls.add(point)
            elif character in _CROSSED_DOTS:
                self.dots[point] = character == _CROSSED_DOTS[1]
                self.walls.add(point)
            else:
                raise NotationError(
                    f"{character!r} on an edge; expected {wall!r}, a blank or a dot"
                )
        elif not grid.is_cell(point):
            if character not in "+.":
                raise NotationError(
                    f"{character!r} on a vertex; expected '+', '.' or a dot"
                )
        elif character == "#":
            self.holes.add(point)
        else:
            raise NotationError(
                f"{character!r} in a cell; expected a blank, '#', 'o' or '*'"
            )


def _check_ends(
    lines: list[str], first_line: int, starts: list[int], length: int
) -> None:
    """Raise NotationError for characters between or after the boards."""
    free: list[tuple[int, int | None]] = [(starts[-1] + length, None)]
    if len(starts) == 2:
        free.append((length, starts[1]))
    for y, line in enumerate(lines):
        for begin, end in free:
            rest = line[begin:end]
            if rest.strip():
                column = begin + len(rest) - len(rest.lstrip()) + 1
                raise NotationError(
                    "unexpected text beside the board", first_line + y, column
                )


def _wall(edge: grid.Point) -> str:
    """Return the character of a wall."""
    return "-" if edge.x % 2 else "|" if edge.y % 2 else "\\"


def _rules_of(header: dict[str, str], line: int) -> dict[str, Any]:
    """Return the fields of a puzzle for its variants and clues."""
    found: dict[str, Any] = {
        "variants": frozenset(re.findall(r"[^\s,]+", header.get("variants", "")))
    }
    numbers = {name: header.get(name.replace("_", " ")) for name in NUMBERS}
    facts = [f"{name}({number})" for name, number in numbers.items() if number]
    clues = tuple(map(Clue, [*header.get("clues", "").split(), *facts]))
    for clue in clues:
        if not is_clue(clue):
            raise NotationError(f"clues: {clue!r} is not a fact", line)
        clue.place = (line, 1)
    return {**found, "clues": clues}


def write(position: Position) -> str:
    """Draw the puzzle, and next to it its walls if the position has any."""
    puzzle = position.puzzle
    head = [
        f"{key}: {' '.join(value.split())}"
        for key, value in (
            ("name", puzzle.name),
            ("source", puzzle.source),
            ("lattice", puzzle.lattice.name if puzzle.lattice != grid.SQUARE else ""),
            ("variants", ", ".join(sorted(puzzle.variants))),
            ("clues", " ".join(puzzle.clues)),
        )
        if value
    ]
    board = list(_draw(puzzle, puzzle.walls))
    if position.is_attempt:
        attempt = _draw(puzzle, position.inner_walls() | puzzle.walls)
        board = [a + " " * _GAP + b for a, b in zip(board, attempt, strict=True)]
    return "\n".join([*head, *board]) + "\n"


def _draw(puzzle: Puzzle, walls: frozenset[grid.Point]) -> Iterator[str]:
    width, height, lattice = puzzle.width, puzzle.height, puzzle.lattice
    rows = [
        [
            "." if lattice.is_vertex(grid.Point(x, y)) else " "
            for x in range(2 * width + 1)
        ]
        for y in range(2 * height + 1)
    ]
    for x in range(2 * width + 1):
        rows[0][x] = rows[-1][x] = "-" if x % 2 else "+"
    for y in range(2 * height + 1):
        rows[y][0] = rows[y][-1] = "|" if y % 2 else "+"
    for wall in walls:
        rows[wall.y][wall.x] = _wall(wall)
        for x, y in lattice.edge_ends(wall):
            rows[y][x] = "+"
    for x, y in puzzle.holes:
        rows[y][x] = "#"
    for dot in puzzle.centers:
        marks = _CROSSED_DOTS if dot in walls else _DOTS
        rows[dot.y][dot.x] = marks[dot in puzzle.black]
    return ("".join(row) for row in rows)
