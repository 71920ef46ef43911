"""Answers about puzzles of any family, as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from galaxies_asp.board.answer import Natural, Part, PuzzleAnswer
from galaxies_asp.families.making import Repair


@dataclass(frozen=True)
class SheetRepair(Part):
    """Changes of the clues, after which there is exactly one solution."""

    cost: Annotated[Natural, "Number of changes."]
    removed: Annotated[Sequence[str], "Clues to remove."]
    added: Annotated[Sequence[str], "Clues to add."]
    facts: Annotated[str, "The repaired puzzle."]

    @classmethod
    def about(cls, repair: Repair) -> Self:
        """Return a repair."""
        removed, added = sorted(repair.removed), sorted(repair.added)
        return cls(repair.cost, removed, added, repair.solved.facts)


@dataclass(frozen=True)
class SheetRepairAnswer(PuzzleAnswer):
    """Answer of galaxies repair --json about puzzles of other families."""

    repairs: Annotated[Sequence[SheetRepair], "The cheapest repairs."]
