"""Random small puzzles with any variants, clues, holes and lattice; their answers."""

from random import Random

from oracles.galaxies import Drawn, symmetric_sets

from galaxies_asp import GalaxiesError, Puzzle, Solution
from galaxies_asp.core.board.grid import HEXAGONAL, SQUARE, Lattice, Point, cell_at
from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.core.board.variants import ON_ALL_LATTICES, RuleVariant

_SIZES = ((1, 2), (2, 1), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (1, 5))
_SMALL = _SIZES[:5]
_TOGETHER = {RuleVariant.LOOSE_WALLS, RuleVariant.TOROIDAL}
"""No encoding states these two together."""


def random_puzzle(
    rng: Random, lattice: Lattice | None = None, variants: int | None = None
) -> Puzzle:
    """Return a puzzle, which has a solution more often than not.

    Parameters
    ----------
    variants
        Their number; None: any.
    """
    while True:
        try:
            return _puzzle(rng, lattice or rng.choice([SQUARE, HEXAGONAL]), variants)
        except GalaxiesError:  # a clue or a dot at a wrong place
            continue


def drawn(solution: Solution) -> Drawn:
    """Return a solution as brute force says it."""
    puzzle = solution.puzzle
    dots = {NO_DOT: None} | dict(enumerate(puzzle.centers))
    of = ((cell, dots[solution.label(cell)]) for cell in sorted(puzzle.cells()))
    return Drawn(tuple(of), solution.walls)


def _puzzle(rng: Random, lattice: Lattice, number: int | None) -> Puzzle:
    known = [v for v in RuleVariant if lattice == SQUARE or v in ON_ALL_LATTICES]
    number = rng.choice([0, 1, 1, 2, 2, 3]) if number is None else number
    variants = set(rng.sample(known, min(number, len(known))))
    if variants >= _TOGETHER:
        variants -= {rng.choice(sorted(_TOGETHER))}
    has = variants.__contains__
    width, height = rng.choice(_SMALL if has(RuleVariant.LOOSE_WALLS) else _SIZES)
    cells = [cell_at(i, j) for i in range(width) for j in range(height)]
    holes = rng.sample(cells, rng.choice([0, 0, 1, 1, 2])) if len(cells) > 3 else ()
    board = Puzzle(width, height, holes=holes, lattice=lattice)
    dots = _dots(rng, board)
    if has(RuleVariant.BLACK_HOLES) or has(RuleVariant.HIDDEN_DOTS):
        dots = rng.sample(dots, rng.randint(0, len(dots)))
    elif rng.random() < 0.3:
        dots = dots[1:]
    free = [e for e in board.edges() if {*dots}.isdisjoint({e, *lattice.edge_ends(e)})]
    clues = []
    if has(RuleVariant.BLACK_HOLES) and rng.random() < 0.6:
        clues.append(f"black_cells({rng.randint(0, len(cells) // 2 + 1)})")
    if has(RuleVariant.HIDDEN_DOTS) and rng.random() < 0.6:
        clues.append(f"hidden_dots({rng.randint(0, 2)})")
    return Puzzle(
        *(width, height, dots),
        holes=holes,
        walls=rng.sample(free, min(len(free), rng.choice([0, 1, 1, 2, 3]))),
        lattice=lattice,
        variants=variants,
        clues=clues,
    )


def _dots(rng: Random, board: Puzzle) -> list[Point]:
    """Return the dots of a random division, which may leave cells."""
    left, dots = frozenset(board.cells()), list[Point]()
    places = {*board.places()}
    pieces = symmetric_sets(board.width, board.height, board.lattice.name)
    while fitting := [(r, c) for r, c in pieces if r <= left and c in places - {*dots}]:
        region, dot = rng.choice(fitting)
        left -= region
        dots.append(dot)
    return dots
