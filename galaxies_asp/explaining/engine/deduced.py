"""Deductions: literals that follow, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Protocol

from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.assignment import KNOWN, Proof


class Way(Enum):
    """How a literal is deduced."""

    GIVEN = "given"
    DIRECT = "direct"
    SUPPOSED = "supposed"
    SUM = "sum"
    SEEN = "seen"
    NESTED = "nested"
    SEARCH = "search"


@dataclass(frozen=True, eq=False)
class Deduction:
    """Literals that follow, and why."""

    way: Way
    literals: tuple[int, ...]
    """What follows, the first one first."""
    proofs: tuple[Proof, ...] = ()
    """One; none for `SEARCH` and `SEEN`."""
    cost: int = 0
    """The number of labels of the reason."""
    core: tuple[int, ...] | None = None
    """Of a search: the known literals and the tests of the reason, if it was found."""

    @cached_property
    def premises(self) -> tuple[int, ...]:
        """The known literals from which they follow."""
        return tuple(dict.fromkeys(n for proof in self.proofs for n in known_in(proof)))


class Order(Protocol):
    """In which order deductions are told, and what a board shows without rules."""

    touched: frozenset[int]
    """The literals that hold from the beginning, as the board shows."""
    near: tuple[Point, ...]
    """The places about which something has been told last."""

    def shown(self, left: Iterable[int]) -> Sequence[tuple[int, ...]]:
        """Return the easiest of the literals left that the board shows, as told."""
        ...

    def nearest(self, deductions: Sequence[Deduction]) -> Deduction:
        """Return the nearest of some deductions."""
        ...

    def contrary(self, left: Iterable[int]) -> int | None:
        """Return a literal whose contrary fails at once, or None."""
        ...

    def has(self, deduction: Deduction) -> bool:
        """Tell whether a deduction says nothing that has not been told."""
        ...

    def add(self, deductions: Iterable[Deduction]) -> None:
        """Keep deductions as told."""
        ...


def known_in(proof: Proof) -> Iterator[int]:
    """Yield the known literals of a proof, those of proofs within it too."""
    for literal, why in proof.why.items():
        if why.label == KNOWN:
            yield literal
        elif why.proof is not None:
            yield from known_in(why.proof)


def deduced(way: Way, literals: Sequence[int], proof: Proof) -> Deduction:
    """Return what follows, with its cost."""
    return Deduction(way, tuple(literals), (proof,), proof.mask.bit_count())
