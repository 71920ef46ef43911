"""The easiest next deduction about a cell, in a situation without a mistake."""

from collections.abc import Iterator
from dataclasses import dataclass

from galaxies_asp.explain.guarded import forced_labels
from galaxies_asp.explain.instances import Asked, Instance, Rule, Target
from galaxies_asp.explain.levels import Level, level_of
from galaxies_asp.explain.reasons import (
    ROUNDS,
    Reason,
    find_reason,
    propagated,
    settled,
)
from galaxies_asp.explain.situation import Situation, failure
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Failure, Propagation
from galaxies_asp.grid import Point

COMPARED = 6
"""So many deductions are worked out; the one with the least reason is taken."""


@dataclass(frozen=True)
class Step:
    """A deduction: what follows, why, and how hard it is.

    Attributes
    ----------
    cells
        The cells that belong to the target's dot by this reason; for a dot's own cells
        there may be several. Empty where the target is an edge.
    images
        The mirror images of these cells, if they were open: they follow by the symmetry
        of the same region.
    """

    reason: Reason
    level: Level
    cells: tuple[Point, ...]
    images: tuple[Point, ...] = ()

    @property
    def target(self) -> Target:
        """What follows."""
        return self.reason.target


@dataclass(frozen=True)
class Finished:
    """Nothing is left to deduce: the board is `solved`, or the rest is not forced."""

    solved: bool


def next_step(situation: Situation) -> Step | Finished:
    """Return the easiest next cells of a situation without a mistake."""
    board = situation.board
    if situation.known == board.cells:
        return Finished(solved=True)
    base = situation.state
    assert base is not None
    return (
        _touched(situation)
        or _image(situation, base)
        or _at_once(situation, base)
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


def _at_once(situation: Situation, base: Propagation) -> Step | None:
    """Find the cell with the least reason that one look at the board decides."""
    found = sorted(_estimated(situation, base))
    best: Reason | None = None
    for estimate, y, x, dot in found[:COMPARED]:
        if best is not None and estimate >= len(best.instances):
            break
        target = Target(Asked.CELL, Point(x, y), dot)
        reason = propagated(situation, target, 0, target.at)
        if best is None or len(reason.instances) < len(best.instances):
            best = reason
    if best is None:
        return None
    return _step(situation, settled(situation, best))


def _estimated(
    situation: Situation, base: Propagation
) -> Iterator[tuple[int, int, int, int]]:
    """Yield what one look decides: how many instances it takes at least, y, x, dot."""
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
    tried: dict[tuple[int, Bits], Failure | None] = {}
    for limit in ROUNDS:
        best: tuple[int, int, Target] | None = None
        for cell in board.points(board.cells & ~base.taken):
            bit = board.bit(cell)
            dots = [d for d, possible in enumerate(base.possible) if possible & bit]
            left = []
            total = 0
            for dot in dots:
                pair = (dot, bit | board.mirrored(dot, bit))
                if tried.get(pair) is None:
                    tried[pair] = failure(base, limit, into=pair)
                failed = tried[pair]
                if failed is None:
                    left.append(dot)
                else:
                    total += failed.rounds
            if len(left) == 1 and (best is None or (total, len(dots)) < best[:2]):
                best = total, len(dots), Target(Asked.CELL, cell, left[0])
        if best is not None:
            target = best[2]
            reason = propagated(situation, target, limit, target.at)
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
    """Return the situation with all cells drawn that propagation has decided."""
    board = situation.board
    return situation.with_instances(
        *(
            Instance(Rule.LABEL, cell, dot)
            for dot, own in enumerate(base.own)
            for cell in board.points(own & ~situation.known)
        )
    )


def after(situation: Situation, step: Step) -> Situation:
    """Return the situation after a step."""
    cells = step.cells + step.images
    dot = step.target.dot
    return situation.with_instances(
        *(Instance(Rule.LABEL, cell, dot) for cell in cells)
    )
