"""Facts on a board, and what propagation derives from them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

from galaxies_asp.board.grid import Point
from galaxies_asp.board.puzzle import Position
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


class Look(IntEnum):
    """What is seen about the region of a supposition, without a round of deductions."""

    NOTHING = 0
    CROSSING = 1
    """It would cross another one."""
    WAY = 2
    """Its only way leaves a cell without a dot, or goes through another region."""


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
    if base is None:
        return True
    board = base.board
    if target.kind is Kind.NO_SOLUTION:
        return base.copy().failure(rounds) is not None

    def fails(
        into: tuple[int, Bits] | None = None, out: tuple[int, Bits] | None = None
    ) -> bool:
        return failure(base, rounds, into, out, look=look) is not None

    places = [board.bit(cell) for cell in cells_of(target.at)]
    if target.kind is Kind.CELL:
        (cell,) = places
        dot = board.number[target.center]
        return fails(out=(dot, cell)) or bool(
            base.covered & cell
            and all(
                fails(into=(rival, cell))
                for rival, possible in enumerate(base.possible)
                if rival != dot and possible & cell
            )
        )
    one, other = places
    if target.kind is Kind.WALL:
        return all(
            fails(into=(dot, one | other))
            for dot, possible in enumerate(base.possible)
            if possible & one and possible & other
        )
    return any(
        base.covered & this
        and all(
            fails(into=(dot, this), out=(dot, that))
            for dot, possible in enumerate(base.possible)
            if possible & this
        )
        for this, that in ((one, other), (other, one))
    )


def failure(
    base: Propagation,
    limit: int,
    into: tuple[int, Bits] | None = None,
    out: tuple[int, Bits] | None = None,
    *,
    look: Look = Look.WAY,
) -> Failure | None:
    """Return how a supposition fails within some rounds, or None.

    See `supposed` for the supposition, `refutes` for `look`.
    """
    trial = supposed(base, into, out)
    if isinstance(trial, Failure):
        return trial
    return trial.failure(limit) or by_region(trial, into, look)


def by_region(
    trial: Propagation, into: tuple[int, Bits] | None, look: Look = Look.WAY
) -> Failure | None:
    """Return how the region of a supposition fails by itself, or None."""
    found = crossed(trial, into) if look else None
    if found or into is None or look < Look.WAY:
        return found
    dot, state = into[0], trial.copy()
    try:
        while way := state.needed(dot):
            state.add([(dot, way)])
    except Contradiction as contradiction:
        return contradiction.failure
    return crossed(state, into)


def crossed(trial: Propagation, into: tuple[int, Bits] | None) -> Failure | None:
    """Return that the region of a supposition crosses another one, or None."""
    if into is not None and (found := crossing(trial, into[0])) is not None:
        return Failure(How.CROSSED, found.separated[0], found.other)
    return None


def supposed(
    base: Propagation,
    into: tuple[int, Bits] | None = None,
    out: tuple[int, Bits] | None = None,
) -> Propagation | Failure:
    """Return the state with a supposition, or its immediate failure.

    Parameters
    ----------
    into, out
        A dot, and cells that are supposed to be in its region, or out of it.
    """
    trial = base.copy()
    try:
        if out is not None:
            trial.exclude(*out)
        if into is not None:
            trial.claim(*into)
    except Contradiction as contradiction:
        return contradiction.failure
    return trial
