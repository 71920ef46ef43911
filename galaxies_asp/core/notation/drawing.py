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
Tatham's collection: the player has drawn its walls, and the letters are ignored. Before
a puzzle stand lines such as `name: x`, `source: x`, `variants: quarter-turn, thin` and
`clues: black_cells(3) star((1,5))` (also `black cells: 3` and `hidden dots: 2`). `%`
starts a comment, and an empty line ends the puzzle.

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

_TOP = re.compile(r"((?:\+-)+\+)(?: +((?:\+-)+\+))? *$")
_HEADER = re.compile(
    r"(name|source|lattice|variants|black cells|hidden dots|clues) *: *(.*)$"
)
_GAP = 4
_DOTS, _CROSSED_DOTS = "o*", "O@"  # a white one, a black one
_OTHERS = "'name: ...', 'source: ...', a comment '% ...', or the top of a board"


def recognizes(text: str) -> bool:
    """Tell whether some line is the top of a board in this notation."""
    return any(map(_TOP.match, text.splitlines()))


def read(text: str) -> list[Position | NotationError]:
    """Read all drawings in the text; errors name line and column.

    An error in a block of lines is one of the items, unless no drawing can be read.
    """
    positions, header = list[Position | NotationError](), dict[str, str]()
    lines = [*Piece(text).lines()]
    end = 0
    for at, line in enumerate(lines):
        if at < end:
            continue
        is_faulty = bool(line.strip()) and not line.startswith("%")
        try:
            if top := _TOP.match(line):
                end = _end(lines, at)
                with located(line.line):
                    positions.append(_read_board(lines[at:end], top, header))
                header = {}
            elif match := _HEADER.match(line):
                if match[1] in header:
                    raise line.error(f"'{match[1]}:' is there twice")
                header[match[1]] = match[2].strip()
            elif is_faulty:
                raise line.error(f"expected {_OTHERS} '+-+-+'")
        except NotationError as error:
            positions.append(error)
            end, header = _end(lines, at), {}
    errors = [one for one in positions if isinstance(one, NotationError)]
    if errors and len(errors) == len(positions):
        raise errors[0]
    return positions


def _end(lines: list[Piece], at: int) -> int:
    """Return the number of the empty line behind a line, or that of all lines."""
    return next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))


def _read_board(
    lines: list[Piece], top: re.Match[str], header: dict[str, str]
) -> Position:
    length, start, end = len(top[1]), top.start(2), top.end(2)
    width, height = length // 2, (len(lines) - 1) // 2
    if len(lines) % 2 == 0 or height == 0:
        fault = f"the board has {len(lines)} lines; {width}xH cells take 2*H+1 lines"
        raise NotationError(fault, lines[0].line)
    check_size(width, height)
    lattice = grid.lattice_of(header.get("lattice", grid.SQUARE.name))
    given = _Block(
        [line.behind(0, start if top[2] else None) for line in lines], lattice
    )
    is_copy = not top[2] and given.is_copy()
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
        clues=_clues_of(header, lines[0].line),
    )
    if not top[2]:
        return Position(puzzle, given.walls if is_copy else None)
    different = "widths" * (end - start != length)
    if not different:
        drawn = _Block([line.behind(start) for line in lines], lattice)
        different = "dots" * (drawn.dots != given.dots)
        different = different or "missing cells" * (drawn.holes != given.holes)
    if different:
        raise lines[0].error(f"the two boards have different {different}", start)
    return Position(puzzle, drawn.walls | given.walls)


class _Block:
    """The dots (True: black), holes and inner walls of one board."""

    def __init__(self, rows: list[Piece], lattice: grid.Lattice) -> None:
        self._lattice = lattice
        self.dots: dict[grid.Point, bool] = {}
        self.holes: set[grid.Point] = set()
        self.walls: set[grid.Point] = set()
        self._vertices: dict[str, set[grid.Point]] = {"+": set(), ".": set()}
        self._has_letters = False
        right, bottom = len(rows[0].rstrip()) - 1, len(rows) - 1
        for y, row in enumerate(rows):
            inside = range(1, right) if 0 < y < bottom else ()
            for x, character in enumerate(row.ljust(right + 1)):
                if x in inside:
                    if character != " ":
                        self._take(grid.Point(x, y), character, row)
                elif x > right and not character.isspace():
                    raise row.error("unexpected text beside the board", x)
                elif x <= right:
                    expected = "+" if x % 2 == y % 2 == 0 else _wall(grid.Point(x, y))
                    if character != expected:
                        fault = f"the border has {character!r}, not {expected!r}"
                        raise row.error(fault, x)

    def is_copy(self) -> bool:
        """Tell whether walls are drawn as in Simon Tatham's collection."""
        ends = {end for wall in self.walls for end in self._lattice.edge_ends(wall)}
        only_crosses = not self._vertices["."] and not self._vertices["+"] <= ends
        return bool(ends) and (self._has_letters or only_crosses)

    def _take(self, point: grid.Point, character: str, row: Piece) -> None:
        is_edge, wall, fault = self._lattice.is_edge(point), _wall(point), ""
        marks = _DOTS + _CROSSED_DOTS * is_edge
        if character in marks:
            self.dots[point] = character in "*@"
        elif is_edge:
            if character != wall:
                fault = f"on an edge; expected {wall!r}, a blank or a dot"
        elif grid.is_vertex(point):
            if character not in self._vertices:
                fault = "on a vertex; expected '+', '.' or a dot"
            else:
                self._vertices[character].add(point)
        elif character in "WB":  # in the cells of white and of black dots
            self._has_letters = True
        elif character == "#":
            self.holes.add(point)
        else:
            fault = "in a cell; expected a blank, '#', 'o' or '*'"
        if is_edge and character not in _DOTS:
            self.walls.add(point)
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
