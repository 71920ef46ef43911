"""The easiest next deduction about a cell; `wall_steps` adds those about walls."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position
from galaxies_asp.explaining.direct import Cuts, at_once, shrunk
from galaxies_asp.explaining.guarded import forced_labels
from galaxies_asp.explaining.instances import Asked, Instance, Rule, Target
from galaxies_asp.explaining.levels import Level, level_of
from galaxies_asp.explaining.onboard import OnBoard
from galaxies_asp.explaining.reasons import (
    ROUNDS,
    Reason,
    find_reason,
    propagated,
    settled,
)
from galaxies_asp.explaining.situation import Situation, supposed
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Failure, Propagation

COMPARED = 6
"""The number of deductions whose reasons are compared."""


@dataclass(frozen=True)
class Step(OnBoard):
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
class Finished(OnBoard):
    """The end of deductions: the board is `solved`, or the rest is not forced."""

    solved: bool


class Memory:
    """What was found on earlier positions of a walkthrough.

    With a memory, steps are the same as without.
    """

    def __init__(self) -> None:
        """Start without anything."""
        self._reasons: dict[tuple[Target, tuple[Instance, ...]], Reason] = {}
        self._settled: dict[Reason, Reason] = {}
        self._latest: tuple[Situation, Step | Finished] | None = None
        self.cuts = Cuts()

    def reason(self, situation: Situation, target: Target) -> Reason:
        """Return the reason for a cell that one round decides."""
        found = at_once(situation, target, self.cuts)
        if found is None:
            return propagated(situation, target, 0, target.at)[0]
        if (target, found) not in self._reasons:
            self._reasons[target, found] = shrunk(situation, target, found)
        return self._reasons[target, found]

    def settled(self, situation: Situation, reason: Reason) -> Reason:
        """Return the reason without instances that the solver does not need."""
        if reason not in self._settled:
            self._settled[reason] = settled(situation, reason)
        return self._settled[reason]

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
    """Find the cell with the smallest reason among those that one round decides.

    Cells that mirror images decide come before those that take connectivity.
    """
    found = sorted(_estimated(situation, base))
    best: Reason | None = None
    for blocked, estimate, y, x, dot in found[:COMPARED]:
        if best is not None and (
            estimate >= len(best.instances) or blocked != found[0][0]
        ):
            break
        target = Target(Asked.CELL, Point(x, y), dot)
        reason = memory.reason(situation, target)
        if best is None or len(reason.instances) < len(best.instances):
            best = reason
    if best is None:
        return None
    return _step(situation, memory.settled(situation, best))


def _estimated(
    situation: Situation, base: Propagation
) -> Iterator[tuple[bool, int, int, int, int]]:
    """Yield what one round decides, as a key, y, x and the dot.

    The key: whether it takes connectivity, and a lower bound on the instances.
    """
    board = situation.board
    seen: Bits = 0
    left, blocked = _once(base.possible), _once(_not_blocked(base))
    for dot, bits in base.conclusions():
        new = bits & ~seen & ~base.taken
        seen |= new
        for cell in board.points(new):
            bit = board.bit(cell)
            if bit & left & base.covered:
                rivals = sum(1 for span in board.span if span & bit) - 1
                yield not bit & blocked, 1 + rivals, cell.y, cell.x, dot
            else:
                yield True, 3, cell.y, cell.x, dot


def _once(sets: Iterable[Bits]) -> Bits:
    """Return the cells that are in one of the sets."""
    once = more = 0
    for cells in sets:
        more |= once & cells
        once |= cells
    return once & ~more


def _not_blocked(base: Propagation) -> list[Bits]:
    """Return for each dot the cells that no other dot has, nor their images."""
    board = base.board
    turned = board.turned(base.taken)
    return [
        span & ~((base.taken | turned >> shift) & ~own)
        for span, shift, own in zip(board.span, board.shifts, base.own, strict=True)
    ]


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
    puzzle, rows = position.puzzle, position.rows()
    if not step.cells:
        walls = (position.walls or frozenset()).union(step.walls)
        return Position(puzzle, walls, rows)
    rows = rows or puzzle.empty_rows()
    for cell in step.cells + step.images:
        rows[cell.y // 2][cell.x // 2] = step.target.dot
    return Position(puzzle, position.walls, rows)
