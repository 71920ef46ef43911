"""The easiest next deduction about a cell; `wall_steps` adds those about walls."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from galaxies_asp.explain.guarded import forced_labels
from galaxies_asp.explain.instances import Asked, Instance, Rule, Target, distance
from galaxies_asp.explain.levels import Level, level_of
from galaxies_asp.explain.reasons import (
    ROUNDS,
    Reason,
    find_reason,
    propagated,
    settled,
)
from galaxies_asp.explain.situation import Situation, supposed
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Failure, Propagation
from galaxies_asp.grid import Point
from galaxies_asp.puzzle import NO_DOT, Position

COMPARED = 6
"""The number of deductions whose reasons are compared."""


@dataclass(frozen=True)
class Step:
    """A deduction: its target, its reason and its level.

    Attributes
    ----------
    cells
        The cells that belong to the target's dot by this reason; several only if the
        dot touches them. Empty if the target is a wall.
    images
        The open mirror images of these cells, which follow by symmetry.
    walls
        If the target is a wall: this one, and others that follow in the same way.
    """

    reason: Reason
    level: Level
    cells: tuple[Point, ...]
    images: tuple[Point, ...] = ()
    walls: tuple[Point, ...] = ()

    @property
    def target(self) -> Target:
        """The target of the reason."""
        return self.reason.target


@dataclass(frozen=True)
class Finished:
    """The end of deductions: the board is `solved`, or the rest is not forced."""

    solved: bool


class Memory:
    """The reasons found earlier, each valid until something is drawn near its target.

    With a memory, steps are the same as without.
    """

    def __init__(self) -> None:
        """Start without reasons."""
        self._found: dict[Target, tuple[Reason, int, int]] = {}
        self._latest: tuple[Situation, Step | Finished] | None = None

    def reason(self, situation: Situation, target: Target) -> Reason:
        """Return the reason for a cell that one round decides.

        Since the last call instances were only drawn.
        """
        drawn = situation.drawn
        if target in self._found:
            reason, radius, count = self._found[target]
            if all(distance(i, target.at) > radius for i in drawn[count:]):
                return reason
        reason, radius = propagated(situation, target, 0, target.at)
        self._found[target] = reason, radius, len(drawn)
        return reason

    def cell_step(self, situation: Situation) -> "Step | Finished":
        """Return the easiest next cell, none of which is trivial."""
        if self._latest is None or self._latest[0] is not situation:
            self._latest = situation, _next_cell(situation, self)
        return self._latest[1]


def trivial_cells(situation: Situation) -> Step | None:
    """Return the cells that a dot touches, or the mirror image of a known cell."""
    assert situation.state is not None
    return _touched(situation) or _image(situation, situation.state)


def _next_cell(situation: Situation, memory: Memory) -> Step | Finished:
    if situation.known == situation.board.cells:
        return Finished(solved=True)
    base = situation.state
    assert base is not None
    return (
        _at_once(situation, base, memory)
        or by_trial(situation, base)
        or by_search(situation, base)
        or Finished(solved=False)
    )


def _touched(situation: Situation) -> Step | None:
    """Find the cells that a dot touches."""
    board = situation.board
    for dot, core in enumerate(board.core):
        if new := core & ~situation.known:
            center = board.puzzle.centers[dot]
            cells = tuple(board.points(new))
            reason = Reason(
                Target(Asked.CELL, cells[0], dot),
                (Instance(Rule.CENTER, center, dot),),
                rounds=0,
                at_least=1,
            )
            return Step(reason, Level.TOUCHED, cells)
    return None


def _image(situation: Situation, base: Propagation) -> Step | None:
    """Find the mirror image of a known cell."""
    board = situation.board
    for dot, own in enumerate(base.own):
        for cell in board.points(own & ~situation.known):
            (image,) = board.points(board.mirrored(dot, board.bit(cell)))
            instances = (
                Instance(Rule.SYMMETRY, board.puzzle.centers[dot], dot),
                Instance(Rule.LABEL, image, dot),
            )
            target = Target(Asked.CELL, cell, dot)
            return Step(Reason(target, instances, 0), Level.TOUCHED, (cell,))
    return None


def _at_once(situation: Situation, base: Propagation, memory: Memory) -> Step | None:
    """Find the cell with the smallest reason among those that one round decides."""
    found = sorted(_estimated(situation, base))
    best: Reason | None = None
    for estimate, y, x, dot in found[:COMPARED]:
        if best is not None and estimate >= len(best.instances):
            break
        target = Target(Asked.CELL, Point(x, y), dot)
        reason = memory.reason(situation, target)
        if best is None or len(reason.instances) < len(best.instances):
            best = reason
    if best is None:
        return None
    return _step(situation, settled(situation, best))


def _estimated(
    situation: Situation, base: Propagation
) -> Iterator[tuple[int, int, int, int]]:
    """Yield what one round decides: a bound on its instances, y, x, dot."""
    board = situation.board
    seen: Bits = 0
    for dot, bits in base.conclusions():
        new = bits & ~seen & ~base.taken
        seen |= new
        single = new & base.covered & ~_rivals(base, dot)
        for cell in board.points(new):
            bit = board.bit(cell)
            if bit & single:
                rivals = sum(1 for span in board.span if span & bit) - 1
                yield 1 + rivals, cell.y, cell.x, dot
            else:
                yield 3, cell.y, cell.x, dot


def _rivals(base: Propagation, dot: int) -> Bits:
    union = 0
    for rival, possible in enumerate(base.possible):
        if rival != dot:
            union |= possible
    return union


def by_trial(situation: Situation, base: Propagation) -> Step | None:
    """Find the cell all of whose dots but one fail after the fewest rounds."""
    board = situation.board
    tried: dict[tuple[int, Bits], Propagation | Failure] = {}
    for limit in ROUNDS:
        best: tuple[int, int, Target] | None = None
        for cell in board.points(board.cells & ~base.taken):
            bit = board.bit(cell)
            dots = [d for d, possible in enumerate(base.possible) if possible & bit]
            left = []
            total = 0
            for dot in dots:
                pair = (dot, bit | board.mirrored(dot, bit))
                trial = tried.get(pair) or supposed(base, into=pair)
                if isinstance(trial, Propagation):
                    trial = trial.failure(limit) or trial
                if isinstance(trial, Failure):
                    total += trial.rounds
                else:
                    left.append(dot)
                tried[pair] = trial
            if len(left) == 1 and (best is None or (total, len(dots)) < best[:2]):
                best = total, len(dots), Target(Asked.CELL, cell, left[0])
        if best is not None:
            target = best[2]
            reason, _ = propagated(situation, target, limit, target.at)
            return _step(situation, settled(situation, reason))
    return None


def by_search(situation: Situation, base: Propagation) -> Step | None:
    """Find the first open cell that is forced, with the solver."""
    board = situation.board
    labels = forced_labels(board, situation.instances)
    assert labels is not None
    for cell in board.points(board.cells & ~base.taken):
        if cell in labels:
            reason = find_reason(situation, Target(Asked.CELL, cell, labels[cell]))
            assert reason is not None
            return _step(situation, reason)
    return None


def _step(situation: Situation, reason: Reason) -> Step:
    """Return the step to a cell, and to its mirror image."""
    board, target = situation.board, reason.target
    cell = board.bit(target.at)
    image = board.mirrored(target.dot, cell) & ~cell & ~situation.known
    return Step(
        reason,
        level_of(situation.board, reason),
        (target.at,),
        tuple(board.points(image)),
    )


def with_labels(situation: Situation, base: Propagation) -> Situation:
    """Return the situation with all cells drawn that propagation decided."""
    board = situation.board
    return situation.with_instances(
        *(
            Instance(Rule.LABEL, cell, dot)
            for dot, own in enumerate(base.own)
            for cell in board.points(own & ~situation.known)
        )
    )


def after(situation: Situation, step: Step) -> Situation:
    """Return the situation after a step; walls change nothing, because they follow."""
    cells = step.cells + step.images
    if not cells:
        return situation
    dot = step.target.dot
    return situation.with_instances(
        *(Instance(Rule.LABEL, cell, dot) for cell in cells)
    )


def drawn_after(position: Position, step: Step) -> Position:
    """Return the position with a step drawn on it."""
    puzzle, labels = position.puzzle, position.labels
    if not step.cells:
        walls = (position.walls or frozenset()).union(step.walls)
        return Position(puzzle, walls, labels)
    shape = puzzle.height, puzzle.width
    new = np.full(shape, NO_DOT, dtype=np.int32) if labels is None else labels.copy()
    for cell in step.cells + step.images:
        new[cell.y // 2, cell.x // 2] = step.target.dot
    return Position(puzzle, position.walls, new)
