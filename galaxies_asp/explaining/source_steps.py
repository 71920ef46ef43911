"""Steps on any encoding: the fact with the smallest reason follows."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from galaxies_asp.asp.atoms import points_among
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, in_turn
from galaxies_asp.explaining.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.source_reasons import Effort, SourceRules, farthest


def steps(source: SourceRules, board: Any) -> Iterator[Hint]:
    """Yield the mistake in a position, or the steps from it, and how they end.

    Where only walls are drawn the steps are about walls, otherwise about cells.
    """
    known = source.known(board)
    forced = source.forced(known.facts)
    if forced is None:
        yield replace(_mistake(source, known.facts), known=known)
        return
    memory = _Memory(source)
    for left in source.rounds(board, forced):
        left.difference_update(known.facts)
        while left:
            step = _next(memory, known.facts, left)
            left.difference_update(step.facts)
            yield replace(step, known=known)
            known = known.with_facts(step.facts)
    yield Finished(source.is_full(forced), known=known)


def mistake(source: SourceRules, board: Any) -> Mistake | None:
    """Return the mistake in a position, or None if the position has a solution."""
    known = source.known(board)
    if source.forced(known.facts) is not None:
        return None
    return replace(_mistake(source, known.facts), known=known)


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
        self,
        fact: Fact,
        known: Sequence[Fact],
        effort: Effort,
        below: int | None = None,
    ) -> Reason | None:
        """Return the reason of a fact; again if new facts near it may shorten it.

        None if that takes more effort, or if it is seen not to be smaller than `below`.
        """
        before = None
        if fact in self._found:
            before, radius, count = self._found[fact]
            new = known[count:]
            if before.size <= 1 or all(
                farthest([other.at], fact.at) > radius for other in new
            ):
                return before
        reason = self.source.reason(fact, known, effort, below)
        if reason.by_search:
            return before
        points = [premise.at for premise in reason.premises]
        points += (
            p for instance in reason.instances for p in points_among(instance.values)
        )
        self._found[fact] = reason, farthest(points, fact.at), len(known)
        return reason

    def smallest(self, facts: Collection[Fact]) -> int | None:
        """Return the size of the smallest reason that is known of some facts."""
        sizes = (self._found[fact][0].size for fact in facts if fact in self._found)
        return min(sizes, default=None)


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
        key=lambda fact: (fact != chosen.target, in_turn(fact)),
    )
    level = len(Level) if chosen.by_search else max(1, size)
    return Step(memory.source.complete(chosen), level, tuple(follow))


def _chosen(memory: _Memory, known: Sequence[Fact], left: set[Fact]) -> Reason:
    """Return the smallest reason that is found, with more effort if there is none."""
    if memory.long is not None and (rest := memory.long[1] & left):
        return replace(memory.long[0], target=_first(rest))
    for effort, tried in memory.source.efforts:
        chosen = _smallest(memory, known, left, effort, tried)
        if chosen is not None and not chosen.minimal:
            thorough = memory.source.reason(chosen.target, known)
            chosen = chosen if thorough.by_search else thorough
        if chosen is not None:
            return chosen
    return memory.source.unnamed(_first(left))


def _first(facts: Collection[Fact]) -> Fact:
    return min(facts, key=in_turn)


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
    near = sorted(left, key=in_turn)[:tried]
    size = memory.smallest(near)
    below = None if size is None else size + 1
    for fact in near:
        reason = memory.reason(fact, known, effort, below)
        if reason is not None and (best is None or reason.size < best.size):
            best, below = reason, reason.size
            if best.size <= 1:
                break
    return best


def _alike(
    memory: _Memory, chosen: Reason, known: Sequence[Fact], left: set[Fact]
) -> Iterator[Reason]:
    """Yield the reasons of one instance of the same rule, for cells of the same dot."""
    if not chosen.instances or chosen.target.center is None:
        return
    for fact in sorted(left, key=in_turn):
        if fact.center == chosen.target.center and fact.kind is chosen.target.kind:
            reason = memory.reason(fact, known, memory.source.efforts[0][0], 2)
            if reason is None or reason.size != 1 or not reason.instances:
                continue
            if reason.instances[0].rule == chosen.instances[0].rule:
                yield reason


def _mistake(source: SourceRules, known: tuple[Fact, ...]) -> Mistake:
    """Return the mistake among facts that no solution contains together."""
    possible = source.possible()
    if possible is None:
        return Mistake((), source.complete(source.reason(NO_SOLUTION, ())))
    wrong = tuple(fact for fact in known if fact not in possible)
    reason = source.reason(NO_SOLUTION, wrong[:1] or known)
    return Mistake(wrong or reason.premises, source.complete(reason))
