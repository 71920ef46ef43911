"""Boards as JSON objects, with what the page needs to draw them.

A board of Galaxies is an object of the notation `json`. One of another family has the
fields `family`, `id` and `facts`, and as its `attempt` the atoms that are drawn.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.board.errors import PuzzleError
from galaxies_asp.board.grid import SQUARE, Lattice, Point, dot_name, mirror
from galaxies_asp.board.puzzle import (
    NO_DOT,
    Position,
    Puzzle,
    Solution,
)
from galaxies_asp.drawing.in_play import Extras, board_in_play, drawing_in_play
from galaxies_asp.drawing.scene import Shape
from galaxies_asp.drawing.svg import element
from galaxies_asp.families.entry import Entry
from galaxies_asp.families.galaxies.sheet import GalaxiesSheet
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.verifying.answers import Fault
from galaxies_asp.verifying.progress import Progress, progress

Answer = dict[str, Any]
_NO_EXTRAS = Extras()

_UNDER = ("ground", "hole")
"""The roles of shapes of a board that stay under what a player draws."""


def board(position: Position) -> Answer:
    """Return a board of Galaxies as a JSON object."""
    return GalaxiesSheet.of(position).plain()


def shown(drawn: Entry, extras: Extras = _NO_EXTRAS, rules: Rules = STANDARD) -> Answer:
    """Return a board with its picture, its progress, and how it can be drawn on."""
    about: Answer = {"names": [], "lattice": None, "size": ""}
    if isinstance(drawn, Sheet):
        about["rules"] = drawn.family.rules()
    else:
        puzzle = drawn.puzzle
        about["names"] = [dot_name(dot) for dot in range(len(puzzle.centers))]
        about["size"] = f"{puzzle.width}×{puzzle.height}"
        about["lattice"] = _lattice(puzzle.lattice)
    return about | {"board": drawn.plain()} | judged(drawn, extras, rules)


def judged(
    drawn: Entry,
    extras: Extras = _NO_EXTRAS,
    rules: Rules = STANDARD,
    *,
    is_brief: bool = False,
) -> Answer:
    """Return the picture and the progress of a board, and what is drawn on it.

    Only the verifier says how far a board is; under a program that it does not know,
    a board is solved if it is a model. A brief answer contains the part of the picture
    that drawing changes.
    """
    attempt = {"attempt": drawn.plain().get("attempt", {})}
    if isinstance(drawn, Sheet):
        solved = drawn.is_attempt and not drawn.violations(rules)
        scene = drawn.scene()
        picture = {"box": scene.box, "under": [], "over": []}
        picture["drawn"] = _elements(scene.shapes)
        progress_ = {"faults": [], "complete": [], "solved": solved}
        return attempt | {"picture": picture, "progress": progress_}
    position = drawn.position
    if rules != STANDARD:
        position = drawn.under(rules).position
    found = progress(position) if rules == STANDARD else _judged_by(rules, position)
    picture = {"drawn": _elements(drawing_in_play(position, found, extras))}
    if not is_brief:
        scene = board_in_play(position.puzzle, extras)
        under = [shape for shape in scene.shapes if shape.role in _UNDER]
        over = [shape for shape in scene.shapes if shape.role not in _UNDER]
        picture |= {"under": _elements(under), "over": _elements(over)}
        picture["box"] = scene.box
    return attempt | {
        "picture": picture,
        "progress": {
            "faults": [Fault.of(fault) for fault in found.faults],
            "complete": found.complete,
            "solved": found.solved,
        },
    }


def _judged_by(rules: Rules, position: Position) -> Progress:
    """Return the progress of a position under other rules than the standard ones."""
    from galaxies_asp.solving.judging import judge_position  # loads clingo
    from galaxies_asp.solving.plan import solver

    found = progress(position)
    if not solver(position.puzzle, rules).verified:
        regions = position.puzzle.empty_rows()
        found = Progress((), regions, solved=position.is_attempt)
    is_solved = found.solved and not judge_position(position, rules)
    return replace(found, solved=is_solved)


def _elements(shapes: Iterable[Shape]) -> list[Any]:
    """Return shapes as SVG: role, name, attributes, and what is in the element."""
    pairs = ((shape.role, element(shape)) for shape in shapes)
    return [[role, *part] for role, part in pairs if part is not None]


def _lattice(lattice: Lattice) -> Answer:
    """Return which cells are neighbors, and where they lie in the picture."""
    names = ("name", "axes", "outline", "steps", "corners")
    return {name: getattr(lattice, name) for name in names}


def wrong_places(position: Position, solution: Solution) -> Answer:
    """Return the labels and walls of a position that its solution does not have."""
    found = progress(position, solution)
    return {"wrong_cells": found.wrong_cells, "wrong_walls": found.wrong_walls}


def assigned(position: Position, cells: Iterable[Point], dot: int) -> Position:
    """Return the position with cells and their mirror images given to a dot.

    `NO_DOT` takes the dot from the cells, and from their mirror images in it.
    """
    puzzle = position.puzzle
    old = position.rows() or puzzle.empty_rows()
    labels = [list(row) for row in old]
    for cell in filter(puzzle.has_cell, cells):
        center = dot if dot != NO_DOT else old[cell.y // 2][cell.x // 2]
        images = [] if center == NO_DOT else [mirror(puzzle.centers[center], cell)]
        for x, y in (cell, *filter(puzzle.has_cell, images)):
            if dot != NO_DOT or old[y // 2][x // 2] == center:
                labels[y // 2][x // 2] = dot
    return Position(puzzle, position.walls, labels)


def turned(position: Position, *, is_reflected: bool) -> Position:
    """Return a position on squares after a quarter turn clockwise, or reflected."""
    puzzle, rows = position.puzzle, position.rows()
    if puzzle.lattice != SQUARE:
        raise PuzzleError("only boards of square cells can be turned")
    size = puzzle.width, puzzle.height
    width, height = size if is_reflected else size[::-1]

    def moved(points: Iterable[Point]) -> list[Point]:
        if is_reflected:
            return [Point(2 * width - x, y) for x, y in points]
        return [Point(2 * width - y, x) for x, y in points]

    if rows is not None:
        columns = [list(column) for column in zip(*rows, strict=True)]
        rows = [row[::-1] for row in (rows if is_reflected else columns)]
    points: dict[str, Any] = {
        name: moved(getattr(puzzle, name))
        for name in ("centers", "black", "holes", "walls")
    }
    changed: Puzzle = replace(puzzle, width=width, height=height, **points)
    return Position(changed, position.walls and moved(position.walls), rows)
