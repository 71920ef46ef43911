"""Hints and walkthroughs on any encoding: the fact with the smallest reason follows."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.grid import is_cell, reading_order
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.explaining.facts import Kind
from galaxies_asp.explaining.known import Fact, Known
from galaxies_asp.explaining.source_reasons import (
    Effort,
    Encoded,
    EncodedReason,
    farthest,
    points_of,
)


@dataclass(frozen=True)
class EncodedStep:
    """Facts that follow at once.

    Attributes
    ----------
    facts
        What follows; the reason is that of the first fact, or of all of them.
    size
        The size of the reason of each of them.
    before, after
        What is known before and after the step.
    """

    facts: tuple[Fact, ...]
    reason: EncodedReason
    size: int
    before: Known
    after: Known


@dataclass(frozen=True)
class EncodedMistake:
    """Something drawn that no solution contains.

    Attributes
    ----------
    wrong
        The drawn facts that are in no solution; if each is in some, drawn facts that
        no solution contains together. Empty if the puzzle has no solution.
    reason
        Why there is no solution with them.
    """

    wrong: tuple[Fact, ...]
    reason: EncodedReason
    known: Known


@dataclass(frozen=True)
class EncodedEnd:
    """Nothing more is forced: the board is full, or has several solutions."""

    solved: bool
    known: Known


EncodedHint = EncodedStep | EncodedMistake | EncodedEnd


@dataclass(frozen=True)
class EncodedWalkthrough:
    """Steps from an empty board to the last forced fact, and how they end."""

    encoded: Encoded
    steps: tuple[EncodedStep, ...]
    end: EncodedMistake | EncodedEnd

    @property
    def solved(self) -> bool:
        """Whether the steps lead to a solution, which is then the only one."""
        return isinstance(self.end, EncodedEnd) and self.end.solved


def hint_by(
    rules: Rules, position: Position, least: int = 1
) -> tuple[Encoded, EncodedHint]:
    """Return the encoding, and the mistake in a position or its easiest next step.

    Where only walls are drawn the step is about a wall, otherwise about a cell.

    Parameters
    ----------
    least
        Steps with smaller reasons are taken before.
    """
    encoded = Encoded(rules, position.puzzle)
    known = encoded.known(position)
    walls_only = not position.has_labels and position.walls is not None
    for step in _steps(encoded, known, walls_only=walls_only):
        if not isinstance(step, EncodedStep) or _is_hard(step, least):
            return encoded, step
    raise AssertionError("the steps end with a mistake or an end")


def _is_hard(step: EncodedStep, least: int) -> bool:
    return least <= 1 or step.size >= least or step.reason.by_search


def walkthrough_by(rules: Rules, puzzle: Puzzle) -> EncodedWalkthrough:
    """Deduce the solution step by step, the smallest reason first."""
    encoded = Encoded(rules, puzzle)
    *steps, end = _steps(encoded, Known(encoded.puzzle))
    assert not isinstance(end, EncodedStep)
    found = tuple(step for step in steps if isinstance(step, EncodedStep))
    return EncodedWalkthrough(encoded, found, end)


def _steps(
    encoded: Encoded, known: Known, *, walls_only: bool = False
) -> Iterator[EncodedHint]:
    """Yield the steps, and at last the mistake or the end."""
    forced = encoded.forced(known)
    if forced is None:
        yield _mistake(encoded, known)
        return
    given = {Fact(Kind.WALL, wall) for wall in known.puzzle.walls}
    for wanted in _kinds(known.puzzle, walls_only=walls_only):
        left = {fact for fact in forced if fact.kind in wanted}
        left -= given.union(known.facts)
        memory = _Memory(encoded)
        while left:
            step = _next(memory, known, left)
            left.difference_update(step.facts)
            known = step.after
            yield step
    cells = sum(1 for _ in known.puzzle.cells())
    full = len({fact.at for fact in known.facts if is_cell(fact.at)}) == cells
    yield EncodedEnd(full or (walls_only and _all_settled(known, forced)), known)


def _kinds(puzzle: Puzzle, *, walls_only: bool) -> list[tuple[Kind, ...]]:
    """Return the kinds of facts that follow, those of each round."""
    if walls_only:
        return [(Kind.WALL,)]
    kinds: list[tuple[Kind, ...]] = [(Kind.CELL, Kind.EMPTY)]
    if RuleVariant.LOOSE_WALLS in puzzle.variants:
        kinds.append((Kind.WALL, Kind.OPEN))
    return kinds


def _all_settled(known: Known, forced: frozenset[Fact]) -> bool:
    cells = {fact.at for fact in forced if fact.kind in (Kind.CELL, Kind.EMPTY)}
    return len(cells) == sum(1 for _ in known.puzzle.cells())


_EFFORTS = (
    (Effort(256, 30, 100), 400),
    (Effort(1024, 100, 100), 16),
    (Effort(searches=50), 1),
)
"""The efforts for a step, in turn until one finds a reason, and the facts tried."""


class _Memory:
    """Reasons that stay valid, since facts are only added.

    Attributes
    ----------
    long
        The last reason that is not minimal, and what it implies: the next steps take
        it, one dot after the other, because finding another takes long.
    """

    def __init__(self, encoded: Encoded) -> None:
        self.encoded = encoded
        self.long: tuple[EncodedReason, frozenset[Fact]] | None = None
        self._found: dict[Fact, tuple[EncodedReason, int, int]] = {}

    def reason(self, fact: Fact, known: Known, effort: Effort) -> EncodedReason | None:
        """Return the reason of a fact; again if new facts near it may shorten it.

        None if that takes more effort.
        """
        if fact in self._found:
            reason, radius, count = self._found[fact]
            new = known.facts[count:]
            if reason.size <= 1 or all(
                farthest([one.at], fact.at) > radius for one in new
            ):
                return reason
        found = self.encoded.reason(fact, known.facts, effort)
        if found.by_search:
            return None
        points = [one.at for one in found.known]
        points += (point for one in found.instances for point in points_of(one))
        radius = farthest(points, fact.at)
        self._found[fact] = found, radius, len(known.facts)
        return found


def _next(memory: _Memory, known: Known, left: set[Fact]) -> EncodedStep:
    """Return the step with the smallest reason, and all that it implies."""
    chosen = _chosen(memory, known, left)
    size, facts = chosen.size, [chosen.fact, *_implied(memory, chosen)]
    if chosen.size == 1:
        alike = [chosen, *_alike(memory, chosen, known, left)]
        instances = (one for reason in alike for one in reason.instances)
        chosen = replace(chosen, instances=tuple(dict.fromkeys(instances)))
        facts += [reason.fact for reason in alike]
    follow = sorted(
        {fact for fact in facts if fact in left},
        key=lambda fact: (fact != chosen.fact, reading_order(fact.at)),
    )
    after = known.with_facts(follow)
    return EncodedStep(tuple(follow), chosen, size, known, after)


def _chosen(memory: _Memory, known: Known, left: set[Fact]) -> EncodedReason:
    """Return the smallest reason that is found, with more effort if there is none."""
    if memory.long is not None and (rest := memory.long[1] & left):
        return replace(memory.long[0], fact=_first(rest))
    for effort, tried in _EFFORTS:
        chosen = _smallest(memory, known, left, effort, tried)
        if chosen is not None:
            return chosen
    name = memory.encoded.encoding
    return EncodedReason(name, _first(left), (), by_search=True, minimal=False)


def _first(facts: Collection[Fact]) -> Fact:
    return min(facts, key=lambda fact: reading_order(fact.at))


def _implied(memory: _Memory, reason: EncodedReason) -> Iterator[Fact]:
    """Yield what a reason implies; of one that is not minimal, for one dot only."""
    assert reason.fact is not None
    if reason.minimal or reason.by_search:
        yield from memory.encoded.consequences(reason)
        return
    if memory.long is None or reason.fact not in memory.long[1]:
        memory.long = reason, memory.encoded.consequences(reason)
    for fact in memory.long[1]:
        if fact.center == reason.fact.center:
            yield fact


def _smallest(
    memory: _Memory, known: Known, left: set[Fact], effort: Effort, tried: int
) -> EncodedReason | None:
    """Return the smallest reason of the first facts that is found with some effort."""
    best: EncodedReason | None = None
    for fact in sorted(left, key=lambda fact: reading_order(fact.at))[:tried]:
        reason = memory.reason(fact, known, effort)
        if reason is not None and (best is None or reason.size < best.size):
            best = reason
            if best.size <= 1:
                break
    return best


def _alike(
    memory: _Memory, chosen: EncodedReason, known: Known, left: set[Fact]
) -> Iterator[EncodedReason]:
    """Yield the reasons of one instance of the same rule, for cells of the same dot."""
    assert chosen.fact is not None
    if not chosen.instances:
        return
    for fact in left:
        if fact.center == chosen.fact.center and fact.kind is chosen.fact.kind:
            reason = memory.reason(fact, known, _EFFORTS[0][0])
            if reason is None or reason.size != 1 or not reason.instances:
                continue
            if reason.instances[0].rule == chosen.instances[0].rule:
                yield reason


def _mistake(encoded: Encoded, known: Known) -> EncodedMistake:
    """Return the mistake among facts that no solution contains together."""
    possible = encoded.possible(Known(known.puzzle))
    if possible is None:
        reason = encoded.reason(None, ())
        return EncodedMistake((), reason, known)
    wrong = tuple(fact for fact in known.facts if fact not in possible)
    reason = encoded.reason(None, wrong[:1] or known.facts)
    return EncodedMistake(wrong or reason.known, reason, known)
