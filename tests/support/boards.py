"""Random boards, most of them without a solution or with several."""

import random

from galaxies_asp.core.board.grid import (
    SQUARE,
    Lattice,
    Point,
    cell_at,
    inner_edges,
    touched_cells,
)
from galaxies_asp.core.board.puzzle import Puzzle


def random_puzzle(rng: random.Random, lattice: Lattice = SQUARE) -> Puzzle:
    """Return a board of separate dots with holes and given walls."""
    width, height = rng.randint(1, 12), rng.randint(1, 12)
    cells = [Point(2 * x + 1, 2 * y + 1) for x in range(width) for y in range(height)]
    free = set(cells)
    holes = set(rng.sample(cells, rng.choice([0, 0, len(cells) // 8])))
    free -= holes
    points = [Point(x, y) for x in range(1, 2 * width) for y in range(1, 2 * height)]
    rng.shuffle(points)
    dots = []
    for point in points[: max(1, len(points) // rng.randint(1, 12))]:
        if free.issuperset(lattice.touched_cells(point)):
            free.difference_update(lattice.touched_cells(point))
            dots.append(point)
    puzzle = Puzzle(width, height, dots, holes=holes, lattice=lattice)
    edges = [
        edge
        for edge in lattice.inner_edges(width, height)
        if puzzle.has_edge(edge) and not {edge, *lattice.edge_ends(edge)} & set(dots)
    ]
    walls = rng.sample(edges, rng.choice([0, 0, len(edges) // 10, len(edges) // 4]))
    return Puzzle(width, height, dots, holes=holes, walls=walls, lattice=lattice)


def hostile_puzzle(rng: random.Random, lattice: Lattice = SQUARE) -> Puzzle:
    """Return a board with dots anywhere, also such that touch the same cell."""
    width, height = rng.choice([(1, 1), (1, 40), (40, 1), (7, 6), (15, 15)])
    cells = [cell_at(x, y) for x in range(width) for y in range(height)]
    holes = set(rng.sample(cells, rng.randrange(len(cells)) // rng.choice([1, 9])))
    points = [Point(x, y) for x in range(1, 2 * width) for y in range(1, 2 * height)]
    points = [p for p in points if holes.isdisjoint(lattice.touched_cells(p))]
    dots = rng.sample(points, min(len(points), rng.choice([0, 1, 2, 5, 20, 200])))
    puzzle = Puzzle(width, height, dots, holes=holes, lattice=lattice)
    edges = [
        edge
        for edge in lattice.inner_edges(width, height)
        if puzzle.has_edge(edge) and not {edge, *lattice.edge_ends(edge)} & set(dots)
    ]
    walls = rng.sample(edges, rng.randrange(len(edges) + 1))
    return Puzzle(width, height, dots, holes=holes, walls=walls, lattice=lattice)


def rectangles(rng: random.Random) -> Puzzle:
    """Return a board that rectangles with dots in their middles solve.

    Some rectangles are holes, and some of their borders are given walls.
    """
    width, height = rng.randint(2, 12), rng.randint(2, 12)
    waiting, found = [(0, 0, width, height)], []
    while waiting:
        left, top, right, bottom = one = waiting.pop()
        x, y = rng.randint(left, right), rng.randint(top, bottom)
        if (right - left) * (bottom - top) <= rng.choice([2, 6, 12]):
            found.append(one)
        elif left < x < right and rng.random() < 0.5:
            waiting += [(left, top, x, bottom), (x, top, right, bottom)]
        elif top < y < bottom:
            waiting += [(left, top, right, y), (left, y, right, bottom)]
        else:
            waiting.append(one)
    number = {
        cell_at(x, y): place
        for place, (left, top, right, bottom) in enumerate(found)
        for x in range(left, right)
        for y in range(top, bottom)
    }
    absent = {place for place in range(len(found)) if rng.random() < 0.1}
    share = rng.choice([0, 0.1, 0.4])
    return Puzzle(
        width,
        height,
        [
            (left + right, top + bottom)
            for place, (left, top, right, bottom) in enumerate(found)
            if place not in absent
        ],
        holes=[cell for cell, place in number.items() if place in absent],
        walls=[
            edge
            for edge in inner_edges(width, height)
            if len(around := {number[cell] for cell in touched_cells(edge)}) == 2
            and not around & absent
            and rng.random() < share
        ],
    )
