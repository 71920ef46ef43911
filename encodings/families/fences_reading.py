"""Older notations of fences: rows of cells, and objects of JSON.

Rows are separated by lines, their cells by blanks: a number for a post, `.` for any
other cell. The lengths of the rows say which lattice it is. Lines before them may say
`name: ...`, `source: ...` or `goal: ...`; lines that begin with # are comments.

      . . .
     . 2 . .
    . . . . 1
     . . . .
      3 . .

An object has the fields `id` or `name`, `side`, `posts`, [x, y, number] each, with the
middle of the board at (0, 0), and maybe `lattice` and `goal`. Its `attempt` has
`fences`, [x, y, direction, length] each, with directions clockwise from 0, the
northwest or the north, and a `loop`, the cells [x, y] in their order.
"""

import re
import reprlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.notation import json_lines
from galaxies_asp.core.notation.json_lines import text_of
from galaxies_asp.counting.loops.lattice import LATTICES, MAX_SIDE, Cell, by_name

GOALS = {"hexagonal": "visit", "square": "enclose"}
_FIELDS = (
    *("schema", "id", "name", "source", "lattice", "goal", "side", "posts", "attempt"),
    *("solutions", "loops", "loop_length", "visits"),
)
_NAMED = re.compile(r"\s*r[0-9]+\s")
"""How a row of a drawing begins."""
_HEADERS = ("name", "source", "goal")
_LIMIT = 10**6

Board = tuple[str, str, str, str | None]
"""The family, the name, the facts and the drawn atoms of a board."""


def read(text: str) -> Iterator[Board]:
    """Yield the boards of rows of cells, or of a drawing of hexagons without lines.

    Raises `NotationError` with the line if the text is malformed.
    """
    numbered = enumerate(text.splitlines(), 1)
    lines = [(n, line) for n, line in numbered if not line.lstrip().startswith("#")]
    if rows := [(n, line) for n, line in lines if _NAMED.match(line)]:
        lines = [(n, _NAMED.sub("", line).replace("·", ".")) for n, line in rows]
        for number, line in lines:
            if re.search("[^0-9.\\s]", line):
                raise NotationError("what is drawn is read from JSON or facts", number)
    blocks = groupby(lines, key=lambda line: bool(line[1].strip()))
    for is_filled, block in blocks:
        if is_filled:
            yield _of_rows([*block])


def _of_rows(block: list[tuple[int, str]]) -> Board:
    headers: dict[str, str] = {}
    while block and ":" in block[0][1]:
        number, line = block.pop(0)
        key, _, value = map(str.strip, line.partition(":"))
        if key not in _HEADERS or key in headers:
            known = ", ".join(_HEADERS)
            message = f"{reprlib.repr(key)} before rows; once each: {known}"
            raise NotationError(message, number)
        headers[key] = value
    rows = [(number, line.split()) for number, line in block]
    first = rows[0][0] if rows else None
    lattice = _lattice([len(row) for _, row in rows], first)
    side = len(rows) // 2
    cells = lattice.cells(side)
    posts = []
    for number, row in rows:
        for token, cell in zip(row, cells, strict=False):
            if re.fullmatch(r"[0-9]{1,6}", token):
                posts.append((*cell, int(token)))
            elif token != ".":
                message = f"{reprlib.repr(token)} is neither a number nor '.'"
                raise NotationError(message, number)
    name = headers.get("name", "")
    return _board(lattice.name, headers.get("goal", "visit"), name, side, posts)


def _lattice(lengths: Sequence[int], line: int | None) -> Any:
    """Recognize the lattice by the lengths of the rows."""
    side = len(lengths) // 2
    for lattice in LATTICES.values() if len(lengths) % 2 else ():
        rows = [cell.y for cell in lattice.cells(min(side, MAX_SIDE + 1))]
        if [*lengths] == [rows.count(y) for y in range(-side, side + 1)]:
            return lattice
    raise NotationError(
        f"the rows have {', '.join(map(str, lengths[:20])) or 'no'} cells: neither a "
        "hexagon, whose rows grow by one up to the middle and shrink by one again, nor "
        "a square with an odd number of rows and columns",
        line,
    )


def _board(
    lattice: str,
    goal: str,
    name: str,
    side: int,
    posts: Sequence[Sequence[int]],
    atoms: str | None = None,
) -> Board:
    usual = GOALS[by_name(lattice).name]
    if goal not in ("", usual):
        raise NotationError(f"the goal {goal!r}: on {lattice} cells it is {usual!r}")
    facts = [f"side({side})."]
    facts += (f"post({_at(Cell(x, y), side)},{number})." for x, y, number in posts)
    return f"{lattice}-fences", name, " ".join(facts), atoms


def _at(cell: Cell, side: int, other: Cell | None = None) -> Point:
    """Return the point of a cell, or of the side to another one."""
    x, y = cell
    u, v = other or cell
    return Point(x + u + 2 * side + 1, y + v + 2 * side + 1)


def of_fields(fields: Mapping[str, Any]) -> Board:
    """Return the board that the fields of an object describe.

    Raises `NotationError` if there is none.
    """
    for name in fields:
        if name not in _FIELDS:
            known = ", ".join(_FIELDS)
            fault = f"unknown field {reprlib.repr(name)}; there are {known}"
            raise NotationError(fault)
    for name in ("side", "posts"):
        if name not in fields:
            raise NotationError(f'the field "{name}" is missing')
    side = fields["side"]
    if type(side) is not int or abs(side) > _LIMIT:
        raise NotationError(f'"side" is {reprlib.repr(side)}, not a whole number')
    lattice = text_of(fields, "lattice") or "hexagonal"
    goal = text_of(fields, "goal") or "visit"
    name = text_of(fields, "id") or text_of(fields, "name")
    posts = _rows(fields, "posts", "[x, y, number]")
    drawn = fields.get("attempt")
    atoms = None if drawn is None else _atoms(drawn, lattice, side)
    return _board(lattice, goal, name, side, posts, atoms)


def _atoms(drawn: object, lattice: str, side: int) -> str:
    if not isinstance(drawn, dict) or not drawn.keys() <= {"fences", "loop"}:
        shown = reprlib.repr(drawn)
        fault = f'"attempt" is {shown}, not an object of "fences" and "loop"'
        raise NotationError(fault)
    known = by_name(lattice)
    found: set[str] = set()
    fences = _rows(drawn, "fences", "[x, y, direction, length]")
    for index, (x, y, way, length) in enumerate(fences, 1):
        if way not in known.directions:
            most = known.directions[-1]
            raise NotationError(f"fence {index}: the direction is not 0 to {most}")
        if not 1 <= length <= 2 * MAX_SIDE:
            raise NotationError(f"fence {index}: the length {length} is impossible")
        cells = [known.step(Cell(x, y), way, times) for times in range(length + 1)]
        found |= {f"fence({_at(a, side, b)})." for a, b in pairwise(cells)}
    loop = [Cell(x, y) for x, y in _rows(drawn, "loop", "[x, y]")]
    for one, other in pairwise([*loop, *loop[:1]]):
        if known.direction(one, other) is None:
            raise NotationError(f'"loop": {one} and {other} are no neighbors')
        found.add(f"line({_at(one, side, other)}).")
    return " ".join(sorted(found))


def _rows(fields: Mapping[str, Any], name: str, wanted: str) -> list[list[int]]:
    """Return a list of lists of whole numbers, each as long as the wanted one."""
    accepts = json_lines.numbers(len(wanted.split(",")), -_LIMIT)
    fault = f"not {wanted} in whole numbers"
    return json_lines.items_of(fields, name, accepts, fault)
