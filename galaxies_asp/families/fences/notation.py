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

import reprlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any, Self, TypeVar, cast

from galaxies_asp.board.answer import Answer, Part, Positive
from galaxies_asp.board.errors import NotationError, PuzzleError
from galaxies_asp.families.fences.lattice import (
    HEXAGONAL,
    LATTICES,
    Cell,
    Lattice,
    by_name,
)
from galaxies_asp.families.fences.puzzle import (
    MAX_SIDE,
    Attempt,
    Fence,
    FencePuzzle,
    Goal,
    Post,
)
from galaxies_asp.notation import json_lines
from galaxies_asp.notation.json_lines import text_of

Position = FencePuzzle | Attempt
"""The contents of a text: a puzzle, or a puzzle with a drawing on it."""

_FIELDS = (
    *("schema", "id", "name", "source", "lattice", "goal", "side", "posts", "attempt"),
    *("solutions", "loops", "loop_length", "visits"),
)
_HEADERS = ("name", "source", "goal")
_LIMIT = 10**6

Value = TypeVar("Value")


def puzzle_of(board: Position) -> FencePuzzle:
    """Return the puzzle of a board."""
    return board.puzzle if isinstance(board, Attempt) else board


def read(text: str) -> list[Position]:
    """Read all puzzles of a text, in either notation.

    Raises `NotationError` with the line, and with the post where a post is wrong.
    """
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if not line.lstrip().startswith("#")
    ]
    filled = [(number, line) for number, line in lines if line.strip()]
    if not filled:
        raise NotationError("no puzzle: the text is empty")
    if filled[0][1].lstrip().startswith(("{", "[")):
        return [
            board
            for number, line in filled
            for board in _located(number, _from_json, line)
        ]
    blocks = groupby(lines, key=lambda line: bool(line[1].strip()))
    return [_drawing(list(block)) for is_filled, block in blocks if is_filled]


def _located(number: int, reader: Callable[..., Value], *arguments: Any) -> Value:
    """Read something, and add its line to any error."""
    try:
        return reader(*arguments)
    except NotationError as error:
        raise NotationError(error.message, number, error.column) from None
    except PuzzleError as error:
        raise NotationError(str(error), number) from None


# JSON -------------------------------------------------------------------------------


def _from_json(line: str) -> list[Position]:
    return list(json_lines.read_objects(line, _position))


def _position(fields: dict[str, Any]) -> Position:
    for name in fields:
        if name not in _FIELDS:
            raise NotationError(
                f"unknown field {reprlib.repr(name)}; there are {', '.join(_FIELDS)}"
            )
    for name in ("side", "posts"):
        if name not in fields:
            raise NotationError(f'the field "{name}" is missing')
    side = fields["side"]
    if not _is_integer(side):
        raise NotationError(f'"side" is {reprlib.repr(side)}, not a whole number')
    puzzle = FencePuzzle(
        side,
        tuple(
            Post(Cell(x, y), number)
            for x, y, number in _rows(fields["posts"], "post", "[x, y, number]")
        ),
        by_name(text_of(fields, "lattice") or HEXAGONAL.name),
        cast(Goal, text_of(fields, "goal") or "visit"),
        name=text_of(fields, "id") or text_of(fields, "name"),
        source=text_of(fields, "source"),
    )
    return _attempt(puzzle, fields["attempt"]) if "attempt" in fields else puzzle


def _attempt(puzzle: FencePuzzle, value: Any) -> Attempt:
    if not isinstance(value, dict) or not value.keys() <= {"fences", "loop"}:
        shown = reprlib.repr(value)
        raise NotationError(
            f'"attempt" is {shown}, not an object of "fences" and "loop"'
        )
    fences = _rows(value.get("fences", []), "fence", "[x, y, direction, length]")
    count = len(puzzle.lattice.vectors)
    for index, (_, _, direction, length) in enumerate(fences, 1):
        if not 0 <= direction < count:
            raise NotationError(f"fence {index}: the direction is not 0 to {count - 1}")
        if not 1 <= length <= 2 * MAX_SIDE:
            raise NotationError(f"fence {index}: the length {length} is impossible")
    return Attempt(
        puzzle,
        tuple(Fence(Cell(x, y), d, length) for x, y, d, length in fences),
        tuple(Cell(x, y) for x, y in _rows(value.get("loop", []), "cell", "[x, y]")),
    )


def _rows(value: Any, what: str, wanted: str) -> list[list[int]]:
    """Return a list of lists of whole numbers, each as long as the wanted one."""
    if not isinstance(value, list):
        raise NotationError(f"{reprlib.repr(value)} is not a list of {wanted}")
    length = len(wanted.split(","))
    for index, row in enumerate(value, 1):
        is_list = isinstance(row, list) and len(row) == length
        if not is_list or not all(map(_is_integer, row)):
            raise NotationError(
                f"{what} {index} is {reprlib.repr(row)}, not {wanted} in whole numbers"
            )
    return value


