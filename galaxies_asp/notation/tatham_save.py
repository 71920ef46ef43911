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

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point, is_edge
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation.reading import Piece, end_of
from galaxies_asp.core.notation.tatham import read_game

_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_RECORD = re.compile(rb"(?P<key>[A-Z0-9]{1,8}) *:(?P<length>[0-9]{1,9}):")
_BLANKS = re.compile(rb"[ \t\r\n]*")
_STEP = re.compile(
    r"S|[iI].|(?P<edge>E)(?P<x>[0-9]{1,9}),(?P<y>[0-9]{1,9})|[UM][0-9]+,[0-9]+"
    r"|[Aa][0-9]+,[0-9]+,[0-9]+,[0-9]+|"
)
_EDITING_STEP = re.compile(r"C|[Dd][0-9]+,[0-9]+")

recognizes = re.compile(r"^[ \t]*SAVEFILE *:", re.MULTILINE).search
"""Find the first line of a save file."""


@dataclass
class _Save:
    start: Piece
    fields: dict[str, Piece] = field(default_factory=dict)
    moves: list[tuple[str, Piece]] = field(default_factory=list)

    def required(self, *keys: str) -> Piece:
        for key in keys:
            if key in self.fields:
                return self.fields[key]
        raise self.start.error(f"the save file that starts here has no {keys[-1]}")

    def number(self, key: str) -> int:
        value = self.fields[key]
        if not re.fullmatch("[0-9]{1,9}", value):
            raise value.error(f"{key} is {value!r}: not a number")
        return int(value)

    def moves_shown(self) -> list[tuple[str, Piece]]:
        """Return the moves that led to the state on the screen."""
        if "STATEPOS" not in self.fields:
            return self.moves
        states = self.number("NSTATES" if "NSTATES" in self.fields else "STATEPOS")
        shown = self.number("STATEPOS")
        if not 1 <= shown <= states:
            position = self.fields["STATEPOS"]
            raise position.error(f"there is no state {position} of {states}")
        if states - 1 > len(self.moves):
            raise self.start.error(
                "the save file that starts here ends too early: it has "
                f"{len(self.moves)} moves, but should have {states - 1}"
            )
        return self.moves[: shown - 1]


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
        elif key in saves[-1].fields:
            raise NotationError(f"{key} is there twice", value.line, 1)
        else:
            saves[-1].fields[key] = value
    return [_position(save) for save in saves]


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
            raise place.error(
                "expected a key, the length of its value, and the value, like "
                "'GAME    :8:Galaxies'"
            )
        key, length = match["key"].decode(), int(match["length"])
        value = data[match.end() : match.end() + length]
        at = match.end() + length
        end = end_of(_BLANKS, data, at)
        if len(value) < length:
            raise place.error(f"the text ends inside the value of {key}")
        if b"\n" in value or (end == at and end < len(data)):
            raise place.error(
                f"the value of {key} does not have {length} bytes, as said before it"
            )
        column = match.end() - line_start + 1
        yield key, Piece(value.decode("utf-8", "replace"), line, column)
        at = end


def _position(save: _Save) -> Position:
    version = save.required("VERSION")
    if version != "1":
        raise version.error(f"version {version!r} of save files is not known")
    if (game := save.required("GAME")) != "Galaxies":
        raise game.error(f"this is a game of {game}, not of Galaxies")
    puzzle = read_game(save.required("CPARAMS", "PARAMS"), save.required("DESC"))
    walls: set[Point] | None = None
    for key, move in save.moves_shown():
        if key == "RESTART":
            walls = None
            continue
        for edge in _edges_of(move, puzzle):
            walls = (walls or set()) ^ {edge}
    return Position(puzzle, walls)


def _edges_of(move: Piece, puzzle: Puzzle) -> Iterator[Point]:
    """Yield the edges that a move toggles."""
    offset = 0
    for step in move.split(";"):
        match = _STEP.fullmatch(step)
        if match is None:
            fault = f"{step[:40]!r} is no move of Galaxies"
            if _EDITING_STEP.fullmatch(step):
                fault = "this move edits the puzzle; such games are not read"
            raise move.error(fault, offset)
        if match["edge"]:
            edge = Point(int(match["x"]), int(match["y"]))
            if not puzzle.is_inside(edge) or not is_edge(edge):
                raise move.error(f"{edge} is not an edge between two cells", offset)
            yield edge
        offset += len(step) + 1
