"""Models of the IDP system, as it prints them for the source document's theory.

    Model 1
    =======
    structure  : V {
      X = { 0..4 }
      Y = { 0..2 }
      BelongsTo = { 1,1,1,1; 3,1,3,1 }
      Center = { 1,1; 3,1 }
      Walls = { 0,0; 0,1; 0,2; 1,0; 1,2; 2,0; 2,1; 2,2; 3,0; 3,2; 4,0; 4,1; 4,2 }
    }

All points are pairs of doubled coordinates. `Center` has the dots and `Walls` the wall
points: edges and vertices, the border included. `BelongsTo` has a cell and its dot in
each item. `Black`, which the theory does not know, has those of the dots that are
black. The board is as large as the walls and cells of the model need it; without any,
as the cells in `Square` or the ranges `X` and `Y` (or `Xmax = 4`, `Ymax = 2`) say.

A relation stands on one line, with or without brackets around its items; `Walls<ct>`
(certainly true) is read as `Walls`, and `Walls<cf>` (certainly false) is skipped. All
other lines are ignored, so that the whole output can be pasted. A heading `Model 2` or
`structure`, or a second `Walls` or the like, starts the next model. Dots and sizes are
kept from one model to the next: they may be given once, in front.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from galaxies_asp.board.errors import NotationError, PuzzleError
from galaxies_asp.board.grid import Point, edge_ends, in_reading_order, is_edge
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.board.regions import labels_of, pairs_of
from galaxies_asp.notation.reading import affordable, reject

WALLS = "Walls"
BELONGS_TO = "BelongsTo"
CENTER = "Center"
BLACK = "Black"
SQUARE = "Square"
_ARITY = {WALLS: 2, BELONGS_TO: 4, CENTER: 2, BLACK: 2, SQUARE: 2}
_RANGES = {"X": 0, "Xmax": 0, "Y": 1, "Ymax": 1}

_START = re.compile(r"[\s*]*(?:\w+::)?(\w+)(?:\[[^\]]*\])?(<\w+>)?\s*:?=", re.ASCII)
_HEADING = re.compile(r"[\s*=]*(?:model|structure)\b", re.IGNORECASE)
_NUMBER = re.compile(r"[\s()]*(\d{1,9})[\s()]*", re.ASCII)
_RANGE = re.compile(r"\s*+\{?[\s\d.;]*+\}?[\s.]*+", re.ASCII)
_COMMA_BETWEEN = re.compile(r"\)(\s*),")


@dataclass(frozen=True)
class Model:
    """The relations of one model, which starts in `line`; None if one is missing."""

    line: int
    walls: frozenset[Point] | None = None
    belongs: tuple[tuple[Point, Point], ...] | None = None
    centers: tuple[Point, ...] | None = None
    black: tuple[Point, ...] = ()
    width: int | None = None
    height: int | None = None

    def puzzle(self) -> Puzzle:
        """Return the puzzle, with the dots of `belongs` if no others are known.

        Raises `NotationError` if dots or size are not known. Raises `PuzzleError` if
        the puzzle is impossible.
        """
        centers = self.centers
        if centers is None:
            if self.belongs is None:
                raise NotationError(
                    "the model says nothing about dots; add a line such as "
                    f"'{CENTER} = {{ 4,1; 3,3 }}'"
                )
            dots = {dot for _, dot in self.belongs}
            centers = tuple(in_reading_order(dots))
        if self.width is None or self.height is None:
            raise NotationError(
                "the size of the board is not known; add lines such as "
                "'X = { 0..10 }' and 'Y = { 0..10 }'"
            )
        return Puzzle(self.width, self.height, centers, black=frozenset(self.black))

    def position(self, puzzle: Puzzle | None = None) -> Position:
        """Return what is drawn, on its own puzzle unless another one is given."""
        puzzle = puzzle or self.puzzle()
        labels = None if self.belongs is None else labels_of(puzzle, self.belongs)
        return Position(puzzle, self.walls, labels)


def recognizes(text: str) -> bool:
    """Tell whether some line gives the walls, the dots or the cells' dots."""
    starts = map(_START.match, text.splitlines())
    return any(start and start[1] in (WALLS, BELONGS_TO, CENTER) for start in starts)


