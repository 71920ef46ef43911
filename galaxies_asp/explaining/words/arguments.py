"""How facts follow from the rules of an encoding, one inference after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.explaining.engine.facts import Fact

if TYPE_CHECKING:  # clingo is loaded where an encoding is asked
    from galaxies_asp.explaining.engine.ground_rules import Share
    from galaxies_asp.explaining.engine.how import How
    from galaxies_asp.explaining.engine.switched import GroundInstance


class Parts(NamedTuple):
    """Two parts that have to be connected, and what closes the ways between them."""

    smaller: tuple[Atom, ...] = ()
    """The atoms that would be cut off: those that hold, or are excluded therefore."""
    other: tuple[Atom, ...] = ()
    """The atoms from which they would be; empty where words name a seed."""
    border: tuple[Fact, ...] | None = None
    """What is known between the parts; None if not all of it is about such atoms."""
    is_other_full: bool = False
    """Whether nothing is undecided in the other part alone, as in a loop."""


WHOLE = Parts()
"""Nothing would be cut off."""


@dataclass(frozen=True)
class Inference:
    """What follows at once by the rules of an encoding."""

    how: How
    """By what: a rule at a place, a definition, or that nothing is cut off."""
    facts: tuple[Fact, ...] = ()
    """What follows; nothing where a supposition fails."""
    premises: tuple[Fact, ...] = ()
    """From what it follows."""
    instance: GroundInstance | None = None
    """The rule and its place."""
    left: int = 0
    """Where atoms are counted: how many more there may be."""
    inner: Argument | None = None
    """The supposition within a supposition that shows it."""
    fails: bool = False
    """Whether it contradicts what holds."""
    subject: Fact | None = None
    """Of a definition: the atom that is defined."""
    cut: Atom | None = None
    """What would be cut off, or from what."""
    parts: Parts = WHOLE
    """What would be cut off, from what, and what closes the ways."""
    sides: tuple[tuple[Share, ...], ...] = ()
    """The rules that leave something, and those that need it."""
    rest: tuple[Fact, ...] | None = None
    """Where a rule needs some of the atoms that it counts: those that can hold."""

    @property
    def counts(self) -> bool:
        """Whether its rule counts atoms, of which it leaves some."""
        text = "" if self.instance is None else self.instance.rule.text
        return "{" in text and self.how.name != "ROOM"


@dataclass(frozen=True)
class Argument:
    """Inferences in their order, from what is known, and maybe from a supposition."""

    inferences: tuple[Inference, ...]
    supposed: Fact | None = None
