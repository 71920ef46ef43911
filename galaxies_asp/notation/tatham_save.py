"""Saved games of Simon Tatham's collection (read only).

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    VERSION :1:1
    GAME    :8:Galaxies
    PARAMS  :5:7x7dn
    CPARAMS :5:7x7dn
    DESC    :17:cghsppedzzaccdtce
    NSTATES :1:3
    STATEPOS:1:3
    MOVE    :4:E2,1
    MOVE    :9:E1,2;E3,2

Every line is a key, the number of bytes of the value, and the value. `CPARAMS` has the
size of the current board (`PARAMS` that of the next one), `DESC` its dots, both as in a
game ID (see `tatham`). `NSTATES` counts the states, the untouched puzzle among them;
`STATEPOS` is that on the screen: those behind it are undone. Each but the first has a
line: `MOVE`, `SOLVE`, or `RESTART` if the player began anew.

A move has parts that are separated by semicolons. `E2,1` draws the wall on the edge
(2,1), or removes it if it is there; the coordinates are those of the doubled grid.
`A3,1,5,2` draws arrows from the cell (3,1), or from those around another point, to the
dot (5,2), and from their partners; `U3,1` removes them. `M5,2` protects the arrows
to a dot, or no longer. `S` says that what follows is the program's solution, in which
partners are written, too. A position has the walls that are drawn, None if no edge
was ever touched, and as labels the dots to which arrows point. If there are arrows,
each dot has the cells that it touches, and there is a wall between different dots.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point, is_edge, mirror, touched_cells
from galaxies_asp.core.board.labels import walls_between
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation.reading import Piece, end_of
from galaxies_asp.core.notation.tatham import read_game

_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_RECORD = re.compile(rb"(?P<key>[A-Z0-9]{1,8}) *:(?P<length>[0-9]{1,9}):")
_BLANKS = re.compile(rb"[ \t\r\n]*")
_PAIR = "[0-9]{1,9},[0-9]{1,9}"
_STEP = re.compile(
    rf"S|[iI].|(?P<kind>[EUM](?={_PAIR}\Z)|[Aa](?={_PAIR},))"
    rf"(?P<numbers>{_PAIR}(?:,{_PAIR})?)|"
)
_EDITING_STEP = re.compile(r"C|[Dd][0-9]+,[0-9]+")

recognizes = re.compile(r"^[ \t]*SAVEFILE *:", re.MULTILINE).search
"""Find the first line of a save file."""


def read(text: str) -> list[Position]:
    """Read all save files in the text; errors name line and column."""
    saves: list[_Save] = []
    # Lengths count bytes; a str may contain surrogates, which UTF-8 cannot encode.
    for key, value in _records(text.encode("utf-8", "surrogatepass")):
        if key == "SAVEFILE":
            if value != _MAGIC:
                raise value.error(f"this is a save file of {value!r}")
            saves.append(_Save(value))
        elif not saves:
            raise NotationError("a save file starts with SAVEFILE", value.line, 1)
        elif key in ("MOVE", "SOLVE", "RESTART"):
            saves[-1].moves.append((key, value))
        elif saves[-1].fields.setdefault(key, value) is not value:
            raise NotationError(f"{key} is there twice", value.line, 1)
    return [save.position() for save in saves]


def _records(data: bytes) -> Iterator[tuple[str, Piece]]:
    """Yield the keys and their values."""
    at = end_of(_BLANKS, data)
    line, line_start, counted = 1, 0, 0
    while at < len(data):
        line += data.count(b"\n", counted, at)
        line_start = data.rfind(b"\n", 0, at) + 1
        counted = at
        place = Piece("", line, at - line_start + 1)
        match = _RECORD.match(data, at)
        if match is None:
            wanted = "a key, its length, and its value, like 'GAME    :8:Galaxies'"
            raise place.error(f"expected {wanted}")
        key, length = match["key"].decode(), int(match["length"])
        at = match.end() + length
        value, end = data[match.end() : at], end_of(_BLANKS, data, at)
        if len(value) < length:
            raise place.error(f"the text ends inside the value of {key}")
        if b"\n" in value or (end == at and end < len(data)):
            raise place.error(f"the value of {key} does not have {length} bytes")
        column = match.end() - line_start + 1
        yield key, Piece(value.decode("utf-8", "replace"), line, column)
        at = end


@dataclass
class _Save:
    start: Piece
    fields: dict[str, Piece] = field(default_factory=dict)
    moves: list[tuple[str, Piece]] = field(default_factory=list)

    def _required(self, *keys: str) -> Piece:
        found = [self.fields[key] for key in keys if key in self.fields]
        if not found:
            raise self.start.error(f"the save file that starts here has no {keys[-1]}")
        return found[0]

    def _number(self, key: str, default: int) -> int:
        value = self.fields.get(key)
        if value and not re.fullmatch("[0-9]{1,9}", value):
            raise value.error(f"{key} is {value!r}: not a number")
        return int(value or default)

    def _moves_shown(self) -> list[tuple[str, Piece]]:
        """Return the moves that led to the state on the screen."""
        shown = self._number("STATEPOS", len(self.moves) + 1)
        states = self._number("NSTATES", shown)
        if not 1 <= shown <= states:
            position = self.fields.get("STATEPOS", self.start)
            raise position.error(f"there is no state {shown} of {states}")
        if states - 1 > len(self.moves):
            counted = f"it has {len(self.moves)} moves, but should have {states - 1}"
            fault = f"the save file that starts here ends too early: {counted}"
            raise self.start.error(fault)
        return self.moves[: shown - 1]

    def position(self) -> Position:
        """Return the puzzle, and what the player has drawn."""
        for key, known in (("VERSION", "1"), ("GAME", "Galaxies")):
            if (value := self._required(key)) != known:
                fault = (
                    f"the {key.lower()} of this save file is {value!r}, not {known!r}"
                )
                raise value.error(fault)
        size = self._required("CPARAMS", "PARAMS")
        puzzle = read_game(size, self._required("DESC"))
        board = _Board(puzzle)
        for key, move in self._moves_shown():
            if key == "RESTART":
                board = _Board(puzzle)
            else:
                board.play(move)
        if not board.arrows:
            return Position(puzzle, board.walls)
        touched = {cell: dot for dot in puzzle.centers for cell in touched_cells(dot)}
        dots, number = touched | board.arrows, puzzle.centers.index
        labels = puzzle.rows_with({cell: number(dot) for cell, dot in dots.items()})
        drawn = board.walls
        walls = None if drawn is None else drawn | walls_between(labels)
        return Position(puzzle, walls, labels)


class _Board:
    """What the player has drawn; see `execute_move` of the collection.

    `walls` are the edges that are drawn, None if none was touched; `arrows` the dots to
    which arrows point, for the cells in which they are.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._dots = frozenset(puzzle.centers)
        self._held: set[Point] = set()
        self.walls: set[Point] | None = None
        self.arrows: dict[Point, Point] = {}

    def play(self, move: Piece) -> None:
        """Take the steps of a move."""
        offset, mirrored = 0, True
        for step in move.split(";"):
            match = _STEP.fullmatch(step)
            fault = f"{step[:40]!r} is no move of Galaxies" if match is None else ""
            if _EDITING_STEP.fullmatch(step):
                fault = "this move edits the puzzle; such games are not read"
            elif match and match["kind"]:
                numbers = [*map(int, match["numbers"].split(","))]
                points = [*map(Point, numbers[::2], numbers[1::2])]
                fault = self._take(match["kind"], points, mirrored)
            if fault:
                raise move.error(fault, offset)
            mirrored = mirrored and step != "S"
            offset += len(step) + 1

    def _take(self, kind: str, points: list[Point], mirrored: bool) -> str:
        """Take a step, and return its fault."""
        point, dot = points[0], points[-1]
        if not all(map(self._puzzle.is_inside, points)):
            return f"{point} is not on the board"
        if kind == "E":
            self.walls = (self.walls or set()) ^ {point}
            return "" if is_edge(point) else f"{point} is not an edge between two cells"
        if kind == "U":
            self._remove(point, mirrored)
        elif dot not in self._dots:
            return f"{dot} is not a dot"
        elif kind == "M":
            self._held ^= {dot}
        elif dot not in self._held:
            for cell in filter(self._puzzle.is_inside, touched_cells(point)):
                if self.arrows.get(cell) not in self._held:
                    self._point(cell, dot, mirrored)
        return ""

    def _point(self, cell: Point, dot: Point, mirrored: bool) -> None:
        """Draw an arrow from a cell, and one from its partner."""
        image = mirror(dot, cell)
        if not mirrored:
            self.arrows[cell] = dot
        elif self._puzzle.is_inside(image) and not {cell, image} & self._dots:
            for each in (cell, image):
                self._remove(each, mirrored)
                self.arrows[each] = dot

    def _remove(self, cell: Point, mirrored: bool) -> None:
        """Remove the arrow of a cell, and that of its partner."""
        if (dot := self.arrows.pop(cell, None)) and mirrored:
            self.arrows.pop(mirror(dot, cell), None)
