"""Boards as JSON objects, with what the page needs to draw them."""

import json
from collections.abc import Iterable
from typing import Any

from galaxies_asp.board.grid import Point, dot_name, mirror
from galaxies_asp.board.puzzle import NO_DOT, Position, Solution, label_rows
from galaxies_asp.drawing.coloring import dot_colors
from galaxies_asp.notation import json_lines
from galaxies_asp.verifying.answers import Fault
from galaxies_asp.verifying.progress import progress

Answer = dict[str, Any]


def board(position: Position) -> Answer:
    """Return a position as an object of the notation `json`."""
    answer: Answer = json.loads(json_lines.write(position))
    return answer


def shown(position: Position) -> Answer:
    """Return a position with the names and colors of its dots, and its progress."""
    puzzle = position.puzzle
    return {
        "board": board(position),
        "names": [dot_name(dot) for dot in range(len(puzzle.centers))],
        "colors": dot_colors(puzzle),
        "progress": progress_answer(position),
    }


def progress_answer(position: Position, solution: Solution | None = None) -> Answer:
    """Return how far a position has come."""
    judged = progress(position, solution)
    return {
        "faults": [Fault.of(fault) for fault in judged.faults],
        "regions": label_rows(judged.regions),
        "complete": judged.complete,
        "solved": judged.solved,
        "wrong_cells": judged.wrong_cells,
        "wrong_walls": judged.wrong_walls,
    }


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
