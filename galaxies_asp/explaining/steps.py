"""The easiest next deduction on a board, near to the last one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Solution
from galaxies_asp.explaining.direct import DirectReasons, shrunk
from galaxies_asp.explaining.facts import Fact, Kind, apart, cells_about
from galaxies_asp.explaining.findings import Finished, Reason, Step
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.reasons import ROUNDS, propagated, settled
from galaxies_asp.explaining.situation import (
    Situation,
    Supposition,
    able,
    by_region,
    supposed,
)
from galaxies_asp.explaining.techniques import technique_of
from galaxies_asp.explaining.wall_steps import step_to, walls_at_once, with_images
from galaxies_asp.explaining.walls import Drawn
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Failure, Propagation

COMPARED = 6
"""The number of deductions whose reasons are compared."""

NEAR = 2
"""Cells within this distance of the last step are equally near."""

_MOST = 8
"""The number of cells that a step decides for the same reason, without images."""


class Deductions:
    """The steps from a board without a mistake; each is found from the last one.

    Parameters
    ----------
    drawn
        What is known on the board; None if walls are no steps.
    near
        Where something has changed last: of equally easy steps, a near one is next.
    solution
        The only solution, if it is known, which takes less time.
    """

    def __init__(
        self,
        situation: Situation,
        drawn: Drawn | None,
        near: Sequence[Point] = (),
        solution: Solution | None = None,
    ) -> None:
        self.situation = situation
        self._has_walls = drawn is not None
        self._drawn = drawn or Drawn.of(situation.board, situation.facts)
        self._near = tuple(near)
        board = situation.board
        self._solution = board.regions(solution) if solution else [0] * len(board.core)
        self._is_closed = drawn is None
        self._settled: dict[Reason, Reason] = {}

    def __iter__(self) -> Iterator[Step | Finished]:
        """Yield the steps with the walls that follow, and at last how they end."""
        while isinstance(step := self._next(), Step):
            facts = self._draw(step)
            yield replace(step, facts=facts)
            new = [fact for fact in facts if fact.kind is not Kind.WALL]
            self.situation = self.situation.with_facts(*new)
            self._near = step.cells or cells_about(step.reason.targets)
        yield step

    def _draw(self, step: Step) -> tuple[Fact, ...]:
        """Draw a step; return its facts, the walls and the complete regions too."""
        before, after = self._drawn, self._drawn.with_facts(step.facts)
        if not self._has_walls:
            self._drawn = after
            return step.facts
        if step.technique not in (Technique.WALL, Technique.MIRRORED_WALL):
            after = after.closed(before if self._is_closed else None)
            self._is_closed = True
        self._drawn = after
        walls = before.board.edges(*before.new(*after.walls))
        more = [Fact(Kind.WALL, wall) for wall in walls]
        new = [dot for dot in after.complete if dot not in before.complete]
        facts = (*step.facts, *more, *map(after.completion, new))
        return tuple(dict.fromkeys(facts))

    def _next(self) -> Step | Finished:
        situation, drawn = self.situation, self._drawn
        if step := _touched(situation) or _image(situation):
            return step
        if not self._is_closed and (step := walls_at_once(situation, drawn)):
            return step
        if situation.known == situation.board.cells:
            return Finished(solved=True)
        return (
            self._cells_at_once()
            or self.by_trial()
            or by_search(situation)
            or Finished(solved=False)
        )

    def _cells_at_once(self) -> Step | None:
        """Find cells that one round decides: easy before near, near before far.

        Of the nearest ones, that with the smallest reason is next. Mirror images decide
        before connectivity does.
        """
        best: Reason | None = None
        direct = DirectReasons(self.situation, self._drawn)
        found = sorted(self._candidates())
        for hard, far, estimate, y, x, dot in found[:COMPARED]:
            if best is not None and (
                estimate >= len(best.premises) or (hard, far) != found[0][:2]
            ):
                break
            center = self.situation.board.puzzle.centers[dot]
            target = Fact(Kind.CELL, Point(x, y), center)
            reason = self._reason(direct, [target])
            if best is None or len(reason.premises) < len(best.premises):
                best = reason
        if best is None:
            return None
        alike = self._alike(direct, best.target, found)
        return self._step(best if len(alike) < 2 else self._reason(direct, alike))

    def _reason(self, direct: DirectReasons, targets: Sequence[Fact]) -> Reason:
        """Return the reason for cells that one round decides."""
        read, first = direct.reason(targets), targets[0]
        return read or propagated(self.situation, first, 0, first.at)

    def _alike(
        self,
        direct: DirectReasons,
        first: Fact,
        found: Iterable[tuple[bool, int, int, int, int, int]],
    ) -> list[Fact]:
        """Return cells beside each other that fall to a dot for the same reason."""
        board, dot = self.situation.board, self.situation.board.number[first.center]
        ways, alike = direct.signature(first), [first]
        open_ = board.bits(Point(x, y) for _, _, _, y, x, d in found if d == dot)
        group = tried = board.bit(first.at)
        while len(alike) < _MOST:
            left = open_ & ~tried & ~board.mirrored(dot, group)
            beside = board.beside(group) & left
            if not beside:
                break
            bit = beside & -beside
            tried |= bit
            (cell,) = board.points(bit)
            fact = Fact(Kind.CELL, cell, first.center)
            if direct.signature(fact) <= ways:
                alike.append(fact)
                group |= bit
        return alike

    def _candidates(self) -> Iterator[tuple[bool, int, int, int, int, int]]:
        """Yield what one round decides: a key, y, x and the dot.

        The key: whether it takes connectivity, the distance from the last step, and a
        lower bound on the facts.
        """
        base = self.situation.state
        assert base is not None
        board = base.board
        seen: Bits = 0
        left, blocked = board.once(base.possible), board.once(_not_blocked(base))
        for dot, bits in base.conclusions():
            new = bits & ~seen & ~base.taken
            seen |= new
            for cell in board.points(new):
                bit = board.bit(cell)
                far = self._distance(cell)
                if bit & left & base.covered:
                    rivals = sum(1 for span in board.span if span & bit) - 1
                    yield not bit & blocked, far, 1 + rivals, cell.y, cell.x, dot
                else:
                    yield True, far, 3, cell.y, cell.x, dot

    def _distance(self, cell: Point) -> int:
        """Return how far a cell is from the last step, in cells; 0 if it is near."""
        far = min((apart(cell, other) for other in self._near), default=0)
        return far if far > NEAR else 0

    def by_trial(self) -> Step | None:
        """Find the cell all of whose dots but one fail after the fewest rounds.

        What is seen about a region counts as half a round.
        """
        situation, base = self.situation, self.situation.state
        assert base is not None
        board = situation.board
        tried: dict[Supposition, Propagation | Failure] = {}
        for limit in ROUNDS:
            decided = []
            for cell in board.points(board.cells & ~base.taken):
                bit, total = board.bit(cell), 0.0
                dots = able(base, bit)
                left = [dot for dot in dots if self._solution[dot] & bit]
                for dot in dots:
                    if len(left) < 2 and dot not in left:
                        into = Supposition(dot, bit | board.mirrored(dot, bit))
                        trial = tried.get(into) or supposed(base, into)
                        if isinstance(trial, Propagation):
                            failed = trial.failure(limit)
                            if failed is None and (failed := by_region(trial, into)):
                                total += 0.5
                            trial = failed or trial
                        if isinstance(trial, Failure):
                            total += trial.rounds
                        else:
                            left.append(dot)
                        tried[into] = trial
                if len(left) == 1:
                    key = total, self._distance(cell), len(dots)
                    decided.append((key, cell, board.puzzle.centers[left[0]]))
            if decided:
                _, cell, center = min(decided, key=itemgetter(0))
                target = Fact(Kind.CELL, cell, center)
                return self._step(propagated(situation, target, limit, cell))
        return None

    def _step(self, reason: Reason) -> Step:
        """Return the step to some cells, and to their mirror images.

        Facts that are not needed are dropped, unless that makes the step harder.
        """
        board = self.situation.board
        if reason not in self._settled:
            self._settled[reason] = settled(self.situation, reason)
        fewest = self._settled[reason]
        if fewest is not reason and reason.rounds == 0:
            reason = shrunk(self.situation, reason)
        technique, level = technique_of(board, reason)
        if fewest.premises != reason.premises:
            other, height = technique_of(board, fewest)
            is_harder = height > level or (fewest.rounds or 0) > (reason.rounds or 0)
            if is_harder:
                reason = replace(reason, minimal=False)
            else:
                reason, technique, level = fewest, other, height
        if self._is_left_alone(reason):
            technique, level = Technique.ONLY_DOT, min(level, Level.BLOCKED)
        return Step(reason, level, with_images(self.situation, reason), technique)

    def _is_left_alone(self, reason: Reason) -> bool:
        """Tell whether all regions near some cells are complete or shut off by walls.

        This is seen at once, whatever the premises are.
        """
        board = self.situation.board
        cells = board.bits(target.at for target in reason.targets)
        dot = board.number.get(reason.target.center)
        covered = {fact.at for fact in reason.premises if fact.kind is Kind.COVER}
        return covered.issuperset(target.at for target in reason.targets) and all(
            rival == dot or not span & cells or self._drawn.is_out(rival, span & cells)
            for rival, span in enumerate(board.span)
        )


def by_search(situation: Situation) -> Step | None:
    """Find the first open cell that is forced, with the solver."""
    board, base = situation.board, situation.state
    assert base is not None
    forced = situation.switches.forced_cells(situation.facts)
    cells = board.points(board.cells & ~base.taken)
    target = next((forced[cell] for cell in cells if cell in forced), None)
    return None if target is None else step_to(situation, target)


def _touched(situation: Situation) -> Step | None:
    """Find the cells that dots touch."""
    board = situation.board
    cells = tuple(
        Fact(Kind.CELL, cell, center)
        for center, core in zip(board.puzzle.centers, board.core, strict=True)
        for cell in board.points(core & ~situation.known)
    )
    if not cells:
        return None
    centers = dict.fromkeys(cell.center for cell in cells if cell.center)
    rules = tuple(Fact(Kind.CENTER, center) for center in centers)
    reason = Reason(cells[0], rules, 0, at_least=len(rules), also=cells[1:])
    return Step(reason, Level.TOUCHED, cells, Technique.TOUCHED)


def _image(situation: Situation) -> Step | None:
    """Find the mirror image of a known cell."""
    board, base = situation.board, situation.state
    assert base is not None
    for dot, own in enumerate(base.own):
        center = board.puzzle.centers[dot]
        for cell in board.points(own & ~situation.known):
            (image,) = board.points(board.mirrored(dot, board.bit(cell)))
            premises = Fact(Kind.SYMMETRY, center), Fact(Kind.CELL, image, center)
            target = Fact(Kind.CELL, cell, center)
            reason = Reason(target, premises, 0)
            return Step(reason, Level.TOUCHED, (target,), Technique.MIRROR)
    return None


def _not_blocked(base: Propagation) -> list[Bits]:
    """Return for each dot the cells that no other dot has, nor their images."""
    board = base.board
    turned = board.turned(base.taken)
    return [
        span & ~((base.taken | turned >> shift) & ~own)
        for span, shift, own in zip(board.span, board.shifts, base.own, strict=True)
    ]
