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
game ID (see `tatham`). `NSTATES` counts the states of the game, the untouched puzzle
among them, and `STATEPOS` says, counting from 1, which of them is on the screen: those
behind it are what the player has undone. Each state but the first has a line, `MOVE`,
`SOLVE`, or `RESTART` if the player began anew.

A move has parts that are separated by semicolons. `E2,1` draws the wall on the edge
(2,1), or removes it if it is there; the coordinates are those of the doubled grid. `A`,
`a`, `U` and `M` concern the arrows that connect cells with dots, and `S` says that what
follows is the program's solution. Arrows are ignored here, and so is everything else in
the file: a position has the walls that are drawn, or None if no edge was ever touched.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from galaxies_asp.board.errors import NotationError
from galaxies_asp.board.grid import Point, is_edge
from galaxies_asp.board.puzzle import Position
from galaxies_asp.notation import tatham

_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_RECORD = re.compile(rb"(?P<key>[A-Z0-9]{1,8}) *:(?P<length>[0-9]{1,9}):")
_BLANKS = re.compile(rb"[ \t\r\n]*")
_STEP = re.compile(
    r"S|[iI].|(?P<edge>E)(?P<x>[0-9]{1,9}),(?P<y>[0-9]{1,9})|[UM][0-9]+,[0-9]+"
    r"|[Aa][0-9]+,[0-9]+,[0-9]+,[0-9]+"
)
_EDITING_STEP = re.compile(r"C|[Dd][0-9]+,[0-9]+")


@dataclass(frozen=True)
class _Record:
    key: str
    value: str
    line: int
    column: int

    def error(self, message: str) -> NotationError:
        return NotationError(message, self.line, self.column)

    def number(self) -> int:
        if not re.fullmatch("[0-9]{1,9}", self.value):
            raise self.error(f"{self.key} is {self.value!r}: not a number")
        return int(self.value)


@dataclass
class _Save:
    start: _Record
    fields: dict[str, _Record] = field(default_factory=dict)
    moves: list[_Record] = field(default_factory=list)

    def required(self, *keys: str) -> _Record:
        for key in keys:
            if key in self.fields:
                return self.fields[key]
        raise self.start.error(f"the save file that starts here has no {keys[-1]}")


def recognizes(text: str) -> bool:
    """Tell whether some line is the first one of a save file."""
    return re.search(r"^[ \t]*SAVEFILE *:", text, re.MULTILINE) is not None


def read(text: str) -> list[Position]:
    """Read all save files in the text; errors name line and column."""
    saves: list[_Save] = []
    # Lengths count bytes; a str may contain surrogates, which UTF-8 cannot encode.
    for record in _records(text.encode("utf-8", "surrogatepass")):
        if record.key == "SAVEFILE":
            if record.value != _MAGIC:
                raise record.error(f"this is a save file of {record.value!r}")
            saves.append(_Save(record))
        elif not saves:
            raise NotationError("a save file starts with SAVEFILE", record.line, 1)
        elif record.key in ("MOVE", "SOLVE", "RESTART"):
            saves[-1].moves.append(record)
        else:
            saves[-1].fields[record.key] = record
    return [_position(save) for save in saves]


def _records(data: bytes) -> Iterator[_Record]:
    at = _skip_blanks(data, 0)
    line, line_start = 1, 0
    counted = 0
    while at < len(data):
        line += data.count(b"\n", counted, at)
        line_start = data.rfind(b"\n", 0, at) + 1
        counted = at
        column = at - line_start + 1
        match = _RECORD.match(data, at)
        if match is None:
            raise NotationError(
                "expected a key, the length of its value, and the value, like "
                "'GAME    :8:Galaxies'",
                line,
                column,
            )
        key, length = match["key"].decode(), int(match["length"])
        value = data[match.end() : match.end() + length]
        at = match.end() + length
        end = _skip_blanks(data, at)
        if len(value) < length:
            raise NotationError(
                f"the text ends inside the value of {key}", line, column
            )
        if b"\n" in value or (end == at and end < len(data)):
            raise NotationError(
                f"the value of {key} does not have {length} bytes, as said before it",
                line,
                column,
            )
        place = match.end() - line_start + 1
        yield _Record(key, value.decode("utf-8", "replace"), line, place)
        at = end


def _skip_blanks(data: bytes, at: int) -> int:
    blanks = _BLANKS.match(data, at)
    assert blanks is not None
    return blanks.end()


def _position(save: _Save) -> Position:
    version = save.required("VERSION")
    if version.value != "1":
        raise version.error(f"version {version.value!r} of save files is not known")
    game = save.required("GAME")
    if game.value != "Galaxies":
        raise game.error(f"this is a game of {game.value}, not of Galaxies")
    size = save.required("CPARAMS", "PARAMS")
    width, height = tatham.read_parameters(size.value, size.line, size.column)
    dots = save.required("DESC")
    puzzle = tatham.read_description(dots.value, width, height, dots.line, dots.column)
    walls: set[Point] | None = None
    for move in _moves_shown(save):
        if move.key == "RESTART":
            walls = None
            continue
        for edge in _edges_of(move, width, height):
            walls = set() if walls is None else walls
            walls.symmetric_difference_update({edge})
    return Position(puzzle, None if walls is None else frozenset(walls))


def _moves_shown(save: _Save) -> list[_Record]:
    """Return the moves that led to the state on the screen."""
    if "STATEPOS" not in save.fields:
        return save.moves
    shown = save.fields["STATEPOS"]
    states = save.fields.get("NSTATES", shown).number()
    if not 1 <= shown.number() <= states:
        raise shown.error(f"there is no state {shown.value} of {states}")
    if states - 1 > len(save.moves):
        raise save.start.error(
            f"the save file that starts here ends too early: it has {len(save.moves)} "
            f"moves, but should have {states - 1}"
        )
    return save.moves[: shown.number() - 1]


def _edges_of(move: _Record, width: int, height: int) -> Iterator[Point]:
    """Yield the edges that a move toggles."""
    offset = 0
    for step in move.value.split(";"):
        place = _Record(move.key, step, move.line, move.column + offset)
        offset += len(step) + 1
        match = _STEP.fullmatch(step)
        if match is None:
            if not step:
                continue
            if _EDITING_STEP.fullmatch(step):
                raise place.error("this move edits the puzzle; such games are not read")
            raise place.error(f"{step[:40]!r} is no move of Galaxies")
        if match["edge"]:
            edge = Point(int(match["x"]), int(match["y"]))
            inside = 0 < edge.x < 2 * width and 0 < edge.y < 2 * height
            if not inside or not is_edge(edge):
                raise place.error(f"{edge} is not an edge between two cells")
            yield edge
