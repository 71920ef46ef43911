"""Reasons that need no what-if, made of what keeps each dot from a cell."""

from collections.abc import Iterator, Sequence

from galaxies_asp.board.grid import Point, mirror
from galaxies_asp.board.puzzle import NO_DOT
from galaxies_asp.explaining.facts import Fact, Kind, by_distance, in_order
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.minimal import pruned
from galaxies_asp.explaining.rivals import Obstacle, cut
from galaxies_asp.explaining.situation import Situation, extended, refutes
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Propagation


class Cuts:
    """Obstacles that cut a dot off a cell, found once for equal surroundings."""

    def __init__(self) -> None:
        """Start without any."""
        self._found: dict[tuple[object, ...], tuple[Obstacle, ...]] = {}

    def cut(
        self, state: Propagation, cell: Point, dot: int, without: Bits = 0
    ) -> tuple[Obstacle, ...]:
        """Return a minimal cut in the cells that a dot could ever reach.

        Parameters
        ----------
        without
            Cells that the region is supposed not to have.
        """
        board = state.board
        others = state.taken & ~state.own[dot]
        free = board.span[dot] & ~without
        blocked = (others | board.mirrored(dot, others)) & free
        key = dot, cell, without, blocked, state.walls
        if key not in self._found:
            self._found[key] = cut(state, cell, dot, free)
        return self._found[key]


def at_once(situation: Situation, target: Fact, cuts: Cuts) -> tuple[Fact, ...] | None:
    """Return facts by which one round decides a cell; near ones first.

    None if they cannot be read off: then a reason has to be searched for.
    """
    state = situation.state
    assert state is not None
    cell, dot = target.at, state.board.number[target.center]
    bit = state.board.bit(cell)
    rivals = [d for d, p in enumerate(state.possible) if d != dot and p & bit]
    if rivals or not state.covered & bit:
        found = _needed(situation, state, cell, dot, cuts)
    else:
        found = _left(situation, state, cell, dot, cuts)
    return None if found is None else by_distance(in_order(found), cell)


def shrunk(situation: Situation, target: Fact, facts: Sequence[Fact]) -> Reason:
    """Return a reason among facts that force the target in one round."""
    start = Propagation(situation.board)

    def forces(some: Sequence[Fact]) -> bool:
        return refutes(extended(start, some), target, 0)

    assert forces(facts)
    return Reason(target, in_order(pruned(facts, forces)), 0)


def _left(
    situation: Situation, state: Propagation, cell: Point, dot: int, cuts: Cuts
) -> set[Fact] | None:
    """Return what keeps all other dots from a cell."""
    board = state.board
    bit = board.bit(cell)
    found = {Fact(Kind.COVER, cell)}
    for rival, span in enumerate(board.span):
        if rival != dot and span & bit:
            stop = _stop(situation, state, cell, rival, cuts)
            if stop is None:
                return None
            found |= stop
    return found


def _stop(
    situation: Situation, state: Propagation, cell: Point, dot: int, cuts: Cuts
) -> set[Fact] | None:
    """Return what keeps a dot that could reach a cell from it."""
    center = state.board.puzzle.centers[dot]
    image = situation.labels.get(mirror(center, cell))
    if image is not None:
        return {Fact(Kind.SYMMETRY, center), image}
    obstacles = cuts.cut(state, cell, dot)
    return _instances(situation, dot, obstacles) if obstacles else None


def _needed(
    situation: Situation, state: Propagation, cell: Point, dot: int, cuts: Cuts
) -> set[Fact] | None:
    """Return what cuts a cell of a region off if it does not have the given cell."""
    board = state.board
    without = board.bit(cell) | board.mirrored(dot, board.bit(cell))
    allowed = state.possible[dot] & ~without
    start = board.core[dot] & allowed
    reached = board.flood(start, allowed, *state.barriers(dot))
    lost = state.own[dot] & ~reached
    for far in sorted(board.points(lost), key=lambda c: _distance(c, cell)):
        if far in situation.labels:
            obstacles = cuts.cut(state, far, dot, without)
            center = board.puzzle.centers[dot]
            found = _instances(situation, dot, obstacles)
            symmetry = Fact(Kind.SYMMETRY, center)
            connected = Fact(Kind.CONNECTED, center)
            return {*(found or ()), symmetry, connected, situation.labels[far]}
    return None


def _distance(one: Point, other: Point) -> int:
    return max(abs(one.x - other.x), abs(one.y - other.y))


def _instances(
    situation: Situation, dot: int, obstacles: Sequence[Obstacle]
) -> set[Fact] | None:
    """Return the facts of a cut; None if a cell in it is not labeled."""
    found = set(_rules(situation, dot, obstacles))
    return None if None in found else {i for i in found if i is not None}


def _rules(
    situation: Situation, dot: int, obstacles: Sequence[Obstacle]
) -> Iterator[Fact | None]:
    center = situation.board.puzzle.centers[dot]
    yield Fact(Kind.CONNECTED, center)
    for obstacle in obstacles:
        if obstacle.through != obstacle.at:
            yield Fact(Kind.SYMMETRY, center)
        if obstacle.dot == NO_DOT:
            yield Fact(Kind.WALL, obstacle.at)
        else:
            yield situation.labels.get(obstacle.at)