def read(text: str) -> list[Position]:
    """Read all models in the text.

    Raises `NotationError` with the line; also if no dots are given, or the size remains
    unknown.
    """
    return affordable(map(_position, scan(text)), text)


def _position(model: Model) -> Position:
    try:
        return model.position()
    except (NotationError, PuzzleError) as error:
        raise NotationError(str(error), model.line) from None


def scan(text: str) -> list[Model]:
    """Return the models in a text, without creating puzzles.

    Dots that no model uses form a model of their own.

    Raises `NotationError` if a relation is malformed, with line and column.
    """
    scanner = _Scanner()
    for number, line in enumerate(text.splitlines(), 1):
        scanner.take(line, number)
    return scanner.finish()


@dataclass(frozen=True)
class _Relation:
    """The items of a relation or a range.

    `dots` are the second points of the items, where they have any; `extent` is the
    largest x and the largest y that the board must have.
    """

    points: tuple[Point, ...] = ()
    dots: tuple[Point, ...] = ()
    extent: tuple[int, int] = (0, 0)


class _Scanner:
    """The models so far, the relations kept for the next ones, and those read since."""

    def __init__(self) -> None:
        self._models: list[Model] = []
        self._kept: dict[str, _Relation] = {}
        self._said: dict[str, _Relation] = {}
        self._line = 1
        self._line_of_unused_dots = 0

    def take(self, line: str, number: int) -> None:
        if _HEADING.match(line):
            self._end_model()
            return
        start = _START.match(line)
        name, kind, at = (start[1], start[2], start.end()) if start else ("", "", 0)
        if name in _ARITY and line[at:].lstrip().startswith("{"):
            if kind in (None, "<ct>"):
                self._say(name, _relation(name, line, at, number), number)
        elif name in _RANGES and _RANGE.fullmatch(line, at):
            self._say(name, _range(name, line[at:], number), number)

    def finish(self) -> list[Model]:
        self._end_model()
        self._use_dots()
        return self._models

    def _say(self, name: str, relation: _Relation, number: int) -> None:
        if name in self._said:
            self._end_model()
        if not self._said:
            self._line = number
        self._said[name] = relation

    def _end_model(self) -> None:
        said, self._said = self._said, {}
        if CENTER in said and said[CENTER] != self._kept.get(CENTER):
            self._use_dots()
            self._line_of_unused_dots = self._line
            self._kept.pop(BLACK, None)
        self._kept |= {k: v for k, v in said.items() if k not in (WALLS, BELONGS_TO)}
        if WALLS in said or BELONGS_TO in said:
            self._line_of_unused_dots = 0
            self._add_model(self._line, said)

    def _use_dots(self) -> None:
        """Make a model of the dots alone if no model has used them."""
        if self._line_of_unused_dots:
            self._add_model(self._line_of_unused_dots, {})
        self._line_of_unused_dots = 0

    def _add_model(self, line: int, said: dict[str, _Relation]) -> None:
        right, bottom = _extent(said, (WALLS, BELONGS_TO, SQUARE))
        if not right and not bottom:
            right, bottom = _extent(self._kept, (SQUARE, *_RANGES))
        walls, belongs = said.get(WALLS), said.get(BELONGS_TO)
        centers = self._kept.get(CENTER)
        self._models.append(
            Model(
                line,
                frozenset(walls.points) if walls else None,
                _pairs(belongs) if belongs else None,
                centers.points if centers else None,
                self._kept.get(BLACK, _Relation()).points,
                (right + 1) // 2 or None,
                (bottom + 1) // 2 or None,
            )
        )


