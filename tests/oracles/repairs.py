"""The cheapest repairs of small boards by trying everything, without clingo.

Boards are those of `galaxies`: of squares or hexagons, under any variants of the rules
in which the dots are no part of the answer.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.repairing import Allowed, Edit
from tests.oracles.galaxies import Division, Dots, boards_like, edge_ends, edges

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
        steps = max(sum(map(_is_next, sources, targets)) for sources, targets in pairs)
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


def _is_next(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) <= 1 and abs(one.y - other.y) <= 1
