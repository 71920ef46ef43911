"""What is known on a board, for deductions: facts with what follows."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.explaining.facts import Fact, Kind, drawn_on, in_order, rules_of
from galaxies_asp.fast.bitboard import Bitboard, Bits
from galaxies_asp.fast.propagation import Contradiction, Propagation

if TYPE_CHECKING:
    from galaxies_asp.explaining.switches import Switches


@dataclass(frozen=True)
class Situation:
    """A board, and the facts of its rules and of what is drawn."""

    board: Bitboard
    rules: tuple[Fact, ...]
    drawn: tuple[Fact, ...]
    """The facts of the rules, and those of what is drawn, in any order."""
    state: Propagation | None
    """The propagation of all facts, None if they contradict each other."""

    @classmethod
    def of(cls, position: Position) -> "Situation":
        """Return the rules of a puzzle, and what is drawn."""
        rules, drawn = tuple(rules_of(position.puzzle)), tuple(drawn_on(position))
        board = Bitboard(position.puzzle)
        state = extended(Propagation(board), rules)
        return cls(board, rules, drawn, extended(state, drawn))

    @property
    def known_state(self) -> Propagation:
        """The propagation of facts that do not contradict each other."""
        assert self.state is not None
        return self.state

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
