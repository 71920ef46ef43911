"""The easiest next deduction about a cell; `wall_steps` adds those about walls."""

from collections.abc import Iterable, Iterator

from galaxies_asp.board.grid import Point
from galaxies_asp.explaining.direct import Cuts, at_once, shrunk
from galaxies_asp.explaining.facts import Fact, Kind
from galaxies_asp.explaining.findings import Finished, Reason, Step
from galaxies_asp.explaining.levels import Level, level_of
from galaxies_asp.explaining.reasons import (
    ROUNDS,
    find_reason,
    propagated,
    settled,
)
from galaxies_asp.explaining.situation import Situation, supposed
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Failure, Propagation

COMPARED = 6
"""The number of deductions whose reasons are compared."""


class Memory:
    """What was found on earlier positions of a walkthrough.

    With a memory, steps are the same as without.
    """

    def __init__(self) -> None:
        """Start without anything."""
        self._reasons: dict[tuple[Fact, tuple[Fact, ...]], Reason] = {}
        self._settled: dict[Reason, Reason] = {}
        self._latest: tuple[Situation, Step | Finished] | None = None
        self.cuts = Cuts()

    def reason(self, situation: Situation, target: Fact) -> Reason:
        """Return the reason for a cell that one round decides."""
        found = at_once(situation, target, self.cuts)
        if found is None:
            return propagated(situation, target, 0, target.at)[0]
        if (target, found) not in self._reasons:
            self._reasons[target, found] = shrunk(situation, target, found)
        return self._reasons[target, found]

    def settled(self, situation: Situation, reason: Reason) -> Reason:
        """Return the reason without facts that the solver does not need."""
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
            facts = [Fact(Kind.CELL, cell, center) for cell in board.points(new)]
            rules = (Fact(Kind.CENTER, center),)
            reason = Reason(facts[0], rules, rounds=0, at_least=1)
            return Step(reason, Level.TOUCHED, tuple(facts))
    return None


def _image(situation: Situation, base: Propagation) -> Step | None:
    """Find the mirror image of a known cell."""
    board = situation.board
    for dot, own in enumerate(base.own):
        center = board.puzzle.centers[dot]
        for cell in board.points(own & ~situation.known):
            (image,) = board.points(board.mirrored(dot, board.bit(cell)))
            facts = (
                Fact(Kind.SYMMETRY, center),
                Fact(Kind.CELL, image, center),
            )
            target = Fact(Kind.CELL, cell, center)
            return Step(Reason(target, facts, 0), Level.TOUCHED, (target,))
    return None


def _at_once(situation: Situation, base: Propagation, memory: Memory) -> Step | None:
    """Find the cell with the smallest reason among those that one round decides.

    Cells that mirror images decide come before those that take connectivity.
    """
    found = sorted(_estimated(situation, base))
    best: Reason | None = None
    for blocked, estimate, y, x, dot in found[:COMPARED]:
        if best is not None and (
            estimate >= len(best.premises) or blocked != found[0][0]
        ):
            break
        target = Fact(Kind.CELL, Point(x, y), situation.board.puzzle.centers[dot])
        reason = memory.reason(situation, target)
        if best is None or len(reason.premises) < len(best.premises):
            best = reason
    if best is None:
        return None
    return _step(situation, memory.settled(situation, best))


def _estimated(
    situation: Situation, base: Propagation
) -> Iterator[tuple[bool, int, int, int, int]]:
    """Yield what one round decides, as a key, y, x and the dot.

    The key: whether it takes connectivity, and a lower bound on the facts.
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
        best: tuple[int, int, Fact] | None = None
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
                best = (
                    total,
                    len(dots),
                    Fact(Kind.CELL, cell, board.puzzle.centers[left[0]]),
                )
        if best is not None:
            target = best[2]
            reason, _ = propagated(situation, target, limit, target.at)
            return _step(situation, settled(situation, reason))
    return None


def by_search(situation: Situation, base: Propagation) -> Step | None:
    """Find the first open cell that is forced, with the solver."""
    board = situation.board
    forced = situation.switches.forced_cells(situation.facts)
    for cell in board.points(board.cells & ~base.taken):
        if cell in forced:
            reason = find_reason(situation, forced[cell])
            assert reason is not None
            return _step(situation, reason)
    return None


def _step(situation: Situation, reason: Reason) -> Step:
    """Return the step to a cell, and to its mirror image."""
    board, target = situation.board, reason.target
    cell = board.bit(target.at)
    image = board.mirrored(board.number[target.center], cell) & ~cell
    images = board.points(image & ~situation.known)
    more = (Fact(Kind.CELL, image, target.center) for image in images)
    return Step(reason, level_of(board, reason), (target, *more))


def with_labels(situation: Situation, base: Propagation) -> Situation:
    """Return the situation with all cells drawn that propagation decided."""
    board = situation.board
    return situation.with_facts(
        *(
            Fact(Kind.CELL, cell, center)
            for center, own in zip(board.puzzle.centers, base.own, strict=True)
            for cell in board.points(own & ~situation.known)
        )
    )


def after(situation: Situation, step: Step) -> Situation:
    """Return the situation after a step; walls change nothing, because they follow."""
    cells = [fact for fact in step.facts if fact.kind is Kind.CELL]
    return situation.with_facts(*cells) if cells else situation
