"""Puzzles of fences and a loop as text: JSON lines, and drawings of rows of cells.

JSON has one object a line:

    {"id": "tiny", "side": 1, "posts": [[0, 0, 1]]}

* `id` (or `name`) and `source`: strings, for people;
* `side`: how many steps the board reaches from its middle;
* `posts`: [x, y, number] each; on hexagons (x, y) are axial coordinates, x grows to the
  east and y to the south-east; the middle of the board is (0, 0);
* `lattice`: `hexagonal`, the default, or `square`;
* `goal`: `visit`, the default (the loop visits every color), or `enclose` (a post);
* `attempt`: what is drawn, an object of `fences`, [x, y, direction, length] each, where
  (x, y) is the post and directions are numbered clockwise from 0, the north-west (on
  squares the north); and `loop`, the cells [x, y] in their order around the loop;
* `solutions`, `loops`, `loop_length`, `visits`: what is known of the puzzle; not read.

A drawing has a line for each row of the board, in which cells are separated by blanks:
a number for a post, `.` for any other cell. Indentation is decoration; the lengths of
the rows say which lattice it is. Lines before the rows may say `name: ...`,
`source: ...` or `goal: ...`; empty lines separate drawings, and lines that begin with #
are comments.

      . . .
     . 2 . .
    . . . . 1
     . . . .
      3 . .
"""

import re
import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, cast

from galaxies_asp.core.board.answer import Answer, Fields, Part, Positive
from galaxies_asp.core.board.errors import NotationError, PuzzleError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.notation import json_lines
from galaxies_asp.core.notation.json_lines import text_of
from galaxies_asp.core.notation.reading import end_of
from galaxies_asp.families.fences import lattice as lattices
from galaxies_asp.families.fences import puzzle as puzzles

_FIELDS = (
    *("schema", "id", "name", "source", "lattice", "goal", "side", "posts", "attempt"),
    *("solutions", "loops", "loop_length", "visits"),
)
_HEADERS = ("name", "source", "goal")
_LIMIT = 10**6


def read(text: str) -> list[puzzles.Position]:
    """Read all puzzles of a text, in either notation.

    Raises `NotationError` with the line, and with the post where a post is wrong.
    """
    if text.startswith(("{", "["), end_of(json_lines.GAP, text)):
        found: list[puzzles.Position] = []
        for one in json_lines.read_objects(text, position_of):
            if isinstance(one, NotationError):
                raise one
            found.append(one)
        return found
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if not line.lstrip().startswith("#")
    ]
    blocks = groupby(lines, key=lambda line: bool(line[1].strip()))
    drawings = [_drawing([*block]) for is_filled, block in blocks if is_filled]
    if not drawings:
        raise NotationError("no puzzle: the text is empty")
    return [*drawings]


# JSON -------------------------------------------------------------------------------


def position_of(fields: Fields) -> puzzles.Position:
    """Return the position that the fields of an object describe.

    Raises `NotationError` or `PuzzleError` if there is none.
    """
    for name in fields:
        if name not in _FIELDS:
            known = ", ".join(_FIELDS)
            raise NotationError(
                f"unknown field {reprlib.repr(name)}; there are {known}"
            )
    for name in ("side", "posts"):
        if name not in fields:
            raise NotationError(f'the field "{name}" is missing')
    side = fields["side"]
    if type(side) is not int or abs(side) > _LIMIT:
        raise NotationError(f'"side" is {reprlib.repr(side)}, not a whole number')
    posts = _rows(fields, "posts", "[x, y, number]")
    puzzle = puzzles.FencePuzzle(
        side,
        tuple(puzzles.Post(Point(x, y), number) for x, y, number in posts),
        lattices.by_name(text_of(fields, "lattice") or lattices.HEXAGONAL.name),
        cast(puzzles.Goal, text_of(fields, "goal") or "visit"),
        name=text_of(fields, "id") or text_of(fields, "name"),
        source=text_of(fields, "source"),
    )
    return _attempt(puzzle, fields["attempt"]) if "attempt" in fields else puzzle


def _attempt(puzzle: puzzles.FencePuzzle, value: object) -> puzzles.Attempt:
    if not isinstance(value, dict) or not value.keys() <= {"fences", "loop"}:
        shown = reprlib.repr(value)
        raise NotationError(
            f'"attempt" is {shown}, not an object of "fences" and "loop"'
        )
    fences = _rows(value, "fences", "[x, y, direction, length]")
    count = len(puzzle.lattice.vectors)
    for index, (_, _, direction, length) in enumerate(fences, 1):
        if not 0 <= direction < count:
            raise NotationError(f"fence {index}: the direction is not 0 to {count - 1}")
        if not 1 <= length <= 2 * puzzles.MAX_SIDE:
            raise NotationError(f"fence {index}: the length {length} is impossible")
    loop = _rows(value, "loop", "[x, y]")
    return puzzles.Attempt(
        puzzle,
        tuple(puzzles.Fence(Point(x, y), d, length) for x, y, d, length in fences),
        tuple(Point(x, y) for x, y in loop),
    )


