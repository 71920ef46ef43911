"""Deductions under the standard rules: the mistake on a board, or the easiest steps."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from galaxies_asp.core.asp.rules import PROPAGATED
from galaxies_asp.core.board.grid import Point, reading_order
from galaxies_asp.core.board.puzzle import Position, Solution
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.explaining import direct, facts, reasons
from galaxies_asp.explaining.drawn import Drawn, without
from galaxies_asp.explaining.facts import Fact, Kind, distance, in_order
from galaxies_asp.explaining.findings import Finished, Hint, Reason, Step
from galaxies_asp.explaining.grading import LIMITS, Refutation, decided_at
from galaxies_asp.explaining.known import Known
from galaxies_asp.explaining.left import is_enclosed
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.situation import Situation, extended
from galaxies_asp.explaining.suppositions import found_chain
from galaxies_asp.explaining.trials import Inference, Supposition, able, contraries
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Failure, Propagation
from galaxies_asp.solving.consequences import possibilities
from galaxies_asp.solving.search import solve

_COMPARED = 6
"""The number of deductions whose reasons are compared."""

_NEAR = 2
"""Cells within this distance of the last step are equally near."""

_MOST_CELLS = 8
"""The number of cells that a step decides for the same reason, without images."""


def hints(position: Position, near: Sequence[Point] = ()) -> Iterator[Hint]:
    """Yield the mistake in a position, or the steps from it.

    Where only walls are drawn the steps are about walls, where only labels are drawn
    about cells, otherwise about the one or the other.

    `near`: where something has changed last; equally easy steps near to it come first.
    """
    known = Known.of(position)
    result = solve(position.puzzle, 2, rules=PROPAGATED)
    solution = result.solutions[0] if result.status == "unique" else None
    if (wrong := reasons.mistake(position, result)) is not None:
        yield replace(wrong, known=known)
        return
    deductions: Iterable[Step | Finished]
    if position.walls and not position.has_labels:
        deductions = _walls(position)
    elif position.walls is None:
        deductions = Deductions(Situation.of(position), None, near, solution)
    else:
        drawn = Drawn.on(position)
        known = replace(known, _drawn=drawn)
        complete = map(drawn.completion, drawn.complete)
        situation = direct.without_implied_walls(position).with_facts(*complete)
        deductions = Deductions(situation, drawn, near, solution)
    for step in deductions:
        if not isinstance(step, Step):
            yield replace(step, known=known)
            continue
        if step.technique in _STOPPED and is_enclosed(known.drawn, step.reason.targets):
            step = replace(step, technique=Technique.ONLY_DOT)
        yield replace(step, known=known)
        known = known.with_facts(step.facts)


_STOPPED = (Technique.WALLED, Technique.BLOCKED, Technique.CAPTURED)
"""Techniques that say what stops other dots, if these are near."""


class _Candidate(NamedTuple):
    """A cell that one round decides; in the order in which the cells are tried.

    It is hard if it takes connectivity, and late if so and the puzzle does not need it.
    `far` is the distance from the last step, and `least` is a lower bound on the facts
    of its reason.
    """

    is_late: bool
    far: int
    is_hard: bool
    least: int
    y: int
    x: int
    dot: int


class Deductions:
    """The steps from a board without a mistake; each is found from the last one.

    `drawn`: what is known on the board; None if walls are no steps. `near`: where
    something has changed last: of equally easy steps, a near one is next. `solution`:
    the only solution, if it is known, which takes less time.
    """

    def __init__(
        self,
        situation: Situation,
        drawn: Drawn | None,
        near: Sequence[Point] = (),
        solution: Solution | None = None,
    ) -> None:
        self._situation, self._board = situation, situation.board
        self._has_walls = drawn is not None
        self._drawn = drawn or Drawn.of(self._board, situation.facts)
        self._near = tuple(near)
        none = [0] * len(self._board.core)
        self._solution = self._board.regions(solution) if solution else none
        self._is_closed = drawn is None
        easy = decided_at(self._board, Level.BLOCKED)
        self._is_easy = easy == self._board.cells

    def __iter__(self) -> Iterator[Step | Finished]:
        """Yield the steps with the walls that follow, and at last how they end."""
        while isinstance(step := self._next(), Step):
            new = self._draw(step)
            yield replace(step, facts=new)
            cells = (fact for fact in new if fact.kind is not Kind.WALL)
            self._situation = self._situation.with_facts(*cells)
            self._near = step.cells or facts.cells_about(step.reason.targets)
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
        new = sorted({*after.complete} - {*before.complete})
        return tuple(dict.fromkeys((*step.facts, *more, *map(after.completion, new))))

    def _next(self) -> Step | Finished:
        situation, drawn = self._situation, self._drawn
        if step := self._touched() or self._image():
            return step
        if not self._is_closed and (step := direct.walls_at_once(situation, drawn)):
            return step
        if situation.known == self._board.cells:
            return Finished(solved=True)
        step = self._at_once() or self._by_trial() or self._by_search()
        return step or Finished(solved=False)

    def _cell(self, cell: Point, dot: int) -> Fact:
        return Fact(Kind.CELL, cell, self._board.puzzle.centers[dot])

    def _touched(self) -> Step | None:
        """Find the cells that dots touch."""
        board, known = self._board, self._situation.known
        cells = tuple(
            self._cell(cell, dot)
            for dot, core in enumerate(board.core)
            if core & ~known
            for cell in board.points(core & ~known)
        )
        if not cells:
            return None
        centers = dict.fromkeys(cell.center for cell in cells if cell.center)
        rules = tuple(Fact(Kind.CENTER, center) for center in centers)
        reason = Reason(cells[0], rules, 0, at_least=len(rules), also=cells[1:])
        return Step(reason, Level.TOUCHED, cells, Technique.TOUCHED)

    def _image(self) -> Step | None:
        """Find the mirror image of a known cell."""
        board = self._board
        for dot, own in enumerate(self._situation.known_state.own):
            for cell in board.points(own & ~self._situation.known):
                (image,) = board.points(board.mirrored(dot, board.bit(cell)))
                symmetry = Fact(Kind.SYMMETRY, board.puzzle.centers[dot])
                target = self._cell(cell, dot)
                reason = Reason(target, (symmetry, self._cell(image, dot)), 0)
                return Step(reason, Level.TOUCHED, (target,), Technique.MIRROR)
        return None

    def _at_once(self) -> Step | None:
        """Find cells that one round decides: near before far, easy before hard.

        Of the nearest ones, that with the smallest reason is next. Mirror images decide
        before connectivity does.
        """
        best: Reason | None = None
        reader = direct.DirectReasons(self._situation, self._drawn)

        def reason_of(targets: Sequence[Fact]) -> Reason:
            read, first = reader.reason(targets), targets[0]
            return read or reasons.propagated(self._situation, first, 0, first.at)

        candidates = sorted(self._candidates())
        for cell in candidates[:_COMPARED]:
            if best and (cell.least >= best.size or cell[:3] != candidates[0][:3]):
                break
            reason = reason_of([self._cell(Point(cell.x, cell.y), cell.dot)])
            if best is None or reason.size < best.size:
                best = reason
        if best is None:
            return None
        alike = self._alike(reader, best.target, candidates)
        return self._step(best if len(alike) < 2 else reason_of(alike))

    def _candidates(self) -> Iterator[_Candidate]:
        """Yield the cells that one round decides."""
        base, board = self._situation.known_state, self._board
        turned = board.turned(base.taken)
        # For each dot the cells that no other dot has, nor their images.
        not_blocked = (
            span & ~((base.taken | turned >> shift) & ~own)
            for span, shift, own in zip(board.span, board.shifts, base.own, strict=True)
        )
        left, easy = board.once(base.possible), board.once(not_blocked)
        seen: Bits = 0
        for dot, bits in base.conclusions():
            new = bits & ~seen & ~base.taken
            seen |= new
            for cell in board.points(new):
                bit, is_hard, least = board.bit(cell), True, 3
                if bit & left & base.covered:
                    is_hard = not bit & easy
                    least = len(board.near(bit))
                far = self._distance(cell)
                is_late = is_hard and self._is_easy
                yield _Candidate(is_late, far, is_hard, least, cell.y, cell.x, dot)

    def _distance(self, cell: Point) -> int:
        """Return how far a cell is from the last step, in cells; 0 if it is near."""
        far = min((distance(cell, at) for at in self._near), default=0) // 2
        return far if far > _NEAR else 0

    def _alike(
        self, reader: direct.DirectReasons, first: Fact, cells: Iterable[_Candidate]
    ) -> list[Fact]:
        """Return cells beside each other that fall to a dot for the same reason."""
        board, dot = self._board, self._board.number[first.center]
        ways, alike = reader.signature(first), [first]
        open_ = board.bits(Point(cell.x, cell.y) for cell in cells if cell.dot == dot)
        group = tried = board.bit(first.at)
        while len(alike) < _MOST_CELLS:
            left = open_ & ~tried & ~board.mirrored(dot, group)
            beside = board.beside(group) & left
            if not beside:
                break
            bit = beside & -beside
            tried |= bit
            (cell,) = board.points(bit)
            fact = self._cell(cell, dot)
            if reader.signature(fact) <= ways:
                alike.append(fact)
                group |= bit
        return alike

    def _by_trial(self) -> Step | None:
        """Find the cell all of whose dots but one fail after the fewest rounds.

        What is seen about a region counts as half a round.
        """
        base, board = self._situation.known_state, self._board
        tried: dict[Supposition, Propagation | Failure] = {}
        for limit in reasons.ROUNDS:
            decided = []
            for cell in board.points(board.cells & ~base.taken):
                bit, total = board.bit(cell), 0.0
                dots = able(base, bit)
                left = [dot for dot in dots if self._solution[dot] & bit]
                for dot in dots:
                    if len(left) > 1 or dot in left:
                        continue
                    into = Supposition(dot, bit | board.mirrored(dot, bit))
                    trial = tried.get(into) or into.added_to(base)
                    if isinstance(trial, Propagation):
                        failed = trial.failure(limit)
                        if failed is None and (failed := into.fails_alone(trial)):
                            total += 0.5
                        trial = failed or trial
                    if isinstance(trial, Failure):
                        total += trial.rounds
                    else:
                        left.append(dot)
                    tried[into] = trial
                if len(left) == 1:
                    key = total, self._distance(cell), len(dots)
                    decided.append((key, self._cell(cell, left[0])))
            if decided:
                _, target = min(decided, key=itemgetter(0))
                reason = reasons.propagated(self._situation, target, limit, target.at)
                return self._step(reason)
        return None

    def _by_search(self) -> Step | None:
        """Find the first open cell that is forced, with the solver."""
        situation, base = self._situation, self._situation.known_state
        forced = situation.switches.forced_cells(situation.facts)
        cells = self._board.points(self._board.cells & ~base.taken)
        target = next((forced[cell] for cell in cells if cell in forced), None)
        return None if target is None else direct.step_to(situation, target)

    def _step(self, reason: Reason) -> Step:
        """Return the step to some cells, and to their mirror images.

        Facts that are not needed are dropped, unless that makes the step harder.
        """
        fewest = reasons.settled(self._situation, reason)
        if fewest is not reason and reason.rounds == 0:
            reason = direct.shrunk(self._situation, reason)
        technique, level = reasons.technique_of(self._board, reason)
        if fewest.premises != reason.premises:
            other, height = reasons.technique_of(self._board, fewest)
            if height > level or (fewest.rounds or 0) > (reason.rounds or 0):
                reason = replace(reason, minimal=False)
            else:
                reason, technique, level = fewest, other, height
        if Level.CONTRARY <= level < Level.SEARCH:
            reason = self._known_first(reason)
            technique, level = reasons.technique_of(self._board, reason)
        if self._is_left_alone(reason):
            technique, level = Technique.ONLY_DOT, min(level, Level.BLOCKED)
        return direct.step_of(self._situation, reason, technique, level)

    def _known_first(self, reason: Reason) -> Reason:
        """Return the reason with the known cells that its what-ifs deduce again."""
        situation, board = self._situation, self._board
        while True:
            state = extended(Propagation(board), reason.premises)
            assert state is not None
            again = {
                situation.labels[cell]
                for supposed in chain(*contraries(state, reason.target))
                if (found := found_chain(state, supposed)) is not None
                for link in found.links
                for cell in board.points(link.seen & situation.known)
                if link.inference is not Inference.REFUTED
            }
            if not again - set(reason.premises):
                return reason
            premises = in_order({*reason.premises, *again})
            rounds = reasons.rounds_of(situation, premises, reason.target)
            reason = replace(reason, premises=premises, rounds=rounds, minimal=False)

    def _is_left_alone(self, reason: Reason) -> bool:
        """Tell whether all regions near some cells are complete or shut off by walls.

        This is seen at once, whatever the premises are.
        """
        board, places = self._board, [target.at for target in reason.targets]
        cells = board.bits(places)
        dot = board.number.get(reason.target.center)
        covered = {fact.at for fact in reason.premises if fact.kind is Kind.COVER}
        return covered.issuperset(places) and all(
            rival == dot or not here or self._drawn.is_out(rival, here)
            for rival in board.near(cells)
            for here in [board.span[rival] & cells]
        )


def _walls(position: Position) -> Iterator[Step | Finished]:
    """Yield the walls that are missing on a position with walls only."""
    while isinstance(step := _next_wall(position), Step):
        yield step
        position = facts.drawn(position, step.facts)
    yield step


def _next_wall(position: Position) -> Step | Finished:
    """Return the easiest wall that is not drawn yet.

    Cells are decided until a wall between two of them is missing. If there is none, the
    walls remain that are forced although the cells beside them are not.
    """
    situation, drawn = Situation.of(position), Drawn.on(position)
    board, state = situation.board, situation.known_state.copy()
    while True:
        apart = without(board.between(state.taken), map(board.between, state.own))
        if walls := board.edges(*drawn.new(*apart)):
            return direct.step_to(situation, Fact(Kind.WALL, walls[0]))
        if state.taken == board.cells:
            return Finished(solved=True)
        if added := list(state.conclusions()):
            state.add(added)
        elif not any(map(Refutation(state).decide, LIMITS.values())):
            break
    known = position.puzzle.walls | position.inner_walls()
    given = sheet_of(replace(position.puzzle, walls=known))
    forced = possibilities(given).walls
    if left := forced - known:
        return direct.step_to(situation, Fact(Kind.WALL, min(left, key=reading_order)))
    return Finished(solved=False)
