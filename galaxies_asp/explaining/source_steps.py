"""Steps on any encoding: the fact with the smallest reason follows."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from galaxies_asp.asp.atoms import points_among
from galaxies_asp.board.grid import Point, is_cell, reading_order
from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.board.variants import RuleVariant
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.source_reasons import (
    Effort,
    SourceRules,
    farthest,
)


def steps(source: SourceRules, position: Position) -> Iterator[Hint]:
    """Yield the mistake in a position, or the steps from it, and how they end.

    Where only walls are drawn the steps are about walls, otherwise about cells.
    """
    known = source.known(position)
    forced = source.forced(known.facts)
    if forced is None:
        yield replace(_mistake(source, known.facts), known=known)
        return
    puzzle = source.puzzle
    walls_only = not position.has_labels and position.walls is not None
    given = {Fact(Kind.WALL, wall) for wall in puzzle.walls}
    for wanted in _kinds(puzzle, walls_only=walls_only):
        left = {fact for fact in forced if fact.kind in wanted}
        left -= given.union(known.facts)
        memory = _Memory(source)
        while left:
            step = _next(memory, known.facts, left)
            left.difference_update(step.facts)
            yield replace(step, known=known)
            known = known.with_facts(step.facts)
    decided = forced if walls_only else known.facts
    is_full = _cells(decided) == set(puzzle.cells())
    yield Finished(is_full, known=known)


def _cells(facts: Iterable[Fact]) -> set[Point]:
    return {fact.at for fact in facts if is_cell(fact.at)}


def mistake(source: SourceRules, position: Position) -> Mistake | None:
    """Return the mistake in a position, or None if the position has a solution."""
    known = source.known(position)
    if source.forced(known.facts) is not None:
        return None
    return replace(_mistake(source, known.facts), known=known)


def _kinds(puzzle: Puzzle, *, walls_only: bool) -> list[tuple[Kind, ...]]:
    """Return the kinds of facts that follow, those of each round."""
    if walls_only:
        return [(Kind.WALL,)]
    kinds: list[tuple[Kind, ...]] = [(Kind.CELL, Kind.EMPTY)]
    if RuleVariant.LOOSE_WALLS in puzzle.variants:
        kinds.append((Kind.WALL, Kind.OPEN))
    return kinds


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

    def __init__(self, source: SourceRules) -> None:
        self.source = source
        self.long: tuple[Reason, frozenset[Fact]] | None = None
        self._found: dict[Fact, tuple[Reason, int, int]] = {}

    def reason(
        self, fact: Fact, known: Sequence[Fact], effort: Effort
    ) -> Reason | None:
        """Return the reason of a fact; again if new facts near it may shorten it.

        None if that takes more effort.
        """
        if fact in self._found:
            reason, radius, count = self._found[fact]
            new = known[count:]
            if reason.size <= 1 or all(
                farthest([other.at], fact.at) > radius for other in new
            ):
                return reason
        reason = self.source.reason(fact, known, effort)
        if reason.by_search:
            return None
        points = [premise.at for premise in reason.premises]
        points += (
            p for instance in reason.instances for p in points_among(instance.values)
        )
        self._found[fact] = reason, farthest(points, fact.at), len(known)
        return reason


def _next(memory: _Memory, known: Sequence[Fact], left: set[Fact]) -> Step:
    """Return the step with the smallest reason, and all that it implies."""
    chosen = _chosen(memory, known, left)
    size, facts = chosen.size, [chosen.target, *_implied(memory, chosen)]
    if chosen.size == 1:
        alike = [chosen, *_alike(memory, chosen, known, left)]
        instances = (instance for reason in alike for instance in reason.instances)
        chosen = replace(chosen, instances=tuple(dict.fromkeys(instances)))
        facts += [reason.target for reason in alike]
    follow = sorted(
        {fact for fact in facts if fact in left},
        key=lambda fact: (fact != chosen.target, reading_order(fact.at)),
    )
    level = len(Level) if chosen.by_search else max(1, size)
    return Step(chosen, level, tuple(follow))


def _chosen(memory: _Memory, known: Sequence[Fact], left: set[Fact]) -> Reason:
    """Return the smallest reason that is found, with more effort if there is none."""
    if memory.long is not None and (rest := memory.long[1] & left):
        return replace(memory.long[0], target=_first(rest))
    for effort, tried in _EFFORTS:
        chosen = _smallest(memory, known, left, effort, tried)
        if chosen is not None:
            return chosen
    return memory.source.unnamed(_first(left))


def _first(facts: Collection[Fact]) -> Fact:
    return min(facts, key=lambda fact: reading_order(fact.at))


def _implied(memory: _Memory, reason: Reason) -> Iterator[Fact]:
    """Yield what a reason implies; of one that is not minimal, for one dot only."""
    if reason.minimal or reason.by_search:
        yield from memory.source.consequences(reason)
        return
    if memory.long is None or reason.target not in memory.long[1]:
        memory.long = reason, memory.source.consequences(reason)
    for fact in memory.long[1]:
        if fact.center == reason.target.center:
            yield fact


def _smallest(
    memory: _Memory, known: Sequence[Fact], left: set[Fact], effort: Effort, tried: int
) -> Reason | None:
    """Return the smallest reason of the first facts that is found with some effort."""
    best: Reason | None = None
    for fact in sorted(left, key=lambda fact: reading_order(fact.at))[:tried]:
        reason = memory.reason(fact, known, effort)
        if reason is not None and (best is None or reason.size < best.size):
            best = reason
            if best.size <= 1:
                break
    return best


def _alike(
    memory: _Memory, chosen: Reason, known: Sequence[Fact], left: set[Fact]
) -> Iterator[Reason]:
    """Yield the reasons of one instance of the same rule, for cells of the same dot."""
    if not chosen.instances:
        return
    for fact in sorted(left, key=lambda fact: reading_order(fact.at)):
        if fact.center == chosen.target.center and fact.kind is chosen.target.kind:
            reason = memory.reason(fact, known, _EFFORTS[0][0])
            if reason is None or reason.size != 1 or not reason.instances:
                continue
            if reason.instances[0].rule == chosen.instances[0].rule:
                yield reason


def _mistake(source: SourceRules, known: tuple[Fact, ...]) -> Mistake:
    """Return the mistake among facts that no solution contains together."""
    possible = source.possible()
    if possible is None:
        return Mistake((), source.reason(NO_SOLUTION, ()))
    wrong = tuple(fact for fact in known if fact not in possible)
    reason = source.reason(NO_SOLUTION, wrong[:1] or known)
    return Mistake(wrong or reason.premises, reason)
