"""JSON: an object for each puzzle, usually one a line.

    {"schema": 1, "id": "pair", "width": 2, "height": 1, "centers": [[1, 1], [3, 1]]}

The fields, of which only width, height and centers must be there:

* `schema`: the version of this format, 1;
* `id`: the name, a string or a number (`name` is read too); `source`: where it is from;
* `width`, `height`: the columns and rows of cells;
* `centers`: the dots as [x, y], in doubled coordinates: the first cell has its middle
  at [1, 1], the cell to the right of it at [3, 1], and y grows downwards;
* `black`: the numbers of the dots that are black, counted from 0 in the order of
  `centers`;
* `holes`: the missing cells as [column, row], both counted from 0, so not doubled;
* `walls`: the edges that are given as walls, as [x, y] in doubled coordinates;
* `lattice`: `hexagonal`, where the cells are not squares;
* `variants`: the variants of the rules, such as ["quarter-turn"];
* `clues`: facts that an encoding declares, such as ["star((3,5))"] or, under the
  variant black-holes, ["black_cells(2)"] (`black_cells` and `hidden_dots` are also read
  as fields, with a number);
* `attempt`: what is drawn on the puzzle, an object of `walls` (edges, and maybe
  vertices and border points, in doubled coordinates) and `labels` (row by row, the
  number of each cell's dot, null where it has none). One of the two may be missing.
  `excluded`: what is marked as false, such as ["wall((2,1))"].

Other fields are ignored; null means the same as a missing field. If there is no
attempt, the first of `solutions`, a list of such labels, is taken as one. Objects may
follow one another, or be the items of an array. Between them a `#` begins a comment.
"""

import json
import re
import reprlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self, TypeVar

from galaxies_asp.core.board import grid
from galaxies_asp.core.board.answer import (
    Answer,
    Fields,
    Height,
    LabelRows,
    Natural,
    Part,
    Width,
)
from galaxies_asp.core.board.declarations import Clue, is_clue
from galaxies_asp.core.board.errors import NotationError, PuzzleError
from galaxies_asp.core.board.puzzle import (
    NO_DOT,
    Position,
    Puzzle,
    Rows,
    check_size,
    label_rows,
)
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.core.notation.reading import NUMBERS, Piece, end_of

SCHEMA = 1

Read = TypeVar("Read")
Accepts = Callable[[Any], bool]
"""Tells whether a value is valid."""

GAP = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
"""What may stand between objects."""
_NEXT = re.compile(r"\n[{\[]")
"""The end of a line before one that begins with an object or an array."""
_OPEN = "this object has no end"
_EMPTY = "this list has no puzzle"
_LIMIT = 10**9
_shown = reprlib.repr


recognizes = re.compile(GAP.pattern + r"(?:\{\s*(?:[\"'}a-zA-Z_]|$)|\[\s*[{\]])").match
"""Find the start of an object, or of an array of objects."""


def read(text: str) -> Iterator[Position | NotationError]:
    """Yield the positions of all objects in the text; see `read_objects`."""
    return read_objects(text, position_of)


def read_objects(
    text: str, read_one: Callable[[Fields], Read]
) -> Iterator[Read | NotationError]:
    """Yield what a function makes of the fields of each object that are not null.

    A line that is no JSON is an error, and so is what the function raises, with the
    line where the object starts. Raises `NotationError` if no object follows.
    """
    for value, offset in objects(text):
        if isinstance(value, NotationError):
            yield value
            continue
        made: Read | NotationError
        try:
            made = read_one(_present(value))
        except (NotationError, PuzzleError) as error:
            line, _ = Piece(text).place(offset)
            made = NotationError(str(error), line)
        yield made


def objects(text: str) -> Iterator[tuple[object, int]]:
    """Yield the values, or the items of arrays at the top, and their offsets.

    Yields an error where the text is no JSON, if another line begins with an object;
    raises this `NotationError` if none does.
    """
    text = Piece(text)
    at, in_array = end_of(GAP, text), False
    while in_array or at < len(text):
        if not in_array and text[at] == "[":
            begin, at, in_array = at, end_of(GAP, text, at + 1), True
            if text.startswith("]", at):
                yield text.error(_EMPTY, begin), begin
                at, in_array = end_of(GAP, text, at + 1), False
                continue
        try:
            value, end = _decode(text, at)
        except NotationError as error:
            following = _NEXT.search(text, at)
            if in_array or following is None:
                raise
            yield _before(text, at, following, error), at
            at = following.end() - 1
            continue
        yield value, at
        at = end_of(GAP, text, end)
        if in_array:
            in_array = not text.startswith("]", at)
            if in_array and not text.startswith(",", at):
                raise text.error("expected ',' or ']' after an object", at)
            at = end_of(GAP, text, at + 1)


