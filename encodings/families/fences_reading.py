"""An older notation of fences: objects of JSON.

An object has the fields `id` or `name`, `side`, `posts`, [x, y, number] each, with the
middle of the board at (0, 0), and maybe `lattice` and `goal`. Its `attempt` has
`fences`, [x, y, direction, length] each, with directions clockwise from 0, the
northwest or the north, and a `loop`, the cells [x, y] in their order.
"""

import reprlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from runpy import run_path
from typing import Any

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.notation import json_lines
from galaxies_asp.core.notation.json_lines import text_of

_LATTICES = run_path(str(Path(__file__).with_name("fences_lattices.py")))
MAX_SIDE, by_name = _LATTICES["MAX_SIDE"], _LATTICES["by_name"]
Cell = Point

GOALS = {"hexagonal": "visit", "square": "enclose"}
_FIELDS = (
    *("schema", "id", "name", "source", "lattice", "goal", "side", "posts", "attempt"),
    *("solutions", "loops", "loop_length", "visits"),
)
_LIMIT = 10**6

Board = tuple[str, str, str, str | None]
"""The family, the name, the facts and the drawn atoms of a board."""


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
