"""Steps on a board by the rules of an encoding: the smallest reason is the next."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from galaxies_asp.core.asp.symbols import points_among
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.explaining.facts import Fact, in_turn
from galaxies_asp.explaining.findings import Finished, Hint, Reason, Step
from galaxies_asp.explaining.grounded import SourceRules
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.switches import SearchEffort, farthest


def hints(rules: SourceRules, board: AnySheet) -> Iterator[Hint]:
    """Yield the mistake in a position, or the steps from it, and how they end.

    Where only walls are drawn the steps are about walls, otherwise about cells.
    """
    known = rules.known(board)
    if rules.is_solved(board):
        yield Finished(solved=True, known=known)
        return
    forced = rules.forced(known.facts)
    if forced is None:
        yield rules.mistake_among(known)
        return
    steps = _Steps(rules)
    for left in rules.rounds(board, forced):
        left.difference_update(known.facts)
        while left:
            step = steps.next(known.facts, left)
            left.difference_update(step.facts)
            yield replace(step, known=known)
            known = known.with_facts(step.facts)
    yield Finished(rules.is_full(forced), known=known)


class _Steps:
    """The steps on an encoding, with reasons that stay valid: facts are only added."""

    def __init__(self, source: SourceRules) -> None:
        self._source = source
        # The last reason that is not minimal, and what it implies: the next steps take
        # it, one dot after the other, because finding another takes long.
        self._long: tuple[Reason, frozenset[Fact]] | None = None
        # With the distance of the farthest place, and the facts that were known.
        self._found: dict[Fact, tuple[Reason, int, int]] = {}

    def next(self, known: Sequence[Fact], left: set[Fact]) -> Step:
        """Return the step with the smallest reason, and all that it implies."""
        chosen = self._chosen(known, left)
        size, facts = chosen.size, [chosen.target, *self._implied(chosen)]
        if size == 1:
            alike = [chosen, *self._alike(chosen, known, left)]
            instances = (instance for reason in alike for instance in reason.instances)
            chosen = replace(chosen, instances=tuple(dict.fromkeys(instances)))
            facts += [reason.target for reason in alike]
        follow = sorted(
            {fact for fact in facts if fact in left},
            key=lambda fact: (fact != chosen.target, in_turn(fact)),
        )
        level = len(Level) if chosen.by_search else max(1, size)
        return Step(self._source.complete(chosen), level, tuple(follow))

    def _chosen(self, known: Sequence[Fact], left: set[Fact]) -> Reason:
        """Return the smallest reason, with more effort if none is found."""
        if self._long is not None and (rest := self._long[1] & left):
            return replace(self._long[0], target=min(rest, key=in_turn))
        for effort, tried in self._source.efforts:
            chosen = self._smallest(known, left, effort, tried)
            if chosen is not None and not chosen.minimal:
                thorough = self._source.reason(chosen.target, known)
                chosen = chosen if thorough.by_search else thorough
            if chosen is not None:
                return chosen
        return self._source.unnamed(min(left, key=in_turn))

    def _smallest(
        self, known: Sequence[Fact], left: set[Fact], effort: SearchEffort, tried: int
    ) -> Reason | None:
        """Return the smallest reason of the first facts that some effort finds."""
        best: Reason | None = None
        near = sorted(left, key=in_turn)[:tried]
        sizes = [self._found[fact][0].size for fact in near if fact in self._found]
        below = min(sizes) + 1 if sizes else None
        for fact in near:
            reason = self._reason(fact, known, effort, below)
            if reason is not None and (best is None or reason.size < best.size):
                best, below = reason, reason.size
                if best.size <= 1:
                    break
        return best

    def _reason(
        self, fact: Fact, known: Sequence[Fact], effort: SearchEffort, below: int | None
    ) -> Reason | None:
        """Return the reason of a fact; again if new facts near it may shorten it.

        None if that takes more effort, or if it is seen not to be smaller than `below`.
        """
        before = None
        if fact in self._found:
            before, radius, count = self._found[fact]
            far = (farthest([other.at], fact.at) > radius for other in known[count:])
            if before.size <= 1 or all(far):
                return before
        reason = self._source.reason(fact, known, effort, below)
        if reason.by_search:
            return before
        values = (v for instance in reason.instances for v in instance.values)
        points = [*points_among(values), *(premise.at for premise in reason.premises)]
        self._found[fact] = reason, farthest(points, fact.at), len(known)
        return reason

    def _implied(self, reason: Reason) -> Iterator[Fact]:
        """Yield what a reason implies; of one that is not minimal, for one dot only."""
        if reason.minimal or reason.by_search:
            yield from self._source.consequences(reason)
            return
        if self._long is None or reason.target not in self._long[1]:
            self._long = reason, self._source.consequences(reason)
        for fact in self._long[1]:
            if fact.center == reason.target.center:
                yield fact

    def _alike(
        self, chosen: Reason, known: Sequence[Fact], left: set[Fact]
    ) -> Iterator[Reason]:
        """Yield the reasons of one instance of the same rule, for cells of one dot."""
        target, (effort, _) = chosen.target, self._source.efforts[0]
        if not chosen.instances or target.center is None:
            return
        for fact in sorted(left, key=in_turn):
            if (fact.center, fact.kind) == (target.center, target.kind):
                reason = self._reason(fact, known, effort, 2)
                if reason is None or reason.size != 1 or not reason.instances:
                    continue
                if reason.instances[0].rule == chosen.instances[0].rule:
                    yield reason
