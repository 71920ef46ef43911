"""A maker of puzzles of Star Battle.

Random stars are placed, and regions grow around them. As long as other stars fit too, a
cell of them moves to a neighboring region. Stars that were found once are remembered:
of all moves, one is made after which the fewest of them fit.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Set
from pathlib import Path
from random import Random

from galaxies_asp.core.asp.atoms import values
from galaxies_asp.core.asp.symbols import symbol_of
from galaxies_asp.core.board.atoms import Atom, joined
from galaxies_asp.core.board.effort import Report
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.grid import (
    Point,
    adjacent_cells,
    reachable,
)
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families.making import GenerationError
from galaxies_asp.families.opened import ground
from galaxies_asp.families.registry import family_named
from galaxies_asp.solving.search import solve

ATTEMPTS = 100
"""Stars that are drawn before giving up."""

_MOVES = 300
"""Moves of cells before other stars are drawn."""

_TWO_STARS = 10
"""The size from which on there are two stars in each row."""

_CHOICE = Path(__file__).with_name("making.lp")
"""The regions that a search may be given."""

Regions = dict[Point, int]
"""The number of the region of each cell."""
Stars = frozenset[Point]


def made(
    rng: Random, size: tuple[int, int], report: Report, holes: Collection[Point] = ()
) -> str:
    """Return the facts of a square, without some cells, with exactly one solution.

    From 10x10 on there are two stars in each row. The same state of `rng` yields the
    same puzzle.

    Raises `OptionError` if the size is no square, or has no solution. Raises
    `GenerationError` if all attempts fail.
    """
    side = size[0]
    if size[1] != side:
        raise OptionError(f"{side}x{size[1]}: the stars are made on squares")
    stars = 2 if side >= _TWO_STARS else 1
    frame = joined([f"width({side})", f"height({side})", f"stars({stars})"])
    frame += joined(Atom("hole", (hole,)) for hole in sorted(holes))
    family = family_named(Path(__file__).parent.name)
    board, rivals_of = Sheet(family, "", family.puzzle(frame)), _search(frame, side)
    cells = frozenset(family.drawn_cells(board.position))
    if (reason := family.obstacle(board.position)) is not None:
        raise OptionError(reason)
    for number in range(ATTEMPTS):
        report("boards", number, None)
        result = solve(board, 1, seed=rng.randrange(2**31))
        if not result.solutions:
            raise OptionError(f"no board of {side}x{side} has a solution")
        own = _places(result.solutions[0].atoms)
        regions = _grown(own, cells, stars, rng)
        if regions and _make_unique(rivals_of, own, regions, stars, rng):
            return frame + joined(
                Atom("region", one) for one in sorted(regions.items())
            )
    raise GenerationError(f"none of {ATTEMPTS} random boards has exactly 1 solution")


def _search(frame: str, side: int) -> Callable[[Regions], Iterator[Stars]]:
    """Return a function that yields two solutions of a board with some regions."""
    family = family_named(Path(__file__).parent.name)
    more = _CHOICE.read_text(encoding="utf-8")
    options = "2", "--project=project"
    program = ground(family, frame, options, more, short_searches=True)
    board = sorted(family.drawn_cells(family.puzzle(frame)))
    clues = {
        (cell, number): symbol_of(Atom("region", (cell, number)))
        for cell in board
        for number in range(1, side + 1)
    }

    def solutions(regions: Regions) -> Iterator[Stars]:
        given = [(clues[clue], regions[clue[0]] == clue[1]) for clue in clues]
        for model in program.models(given):
            yield _places(family.shown(model))

    return solutions


def _places(solution: frozenset[Atom]) -> Stars:
    return frozenset(cell for (cell,) in values(solution, "star"))


def _grown(places: Stars, board: Set[Point], stars: int, rng: Random) -> Regions | None:
    """Return random connected regions, each with its stars; None at a dead end."""
    pieces = {cell: number for number, cell in enumerate(sorted(places), 1)}
    apart = board - reachable(places, lambda cell: board & {*adjacent_cells(cell)})
    if apart:
        return None  # no star is in this part of the board
    while len(pieces) < len(board):
        cell = rng.choice(list(pieces))
        other = rng.choice(adjacent_cells(cell))
        if other in board:
            pieces.setdefault(other, pieces[cell])
    regions = pieces if stars == 1 else _paired(pieces, rng)
    if regions and min(Counter(regions.values()).values()) == 1:
        return None
    return regions


def _paired(pieces: Regions, rng: Random) -> Regions | None:
    """Unite neighboring pieces in pairs; None if a piece is left over.

    The piece with the fewest neighbors is next.
    """
    ways: dict[int, set[int]] = {number: set() for number in pieces.values()}
    for cell, number in pieces.items():
        near = {pieces[o] for o in adjacent_cells(cell) if o in pieces}
        ways[number] |= near - {number}
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
    rivals_of: Callable[[Regions], Iterator[Stars]],
    own: Stars,
    regions: Regions,
    stars: int,
    rng: Random,
) -> bool:
    """Move cells until there is one solution; False if that does not succeed."""
    rivals: list[Stars] = []

    def fitting_after(move: tuple[Point, int]) -> int:
        moved = regions | {move[0]: move[1]}
        return sum(_fits(rival, moved, stars) for rival in rivals)

    for _ in range(_MOVES):
        if not any(_fits(rival, regions, stars) for rival in rivals):
            found = [rival for rival in rivals_of(regions) if rival != own]
            if not found:
                return True
            rivals.append(found[0])
        moves = _moves(regions, own, rivals, stars)
        if not moves:
            return False
        cell, number = min(moves, key=lambda m: (fitting_after(m), rng.random()))
        regions[cell] = number
    return False


def _fits(rival: Stars, regions: Regions, stars: int) -> bool:
    """Tell whether every region has its number of stars."""
    return {*Counter(regions[cell] for cell in rival).values()} == {stars}


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
        for number in sorted({regions[o] for o in adjacent_cells(cell) if o in regions})
        if number != regions[cell]
    ]


def _is_connected_without(cell: Point, regions: Regions) -> bool:
    """Tell whether the rest of the region of a cell is several connected cells."""
    rest = {o for o, number in regions.items() if number == regions[cell]} - {cell}
    start = next(iter(rest))
    return (
        len(rest) > 1
        and reachable([start], lambda c: rest.intersection(adjacent_cells(c))) == rest
    )
