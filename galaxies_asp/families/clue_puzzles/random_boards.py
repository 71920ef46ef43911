"""Random instances of the puzzles with clues."""

from random import Random

from galaxies_asp.asp.atoms import joined

_MORE_RINGS = 0.8
"""The probability of a further ring."""


def ring_ring(rng: Random, cells: int) -> str:
    """Return a board whose black cells are those that some random rings leave.

    Now and then a cell changes its color, so that there may be no solution.
    """
    width, height = _size(rng, cells, 2)
    strands: set[tuple[int, int, bool]] = set()
    while rng.random() < _MORE_RINGS:
        left, right = sorted(rng.sample(range(width), 2))
        top, bottom = sorted(rng.sample(range(height), 2))
        level = {(x, y, True) for x in range(left, right + 1) for y in (top, bottom)}
        upright = {(x, y, False) for x in (left, right) for y in range(top, bottom + 1)}
        if not (level | upright) & strands:
            strands |= level | upright
    white = {(x, y) for x, y, _ in strands}
    board = {(x, y) for x in range(width) for y in range(height)}
    black = board - white
    if rng.random() < 1 / 3:
        black ^= {rng.choice(sorted(board))}
    return _facts(width, height, [f"black({_cell(*at)})" for at in sorted(black)])


def circuit_board(rng: Random, cells: int) -> str:
    """Return a board with up to three given edges."""
    width, height = _size(rng, cells, 1)
    edges = [(2 * x, 2 * y - 1) for x in range(1, width) for y in range(1, height + 1)]
    edges += [(2 * x - 1, 2 * y) for x in range(1, width + 1) for y in range(1, height)]
    given = rng.sample(edges, min(len(edges), rng.randrange(4)))
    return _facts(width, height, [f"given(({x},{y}))" for x, y in sorted(given)])


def two_not_touch(rng: Random, cells: int) -> str:
    """Return a square with random connected regions and one star for each."""
    side = max(1, int(cells**0.5))
    board = [(x, y) for x in range(side) for y in range(side)]
    region = {at: number for number, at in enumerate(rng.sample(board, side), 1)}
    while len(region) < len(board):
        x, y = rng.choice(sorted(region))
        dx, dy = rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        if (x + dx, y + dy) in board:
            region.setdefault((x + dx, y + dy), region[x, y])
    atoms = [f"region({_cell(*at)},{region[at]})" for at in board]
    return _facts(side, side, [*atoms, "stars(1)"])


def _size(rng: Random, cells: int, least: int) -> tuple[int, int]:
    width = rng.randint(least, max(least, min(6, cells // least)))
    height = rng.randint(least, max(least, min(6, cells // width)))
    return width, height


def _cell(x: int, y: int) -> str:
    return f"({2 * x + 1},{2 * y + 1})"


def _facts(width: int, height: int, atoms: list[str]) -> str:
    return joined([f"width({width})", f"height({height})", *atoms])