def _before(
    text: Piece, at: int, following: re.Match[str], error: NotationError
) -> NotationError:
    """Return an error, with the lines that nothing reads before the following one."""
    last = at + len(text[at : following.start()].rstrip())
    places = (at, last, following.end())
    first, end, following_line = (text.place(place)[0] for place in places)
    line = error.line or first
    if line >= following_line:
        return NotationError(_OPEN, first)
    if line >= end:
        return error
    left_out = f"{error.message}; left out up to line {end}"
    return NotationError(left_out, line, error.column)


def _decode(text: Piece, at: int) -> tuple[object, int]:
    try:
        return DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        fault, at = f"this is not JSON: {error.msg}", error.pos
    except NotationError as error:
        fault = error.message
    except RecursionError:
        fault = "this object is nested too deeply"
    except ValueError:  # int() raises ValueError for thousands of digits
        fault = "this object has a number that is too long"
    raise text.error(fault, at)


def _unique(pairs: list[tuple[str, object]]) -> Fields:
    fields: Fields = {}
    for key, value in pairs:
        if key in fields:
            raise NotationError(f"this object has the field {_shown(key)} twice")
        fields[key] = value
    return fields


def _no_constant(name: str) -> None:
    raise NotationError(f"{name} is no number in JSON")


DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
"""Refuses fields that are there twice."""


def _present(value: object) -> Fields:
    """Return the fields of an object that are not null; check its version."""
    if not isinstance(value, dict):
        raise NotationError(f"expected an object {{...}}, not {_shown(value)}")
    fields = {key: item for key, item in value.items() if item is not None}
    schema = fields.get("schema", SCHEMA)
    if type(schema) is not int or schema != SCHEMA:
        raise NotationError(f"schema {_shown(schema)} is not known, only {SCHEMA} is")
    return fields


def position_of(fields: Fields) -> Position:
    """Return the position that the fields of an object describe.

    Raises `NotationError` or `PuzzleError` if there is none.
    """
    for name in ("width", "height", "centers"):
        if name not in fields:
            raise NotationError(_without(name, fields))
    width, height = fields["width"], fields["height"]
    check_size(width, height)
    centers, holes = pairs_of(fields, "centers"), pairs_of(fields, "holes")
    is_dot, is_variant = _number_from(0, len(centers)), list(RuleVariant).__contains__
    black = items_of(fields, "black", is_dot, "not the number of a dot")
    outside = "which is not a column and a row, counted from 0, of a board of "
    outside += f"{width}x{height} cells"
    items_of(fields, "holes", lambda one: one[0] < width and one[1] < height, outside)
    clues = items_of(fields, "clues", is_clue, "not a clue")
    for name in filter(fields.__contains__, NUMBERS):
        clue = {name: [f"{name}({fields[name]})"]}
        clues = [*clues, *items_of(clue, name, is_clue, "not a clue")]
    puzzle = Puzzle(
        width,
        height,
        tuple(centers),
        black=frozenset(centers[number] for number in black),
        holes=frozenset(grid.cell_at(column, row) for column, row in holes),
        walls=frozenset(pairs_of(fields, "walls")),
        lattice=grid.lattice_of(text_of(fields, "lattice") or grid.SQUARE.name),
        variants=frozenset(items_of(fields, "variants", is_variant, "not a variant")),
        clues=tuple(map(Clue, clues)),
        name=text_of(fields, "id") or text_of(fields, "name"),
        source=text_of(fields, "source"),
    )
    attempt = fields.get("attempt", {})
    if not isinstance(attempt, dict):
        raise NotationError(f'"attempt" is {_shown(attempt)}, not an object {{...}}')
    walls, rows = attempt.get("walls"), attempt.get("labels")
    solutions, name = fields.get("solutions"), '"labels"'  # solutions: often a number
    if "attempt" not in fields and isinstance(solutions, list) and solutions:
        rows, name = solutions[0], '"solutions"[0]'
    return Position(
        puzzle,
        None if walls is None else frozenset(pairs_of(attempt, "walls")),
        None if rows is None else _labels(rows, name, puzzle),
    )


def _without(name: str, fields: Fields) -> str:
    """Return what is wrong with an object that lacks a field."""
    if "facts" in fields:
        named = _shown(fields.get("family", "unknown"))
        return f"a puzzle of the family {named}; name its folder with --family"
    is_answer = name == "centers" and ("solutions" in fields or "status" in fields)
    hint = "; an answer is read together with the dots of its puzzle" * is_answer
    return f'the field "{name}" is missing{hint}'


