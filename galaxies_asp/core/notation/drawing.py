r"""The drawing: one character a point of the doubled grid; the format of `puzzles/`.

    name: idp-5x5
    source: the first example of the source document
    +-+-+-+-+-+    +-+-+-+-+-+
    |   o     |    |   o   | |
    + . . . . +    +-+-+-+-+ +
    ...

The character in line y and column x of a block is the point (x, y). A cell is a blank,
or `#` where it is missing. An edge is `-` or `|` where there is a wall, a blank
elsewhere. A vertex is `+` where walls meet and `.` elsewhere.
Any point inside may be a dot instead: `o` a white one, `*` a black one; on an edge with
a wall, which is wrong but may be drawn, they are `O` and `@`. Blanks at the end of a
line may be left out.

The first block is the puzzle; walls inside it are given ones. A second block, four
columns to the right, repeats it with the walls of a solution or an attempt. A single
block in which all vertices are `+`, or with `W` or `B` in cells, is a copy from Simon
Tatham's collection: the player has drawn its walls, and the letters are ignored. Lines
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

from galaxies_asp.core.board import grid
from galaxies_asp.core.board.declarations import Clue, is_clue
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.puzzle import Position, Puzzle, check_size
from galaxies_asp.core.notation.reading import NUMBERS, Piece, black_dots, located

_TOP = re.compile(r"(?P<first>(?:\+-)+\+)(?:(?P<gap> +)(?P<second>(?:\+-)+\+))? *$")
_HEADER = re.compile(
    r"(name|source|lattice|variants|black cells|hidden dots|clues) *: *(.*)$"
)
_GAP = 4
_DOTS = "o*"  # a white one, a black one
_CROSSED_DOTS = "O@"
_LETTERS = "WB"  # of cells that belong to a white or a black dot


def recognizes(text: str) -> bool:
    """Tell whether some line is the top of a board in this notation."""
    return any(map(_TOP.match, text.splitlines()))


def read(text: str) -> list[Position]:
    """Read all drawings in the text; errors name line and column."""
    positions = []
    header: dict[str, str] = {}
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if top := _TOP.match(line):
            end = at
            while end < len(lines) and lines[end].strip():
                end += 1
            with located(at):
                positions.append(_read_board(lines[at - 1 : end], at, top, header))
            header = {}
            at = end
        elif match := _HEADER.match(line):
            if match[1] in header:
                raise NotationError(f"'{match[1]}:' is there twice", at, 1)
            header[match[1]] = match[2].strip()
        elif line.strip() and not line.startswith("%"):
            raise NotationError(
                "expected 'name: ...', 'source: ...', a comment '% ...', or the top of "
                "a board '+-+-+'",
                at,
                1,
            )
    return positions


def _read_board(
    lines: list[str], first_line: int, top: re.Match[str], header: dict[str, str]
) -> Position:
    length = len(top["first"])
    width, height = length // 2, (len(lines) - 1) // 2
    if len(lines) % 2 == 0 or height == 0:
        raise NotationError(
            f"the board has {len(lines)} lines; {width}xH cells take 2*H+1 lines",
            first_line,
        )
    check_size(width, height)
    starts = [0, top.start("second")] if top["second"] else [0]
    place = first_line, starts[-1] + 1
    if len(starts) == 2 and len(top["second"]) != length:
        raise NotationError("the two boards have different widths", *place)
    lattice = grid.lattice_of(header.get("lattice", grid.SQUARE.name))
    rows = [Piece(line, number) for number, line in enumerate(lines, first_line)]
    given, *others = (
        _Block([row.behind(start, end) for row in rows], width, lattice)
        for start, end in zip(starts, (*starts[1:], None), strict=True)
    )
    is_copy = not others and given.is_copy()
    puzzle = Puzzle(
        width,
        height,
        tuple(grid.in_reading_order(given.dots)),
        black=black_dots(given.dots),
        holes=frozenset(given.holes),
        walls=frozenset(() if is_copy else given.walls),
        lattice=lattice,
        name=header.get("name", ""),
        source=header.get("source", ""),
        variants=frozenset(re.findall(r"[^\s,]+", header.get("variants", ""))),
        clues=_clues_of(header, first_line),
    )
    for drawn in others:
        if drawn.dots != given.dots:
            raise NotationError("the two boards have different dots", *place)
        if drawn.holes != given.holes:
            raise NotationError("the two boards have different missing cells", *place)
        return Position(puzzle, drawn.walls | given.walls)
    return Position(puzzle, given.walls if is_copy else None)


class _Block:
    """The dots (True: black), holes and inner walls of one board."""

    def __init__(self, rows: list[Piece], width: int, lattice: grid.Lattice) -> None:
        right, bottom = 2 * width, len(rows) - 1
        self._lattice = lattice
        self.dots: dict[grid.Point, bool] = {}
        self.holes: set[grid.Point] = set()
        self.walls: set[grid.Point] = set()
        self._vertices: dict[str, set[grid.Point]] = {"+": set(), ".": set()}
        self._has_letters = False
        for y, row in enumerate(rows):
            inside = range(1, right) if 0 < y < bottom else ()
            for x, character in enumerate(row.ljust(right + 1)):
                # Most points of a large board are blank, or vertices without a dot.
                if x in inside:
                    if character in "+." and not (x | y) & 1:
                        self._vertices[character].add(grid.Point(x, y))
                    elif character != " " and (character not in "+." or (x | y) & 1):
                        self._take(grid.Point(x, y), character, row)
                elif x <= right:
                    expected = "+" if x % 2 == y % 2 == 0 else _wall(grid.Point(x, y))
                    if character != expected:
                        fault = f"the border has {character!r}, not {expected!r}"
                        raise row.error(fault, x)
                elif not character.isspace():
                    raise row.error("unexpected text beside the board", x)

    def is_copy(self) -> bool:
        """Tell whether walls are drawn as in Simon Tatham's collection."""
        ends = {end for wall in self.walls for end in self._lattice.edge_ends(wall)}
        only_crosses = not self._vertices["."] and not self._vertices["+"] <= ends
        return bool(ends) and (self._has_letters or only_crosses)

    def _take(self, point: grid.Point, character: str, row: Piece) -> None:
        wall, fault = _wall(point), ""
        if character in _DOTS:
            self.dots[point] = character == _DOTS[1]
        elif self._lattice.is_edge(point):
            if character in _CROSSED_DOTS:
                self.dots[point] = character == _CROSSED_DOTS[1]
            elif character != wall:
                fault = f"on an edge; expected {wall!r}, a blank or a dot"
            self.walls.add(point)
        elif grid.is_vertex(point):
            fault = "on a vertex; expected '+', '.' or a dot"
        elif character == "#":
            self.holes.add(point)
        elif character in _LETTERS:
            self._has_letters = True
        else:
            fault = "in a cell; expected a blank, '#', 'o' or '*'"
        if fault:
            raise row.error(f"{character!r} {fault}", point.x)


