"""Boards as JSON objects, with what the page needs to draw them."""

import json
from collections.abc import Iterable
from typing import Any

from galaxies_asp.board.grid import Point, dot_name
from galaxies_asp.board.puzzle import NO_DOT, Position, Puzzle, Solution, label_rows
from galaxies_asp.notation import json_lines
from galaxies_asp.verifying.answers import Fault
from galaxies_asp.verifying.progress import progress

COLORS = 8
"""The number of colors of dots."""

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


def dot_colors(puzzle: Puzzle) -> list[int]:
    """Return a color for each dot, the same as long as the dots are the same.

    Each dot has the color whose nearest dot is farthest away, so that regions that
    could touch have different colors.
    """
    given: list[int] = []
    for center in puzzle.centers:
        nearest = [10**9] * COLORS
        for other, color in zip(puzzle.centers, given, strict=False):
            distance = (other.x - center.x) ** 2 + (other.y - center.y) ** 2
            nearest[color] = min(nearest[color], distance)
        given.append(max(range(COLORS), key=nearest.__getitem__))
    return given


def assigned(position: Position, cells: Iterable[Point], dot: int) -> Position:
    """Return the position with cells and their mirror images given to a dot.

    `NO_DOT` takes the dot from the cells, and from their mirror images in it.
    """
    import numpy as np

    from galaxies_asp.board.grid import mirror

    puzzle = position.puzzle
    shape = puzzle.height, puzzle.width
    old = np.full(shape, NO_DOT) if position.labels is None else position.labels
    labels = np.array(old)
    for cell in cells:
        if not puzzle.has_cell(cell):
            continue
        center = dot if dot != NO_DOT else int(old[cell.y // 2, cell.x // 2])
        changed = [cell]
        if center != NO_DOT:
            image = mirror(puzzle.centers[center], cell)
            if puzzle.has_cell(image):
                changed.append(image)
        for one in changed:
            if dot != NO_DOT or old[one.y // 2, one.x // 2] == center:
                labels[one.y // 2, one.x // 2] = dot
    return Position(puzzle, position.walls, labels)
