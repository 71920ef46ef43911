"""From a supposition to its contradiction: a minimal chain of deductions."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from galaxies_asp.explaining.minimal import minimal
from galaxies_asp.explaining.trials import Supposition, failure
from galaxies_asp.fast.bitboard import Bits
from galaxies_asp.fast.propagation import Contradiction, Failure, Propagation


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
    """A deduction in a chain: some cells belong to a dot, or do not (`REFUTED`).

    Attributes
    ----------
    cells
        The cell that is deduced, with its mirror image if the region is symmetric.
    seen
        The cell that is deduced.
    before
        The state in which it is deduced: the earlier deductions that it needs.
    inner
        The chain of a nested what-if.
    """

    dot: int
    cells: Bits
    seen: Bits
    inference: Inference
    before: Propagation = field(compare=False)
    inner: "Chain | None" = field(default=None, compare=False)

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
    """Deductions from a supposition that end in a contradiction.

    Attributes
    ----------
    end
        The state with all deductions, not brought up to date.
    """

    supposition: Supposition
    links: tuple[Link, ...]
    failure: Failure
    end: Propagation


def chain(
    base: Propagation,
    limit: int,
    supposition: Supposition,
    nested: bool = False,
    only_way: bool = False,
) -> Chain | None:
    """Return the chain from a supposition to a contradiction, or None.

    Parameters
    ----------
    base
        The state without the supposition.
    limit
        The number of rounds of propagation.
    nested
        Whether deductions may be what-ifs themselves, where nothing else follows.
    only_way
        Whether to deduce only what the region of the supposition needs.
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


def _links(
    state: Propagation, dot: int, cells: Bits, inference: Inference
) -> Iterator[Link]:
    """Yield the links about cells, each with its mirror image in a symmetric region."""
    while cells:
        seen = both = cells & -cells
        if dot in state.symmetric:
            both |= state.board.mirrored(dot, seen)
        cells &= ~both
        yield Link(dot, both, seen, inference, state)


def _follows(
    start: Propagation, link: Link, limit: int, earlier: Sequence[Link]
) -> bool:
    try:
        state = _with(start, earlier)
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