def _wall(edge: grid.Point) -> str:
    """Return the character of a wall."""
    return "-" if edge.x % 2 else "|" if edge.y % 2 else "\\"


def _clues_of(header: dict[str, str], line: int) -> tuple[Clue, ...]:
    numbers = {name: header.get(name.replace("_", " ")) for name in NUMBERS}
    facts = [f"{name}({number})" for name, number in numbers.items() if number]
    clues = tuple(map(Clue, [*header.get("clues", "").split(), *facts]))
    for clue in clues:
        if not is_clue(clue):
            raise NotationError(f"clues: {clue!r} is not a fact", line)
        clue.place = (line, 1)
    return clues


def write(position: Position) -> str:
    """Draw the puzzle, and next to it its walls if the position has any."""
    puzzle = position.puzzle
    fields = {
        "name": puzzle.name,
        "source": puzzle.source,
        "lattice": puzzle.lattice.name if puzzle.lattice != grid.SQUARE else "",
        "variants": ", ".join(sorted(puzzle.variants)),
        "clues": " ".join(puzzle.clues),
    }
    head = [f"{key}: {' '.join(text.split())}" for key, text in fields.items() if text]
    board = _draw(puzzle, puzzle.walls)
    if position.is_attempt:
        attempt = _draw(puzzle, position.inner_walls() | puzzle.walls)
        board = [a + " " * _GAP + b for a, b in zip(board, attempt, strict=True)]
    return "\n".join([*head, *board]) + "\n"


def _draw(puzzle: Puzzle, walls: frozenset[grid.Point]) -> list[str]:
    lattice, right, bottom = puzzle.lattice, 2 * puzzle.width, 2 * puzzle.height
    vertex = "." if lattice == grid.SQUARE else " "
    top = [*("+-" * puzzle.width + "+")]
    rows = [[*("|" + " " * (right - 1) + "|")] for _ in range(bottom + 1)]
    rows[2:-1:2] = [[*f"+ {f'{vertex} ' * (puzzle.width - 1)}+"] for _ in rows[2:-1:2]]
    rows[0], rows[-1] = top, top
    for wall in walls:
        rows[wall.y][wall.x] = _wall(wall)
        for x, y in lattice.edge_ends(wall):
            rows[y][x] = "+"
    for x, y in puzzle.holes:
        rows[y][x] = "#"
    for dot in puzzle.centers:
        marks = _CROSSED_DOTS if dot in walls else _DOTS
        rows[dot.y][dot.x] = marks[dot in puzzle.black]
    return ["".join(row) for row in rows]
