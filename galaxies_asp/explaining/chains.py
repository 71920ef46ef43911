"""From a supposition to its contradiction: a minimal chain of deductions."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from galaxies_asp.explaining.minimal import minimal
from galaxies_asp.explaining.situation import crossed, failure, supposed
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
    before: Propagation
    inner: "Chain | None" = None


@dataclass(frozen=True, slots=True)
class Chain:
    """Deductions that end in a contradiction.

    Attributes
    ----------
    end
        The state with all deductions, not brought up to date.
    """

    links: tuple[Link, ...]
    failure: Failure
    end: Propagation


Claim = tuple[int, Bits, Bits, Inference]


def chain(
    base: Propagation,
    limit: int,
    into: tuple[int, Bits] | None = None,
    out: tuple[int, Bits] | None = None,
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
    into, out
        The supposition; see `supposed`.
    nested
        Whether deductions may be what-ifs themselves, where nothing else follows.
    only_way
        Whether to deduce only what the region of the supposition needs.
    """
    start = supposed(base, into, out)
    if isinstance(start, Failure):
        return Chain((), start, base)
    rounds: list[list[Claim]] = []
    state = start.copy()
    while _failure_of(state, (), into) is None:
        state.look()
        if len(rounds) == limit:
            return None
        found = list(_conclusions(state, into[0] if into and only_way else None))
        if not found and nested:
            found = list(_refuted(state, limit))
        if not found:
            return None
        rounds.append(found)
        if _failure_of(state, found, into) is not None:
            break
        state = _with(state, found)
    return _sliced(start, rounds, limit, into)


def _sliced(
    start: Propagation,
    rounds: Sequence[Sequence[Claim]],
    limit: int,
    into: tuple[int, Bits] | None,
) -> Chain:
    """Keep the conclusions that the contradiction needs, in their order."""
    flat = [claim for found in rounds for claim in found]
    ends = [0]
    for found in rounds:
        ends.append(ends[-1] + len(found))
    order = {claim: index for index, claim in enumerate(flat)}
    needs: dict[Claim, tuple[Claim, ...]] = {}

    def fails(claims: Sequence[Claim]) -> bool:
        return _failure_of(start, claims, into) is not None

    last = minimal(flat, fails)
    waiting = list(last)
    while waiting:
        claim = waiting.pop()
        if claim in needs:
            continue
        number = next(n for n, end in enumerate(ends) if order[claim] < end) - 1

        def follows(claims: Sequence[Claim], claim: Claim = claim) -> bool:
            return _follows(start, claims, claim, limit)

        needs[claim] = minimal(flat[: ends[number]], follows)
        waiting += needs[claim]
    chosen = sorted(needs, key=order.__getitem__)
    links = tuple(_link(_with(start, needs[claim]), claim, limit) for claim in chosen)
    failure = _failure_of(start, last, into)
    assert failure is not None
    return Chain(links, failure, _end(start, chosen))


def _link(before: Propagation, claim: Claim, limit: int) -> Link:
    dot, cells, seen, inference = claim
    inner = None
    if inference is Inference.REFUTED:
        inner = chain(before, limit, into=(dot, seen))
    return Link(dot, cells, seen, inference, before, inner)


def _end(start: Propagation, claims: Sequence[Claim]) -> Propagation:
    """Return the state with the claims that do not contradict the earlier ones."""
    state = start.copy()
    for claim in claims:
        with suppress(Contradiction):
            _apply(state, claim)
    return state


def _apply(state: Propagation, claim: Claim) -> None:
    dot, cells, _, inference = claim
    if inference is Inference.REFUTED:
        state.exclude(dot, cells)
    else:
        state.claim(dot, cells)


def _conclusions(state: Propagation, only: int | None) -> Iterable[Claim]:
    """Yield what one round adds, each cell apart; or only what one region needs."""
    board = state.board
    singles = state.singles() if only is None else 0
    for dot, possible in enumerate(state.possible):
        if only not in (None, dot):
            continue
        symmetric = dot in state.symmetric
        for inference in (Inference.LEFT, Inference.NEEDED):
            if inference is Inference.LEFT:
                new = possible & singles
            else:
                new = state.needed(dot) if state.own[dot] else 0
            while new:
                seen = new & -new
                cells = seen | (board.mirrored(dot, seen) if symmetric else 0)
                new &= ~cells
                yield dot, cells, seen, inference


def _refuted(state: Propagation, limit: int) -> Iterable[Claim]:
    """Yield the open cells that some rounds exclude from regions."""
    board = state.board
    for dot, possible in enumerate(state.possible):
        rest = possible & ~state.taken
        while rest:
            seen = rest & -rest
            cells = seen
            if dot in state.symmetric:
                cells |= board.mirrored(dot, seen)
            rest &= ~cells
            if failure(state, limit, into=(dot, seen)) is not None:
                yield dot, cells, seen, Inference.REFUTED


def _follows(
    start: Propagation, claims: Sequence[Claim], claim: Claim, limit: int
) -> bool:
    dot, _, seen, inference = claim
    try:
        state = _claimed(start, claims)
        state.look()
    except Contradiction:
        return True
    if inference is Inference.REFUTED:
        return failure(state, limit, into=(dot, seen)) is not None
    if inference is Inference.LEFT:
        return bool(state.singles() & state.possible[dot] & seen)
    return bool((state.own[dot] or state.needed(dot)) and state.needed(dot) & seen)


def _failure_of(
    start: Propagation, claims: Sequence[Claim], into: tuple[int, Bits] | None
) -> Failure | None:
    try:
        state = _with(start, claims)
    except Contradiction as contradiction:
        return contradiction.failure
    return crossed(state, into)


def _with(start: Propagation, claims: Sequence[Claim]) -> Propagation:
    state = _claimed(start, claims)
    state.look()
    return state


def _claimed(start: Propagation, claims: Sequence[Claim]) -> Propagation:
    state = start.copy()
    for claim in claims:
        _apply(state, claim)
    return state