def _is_integer(value: Any) -> bool:
    # Not isinstance: true is no number here, although it is an int of Python.
    return type(value) is int and abs(value) <= _LIMIT


def write_json(board: Position) -> str:
    """Write one object on one line; what has its default value is left out."""
    return JsonFences.about(board).json() + "\n"


def attempt_fields(attempt: Attempt) -> dict[str, Any]:
    """Return fences and loop as the object that the field `attempt` holds."""
    return JsonAttempt.about(attempt).plain()


@dataclass(frozen=True)
class JsonAttempt(Part):
    """What is drawn on the puzzle."""

    fences: Annotated[
        Sequence[tuple[int, int, int, int]],
        "Fences [x, y, direction, length] from a post.",
    ]
    loop: Annotated[Sequence[Cell], "Cells of the loop in order."]

    @classmethod
    def about(cls, attempt: Attempt) -> Self:
        """Return the object of an attempt."""
        fences = [(*f.post, f.direction, f.length) for f in attempt.fences]
        return cls(fences, attempt.loop)


@dataclass(frozen=True, kw_only=True)
class JsonFences(Answer):
    """A puzzle of fences."""

    id: Annotated[str, "Name."] = ""
    source: Annotated[str, "Where the puzzle is from."] = ""
    lattice: Annotated[str, "Shape of the cells."] = HEXAGONAL.name
    goal: Annotated[Goal, "What the loop does with the posts."] = "visit"
    side: Annotated[Positive, "Side of the board."]
    posts: Annotated[Sequence[tuple[int, int, int]], "Posts [x, y, number]."]
    attempt: Annotated[JsonAttempt | None, "What is drawn on the puzzle."] = None

    @classmethod
    def about(cls, board: Position) -> Self:
        """Return the object of a puzzle, or of a puzzle with a drawing on it."""
        puzzle = puzzle_of(board)
        return cls(
            id=puzzle.name,
            source=puzzle.source,
            lattice=puzzle.lattice.name,
            goal=puzzle.goal,
            side=puzzle.side,
            posts=[(*post.cell, post.number) for post in puzzle.posts],
            attempt=JsonAttempt.about(board) if isinstance(board, Attempt) else None,
        )


# Drawings ---------------------------------------------------------------------------


def _drawing(block: list[tuple[int, str]]) -> FencePuzzle:
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
    if not 1 <= side <= MAX_SIDE:
        raise NotationError(f"{len(rows)} rows: the board is too small or large", first)
    cells = lattice.cells(side)
    posts: list[Post] = []
    for (number, _), row in zip(block, rows, strict=True):
        for token, cell in zip(row, cells, strict=False):
            if token == ".":
                continue
            if not (token.isdecimal() and token.isascii() and len(token) < 7):
                message = f"{reprlib.repr(token)} is neither a number nor '.'"
                raise NotationError(message, number)
            posts.append(Post(cell, int(token)))
            try:  # alone, so that the line of a wrong one is known
                FencePuzzle(side, (posts[-1],), lattice)
            except PuzzleError as error:
                message = str(error).replace("post 1", f"post {len(posts)}", 1)
                raise NotationError(message, number) from None
    goal = cast(Goal, headers.pop("goal", "visit"))
    return _located(
        first or 1, lambda: FencePuzzle(side, tuple(posts), lattice, goal, **headers)
    )


def _lattice(rows: list[list[str]], number: int | None) -> Lattice:
    """Recognize the lattice by the lengths of the rows."""
    lengths = [len(row) for row in rows]
    side = len(rows) // 2
    if rows and len(rows) % 2:
        for lattice in LATTICES.values():
            cells = [cell.y for cell in lattice.cells(min(side, MAX_SIDE + 1))]
            if lengths == [cells.count(y) for y in range(-side, side + 1)]:
                return lattice
    raise NotationError(
        f"the rows have {', '.join(map(str, lengths[:20])) or 'no'} cells: neither a "
        "hexagon, whose rows grow by one up to the middle and shrink by one again, nor "
        "a square with an odd number of rows and columns",
        number,
    )


def write_drawing(board: Position) -> str:
    """Write a puzzle as rows of cells; what is drawn on it is left out."""
    puzzle = puzzle_of(board)
    width = max([1, *(len(str(number)) for number in puzzle.numbers.values())])
    headers = {"name": puzzle.name, "source": puzzle.source}
    if puzzle.goal != "visit":
        headers["goal"] = puzzle.goal
    lines = [
        f"{key}: {' '.join(value.split())}" for key, value in headers.items() if value
    ]
    rows: dict[int, list[Cell]] = {}
    for cell in puzzle.lattice.cells(puzzle.side):
        rows.setdefault(cell.y, []).append(cell)
    for row in rows.values():
        words = [str(puzzle.numbers.get(cell, ".")).rjust(width) for cell in row]
        indent = " " * ((2 * puzzle.side + 1 - len(row)) * (width + 1) // 2)
        lines.append(indent + " ".join(words))
    return "\n".join(lines) + "\n"
