"""Boards, and puzzles of each variant of the rules, with their solutions."""

import json

from oracles import variants as brute_force
from oracles.brute_force import Region

from galaxies_asp.core.board.grid import Point, touched_cells
from galaxies_asp.core.board.puzzle import Puzzle

Regions = frozenset[tuple[Region, Point]]

BOARDS = {
    "none": Puzzle(3, 2, [(1, 1), (2, 3)]),
    "one": Puzzle(3, 2, [(2, 1), (3, 3), (5, 1)]),
    "several": Puzzle(3, 3, [(1, 1), (3, 3), (5, 5)]),
    "walled": Puzzle(3, 2, [(3, 2)], walls=[(2, 1)]),
    "vertices": Puzzle(3, 2, [(2, 2), (5, 2)]),
}
VARIANTS = ("toroidal", "black-holes", "quarter-turn", "rectangular", "thin")
ORACLES = {
    "toroidal": brute_force.toroidal,
    "black-holes": brute_force.black_holes,
    "quarter-turn": brute_force.quarter_turn,
    "rectangular": brute_force.rectangular,
    "thin": brute_force.thin,
}


def solutions(puzzle: Puzzle, rules: str) -> set[Regions]:
    """Return the solutions by brute force."""
    oracle = ORACLES.get(rules, brute_force.galaxies)
    return {
        answer
        for answer in oracle(puzzle.width, puzzle.height)
        if {center for _, center in answer} == set(puzzle.centers)
        and not any(
            set(touched_cells(wall)) <= region
            for wall in puzzle.walls
            for region, _ in answer
        )
    }


def regions(puzzle: Puzzle, rows: list[list[int | None]]) -> Regions:
    """Return the regions that rows of labels mean."""
    cells: dict[int, set[Point]] = {}
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            if dot is not None:
                cells.setdefault(dot, set()).add(Point(2 * x + 1, 2 * y + 1))
    return frozenset(
        (frozenset(region), puzzle.centers[dot]) for dot, region in cells.items()
    )


def argument(puzzle: Puzzle) -> str:
    fields = {"width": puzzle.width, "height": puzzle.height}
    lists = {"centers": puzzle.centers, "walls": sorted(puzzle.walls)}
    return json.dumps(fields | lists)


_ROWS = {
    "black-holes": '"centers": [[1, 1], [4, 1]], "black_cells": 1',
    "hidden-dots": '"centers": [[1, 1], [7, 1]], "hidden_dots": 1',
    "loose-walls": '"centers": [[1, 1], [3, 1], [5, 1], [7, 1]]',
    "quarter-turn": '"centers": [[1, 1], [3, 1], [5, 1], [7, 1]]',
    "rectangular": '"centers": [[2, 1], [6, 1]]',
    "thin": '"centers": [[2, 1], [6, 1]]',
    "toroidal": '"centers": [[2, 1], [6, 1]]',
}

PUZZLES = {
    variant: f'{{"width": 4, "height": 1, "variants": ["{variant}"], {fields}}}'
    for variant, fields in _ROWS.items()
}
"""For each variant a row of four cells with one solution."""
