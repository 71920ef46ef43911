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

All points are pairs of doubled coordinates. `Center` has the dots, `Black` those that
are black, `Walls` the edges and vertices of walls and border, `BelongsTo` a cell and
its dot in each item. The board is as large as the walls and cells of the model need it;
without any, as `Square`, `X` and `Y`, or `Xmax = 4` and `Ymax = 2` say.

A relation stands on one line, with or without brackets around its items; `Walls<ct>`
(certainly true) is read as `Walls`, and `Walls<cf>` (certainly false) is skipped. Other
lines are ignored, so that the whole output can be pasted. A heading `Model 2` or
`structure`, or a second `Walls` or the like, starts the next model, which keeps the
dots and the size.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.facts import BLACK, CENTER, GALAXY, HEIGHT, WALL, WIDTH
from galaxies_asp.core.board.grid import Point, in_reading_order
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.board.regions import pairs_of
from galaxies_asp.core.notation import facts, valid
from galaxies_asp.core.notation.reading import affordable, located, with_border

_SQUARE = "square"
_RELATIONS = {
    "Walls": (WALL, 2),
    "BelongsTo": (GALAXY, 4),
    "Center": (CENTER, 2),
    "Black": (BLACK, 2),
    "Square": (_SQUARE, 2),
}
"""The predicate and the numbers of an item of each relation."""
_RANGES = {"X": 0, "Xmax": 0, "Y": 1, "Ymax": 1}

_START = re.compile(r"[\s*]*(?:\w+::)?(\w+)(?:\[[^\]]*\])?(<\w+>)?\s*:?=", re.ASCII)
_HEADING = re.compile(r"[\s*=]*(?:model|structure)\b", re.IGNORECASE)
_NUMBER = re.compile(r"[\s()]*(\d{1,9})[\s()]*", re.ASCII)
_RANGE = re.compile(r"\s*+\{?[\s\d.;]*+\}?[\s.]*+", re.ASCII)
_COMMA_BETWEEN = re.compile(r"\)(\s*),")


class IdpModel(NamedTuple):
    """The atoms of one model, which starts in `line`, without what is not known."""

    line: int
    atoms: facts.Atoms

    def position(self) -> Position:
        """Return what is drawn, with the dots of cells if no others are known.

        Raises `NotationError` if dots or size are not known, or the puzzle is
        impossible.
        """
        atoms, fault = dict(self.atoms), ""
        if CENTER not in atoms:
            dots = {Point(*pair[2:]) for pair in atoms.get(GALAXY, ())}
            atoms[CENTER] = [*in_reading_order(dots)]
            if GALAXY not in atoms:
                fault = "the model says nothing about dots; add a line such as "
                fault += "'Center = { 4,1; 3,3 }'"
        if not fault and not {WIDTH, HEIGHT} <= atoms.keys():
            fault = "the size of the board is not known; add lines such as "
            fault += "'X = { 0..10 }' and 'Y = { 0..10 }'"
        if fault:
            raise NotationError(fault, self.line)
        with located(self.line):
            return facts.drawn_on(facts.puzzle_of(atoms), atoms)


def recognizes(text: str) -> bool:
    """Tell whether some line gives the walls, the dots or the cells' dots."""
    starts = map(_START.match, text.splitlines())
    return any(start and start[1] in [*_RELATIONS][:3] for start in starts)


def read(text: str) -> list[Position]:
    """Read all models in the text.

    Raises `NotationError` with the line; also if no dots are given, or the size remains
    unknown.
    """
    return [*map(valid, affordable((one.position() for one in scan(text)), text))]


def scan(text: str) -> list[IdpModel]:
    """Return the models in a text, without creating puzzles.

    Dots that no model uses form a model of their own.

    Raises `NotationError` if a relation is malformed, with line and column.
    """
    models: list[IdpModel] = []
    kept: facts.Atoms = {}
    unused = 0  # the line of dots that no model uses yet
    groups: list[tuple[int, facts.Atoms]] = [*_groups(text), (0, {CENTER: [()]})]
    for line, said in groups:
        if CENTER in said and said[CENTER] != kept.get(CENTER):
            if unused:
                models.append(_model(unused, {}, kept))
            unused = line
            kept.pop(BLACK, None)
        kept |= {k: v for k, v in said.items() if k not in (WALL, GALAXY)}
        if WALL in said or GALAXY in said:
            unused = 0
            models.append(_model(line, said, kept))
    return models


