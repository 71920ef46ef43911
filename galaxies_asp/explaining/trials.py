"""Suppositions, and how they fail: by propagation, in a search, or step by step.

The search needs no ground program. Its semantics are those of
`encodings/galaxies/questions/reasons.lp`: cells may belong to no dot, and rules hold
for the given facts only. Propagation at every node makes the searches for the few
facts of a reason short.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from functools import partial
from typing import NamedTuple

from galaxies_asp.core.board.puzzle import NO_DOT
from galaxies_asp.explaining.crossing import crossing
from galaxies_asp.explaining.facts import Fact, Kind, cells_of
from galaxies_asp.explaining.minimal import minimal
from galaxies_asp.explaining.situation import extended
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Contradiction, Failure, How, Propagation

_MOST_NODES = 100


class Look(IntEnum):
    """What is seen about the region of a supposition, without a round of deductions."""

    NOTHING = 0
    CROSSING = 1
    """It would cross another one."""
    WAY = 2
    """Its only way leaves a cell without a dot, or goes through another region."""


class Supposition(NamedTuple):
    """Cells that are supposed to be in the region of a dot, and cells out of it."""

    dot: int = NO_DOT
    into: Bits = 0
    out: Bits = 0

    def added_to(self, base: Propagation) -> Propagation | Failure:
        """Return a state with the supposition, or its immediate failure."""
        trial = base.copy()
        try:
            if self.out:
                trial.exclude(self.dot, self.out)
            if self.into:
                trial.claim(self.dot, self.into)
        except Contradiction as contradiction:
            return contradiction.failure
        return trial

    def crossed(self, trial: Propagation) -> Failure | None:
        """Return that the region crosses another one, or None."""
        if self.into and (found := crossing(trial, self.dot)) is not None:
            return Failure(How.CROSSED, found.separated[0], found.other)
        return None

    def fails_alone(self, trial: Propagation, look: Look = Look.WAY) -> Failure | None:
        """Return how the region fails by itself in a state, or None."""
        found = self.crossed(trial) if look else None
        if found or not self.into or look < Look.WAY:
            return found
        state = trial.copy()
        try:
            while way := state.needed(self.dot):
                state.add([(self.dot, way)])
        except Contradiction as contradiction:
            return contradiction.failure
        return self.crossed(state)


def contraries(base: Propagation, target: Fact) -> Iterator[list[Supposition]]:
    """Yield lists of suppositions; the target follows if all of one list fail."""
    if target.kind is Kind.NO_SOLUTION:
        yield [Supposition()]
        return
    places = [base.board.bit(cell) for cell in cells_of(target.at)]
    one, other = places[0], places[-1]
    if target.kind is Kind.CELL:
        dot = base.board.number[target.center]
        yield [Supposition(dot, out=one)]
        if base.covered & one:
            yield [Supposition(rival, one) for rival in able(base, one) if rival != dot]
    elif target.kind is Kind.WALL:
        yield [Supposition(dot, one | other) for dot in able(base, one | other)]
    else:
        for this, that in ((one, other), (other, one)):
            if base.covered & this:
                yield [Supposition(dot, this, that) for dot in able(base, this)]


def able(state: Propagation, cells: Bits) -> list[int]:
    """Return the dots that can still have all of some cells."""
    near = state.board.near(cells)
    return [dot for dot in near if state.possible[dot] & cells == cells]


def is_needed(state: Propagation, dot: int, cell: Bits) -> bool:
    """Tell whether other dots could have a cell, or none has to."""
    return bool(~state.covered & cell) or any(d != dot for d in able(state, cell))


def refutes(
    base: Propagation | None, target: Fact, rounds: int, *, look: Look = Look.WAY
) -> bool:
    """Return whether some rounds of propagation refute the negated target.

    `base`: None for a contradiction. `look`: what is seen about the region of a
    supposition.
    """
    return base is None or any(
        all(failure(base, rounds, supposition, look=look) for supposition in contrary)
        for contrary in contraries(base, target)
    )


def failure(
    base: Propagation, limit: int, supposition: Supposition, *, look: Look = Look.WAY
) -> Failure | None:
    """Return how a supposition fails within some rounds, or None.

    See `refutes` for `look`.
    """
    trial = supposition.added_to(base)
    if isinstance(trial, Failure):
        return trial
    return trial.failure(limit) or supposition.fails_alone(trial, look)


def settle(state: Propagation) -> None:
    """Propagate to the fixpoint."""
    state.look()
    while added := list(state.conclusions()):
        state.add(added)


class TooLong(Exception):  # noqa: N818 - it is an answer, no error
    """The search reached its limit."""


def forced(board: Bitboard, facts: Sequence[Fact], target: Fact) -> bool:
    """Tell whether facts force a target.

    Raises
    ------
    TooLong
        After a number of nodes, and where the target is that there is no wall.
    """
    state = extended(Propagation(board), facts)
    if state is None:
        return True
    if target.kind is Kind.OPEN:
        raise TooLong
    contrary = next(contraries(state, target))
    nodes = iter(range(_MOST_NODES))
    return not any(_is_possible(state, start, nodes) for start in contrary)


def _is_possible(base: Propagation, start: Supposition, nodes: Iterator[int]) -> bool:
    """Tell whether regions exist that keep everything in a state, supposed more."""
    state = start.added_to(base)
    if isinstance(state, Failure):
        return False
    if next(nodes, None) is None:
        raise TooLong
    try:
        settle(state)
    except Contradiction:
        return False
    open_ = state.covered & ~state.taken
    if cell := open_ & -open_:
        trials = [Supposition(dot, into=cell) for dot in able(state, cell)]
    else:
        steps = ((dot, _next_to(state, dot)) for dot in sorted(state.connected))
        dot, step = next((pair for pair in steps if pair[1]), (NO_DOT, 0))
        if not step:
            # No region has both sides of a wall.
            across, walls = state.board.across, state.walls
            own = state.own if any(walls) else ()
            return not any(across(cells, *walls) & cells for cells in own)
        trials = [Supposition(dot, into=step), Supposition(dot, out=step)]
    return any(_is_possible(state, trial, nodes) for trial in trials)


def _next_to(state: Propagation, dot: int) -> Bits:
    """Return a cell that brings a region nearer to being connected, 0 if it is."""
    board, own, possible = state.board, state.own[dot], state.possible[dot]
    walls = state.barriers(dot)
    joined = board.flood(board.core[dot] & own, own, *walls)
    if joined == own:
        return 0
    ends = board.beside(joined, *walls) if joined else board.core[dot]
    ends &= possible & ~own
    reached = own & ~joined
    while not (met := reached & ends):
        wider = reached | board.beside(reached, *walls) & possible
        if wider == reached:
            return ends & -ends
        reached = wider
    return met & -met


class Inference(StrEnum):
    """Why a cell belongs to a region."""

    LEFT = "left"
    """Its dot is the only one left for the cell."""
    NEEDED = "needed"
    """Without the cell, the region would not be connected."""
    REFUTED = "refuted"
    """A what-if of its own excludes the cell from the region."""


@dataclass(frozen=True, slots=True)
class Link:
    """A deduction in a chain: some cells belong to a dot, or do not (`REFUTED`)."""

    dot: int
    cells: Bits
    """The cell that is deduced, with its mirror image if the region is symmetric."""
    seen: Bits
    """The cell that is deduced."""
    inference: Inference
    before: Propagation = field(compare=False)
    """The state in which it is deduced: the earlier deductions that it needs."""
    inner: "Chain | None" = field(default=None, compare=False)
    """The chain of a nested what-if."""

    @property
    def contrary(self) -> Supposition:
        """What a nested what-if supposes."""
        return Supposition(self.dot, self.seen)

    def apply_to(self, state: Propagation) -> None:
        """Add the deduction to a state."""
        change = state.exclude if self.inference is Inference.REFUTED else state.claim
        change(self.dot, self.cells)


@dataclass(frozen=True, slots=True)
class Chain:
    """Deductions from a supposition that end in a contradiction."""

    supposition: Supposition
    links: tuple[Link, ...]
    failure: Failure
    end: Propagation
    """The state with all deductions, not brought up to date."""


def chain(
    base: Propagation,
    limit: int,
    supposition: Supposition,
    nested: bool = False,
    only_way: bool = False,
) -> Chain | None:
    """Return the chain from a supposition to a contradiction, or None.

    `base`: the state without the supposition. `limit`: the number of rounds of
    propagation. `nested`: whether deductions may be what-ifs themselves, where nothing
    else follows. `only_way`: whether to deduce only what the region of the supposition
    needs.
    """
    start = supposition.added_to(base)
    if isinstance(start, Failure):
        return Chain(supposition, (), start, base)
    only = supposition.dot if only_way else None
    # For each conclusion the number of those of earlier rounds, which come first.
    earlier: dict[Link, int] = {}
    found: list[Link] = []
    state, rounds = start, 0
    while _failure_of(state, found, supposition) is None:
        state = _with(state, found)
        if rounds == limit:
            return None
        rounds += 1
        found = list(_conclusions(state, only))
        if not found and nested:
            found = list(_refuted(state, limit))
        if not found:
            return None
        earlier |= dict.fromkeys(found, len(earlier))
    # Keep the conclusions that the contradiction needs, in their order.
    flat = list(earlier)
    last = minimal(flat, lambda links: bool(_failure_of(start, links, supposition)))
    needs: dict[Link, tuple[Link, ...]] = {}
    waiting = list(last)
    while waiting:
        link = waiting.pop()
        if link not in needs:
            follows = partial(_follows, start, link, limit)
            needs[link] = minimal(flat[: earlier[link]], follows)
            waiting += needs[link]
    chosen = [link for link in flat if link in needs]
    links = tuple(_proved(link, _with(start, needs[link]), limit) for link in chosen)
    end = start.copy()
    for link in chosen:
        with suppress(Contradiction):
            link.apply_to(end)
    failed = _failure_of(start, last, supposition)
    assert failed is not None
    return Chain(supposition, links, failed, end)


def _proved(link: Link, before: Propagation, limit: int) -> Link:
    """Return a link with the state in which it follows, and its nested what-if."""
    inner = None
    if link.inference is Inference.REFUTED:
        inner = chain(before, limit, link.contrary)
    return replace(link, before=before, inner=inner)


def _conclusions(state: Propagation, only: int | None) -> Iterator[Link]:
    """Yield what one round adds, each cell apart; or only what one region needs."""
    singles = state.singles() if only is None else 0
    for dot in range(len(state.own)) if only is None else [only]:
        yield from _links(state, dot, state.possible[dot] & singles, Inference.LEFT)
        yield from _links(state, dot, state.needed(dot), Inference.NEEDED)


def _refuted(state: Propagation, limit: int) -> Iterator[Link]:
    """Yield the open cells that some rounds exclude from regions."""
    for dot, possible in enumerate(state.possible):
        for link in _links(state, dot, possible & ~state.taken, Inference.REFUTED):
            if failure(state, limit, link.contrary) is not None:
                yield link


def _links(state: Propagation, dot: int, cells: Bits, how: Inference) -> Iterator[Link]:
    """Yield the links about cells, each with its mirror image in a symmetric region."""
    while cells:
        seen = both = cells & -cells
        if dot in state.symmetric:
            both |= state.board.mirrored(dot, seen)
        cells &= ~both
        yield Link(dot, both, seen, how, state)


def _follows(start: Propagation, link: Link, limit: int, some: Sequence[Link]) -> bool:
    try:
        state = _with(start, some)
    except Contradiction:
        return True
    if link.inference is Inference.REFUTED:
        return failure(state, limit, link.contrary) is not None
    if link.inference is Inference.LEFT:
        return bool(state.singles() & state.possible[link.dot] & link.seen)
    return bool(state.needed(link.dot) & link.seen)


def _failure_of(
    start: Propagation, links: Iterable[Link], supposition: Supposition
) -> Failure | None:
    try:
        state = _with(start, links)
    except Contradiction as contradiction:
        return contradiction.failure
    return supposition.crossed(state)


def _with(start: Propagation, links: Iterable[Link]) -> Propagation:
    state = start.copy()
    for link in links:
        link.apply_to(state)
    state.look()
    return state
