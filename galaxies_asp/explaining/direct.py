"""Reasons that need no what-if, made of what keeps each dot from some cells."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import and_, or_

from galaxies_asp.board.grid import Point, mirror
from galaxies_asp.board.puzzle import NO_DOT
from galaxies_asp.explaining.facts import (
    Fact,
    Kind,
    apart,
    by_distance,
    in_order,
)
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.minimal import pruned
from galaxies_asp.explaining.obstacles import Obstacle, cut, wall_beside
from galaxies_asp.explaining.situation import Situation, extended, refutes
from galaxies_asp.explaining.walls import Drawn
from galaxies_asp.fast.bitboard import Bits, Walls
from galaxies_asp.fast.propagation import Propagation

Signature = frozenset[tuple[int, str | int]]
"""Whether its dot needs a cell; if not, for each rival how it is stopped: by the owner
of a mirror image, or otherwise."""


class DirectReasons:
    """Reasons of one round, read off a board: what keeps dots from its cells.

    Parameters
    ----------
    cuts
        The cuts that were found before, on other boards of the puzzle, too.
    """

    def __init__(
        self,
        situation: Situation,
        drawn: Drawn,
        cuts: dict[tuple[object, ...], tuple[Obstacle, ...]],
    ) -> None:
        assert situation.state is not None
        self._situation, self._drawn, self._cuts = situation, drawn, cuts
        self._state = situation.state
        self._board = situation.board

    def reason(self, targets: Sequence[Fact]) -> Reason | None:
        """Return a reason for cells of one dot, which one round decides.

        None if it cannot be read off: then it has to be searched for.
        """
        first, *others = targets
        dot = self._board.number[first.center]
        found: set[Fact] = set()
        left = []
        for target in targets:
            bit = self._board.bit(target.at)
            if self._is_needed(dot, bit):
                needed = self._needed(target.at, dot)
                if needed is None:
                    return None
                found |= needed
            else:
                left.append(target.at)
        for rival, cells in self._rivals(dot, left):
            stop = self._stop(cells, rival)
            if stop is None:
                return None
            found |= stop
        found.update(Fact(Kind.COVER, cell) for cell in left)
        return Reason(first, in_order(found), 0, also=tuple(others))

    def signature(self, target: Fact) -> Signature:
        """Return how each rival of a cell is stopped, or that its dot needs it."""
        dot = self._board.number[target.center]
        if self._is_needed(dot, self._board.bit(target.at)):
            return frozenset({(dot, "needed")})
        ways: set[tuple[int, str | int]] = {(dot, "left")}
        for rival, cells in self._rivals(dot, [target.at]):
            if rival not in self._drawn.complete:
                image = self._image(cells[0], rival)
                owner = None if image is None else self._board.number[image.center]
                ways.add((rival, "cut off" if owner is None else owner))
        return frozenset(ways)

    def _is_needed(self, dot: int, bit: Bits) -> bool:
        """Tell whether other dots could have a cell, or none has to."""
        possible = self._state.possible
        rivals = any(d != dot and p & bit for d, p in enumerate(possible))
        return rivals or not self._state.covered & bit

    def _rivals(
        self, dot: int, cells: Sequence[Point]
    ) -> Iterator[tuple[int, list[Point]]]:
        """Yield the dots that could have reached some cells, with these cells."""
        for rival, span in enumerate(self._board.span):
            near = [cell for cell in cells if span & self._board.bit(cell)]
            if near and rival != dot:
                yield rival, near

    def _image(self, cell: Point, dot: int) -> Fact | None:
        """Return the known mirror image of a cell in a dot."""
        center = self._board.puzzle.centers[dot]
        return self._situation.labels.get(mirror(center, cell))

    def _stop(self, cells: Sequence[Point], dot: int) -> set[Fact] | None:
        """Return what keeps a dot from cells that it could reach."""
        if dot in self._drawn.complete:
            return {self._drawn.completion(dot)}
        board, situation, walls = self._board, self._situation, self._drawn.walls
        center = board.puzzle.centers[dot]
        barriers = tuple(map(or_, walls, board.mirrored_walls(dot, *walls)))
        own = self._drawn.labels[dot]
        found: set[Fact] = set()
        rest = []
        for cell in cells:
            image = self._image(cell, dot)
            if image is not None:
                found |= {Fact(Kind.SYMMETRY, center), image}
            elif wall := wall_beside(board, cell, dot, own, walls, barriers):
                sides = board.lattice.touched_cells(wall.through)
                (inside,) = (side for side in sides if side != cell)
                found |= {situation.labels[inside], Fact(Kind.WALL, wall.at)}
                if wall.at != wall.through:
                    found.add(Fact(Kind.SYMMETRY, center))
            else:
                rest.append(cell)
        if not rest:
            return found
        obstacles = self._cut(board.bits(rest), dot, walls)
        more = self._instances(dot, obstacles) if obstacles else None
        return None if more is None else found | more

    def _cut(
        self, cells: Bits, dot: int, walls: Walls, without: Bits = 0
    ) -> tuple[Obstacle, ...]:
        """Return a minimal cut in the cells that a dot could ever reach.

        Parameters
        ----------
        without
            Cells that the region is supposed not to have.
        """
        board, state = self._board, self._state
        others = state.taken & ~state.own[dot]
        free = board.span[dot] & ~without
        blocked = (others | board.mirrored(dot, others)) & free
        near = tuple(map(and_, walls, board.between(free & ~blocked)))
        key = dot, cells, without, blocked, near
        if key not in self._cuts:
            self._cuts[key] = cut(state, cells, dot, free, walls)
        return self._cuts[key]

    def _needed(self, cell: Point, dot: int) -> set[Fact] | None:
        """Return what cuts a cell of a region off if it does not have the given one."""
        board, state, labels = self._board, self._state, self._situation.labels
        without = board.bit(cell) | board.mirrored(dot, board.bit(cell))
        allowed = state.possible[dot] & ~without
        start = board.core[dot] & allowed
        reached = board.flood(start, allowed, *state.barriers(dot))
        lost = state.own[dot] & ~reached
        center = board.puzzle.centers[dot]
        for far in sorted(board.points(lost), key=lambda c: apart(c, cell)):
            if far in labels:
                walls = self._drawn.walls
                obstacles = self._cut(board.bit(far), dot, walls, without)
                found = self._instances(dot, obstacles)
                symmetry = Fact(Kind.SYMMETRY, center)
                connected = Fact(Kind.CONNECTED, center)
                return {*(found or ()), symmetry, connected, labels[far]}
        return None

    def _instances(self, dot: int, obstacles: Sequence[Obstacle]) -> set[Fact] | None:
        """Return the facts of a cut; None if a cell in it is not labeled."""
        center = self._board.puzzle.centers[dot]
        found = {Fact(Kind.CONNECTED, center)}
        for obstacle in obstacles:
            if obstacle.through != obstacle.at:
                found.add(Fact(Kind.SYMMETRY, center))
            if obstacle.dot == NO_DOT:
                found.add(Fact(Kind.WALL, obstacle.at))
            elif (label := self._situation.labels.get(obstacle.at)) is not None:
                found.add(label)
            else:
                return None
        return found


def shrunk(situation: Situation, reason: Reason) -> Reason:
    """Return a reason of one round without facts that one round does not need."""
    start = Propagation(situation.board)

    def forces(some: Sequence[Fact]) -> bool:
        state = extended(start, some)
        return all(refutes(state, target, 0) for target in reason.targets)

    facts = by_distance(reason.premises, reason.target.at)
    return replace(reason, premises=in_order(pruned(facts, forces)))