def _groups(text: str) -> Iterator[tuple[int, facts.Atoms]]:
    """Yield the atoms and the ranges of each model, with the line of the first one."""
    said: facts.Atoms = {}
    first = 1
    for number, line in enumerate(text.splitlines(), 1):
        start = _START.match(line)
        name, kind = start.groups() if start else ("", None)
        at = start.end() if start else 0
        items: list[tuple[int, ...]] | None = None
        if name in _RELATIONS and line[at:].lstrip().startswith("{"):
            if kind in (None, "<ct>"):
                items = _items(name, line, at, number)
                name, _ = _RELATIONS[name]
        elif name in _RANGES and _RANGE.fullmatch(line, at):
            items = [_largest(name, line[at:], number)]
        if _HEADING.match(line) or (items is not None and name in said):
            yield first, said
            said = {}
        if items is not None:
            first = first if said else number
            said[name] = items
    yield first, said


def _items(name: str, line: str, start: int, number: int) -> list[tuple[int, ...]]:
    """Return the items of the relation whose items begin at `start` in a line."""
    opening, closing = line.index("{", start), line.rfind("}")
    if closing < opening:
        message = f"{name} has no closing bracket; a relation has to stand on one line"
        raise NotationError(message, number, opening + 1)
    body, (_, count) = line[opening + 1 : closing], _RELATIONS[name]
    if ";" not in body:  # (0,0), (0,1), as newer versions print
        body = _COMMA_BETWEEN.sub(r")\1;", body)
    items = []
    for item in re.finditer("[^;]+", body):
        parts = item[0].replace("->", ",").split(",")
        numbers = [found[1] for part in parts if (found := _NUMBER.fullmatch(part))]
        if len(parts) == len(numbers) == count:
            items.append(tuple(map(int, numbers)))
        elif shown := item[0].strip():
            message = f"{shown[:30]!r} in {name} is not {count} numbers with commas"
            column = opening + 2 + item.end() - len(item[0].lstrip())
            raise NotationError(message, number, column)
    return items


def _largest(name: str, text: str, number: int) -> tuple[int, int]:
    """Return the last point of a range."""
    numbers = re.findall(r"\d+", text)
    if not numbers or max(map(len, numbers)) > 9:
        raise NotationError(f"{name}: expected a range such as {{ 0..10 }}", number, 1)
    largest = max(map(int, numbers))
    return (0, largest) if _RANGES[name] else (largest, 0)


def _model(line: int, said: facts.Atoms, kept: facts.Atoms) -> IdpModel:
    """Return the model of what is said, and of what is kept."""
    size = _size(said, (WALL, GALAXY, _SQUARE)) or _size(kept, (_SQUARE, *_RANGES))
    drawn = {name: said[name] for name in (WALL, GALAXY) if name in said}
    known = {name: kept[name] for name in (CENTER, BLACK) if name in kept}
    return IdpModel(line, drawn | known | size)


def _size(said: facts.Atoms, names: Iterable[str]) -> facts.Atoms:
    """Return the size of the smallest board with the points, if there are any."""
    points = [(0, 0), *(item[:2] for name in names for item in said.get(name, ()))]
    sides = zip((WIDTH, HEIGHT), map(max, zip(*points, strict=True)), strict=True)
    return {name: [((last + 1) // 2,)] for name, last in sides if last}


def write(position: Position) -> str:
    """Write the ranges, the dots, and the walls and regions if there are any.

    As in the source document the walls are all wall points: the border, and with each
    edge its ends.
    """
    puzzle = position.puzzle
    atoms: facts.Atoms = {CENTER: [*puzzle.centers]}
    if puzzle.black:
        atoms[BLACK] = sorted(puzzle.black)
    if position.has_labels:
        atoms[GALAXY] = sorted((*cell, *dot) for cell, dot in pairs_of(position))
    if position.is_attempt:
        walls = position.inner_walls() if position.walls is None else position.walls
        atoms[WALL] = sorted(with_border(puzzle, walls))
    names = {predicate: relation for relation, (predicate, _) in _RELATIONS.items()}
    lines = [f"X = {{ 0..{2 * puzzle.width} }}", f"Y = {{ 0..{2 * puzzle.height} }}"]
    for name, items in atoms.items():
        written = "; ".join(",".join(map(str, item)) for item in items)
        lines.append(f"{names[name]} = {{ {written} }}")
    return "\n".join(lines) + "\n"
