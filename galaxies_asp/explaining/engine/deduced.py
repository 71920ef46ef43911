"""Deductions: literals that follow, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from galaxies_asp.explaining.engine.assignment import KNOWN, Proof


class Way(Enum):
    """How a literal is deduced."""

    GIVEN = "given"
    DIRECT = "direct"
    SUPPOSED = "supposed"
    SUM = "sum"
    NESTED = "nested"
    SEARCH = "search"


@dataclass(frozen=True, eq=False)
class Deduction:
    """Literals that follow, and why."""

    way: Way
    literals: tuple[int, ...]
    """What follows, the first one first."""
    proofs: tuple[Proof, ...] = ()
    """One; none for `SEARCH`."""
    cost: int = 0
    """The number of labels of the reason."""
    core: tuple[int, ...] | None = None
    """Of a search: the known literals and the tests of the reason, if it was found."""
    pattern: object = None
    """Of a supposition: what it has in common with others that fail by the same rules
    on the same board, if there are some."""

    @cached_property
    def premises(self) -> tuple[int, ...]:
        """The known literals from which they follow."""
        return tuple(dict.fromkeys(n for proof in self.proofs for n in known_in(proof)))


def known_in(proof: Proof) -> Iterator[int]:
    """Return the known literals of a proof, those of proofs within it too."""
    return (n for n, why in proof.steps() if why.label == KNOWN)


def deduced(way: Way, literals: Sequence[int], proof: Proof) -> Deduction:
    """Return what follows, with its cost."""
    return Deduction(way, tuple(literals), (proof,), proof.mask.bit_count())
