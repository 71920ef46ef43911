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

import json
import reprlib
from collections.abc import Iterator
from typing import Any

from galaxies_asp.errors import NotationError, PuzzleError
from galaxies_asp.fences.lattice import HEXAGONAL, LATTICES, Cell, Lattice, by_name
from galaxies_asp.fences.puzzle import (
    MAX_SIDE,
    Attempt,
    Fence,
    FencePuzzle,
    Post,
    goal_named,
)

Board = FencePuzzle | Attempt
"""The contents of a text: a puzzle, or a puzzle with a drawing on it."""

_KNOWN = ("solutions", "loops", "loop_length", "visits")
_FIELDS = (
    *("schema", "id", "name", "source", "lattice", "goal", "side", "posts", "attempt"),
    *_KNOWN,
)
_HEADERS = ("name", "source", "goal")
_LIMIT = 10**6


def puzzle_of(board: Board) -> FencePuzzle:
    """Return the puzzle of a board."""
    return board.puzzle if isinstance(board, Attempt) else board


def read(text: str) -> list[Board]:
    """Read all puzzles of a text, in either notation.

    Raises
    ------
    NotationError
        With the line, and with the post where a post is wrong.
    """
    lines = list(enumerate(text.splitlines(), 1))
    lines = [(number, line) for number, line in lines if not _is_comment(line)]
    filled = [(number, line) for number, line in lines if line.strip()]
    if not filled:
        raise NotationError("no puzzle: the text is empty")
    if filled[0][1].lstrip().startswith(("{", "[")):
        return [_located(number, _from_json, line) for number, line in filled]
    return [_drawing(block) for block in _blocks(lines)]


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _located(number: int, reader: Any, *arguments: Any) -> Any:
    """Read something, and put its line into any error."""
    try:
        return reader(*arguments)
    except (NotationError, PuzzleError) as error:
        raise NotationError(str(error), number) from None


# JSON -------------------------------------------------------------------------------


def _from_json(line: str) -> Board:
    fields = _object(line)
    for name in fields:
        if name not in _FIELDS:
            raise NotationError(
                f"unknown field {_shown(name)}; there are {', '.join(_FIELDS)}"
            )
    if fields.get("schema", 1) != 1:
        raise NotationError(f"schema {_shown(fields['schema'])} is not known, only 1")
    for name in ("side", "posts"):
        if name not in fields:
            raise NotationError(f'the field "{name}" is missing')
    if not _is_integer(fields["side"]):
        raise NotationError(f'"side" is {_shown(fields["side"])}, not a whole number')
    posts = [
        Post(Cell(x, y), number)
        for x, y, number in _rows(fields["posts"], 3, "post", "[x, y, number]")
    ]
    puzzle = FencePuzzle(
        fields["side"],
        tuple(posts),
        by_name(_string(fields, "lattice", "hexagonal")),
        goal_named(_string(fields, "goal", "visit")),
        name=_string(fields, "id", "") or _string(fields, "name", ""),
        source=_string(fields, "source", ""),
    )
    if fields.get("attempt") is None:
        return puzzle
    return _attempt(puzzle, fields["attempt"])


def _object(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"column {error.colno}: this is not JSON: {error.msg}"
        ) from None
    except RecursionError:
        raise NotationError("this object is nested too deeply") from None
    except NotationError:
        raise
    except ValueError:  # Python converts no thousands of digits
        raise NotationError("this object has a number that is too long") from None
    if not isinstance(value, dict):
        raise NotationError(f"expected an object {{...}}, not {_shown(value)}")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in pairs:
        if key in fields:
            raise NotationError(f"this object has the field {_shown(key)} twice")
        fields[key] = value
    return fields


def _attempt(puzzle: FencePuzzle, value: Any) -> Attempt:
    if not isinstance(value, dict) or not value.keys() <= {"fences", "loop"}:
        raise NotationError(
            f'"attempt" is {_shown(value)}, not an object of "fences" and "loop"'
        )
    fences = _rows(value.get("fences", []), 4, "fence", "[x, y, direction, length]")
    count = len(puzzle.lattice.vectors)
    for index, (_, _, direction, length) in enumerate(fences, 1):
        if not 0 <= direction < count:
            raise NotationError(f"fence {index}: the direction is not 0 to {count - 1}")
        if not 1 <= length <= 2 * MAX_SIDE:
            raise NotationError(f"fence {index}: the length {length} is impossible")
    return Attempt(
        puzzle,
        tuple(Fence(Cell(x, y), d, length) for x, y, d, length in fences),
        tuple(Cell(x, y) for x, y in _rows(value.get("loop", []), 2, "cell", "[x, y]")),
    )


