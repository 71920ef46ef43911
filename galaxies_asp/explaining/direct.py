"""Reasons and steps that are read off a board: what stops dots, and walls."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from galaxies_asp.core.board.grid import Point, mirror, sides
from galaxies_asp.core.board.puzzle import NO_DOT, Position
from galaxies_asp.explaining.drawn import Drawn, without
from galaxies_asp.explaining.facts import Fact, Kind, by_distance, distance, in_order
from galaxies_asp.explaining.findings import Reason, Step
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.minimal import minimal
from galaxies_asp.explaining.obstacles import Obstacle, Region
from galaxies_asp.explaining.reasons import find_reason, technique_of
from galaxies_asp.explaining.situation import Situation, extended
from galaxies_asp.explaining.trials import is_needed, refutes
from galaxies_asp.fast.propagation import Propagation

Signature = frozenset[tuple[int, str | int]]
"""Whether its dot needs a cell; if not, for each rival how it is stopped: by the owner
of a mirror image, or otherwise."""


class DirectReasons:
    """Reasons of one round, read off a board: what keeps dots from its cells."""

    def __init__(self, situation: Situation, drawn: Drawn) -> None:
        self._drawn, self._labels = drawn, situation.labels
        self._board = situation.board
        self._state = situation.known_state.copy()
        self._state.wall_off(*drawn.walls)

    def reason(self, targets: Sequence[Fact]) -> Reason | None:
        """Return a reason for cells of one dot, which one round decides.

        None if it cannot be read off: then it has to be searched for.
        """
        dot = self._board.number[targets[0].center]
        left = [target.at for target in targets if not self._needs(dot, target.at)]
        found = {Fact(Kind.COVER, cell) for cell in left}
        needed = (target.at for target in targets if target.at not in left)
        causes = chain(
            (self._needed(cell, dot) for cell in needed),
            (self._stop(cells, rival) for rival, cells in self._rivals(dot, left)),
        )
        for cause in causes:
            if cause is None:
                return None
            found |= cause
        return Reason(targets[0], in_order(found), 0, also=tuple(targets[1:]))

    def signature(self, target: Fact) -> Signature:
        """Return how each rival of a cell is stopped, or that its dot needs it."""
        dot = self._board.number[target.center]
        if self._needs(dot, target.at):
            return frozenset({(dot, "needed")})
        ways: set[tuple[int, str | int]] = {(dot, "left")}
        for rival, cells in self._rivals(dot, [target.at]):
            if rival not in self._drawn.complete:
                image = self._image(cells[0], rival)
                owner = None if image is None else self._board.number[image.center]
                ways.add((rival, "cut off" if owner is None else owner))
        return frozenset(ways)

    def _needs(self, dot: int, cell: Point) -> bool:
        return is_needed(self._state, dot, self._board.bit(cell))

    def _rivals(
        self, dot: int, cells: Sequence[Point]
    ) -> Iterator[tuple[int, list[Point]]]:
        """Yield the dots that could have reached some cells, with these cells."""
        board = self._board
        for rival in board.near(board.bits(cells)):
            near = [cell for cell in cells if board.span[rival] & board.bit(cell)]
            if near and rival != dot:
                yield rival, near

    def _image(self, cell: Point, dot: int) -> Fact | None:
        """Return the known mirror image of a cell in a dot."""
        return self._labels.get(mirror(self._board.puzzle.centers[dot], cell))

    def _stop(self, cells: Sequence[Point], dot: int) -> set[Fact] | None:
        """Return what keeps a dot from cells that it could reach."""
        if dot in self._drawn.complete:
            return {self._drawn.completion(dot)}
        center, region = self._board.puzzle.centers[dot], Region(self._state, dot)
        found: set[Fact] = set()
        rest = []
        for cell in cells:
            if image := self._image(cell, dot):
                found |= {Fact(Kind.SYMMETRY, center), image}
            elif wall := region.wall_beside(cell):
                (inside,) = {*sides(wall.through)} - {cell}
                found |= {self._labels[inside], *self._facts(dot, [wall])}
            else:
                rest.append(cell)
        if not rest:
            return found
        obstacles = region.cut(self._board.bits(rest), self._board.span[dot])
        if not obstacles:
            return None
        return {*found, Fact(Kind.CONNECTED, center), *self._facts(dot, obstacles)}

    def _needed(self, cell: Point, dot: int) -> set[Fact] | None:
        """Return what cuts a cell of a region off if it does not have the given one."""
        board, state, region = self._board, self._state, Region(self._state, dot)
        without_it = board.bit(cell) | region.mirrored(board.bit(cell))
        allowed = state.possible[dot] & ~without_it
        reached = board.flood(region.core & allowed, allowed, *state.barriers(dot))
        lost = board.points(state.own[dot] & ~reached)
        far = min(lost, key=lambda other: distance(other, cell), default=None)
        if far is None:
            return None
        obstacles = region.cut(board.bit(far), board.span[dot] & ~without_it)
        if obstacles is None:
            return None
        center = board.puzzle.centers[dot]
        rules = (Fact(kind, center) for kind in (Kind.SYMMETRY, Kind.CONNECTED))
        return {*rules, self._labels[far], *self._facts(dot, obstacles)}

    def _facts(self, dot: int, obstacles: Iterable[Obstacle]) -> Iterator[Fact]:
        """Yield the facts of obstacles, and the symmetry of mirrored ones.

        All cells of regions are labeled: their mirror images are steps before.
        """
        for obstacle in obstacles:
            if obstacle.is_image:
                yield Fact(Kind.SYMMETRY, self._board.puzzle.centers[dot])
            is_wall = obstacle.dot == NO_DOT
            yield Fact(Kind.WALL, obstacle.at) if is_wall else self._labels[obstacle.at]


def shrunk(situation: Situation, reason: Reason) -> Reason:
    """Return a reason of one round without facts that one round does not need."""
    start = Propagation(situation.board)

    def forces(some: Sequence[Fact]) -> bool:
        state = extended(start, some)
        return all(refutes(state, target, 0) for target in reason.targets)

    facts = by_distance(reason.premises, reason.target.at)
    return replace(reason, premises=in_order(minimal(facts, forces)))


def step_to(situation: Situation, target: Fact) -> Step:
    """Return the step to a fact that is forced."""
    reason = find_reason(situation, target)
    assert reason is not None
    return step_of(situation, reason, *technique_of(situation.board, reason))


def step_of(
    situation: Situation, reason: Reason, technique: Technique, level: Level
) -> Step:
    """Return the step to the targets of a reason, and to the mirror images of cells."""
    board = situation.board
    facts = dict.fromkeys(reason.targets)
    for target in reason.targets:
        if target.kind is Kind.CELL:
            dot = board.number[target.center]
            image = board.mirrored(dot, board.bit(target.at)) & ~situation.known
            for cell in board.points(image):
                facts[Fact(Kind.CELL, cell, target.center)] = None
    return Step(reason, level, tuple(facts), technique)


def walls_at_once(situation: Situation, drawn: Drawn) -> Step | None:
    """Return the walls between known cells, or else the mirror images of walls."""
    if edges := drawn.board.edges(*drawn.between()):
        labels = tuple(situation.labels[cell] for cell in sides(edges[0]))
        reason = Reason(Fact(Kind.WALL, edges[0]), labels, 0)
        reason, technique = shrunk(situation, reason), Technique.WALL
    elif mirrored := drawn.all_mirrored():
        edges, technique = list(mirrored), Technique.MIRRORED_WALL
        reason = _mirrored(situation, drawn, edges[0], mirrored[edges[0]])
    else:
        return None
    walls = tuple(Fact(Kind.WALL, edge) for edge in edges)
    return Step(reason, Level.TOUCHED, walls, technique)


def _mirrored(situation: Situation, drawn: Drawn, edge: Point, dot: int) -> Reason:
    """Return the reason for the mirror image of a wall or of the border in a dot."""
    board, labels, own = drawn.board, situation.labels, drawn.labels[dot]
    center = board.puzzle.centers[dot]
    region = own | board.mirrored(dot, own)
    inside, outside = sides(edge)
    if not board.puzzle.has_cell(inside) or not region & board.bit(inside):
        inside, outside = outside, inside
    wall, target = Fact(Kind.WALL, mirror(center, edge)), Fact(Kind.WALL, edge)
    found = [labels.get(inside), labels.get(mirror(center, outside))]
    facts = [fact for fact in found if fact is not None]
    facts += [Fact(Kind.SYMMETRY, center), *({wall} & set(situation.facts))]
    if refutes(extended(Propagation(board), facts), target, 0):
        return shrunk(situation, Reason(target, tuple(facts), 0))
    reason = find_reason(situation, target)
    assert reason is not None
    return reason


def without_implied_walls(position: Position) -> Situation:
    """Return the situation of a position, without drawn walls that follow.

    These are the walls between cells that no dot can both have by propagation.
    """
    puzzle = position.puzzle
    plain = Situation.of(Position(puzzle, labels=position.rows()))
    board = plain.board
    drawn = board.walls(position.inner_walls() - puzzle.walls)
    implied = without(drawn, map(board.between, plain.known_state.possible))
    walls = board.edges(*without(drawn, [implied]))
    kept = [Fact(Kind.WALL, edge) for edge in sorted(walls)]
    return plain.with_facts(*kept) if kept else plain
