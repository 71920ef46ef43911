"""Random puzzles to repair, and what may be changed."""

import random

from galaxies_asp.core.board.grid import SQUARE, Lattice
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.repairing import Allowed, Edit
from galaxies_asp.repairing.changes import DOT_KINDS, WALL_KINDS

KINDS = (
    DOT_KINDS,
    WALL_KINDS,
    tuple(Edit),
    (Edit.MOVE,),
    (Edit.ADD, Edit.REMOVE),
    (Edit.ADD, Edit.DRAW),
    (Edit.MOVE, Edit.ERASE),
)


def damaged(
    width: int, height: int, rng: random.Random, lattice: Lattice = SQUARE
) -> tuple[Puzzle, Allowed]:
    """Draw dots, given walls, and what may be changed at what cost."""
    points = sorted(Puzzle(width, height, lattice=lattice).places())
    number = rng.randint(0, min(len(points), width * height // 2 + 2))
    dots = rng.sample(points, number)
    free = [
        edge
        for edge in lattice.inner_edges(width, height)
        if not {edge, *lattice.edge_ends(edge)} & set(dots)
    ]
    walls = rng.sample(free, min(len(free), rng.choice((0, 0, 1, 3))))
    kinds = rng.choice(KINDS)
    weights = {kind: rng.choice((1, 1, 1, 2, 3)) for kind in kinds}
    kept = rng.sample(dots, min(len(dots), rng.choice((0, 0, 0, 1, 2))))
    puzzle = Puzzle(width, height, tuple(dots), walls=frozenset(walls), lattice=lattice)
    return puzzle, Allowed(weights, frozenset(kept))