def _rows(fields: Fields, name: str, wanted: str) -> list[list[int]]:
    """Return a list of lists of whole numbers, each as long as the wanted one."""
    accepts = json_lines.numbers(len(wanted.split(",")), -_LIMIT)
    fault = f"not {wanted} in whole numbers"
    return json_lines.items_of(fields, name, accepts, fault)


@dataclass(frozen=True)
class JsonAttempt(Part):
    """What is drawn on the puzzle."""

    fences: Annotated[
        Sequence[tuple[int, int, int, int]],
        "Fences [x, y, direction, length] from a post.",
    ]
    loop: Annotated[Sequence[Point], "Cells of the loop in order."]


@dataclass(frozen=True, kw_only=True)
class JsonFences(Answer):
    """A puzzle of fences."""

    id: Annotated[str, "Name."] = ""
    source: Annotated[str, "Where the puzzle is from."] = ""
    lattice: Annotated[str, "Shape of the cells."] = lattices.HEXAGONAL.name
    goal: Annotated[puzzles.Goal, "What the loop does with the posts."] = "visit"
    side: Annotated[Positive, "Side of the board."]
    posts: Annotated[Sequence[tuple[int, int, int]], "Posts [x, y, number]."]
    attempt: Annotated[JsonAttempt | None, "What is drawn on the puzzle."] = None


def json_attempt(attempt: puzzles.Attempt) -> JsonAttempt:
    """Return fences and loop as the object that the field `attempt` holds."""
    fences = [(*f.post, f.direction, f.length) for f in attempt.fences]
    return JsonAttempt(fences, attempt.loop)


def write_json(board: puzzles.Position) -> str:
    """Write one object on one line; what has its default value is left out."""
    puzzle = board.puzzle
    fields = JsonFences.of(
        puzzle,
        id=puzzle.name,
        lattice=puzzle.lattice.name,
        posts=[(*post.cell, post.number) for post in puzzle.posts],
        attempt=json_attempt(board) if isinstance(board, puzzles.Attempt) else None,
    )
    return fields.json() + "\n"


# Drawings ---------------------------------------------------------------------------


def _drawing(block: list[tuple[int, str]]) -> puzzles.FencePuzzle:
    headers: dict[str, str] = {}
    while block and ":" in block[0][1]:
        number, line = block.pop(0)
        key, _, value = map(str.strip, line.partition(":"))
        if key not in _HEADERS or key in headers:
            known = ", ".join(_HEADERS)
            message = f"{reprlib.repr(key)} before a drawing; once each: {known}"
            raise NotationError(message, number)
        headers[key] = value
    rows = [line.split() for _, line in block]
    first = block[0][0] if block else None
    lattice = _lattice(rows, first)
    side = len(rows) // 2
    if not 1 <= side <= puzzles.MAX_SIDE:
        raise NotationError(f"{len(rows)} rows: the board is too small or large", first)
    cells = lattice.cells(side)
    posts: dict[puzzles.Post, int] = {}
    for (number, _), row in zip(block, rows, strict=True):
        for token, cell in zip(row, cells, strict=False):
            if token == ".":
                continue
            if not (token.isdecimal() and token.isascii() and len(token) < 7):
                message = f"{reprlib.repr(token)} is neither a number nor '.'"
                raise NotationError(message, number)
            posts[puzzles.Post(cell, int(token))] = number
    goal = cast(puzzles.Goal, headers.pop("goal", "visit"))
    try:
        return puzzles.FencePuzzle(side, tuple(posts), lattice, goal, **headers)
    except PuzzleError as error:
        named = re.match(r"post (\d+)", str(error))
        at = [*posts.values()][int(named[1]) - 1] if named else first
        raise NotationError(str(error), at) from None


def _lattice(rows: list[list[str]], number: int | None) -> lattices.FenceLattice:
    """Recognize the lattice by the lengths of the rows."""
    lengths = [len(row) for row in rows]
    side = len(rows) // 2
    if len(rows) % 2:
        for lattice in lattices.LATTICES.values():
            cells = [cell.y for cell in lattice.cells(min(side, puzzles.MAX_SIDE + 1))]
            if lengths == [cells.count(y) for y in range(-side, side + 1)]:
                return lattice
    raise NotationError(
        f"the rows have {', '.join(map(str, lengths[:20])) or 'no'} cells: neither a "
        "hexagon, whose rows grow by one up to the middle and shrink by one again, nor "
        "a square with an odd number of rows and columns",
        number,
    )


def write_drawing(board: puzzles.Position) -> str:
    """Write a puzzle as rows of cells; what is drawn on it is left out."""
    puzzle = board.puzzle
    goal = "" if puzzle.goal == "visit" else puzzle.goal
    headers = {"name": puzzle.name, "source": puzzle.source, "goal": goal}
    lines = [
        f"{key}: {' '.join(said.split())}" for key, said in headers.items() if said
    ]
    width = max([1, *(len(str(number)) for number in puzzle.numbers.values())])
    for _, cells in groupby(puzzle.cells(), key=lambda cell: cell.y):
        row = [str(puzzle.numbers.get(cell, ".")).rjust(width) for cell in cells]
        indent = " " * ((2 * puzzle.side + 1 - len(row)) * (width + 1) // 2)
        lines.append(indent + " ".join(row))
    return "\n".join(lines) + "\n"
