"""The cheapest repairs of small boards by trying everything, without clingo.

Boards are those of `galaxies`: of squares or hexagons, under any variants of the rules
in which the dots are no part of the answer.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations, product

from galaxies_asp.core.board.grid import SQUARE, Lattice, Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.repairing import Allowed, Edit
from tests.oracles import galaxies
from tests.oracles.galaxies import Division, Dots, boards_like, edge_ends, edges
from tests.oracles.hexagons import NEIGHBORS

Walls = frozenset[Point]


def passages(puzzle: Puzzle, division: Division) -> Walls:
    """Return the edges inside the regions of a division that are no walls."""
    return frozenset(
        edge
        for edge, sides in edges(puzzle).items()
        if any(region.issuperset(sides) for _, region in division.region_of)
    ).difference(division.loose)


def solutions(puzzle: Puzzle) -> list[Walls]:
    """Return the inner edges of each solution."""
    divisions = boards_like(puzzle).get(frozenset(puzzle.centers), ())
    inside = (passages(puzzle, one) for one in divisions)
    return [edges for edges in inside if not edges & puzzle.walls]


def cheapest(puzzle: Puzzle, allowed: Allowed) -> tuple[int, set[tuple[Dots, Walls]]]:
    """Return the least cost of a repair, and all puzzles to which such repairs lead.

    Each set of dots that has a solution is tried with each set of given walls that
    leaves one; the cost is -1 if nothing does.
    """
    least, found = -1, set()
    for dots, walls in _unique(puzzle, allowed):
        cost = _cost(puzzle, allowed, dots, walls)
        if cost is None:
            continue
        if least < 0 or cost < least:
            least, found = cost, set()
        if cost == least:
            found.add((dots, walls))
    return least, found


def cheapest_of_all(
    puzzle: Puzzle, allowed: Allowed
) -> tuple[int, set[tuple[Dots, Walls]]]:
    """Return the same under any variants, of all changes in the order of their costs.

    Boards have at most about four cells.
    """
    board = replace(puzzle, centers=(), walls=frozenset())
    places, every = [*galaxies.places(board)], edges(board)
    some = [d for n in range(len(places) + 1) for d in combinations(places, n)]
    costs: list[tuple[int, int, Dots, Walls]] = []
    for dots in map(frozenset, some):
        ends = {e: {e, *edge_ends(e, board.lattice.name)} for e in every}
        free = [edge for edge in every if dots.isdisjoint(ends[edge])]
        for number in range(len(free) + 1):
            for walls in map(frozenset, combinations(free, number)):
                cost = _cost(puzzle, allowed, dots, walls)
                if cost is not None and allowed.kept <= dots:
                    costs.append((cost, len(costs), dots, walls))
    least, found = -1, set()
    for cost, _, dots, walls in sorted(costs):
        if 0 <= least < cost:
            break
        changed = replace(board, centers=tuple(dots), walls=walls)
        if len([*galaxies.solutions(changed)]) == 1:
            least = cost
            found.add((dots, walls))
    return least, found


def _unique(puzzle: Puzzle, allowed: Allowed) -> Iterator[tuple[Dots, Walls]]:
    every, lattice = edges(puzzle), puzzle.lattice.name
    for dots, divisions in boards_like(puzzle).items():
        if not allowed.kept <= dots:
            continue
        # No wall can be given that a dot lies on, or at whose end it lies.
        free = {
            edge for edge in every if dots.isdisjoint((edge, *edge_ends(edge, lattice)))
        }
        inside = [passages(puzzle, one) for one in divisions]
        for own in inside:
            others = [other for other in inside if other != own]
            standing = puzzle.walls & free - own
            drawable = sorted(free - own - standing)
            most = len(drawable) if Edit.DRAW in allowed.weights else 0
            for number in range(most + 1):
                sets = map(standing.union, combinations(drawable, number))
                fitting = [s for s in sets if all(s & other for other in others)]
                yield from ((dots, walls) for walls in fitting)
                if fitting:
                    break


def _cost(puzzle: Puzzle, allowed: Allowed, dots: Dots, walls: Walls) -> int | None:
    """Return the least cost of the changes that lead there, None if none do.

    A move costs its weight if it leads to a next point, and twice as much if not.
    """
    before = frozenset(puzzle.centers)
    removed, added = sorted(before - dots), sorted(dots - before)
    costs = []
    for moves in range(min(len(removed), len(added)) + 1):
        pairs = product(combinations(removed, moves), permutations(added, moves))
        steps = max(
            sum(map(partial(_is_next, puzzle.lattice), sources, targets))
            for sources, targets in pairs
        )
        counts = {
            Edit.MOVE: steps + 2 * (moves - steps),
            Edit.REMOVE: len(removed) - moves,
            Edit.ADD: len(added) - moves,
            Edit.DRAW: len(walls - puzzle.walls),
            Edit.ERASE: len(puzzle.walls - walls),
        }
        done = {kind: number for kind, number in counts.items() if number}
        if set(done) <= set(allowed.weights):
            costs.append(sum(n * allowed.weights[kind] for kind, n in done.items()))
    return min(costs, default=None)


def _is_next(lattice: Lattice, one: Point, other: Point) -> bool:
    """Tell whether a point is half a step away; on squares, also diagonally."""
    right, down = other.x - one.x, other.y - one.y
    if lattice == SQUARE:
        return max(abs(right), abs(down)) == 1
    return (2 * right, 2 * down) in NEIGHBORS
