"""Puzzles that several tests use."""

from dataclasses import replace
from pathlib import Path

from support.collection import positions

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.notation import parse

HOLES = [
    Puzzle(3, 3, [(1, 3), (5, 3)], holes=[(3, 1), (3, 3), (3, 5)]),
    Puzzle(4, 3, [(2, 1), (6, 2), (4, 5)], holes=[(1, 3), (3, 3)]),
    Puzzle(3, 3, [(3, 1), (1, 4), (5, 4), (3, 5)], holes=[(3, 3)]),
    Puzzle(4, 4, [(4, 1), (1, 4), (7, 4), (4, 7)], holes=[(3, 3), (5, 5), (3, 5)]),
]

WALLED = [
    Puzzle(6, 6, [(5, 2), (6, 5), (7, 8), (2, 11), (8, 11)], walls=[(2, 1), (5, 4)]),
    Puzzle(6, 5, [(6, 2), (1, 5), (6, 5), (11, 5), (6, 8)], walls=[(2, 1)]),
    Puzzle(3, 1, [(3, 1)], walls=[(2, 1)]),
    Puzzle(4, 4, [(4, 4)], walls=[(4, 1)]),
    # two walls that keep the same two pairs of cells apart
    Puzzle(
        6,
        4,
        [(2, 1), (9, 1), (4, 3), (1, 4), (9, 4), (5, 6), (2, 7), (9, 7)],
        walls=[(6, 7), (4, 5)],
    ),
]

SEVERAL = [
    Puzzle(6, 4, [(2, 1), (9, 1), (4, 3), (1, 4), (9, 4), (5, 6), (2, 7), (9, 7)]),
    Puzzle(6, 5, [(6, 2), (1, 5), (6, 5), (11, 5), (6, 8)]),
    Puzzle(6, 6, [(5, 2), (6, 5), (7, 8), (2, 11), (8, 11)]),
]


def starred(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with a clue, which only Python can judge."""
    return replace(puzzle, clues=["star((1,1))"])


LATTICE = Puzzle(9, 9, [(x, y) for x in (3, 9, 15) for y in (3, 9, 15)])
"""Nine dots in the middle of nine squares: one component with 1325 solutions."""

BOARDS = [*HOLES, *WALLED, *SEVERAL, parse("7x7:cghsppedzzaccdtce"), LATTICE]

# Copies of a small board with several solutions, apart: numbers beyond enumeration.
PIECE = SEVERAL[2]


def many_copies(across: int, down: int) -> Puzzle:
    """Put boards side by side, with rows and columns of holes between them."""
    side = PIECE.width + 1
    centers = [
        (x + 2 * side * i, y + 2 * side * j)
        for j in range(down)
        for i in range(across)
        for x, y in PIECE.centers
    ]
    width, height = side * across - 1, side * down - 1
    holes = [
        (2 * x + 1, 2 * y + 1)
        for x in range(width)
        for y in range(height)
        if x % side == side - 1 or y % side == side - 1
    ]
    return Puzzle(width, height, centers, holes=holes)


IDP_5X5 = replace(
    positions(data_folder("puzzles") / "idp-5x5.txt")[0].puzzle, name="idp-5x5"
)

IDP_7X7 = replace(
    positions(data_folder("puzzles") / "idp-7x7.txt")[0].puzzle, name="idp-7x7"
)

IDP_15X15 = positions(data_folder("puzzles") / "idp-15x15.txt")[0].puzzle

SLOW_TO_GROUND = str(Path(__file__).parent / "slow-to-ground.lp")
"""An encoding whose grounding takes longer than any limit."""