def _labels(rows: object, name: str, puzzle: Puzzle) -> Rows:
    dots, is_row = len(puzzle.centers), f"is not a row of {puzzle.width} cells"
    is_number = _number_from(NO_DOT, dots)  # as null; our own answers may hold it
    fault = f"neither the number of a dot (there are {dots}, counted from 0) nor null"
    if not isinstance(rows, list) or len(rows) != puzzle.height:
        raise NotationError(f"{name} is not a list of {puzzle.height} rows")
    for index, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != puzzle.width:
            raise NotationError(f"{name}[{index}] {is_row}")
        _check(row, f"{name}[{index}]", lambda n: n is None or is_number(n), fault)
    return [[NO_DOT if label is None else label for label in row] for row in rows]


def _number_from(low: int, limit: int) -> Accepts:
    # Not isinstance: true is no number here, although it is an int of Python.
    return lambda value: type(value) is int and low <= value < limit


def numbers(length: int, low: int = 0) -> Accepts:
    """Return a check that a value is a list of this many whole numbers."""
    is_number = _number_from(low, _LIMIT)
    return lambda value: (
        isinstance(value, list) and len(value) == length and all(map(is_number, value))
    )


def pairs_of(fields: Mapping[str, object], name: str) -> list[grid.Point]:
    """Return the points in a field, none if it is missing; raise NotationError."""
    pairs = items_of(fields, name, numbers(2), "not a pair of whole numbers [x, y]")
    return list(map(grid.Point._make, pairs))


def items_of(
    fields: Mapping[str, object], name: str, accepts: Accepts, fault: str
) -> list[Any]:
    """Return the list in a field, empty if there is none; check each item."""
    items = fields.get(name, [])
    if not isinstance(items, list):
        raise NotationError(f'"{name}" is {_shown(items)}, not a list')
    _check(items, f'"{name}"', accepts, fault)
    return items


def _check(items: Sequence[object], name: str, accepts: Accepts, fault: str) -> None:
    """Raise NotationError unless each item is accepted."""
    for index, item in enumerate(items):
        if not accepts(item):
            raise NotationError(f"{name}[{index}] is {_shown(item)}, {fault}")


def text_of(fields: Fields, name: str) -> str:
    """Return a field that is a string or a number as a string; empty if missing."""
    value = fields.get(name, "")
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise NotationError(f'"{name}" is {_shown(value)}, not a string')
    # A lone surrogate (JSON can write one) could not be printed later.
    return str(value).encode("utf-8", "replace").decode("utf-8")


@dataclass(frozen=True)
class AttemptFields(Part):
    """What is drawn on the puzzle."""

    walls: Annotated[
        Sequence[grid.Point] | None, "Drawn edges; vertices too if they matter."
    ] = None
    labels: LabelRows | None = None
    excluded: Annotated[
        Sequence[str],
        "Walls, cells of dots and cells of regions that are marked as false, such as "
        "wall((2,1)), galaxy((1,1),(3,3)) and region((1,1)).",
    ] = ()


@dataclass(frozen=True, kw_only=True)
class JsonPuzzle(Answer):
    """A puzzle, as it is written; it is read with further fields, which are ignored."""

    id: Annotated[str, "Name."] = ""
    source: Annotated[str, "Where the puzzle is from."] = ""
    width: Width
    height: Height
    centers: Annotated[Sequence[grid.Point], "The dots."]
    black: Annotated[Sequence[Natural], "Numbers of the black dots."] = ()
    holes: Annotated[
        Sequence[tuple[int, int]], "Missing cells as [column, row], not doubled."
    ] = ()
    walls: Annotated[Sequence[grid.Point], "Edges that are given as walls."] = ()
    lattice: Annotated[str, "Lattice of the cells: square or hexagonal."] = (
        grid.SQUARE.name
    )
    variants: Annotated[Sequence[str], "Variants of the rules."] = ()
    clues: Annotated[Sequence[str], "Facts that an encoding declares."] = ()
    attempt: Annotated[AttemptFields | None, "What is drawn on the puzzle."] = None

    @classmethod
    def about(cls, position: Position) -> Self:
        """Return the object for a position."""
        puzzle, walls, rows = position.puzzle, position.walls, position.rows()
        dots, holes = enumerate(puzzle.centers), grid.in_reading_order(puzzle.holes)
        attempt = AttemptFields(
            None if walls is None else grid.in_reading_order(walls),
            None if rows is None else label_rows(rows),
        )
        return cls.of(
            puzzle,
            id=puzzle.name,
            black=tuple(number for number, dot in dots if dot in puzzle.black),
            holes=tuple((x // 2, y // 2) for x, y in holes),
            walls=tuple(grid.in_reading_order(puzzle.walls)),
            lattice=puzzle.lattice.name,
            variants=tuple(sorted(puzzle.variants)),
            attempt=attempt if attempt != AttemptFields() else None,
        )


def write(position: Position) -> str:
    """Write one object on one line; what is empty is left out."""
    return JsonPuzzle.about(position).json(is_compact=True) + "\n"
