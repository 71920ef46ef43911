"""Reasons that need no what-if, made of what keeps each dot from some cells."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from galaxies_asp.board.grid import Point, mirror, sides
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
from galaxies_asp.explaining.situation import Situation, extended, is_needed, refutes
from galaxies_asp.explaining.walls import Drawn
from galaxies_asp.fast.propagation import Propagation

Signature = frozenset[tuple[int, str | int]]
"""Whether its dot needs a cell; if not, for each rival how it is stopped: by the owner
of a mirror image, or otherwise."""


class DirectReasons:
    """Reasons of one round, read off a board: what keeps dots from its cells."""

    def __init__(self, situation: Situation, drawn: Drawn) -> None:
        assert situation.state is not None
        self._situation, self._drawn = situation, drawn
        self._board = situation.board
        self._state = situation.state.copy()
        self._state.wall_off(*drawn.walls)

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
            if is_needed(self._state, dot, bit):
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
        if is_needed(self._state, dot, self._board.bit(target.at)):
            return frozenset({(dot, "needed")})
        ways: set[tuple[int, str | int]] = {(dot, "left")}
        for rival, cells in self._rivals(dot, [target.at]):
            if rival not in self._drawn.complete:
                image = self._image(cells[0], rival)
                owner = None if image is None else self._board.number[image.center]
                ways.add((rival, "cut off" if owner is None else owner))
        return frozenset(ways)

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
        center = self._board.puzzle.centers[dot]
        found: set[Fact] = set()
        rest = []
        for cell in cells:
            image = self._image(cell, dot)
            if image is not None:
                found |= {Fact(Kind.SYMMETRY, center), image}
            elif wall := wall_beside(self._state, cell, dot):
                (inside,) = {*sides(wall.through)} - {cell}
                label = self._situation.labels[inside]
                found |= {label, *self._facts(dot, [wall])}
            else:
                rest.append(cell)
        if not rest:
            return found
        free = self._board.span[dot]
        obstacles = cut(self._state, self._board.bits(rest), dot, free)
        if not obstacles or not all(map(self._is_known, obstacles)):
            return None
        connected = Fact(Kind.CONNECTED, center)
        return {*found, connected, *self._facts(dot, obstacles)}

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
                free = board.span[dot] & ~without
                obstacles = cut(state, board.bit(far), dot, free)
                symmetry = Fact(Kind.SYMMETRY, center)
                connected = Fact(Kind.CONNECTED, center)
                found = {symmetry, connected, labels[far]}
                if all(map(self._is_known, obstacles)):
                    found.update(self._facts(dot, obstacles))
                return found
        return None

    def _is_known(self, obstacle: Obstacle) -> bool:
        return obstacle.dot == NO_DOT or obstacle.at in self._situation.labels

    def _facts(self, dot: int, obstacles: Iterable[Obstacle]) -> Iterator[Fact]:
        """Yield the facts of obstacles, and the symmetry of mirrored ones."""
        for obstacle in obstacles:
            if obstacle.through != obstacle.at:
                yield Fact(Kind.SYMMETRY, self._board.puzzle.centers[dot])
            label = self._situation.labels.get(obstacle.at)
            yield label or Fact(Kind.WALL, obstacle.at)


def shrunk(situation: Situation, reason: Reason) -> Reason:
    """Return a reason of one round without facts that one round does not need."""
    start = Propagation(situation.board)

    def forces(some: Sequence[Fact]) -> bool:
        state = extended(start, some)
        return all(refutes(state, target, 0) for target in reason.targets)

    facts = by_distance(reason.premises, reason.target.at)
    return replace(reason, premises=in_order(pruned(facts, forces)))