def _pairs(belongs: _Relation) -> tuple[tuple[Point, Point], ...]:
    return tuple(zip(belongs.points, belongs.dots, strict=True))


def _extent(said: dict[str, _Relation], names: Iterable[str]) -> tuple[int, int]:
    return _largest(said[name].extent for name in names if name in said)


def _largest(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the largest first and the largest second number, 0 if there are none."""
    right = bottom = 0
    for x, y in pairs:
        right, bottom = max(right, x), max(bottom, y)
    return right, bottom


def _relation(name: str, line: str, start: int, number: int) -> _Relation:
    """Return the relation whose items begin at `start` in a line."""
    opening, closing = line.index("{", start), line.rfind("}")
    if closing < opening:
        message = f"{name} has no closing bracket; a relation has to stand on one line"
        raise NotationError(message, number, opening + 1)
    body = line[opening + 1 : closing]
    if ";" not in body:  # (0,0), (0,1), as newer versions print
        body = _COMMA_BETWEEN.sub(r")\1;", body)
    items = []
    at = opening + 1
    for text in body.split(";"):
        item = _item(text)
        if text.strip() and len(item) != _ARITY[name]:
            shown = text.strip()[:30]
            message = f"{shown!r} in {name} is not {_ARITY[name]} numbers with commas"
            column = at + len(text) - len(text.lstrip()) + 1
            raise NotationError(message, number, column)
        items += [item] if item else []
        at += len(text) + 1
    points = tuple(Point(*item[:2]) for item in items)
    dots = tuple(Point(*item[2:]) for item in items if len(item) == 4)
    return _Relation(points, dots, _largest(points))


def _item(text: str) -> tuple[int, ...]:
    """Return the numbers of an item, nothing if it has anything else."""
    numbers = [_NUMBER.fullmatch(part) for part in text.replace("->", ",").split(",")]
    if None in numbers:
        return ()
    return tuple(int(number[1]) for number in numbers if number)


def _range(name: str, text: str, number: int) -> _Relation:
    numbers = re.findall(r"\d+", text)
    if not numbers or max(map(len, numbers)) > 9:
        raise NotationError(f"{name}: expected a range such as {{ 0..10 }}", number, 1)
    largest = max(map(int, numbers))
    return _Relation(extent=(0, largest) if _RANGES[name] else (largest, 0))


def write(position: Position) -> str:
    """Write the ranges, the dots, and the walls and regions if there are any.

    As in the source document the walls are all wall points: the border, and with each
    edge its ends.
    """
    puzzle = position.puzzle
    reject(puzzle, "a model of the IDP system")
    lines = [f"X = {{ 0..{2 * puzzle.width} }}", f"Y = {{ 0..{2 * puzzle.height} }}"]
    lines.append(_written(CENTER, puzzle.centers))
    if puzzle.black:
        lines.append(_written(BLACK, sorted(puzzle.black)))
    if position.has_labels:
        belongs = sorted((*cell, *dot) for cell, dot in pairs_of(position))
        lines.append(_written(BELONGS_TO, belongs))
    if position.is_attempt:
        lines.append(_written(WALLS, sorted(_wall_points(position))))
    return "\n".join(lines) + "\n"


def _written(name: str, items: Iterable[tuple[int, ...]]) -> str:
    return f"{name} = {{ {'; '.join(','.join(map(str, item)) for item in items)} }}"


def _wall_points(position: Position) -> set[Point]:
    right, bottom = 2 * position.puzzle.width, 2 * position.puzzle.height
    points = {Point(x, y) for x in range(right + 1) for y in (0, bottom)}
    points |= {Point(x, y) for x in (0, right) for y in range(bottom + 1)}
    for wall in position.inner_walls() if position.walls is None else position.walls:
        points.add(wall)
        if is_edge(wall):
            points.update(edge_ends(wall))
    return points
