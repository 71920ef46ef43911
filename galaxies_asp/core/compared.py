"""What a family says where its encodings are compared: see `lab`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from galaxies_asp.core.family import PositionFamily

if TYPE_CHECKING:
    from galaxies_asp.core.board.atoms import Atom, Atoms
    from galaxies_asp.core.verifying.violations import Violation

P = TypeVar("P")

SIZE = ("width/1", "height/1")
"""The signatures of the size of a board."""


class OpenBoards(NamedTuple):
    """Sets of boards, one of each size."""

    said: str
    """What they contain, before the size in their names."""
    choices: str
    """The rules that choose the facts of a board, beside those of its size."""
    most_cells: float = inf


class ComparedFamily(PositionFamily[P]):
    """What a puzzle type says about comparisons of its encodings."""

    native: tuple[str, ...] = ()
    """The encodings that are no texts."""
    ignorable: tuple[str, ...] = SIZE
    """The signatures of the facts that do not affect the rules."""
    readable: tuple[str, ...] = ()
    """The signatures of clues that boards have where an encoding reads them."""
    optional: Mapping[str, str] = MappingProxyType({})
    """The signatures of facts that a program need not read, by what they say."""
    is_normalized: bool = True
    """Whether answers are compared as they are."""

    @property
    def known_encodings(self) -> tuple[str, ...]:
        """The names of the encodings that are no files of users."""
        return tuple(self.encodings)

    def is_permanent(self, fact: Atom) -> bool:
        """Tell whether a fact is about the whole board: no smaller board lacks it."""
        return not any(isinstance(value, tuple) for value in fact.arguments)

    def violations(self, puzzle: P, atoms: Atoms) -> Sequence[Violation]:
        """Return the rules that an answer breaks."""
        return self.verify(self.drawn(puzzle, atoms))

    def normalized(self, atoms: Atoms, given: Atoms) -> tuple[Atoms, Atoms]:
        """Return an answer and chosen facts without what a comparison ignores."""
        return atoms, given

    def open_boards(
        self, without: Collection[str] = (), *, is_every: bool = False
    ) -> list[OpenBoards]:
        """Return the sets of all instances; none where a family does not choose them.

        `without`: the signatures of optional facts that no instance has. `is_every`:
        with every kind of fact, for sets that are searched rather than enumerated:
        there, clues may have all values of their declared domains.
        """
        from galaxies_asp.core.asp.clues import opened  # where something is grounded
        from galaxies_asp.core.board.declarations import clues_of

        clues = clues_of(self.declarations)
        if is_every and clues and {*self.clues} <= {one.signature for one in clues}:
            return [OpenBoards("all boards of", opened(clues))]
        chosen = f"all boards of {self.chosen_by} on"
        said = chosen if self.chosen_by else "all boards of"
        return [OpenBoards(said, choices)] if (choices := self.opened()) else []
