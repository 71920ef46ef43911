"""Boards as JSON objects, with what the page needs to draw them.

A board of Galaxies is an object of the notation `json`. One of another family has the
fields `family`, `id` and `facts`, and as its `attempt` the atoms that are drawn.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from galaxies_asp.board.errors import PuzzleError
from galaxies_asp.board.grid import SQUARE, Lattice, Point, dot_name, mirror
from galaxies_asp.board.puzzle import (
    NO_DOT,
    Position,
    Puzzle,
    Solution,
    label_rows,
)
from galaxies_asp.drawing.in_play import Extras, scene_in_play
from galaxies_asp.drawing.scene import Scene
from galaxies_asp.drawing.svg import element
from galaxies_asp.families import formats
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.notation import json_lines
from galaxies_asp.verifying.answers import Fault
from galaxies_asp.verifying.progress import Progress, progress

Answer = dict[str, Any]
Board = Position | Sheet
"""A position of Galaxies, or a puzzle of another family with what is drawn on it."""

_NO_EXTRAS = Extras()

_UNDER = ("ground", "hole")
_DRAWN = ("cell", "wall", "fault", "mark", "label")
"""The roles of shapes that stay under, and that change with, what a player draws."""


def name_of(drawn: Board) -> str:
    """Return the name of a puzzle."""
    return drawn.puzzle.name if isinstance(drawn, Position) else drawn.name


def board(drawn: Board) -> Answer:
    """Return a board as a JSON object."""
    if isinstance(drawn, Position):
        answer: Answer = json.loads(json_lines.write(drawn))
        return answer
    fields = {"family": drawn.family.name, "id": drawn.name, "facts": drawn.facts}
    atoms = drawn.family.atoms(drawn.position) if drawn.is_attempt else None
    return fields if atoms is None else fields | {"attempt": {"atoms": sorted(atoms)}}


def shown(drawn: Board, extras: Extras = _NO_EXTRAS) -> Answer:
    """Return a board with its picture, its progress, and how it can be drawn on."""
    about: Answer = {"names": [], "lattice": None}
    if isinstance(drawn, Position):
        puzzle = drawn.puzzle
        names = [dot_name(dot) for dot in range(len(puzzle.centers))]
        size = f"{puzzle.width}×{puzzle.height}"
        about = {"names": names, "lattice": _lattice(puzzle.lattice), "size": size}
    else:
        about |= {"size": "", "rules": formats.rules_of(drawn.family)}
    return about | {"board": board(drawn)} | judged(drawn, extras)


def judged(drawn: Board, extras: Extras = _NO_EXTRAS) -> Answer:
    """Return the picture and the progress of a board, and what is drawn on it."""
    attempt = board(drawn).get("attempt", {})
    if isinstance(drawn, Position):
        found = progress(drawn)
        scene = scene_in_play(drawn, found, extras)
        return {
            "attempt": attempt,
            "picture": _layers(scene, _UNDER, _DRAWN),
            "progress": progress_answer(found),
        }
    solved = drawn.is_attempt and not drawn.violations()
    scene = formats.scene_of(drawn.family, drawn.position)
    progress_ = {"faults": [], "complete": [], "solved": solved}
    return {"attempt": attempt, "picture": _layers(scene), "progress": progress_}


def _layers(
    scene: Scene, under: Sequence[str] = (), drawn: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return a scene as three lists of elements of SVG, one painted over the other.

    An element is the role of its shape, its name, its attributes, and what is in it.
    """
    found: dict[str, list[Any]] = {"under": [], "drawn": [], "over": []}
    for shape in scene.shapes:
        if (part := element(shape)) is not None:
            is_drawn = drawn is None or shape.role in drawn
            layer = "drawn" if is_drawn else "under" if shape.role in under else "over"
            found[layer].append([shape.role, *part])
    return {"box": list(scene.box), "summary": scene.summary, **found}


def _lattice(lattice: Lattice) -> Answer:
    """Return which cells are neighbors, and where they lie in the picture."""
    names = ("name", "axes", "outline", "steps", "corners")
    return {name: getattr(lattice, name) for name in names}


def progress_answer(found: Progress) -> Answer:
    """Return how far a position has come."""
    return {
        "faults": [Fault.of(fault) for fault in found.faults],
        "regions": label_rows(found.regions),
        "complete": found.complete,
        "solved": found.solved,
        "wrong_cells": found.wrong_cells,
        "wrong_walls": found.wrong_walls,
    }


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


def with_atoms(sheet: Sheet, atoms: frozenset[str]) -> Sheet:
    """Return the puzzle of another family with these atoms drawn on it."""
    puzzle = sheet.puzzle
    drawn = puzzle.family.drawn(puzzle.position, atoms) if atoms else puzzle.position
    return replace(sheet, position=drawn)


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
