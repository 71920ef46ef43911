"""Facts on a board, and what propagation derives from them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import NO_DOT, Position
from galaxies_asp.explaining.facts import (
    Fact,
    Kind,
    cells_of,
    drawn_on,
    in_order,
    rules_of,
)
from galaxies_asp.explaining.separation import crossing
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Contradiction, Failure, How, Propagation

if TYPE_CHECKING:
    from galaxies_asp.explaining.switches import Switches


@dataclass(frozen=True)
class Situation:
    """A board, and the facts of its rules and of what is drawn.

    Attributes
    ----------
    rules, drawn
        The facts of the rules, and those of what is drawn, in any order.
    state
        The propagation of all facts, None if they contradict each other.
    """

    board: Bitboard
    rules: tuple[Fact, ...]
    drawn: tuple[Fact, ...]
    state: Propagation | None

    @classmethod
    def of(cls, position: Position) -> "Situation":
        """Return the rules of a puzzle, and what is drawn."""
        rules, drawn = tuple(rules_of(position.puzzle)), tuple(drawn_on(position))
        board = Bitboard(position.puzzle)
        state = extended(Propagation(board), rules)
        return cls(board, rules, drawn, extended(state, drawn))

    @cached_property
    def labels(self) -> dict[Point, Fact]:
        """The drawn labels."""
        return {i.at: i for i in self.drawn if i.kind is Kind.CELL}

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, without the covers of labeled cells, which labels imply."""
        rules = (
            i for i in self.rules if i.kind is not Kind.COVER or i.at not in self.labels
        )
        return (*rules, *self.drawn)

    @cached_property
    def known(self) -> Bits:
        """The cells whose dot is drawn."""
        return self.board.bits(self.labels)

    @cached_property
    def ordered(self) -> tuple[Fact, ...]:
        """The facts in the order of the rules, each in reading order."""
        return in_order(self.facts)

    @cached_property
    def switches(self) -> "Switches":
        """The same rules for searches by clingo."""
        from galaxies_asp.explaining.switches import Switches  # loads its parser

        walls = (fact.at for fact in self.facts if fact.kind is Kind.WALL)
        return Switches(self.board.puzzle, walls)

    def with_facts(self, *more: Fact) -> "Situation":
        """Return the situation with further drawn facts.

        That regions are complete is known already to the propagation.
        """
        new = [fact for fact in more if fact.kind is not Kind.COMPLETE]
        state = extended(self.state, new) if new else self.state
        return Situation(self.board, self.rules, (*self.drawn, *more), state)


def extended(state: Propagation | None, facts: Iterable[Fact]) -> Propagation | None:
    """Return a state with further facts, None for a contradiction."""
    if state is None:
        return None
    new = state.copy()
    try:
        restrict(new, facts)
    except Contradiction:
        return None
    return new


def restrict(state: Propagation, facts: Iterable[Fact]) -> None:
    """Add facts to a state; raise `Contradiction` if they cannot all hold."""
    board, number = state.board, state.board.number
    claims: dict[int, Bits] = {}
    walls: list[Point] = []
    for fact in facts:
        kind = fact.kind
        if kind is Kind.COVER:
            state.cover(board.bit(fact.at))
        elif kind is Kind.CELL:
            dot = number[fact.center]
            claims[dot] = claims.get(dot, 0) | board.bit(fact.at)
        elif kind is Kind.CENTER:
            dot = number[fact.at]
            claims[dot] = claims.get(dot, 0) | board.core[dot]
        elif kind is Kind.SYMMETRY:
            state.make_symmetric(number[fact.at])
        elif kind is Kind.CONNECTED:
            state.make_connected(number[fact.at])
        elif kind is Kind.COMPLETE:
            state.exclude(number[fact.at], board.cells & ~board.bits(fact.cells))
        else:
            walls.append(fact.at)
    if walls:
        state.wall_off(*board.walls(walls))
    state.add(claims.items())


def settle(state: Propagation) -> None:
    """Propagate to the fixpoint."""
    state.look()
    while added := list(state.conclusions()):
        state.add(added)


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
    return [dot for dot, some in enumerate(state.possible) if some & cells == cells]


def is_needed(state: Propagation, dot: int, cell: Bits) -> bool:
    """Tell whether other dots could have a cell, or none has to."""
    return bool(~state.covered & cell) or any(d != dot for d in able(state, cell))


def refutes(
    base: Propagation | None, target: Fact, rounds: int, *, look: Look = Look.WAY
) -> bool:
    """Return whether some rounds of propagation refute the negated target.

    Parameters
    ----------
    base
        None for a contradiction.
    look
        What is seen about the region of a supposition.
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
    trial = supposed(base, supposition)
    if isinstance(trial, Failure):
        return trial
    return trial.failure(limit) or by_region(trial, supposition, look)


def by_region(
    trial: Propagation, supposition: Supposition, look: Look = Look.WAY
) -> Failure | None:
    """Return how the region of a supposition fails by itself, or None."""
    found = crossed(trial, supposition) if look else None
    if found or not supposition.into or look < Look.WAY:
        return found
    dot, state = supposition.dot, trial.copy()
    try:
        while way := state.needed(dot):
            state.add([(dot, way)])
    except Contradiction as contradiction:
        return contradiction.failure
    return crossed(state, supposition)


def crossed(trial: Propagation, supposition: Supposition) -> Failure | None:
    """Return that the region of a supposition crosses another one, or None."""
    if supposition.into and (found := crossing(trial, supposition.dot)) is not None:
        return Failure(How.CROSSED, found.separated[0], found.other)
    return None


def supposed(base: Propagation, supposition: Supposition) -> Propagation | Failure:
    """Return the state with a supposition, or its immediate failure."""
    trial = base.copy()
    try:
        if supposition.out:
            trial.exclude(supposition.dot, supposition.out)
        if supposition.into:
            trial.claim(supposition.dot, supposition.into)
    except Contradiction as contradiction:
        return contradiction.failure
    return trial
