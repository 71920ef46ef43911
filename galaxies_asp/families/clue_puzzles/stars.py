"""Make puzzles of 2-Not-Touch: draw stars, and regions that allow no others.

Random stars are placed, and regions grow around them. As long as other stars fit too, a
cell of them moves to a neighboring region. Stars that were found once are remembered:
of all moves, one is made after which the fewest of them fit.
"""

from collections import Counter
from random import Random

from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.board.atoms import Atom, Atoms, joined
from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import Point, cell_at, reachable
from galaxies_asp.core.family import AnyFamily
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families.clue_puzzles.board import ClueBoard
from galaxies_asp.families.making import GenerationError
from galaxies_asp.families.opened import OpenedPuzzle
from galaxies_asp.solving.search import solve

ATTEMPTS = 100
"""Stars that are drawn before giving up."""

_MOVES = 300
"""Moves of cells before other stars are drawn."""

_TWO_STARS = 10
"""The size from which on there are two stars in each row."""

Regions = dict[Point, int]
"""The number of the region of each cell."""

Stars = frozenset[Point]


def generate(
    size: tuple[int, int],
    rng: Random,
    family: AnyFamily,
    report: Report = silent,
) -> ClueBoard:
    """Return a square with exactly one solution, solved; from 10x10 on with two stars.

    The same state of `rng` yields the same puzzle.

    Raises `OptionError` if the size is no square, or has no solution. Raises
    `GenerationError` if all attempts fail.
    """
    side = size[0]
    if size[1] != side:
        raise OptionError(f"{side}x{size[1]}: 2-Not-Touch is played on squares")
    stars = 2 if side >= _TWO_STARS else 1
    frame = joined([f"width({side})", f"height({side})", f"stars({stars})"])
    if (reason := family.obstacle(family.puzzle(frame))) is not None:
        raise OptionError(reason)
    opened = OpenedPuzzle(family, frame)
    for number in range(ATTEMPTS):
        report("boards", number, None)
        board = Sheet(family, "", family.puzzle(frame))
        result = solve(board, 1, seed=rng.randrange(2**31))
        if not result.solutions:
            raise OptionError(f"no board of {side}x{side} has a solution")
        solution: Atoms = result.solutions[0].atoms
        regions = _grown(_places(solution), side, stars, rng)
        if regions and _make_unique(opened, solution, regions, stars, rng):
            puzzle = family.puzzle(opened.facts(_clues(regions)))
            made: ClueBoard = family.drawn(puzzle, solution)
            return made
    raise GenerationError(f"none of {ATTEMPTS} random boards has exactly 1 solution")


def _places(solution: Atoms) -> Stars:
    return frozenset(cell for (cell,) in values(solution, "star"))


def _clues(regions: Regions) -> Atoms:
    return frozenset(Atom("region", clue) for clue in regions.items())


def _beside(cell: Point) -> list[Point]:
    return [
        Point(cell.x + dx, cell.y + dy) for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2))
    ]


def _grown(places: Stars, side: int, stars: int, rng: Random) -> Regions | None:
    """Return random connected regions, each with its stars; None at a dead end."""
    pieces = {cell: number for number, cell in enumerate(sorted(places), 1)}
    board = {cell_at(x, y) for x in range(side) for y in range(side)}
    while len(pieces) < len(board):
        cell = rng.choice(list(pieces))
        other = rng.choice(_beside(cell))
        if other in board:
            pieces.setdefault(other, pieces[cell])
    return pieces if stars == 1 else _paired(pieces, rng)


def _paired(pieces: Regions, rng: Random) -> Regions | None:
    """Unite neighboring pieces in pairs; None if a piece is left over.

    The piece with the fewest neighbors is next.
    """
    ways: dict[int, set[int]] = {number: set() for number in pieces.values()}
    for cell, number in pieces.items():
        ways[number] |= {pieces[o] for o in _beside(cell) if o in pieces} - {number}
    new: dict[int, int] = {}
    while ways:
        piece = min(ways, key=lambda number: (len(ways[number]), rng.random()))
        if not ways[piece]:
            return None
        other = rng.choice(sorted(ways[piece]))
        new[piece] = new[other] = len(new) // 2 + 1
        del ways[piece], ways[other]
        for left in ways.values():
            left -= {piece, other}
    return {cell: new[number] for cell, number in pieces.items()}


def _make_unique(
    opened: OpenedPuzzle, solution: Atoms, regions: Regions, stars: int, rng: Random
) -> bool:
    """Move cells until there is one solution; False if that does not succeed."""
    own = _places(solution)
    rivals: list[Stars] = []

    def fitting_after(move: tuple[Point, int]) -> int:
        moved = regions | {move[0]: move[1]}
        return sum(_fits(rival, moved, stars) for rival in rivals)

    for _ in range(_MOVES):
        if not any(_fits(rival, regions, stars) for rival in rivals):
            found = [s for s in opened.solutions(_clues(regions)) if s != solution]
            if not found:
                return True
            rivals.append(_places(found[0]))
        moves = _moves(regions, own, rivals, stars)
        if not moves:
            return False
        cell, number = min(moves, key=lambda m: (fitting_after(m), rng.random()))
        regions[cell] = number
    return False


def _fits(rival: Stars, regions: Regions, stars: int) -> bool:
    """Tell whether every region has its number of stars."""
    return set(Counter(regions[cell] for cell in rival).values()) == {stars}


def _moves(
    regions: Regions, own: Stars, rivals: list[Stars], stars: int
) -> list[tuple[Point, int]]:
    """Return the cells that may move, each with a region, so that a rival fails."""
    fitting = {
        cell for rival in rivals if _fits(rival, regions, stars) for cell in rival
    }
    return [
        (cell, number)
        for cell in sorted(fitting - own)
        if _is_connected_without(cell, regions)
        for number in sorted({regions[o] for o in _beside(cell) if o in regions})
        if number != regions[cell]
    ]


def _is_connected_without(cell: Point, regions: Regions) -> bool:
    """Tell whether the rest of the region of a cell is connected."""
    rest = {o for o, number in regions.items() if number == regions[cell]} - {cell}
    start = next(iter(rest))
    return reachable([start], lambda c: rest.intersection(_beside(c))) == rest