def _rows(value: Any, length: int, what: str, wanted: str) -> list[list[int]]:
    """Return a list of lists of whole numbers, of the given length each."""
    if not isinstance(value, list):
        raise NotationError(f"{_shown(value)} is not a list of {wanted}")
    for index, row in enumerate(value, 1):
        if (
            not isinstance(row, list)
            or len(row) != length
            or not all(map(_is_integer, row))
        ):
            raise NotationError(
                f"{what} {index} is {_shown(row)}, not {wanted} in whole numbers"
            )
    return value


def _is_integer(value: Any) -> bool:
    # Not isinstance: true is no number here, although it is an int of Python.
    return type(value) is int and abs(value) <= _LIMIT


def _string(fields: dict[str, Any], name: str, default: str) -> str:
    value = fields.get(name)
    if value is None:
        return default
    if type(value) not in (str, int):
        raise NotationError(f'"{name}" is {_shown(value)}, not a string')
    # A lone surrogate (JSON can write one) could not be printed later.
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _shown(value: Any) -> str:
    return reprlib.repr(value)


def write_json(board: Board) -> str:
    """Write one object on one line; what has its default value is left out."""
    puzzle = puzzle_of(board)
    fields: dict[str, Any] = {"schema": 1}
    if puzzle.name:
        fields["id"] = puzzle.name
    if puzzle.source:
        fields["source"] = puzzle.source
    if puzzle.lattice is not HEXAGONAL:
        fields["lattice"] = puzzle.lattice.name
    if puzzle.goal != "visit":
        fields["goal"] = puzzle.goal
    fields["side"] = puzzle.side
    fields["posts"] = [[*post.cell, post.number] for post in puzzle.posts]
    if isinstance(board, Attempt):
        fields["attempt"] = attempt_fields(board)
    return json.dumps(fields) + "\n"


def attempt_fields(attempt: Attempt) -> dict[str, list[list[int]]]:
    """Return fences and loop as the object that the field `attempt` holds."""
    return {
        "fences": [[*f.post, f.direction, f.length] for f in attempt.fences],
        "loop": [list(cell) for cell in attempt.loop],
    }


# Drawings ---------------------------------------------------------------------------


def _blocks(lines: list[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    block: list[tuple[int, str]] = []
    for number, line in [*lines, (0, "")]:
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []


def _drawing(block: list[tuple[int, str]]) -> FencePuzzle:
    headers: dict[str, str] = {}
    while block and ":" in block[0][1]:
        number, line = block[0]
        key, _, value = line.partition(":")
        if key.strip() not in _HEADERS or key.strip() in headers:
            known = ", ".join(_HEADERS)
            raise NotationError(
                f"{_shown(key.strip())} before a drawing; once each: {known}", number
            )
        headers[key.strip()] = value.strip()
        block = block[1:]
    rows = [line.split() for _, line in block]
    numbers = [number for number, _ in block]
    first = numbers[0] if numbers else None
    lattice = _lattice(rows, first)
    side = len(rows) // 2
    if not 1 <= side <= MAX_SIDE:
        raise NotationError(f"{len(rows)} rows: the board is too small or large", first)
    posts = []
    for token, cell, number in _tokens(rows, numbers, lattice):
        if token != ".":
            if not (token.isdecimal() and token.isascii() and len(token) < 7):
                message = f"{_shown(token)} is neither a number nor '.'"
                raise NotationError(message, number)
            posts.append((number, Post(cell, int(token))))
    for index, (number, post) in enumerate(posts, 1):
        # One by one, so that the line of a wrong one is known.
        try:
            FencePuzzle(side, (post,), lattice)
        except PuzzleError as error:
            message = str(error).replace("post 1", f"post {index}", 1)
            raise NotationError(message, number) from None
    make = FencePuzzle
    goal = goal_named(headers.get("goal", "visit"))
    name, source = headers.get("name", ""), headers.get("source", "")
    puzzle: FencePuzzle = _located(
        first or 1,
        lambda: make(
            side,
            tuple(post for _, post in posts),
            lattice,
            goal,
            name=name,
            source=source,
        ),
    )
    return puzzle


def _lattice(rows: list[list[str]], number: int | None) -> Lattice:
    """Recognise the lattice by the lengths of the rows."""
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


def _tokens(
    rows: list[list[str]], numbers: list[int], lattice: Lattice
) -> Iterator[tuple[str, Cell, int]]:
    """Yield what is written in each cell, the cell, and its line."""
    side = len(rows) // 2
    cells = lattice.cells(side)
    for row, number in zip(rows, numbers, strict=True):
        for token in row:
            yield token, next(cells), number


def write_drawing(board: Board) -> str:
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
