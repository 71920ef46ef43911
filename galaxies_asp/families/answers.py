"""Answers about puzzles of any family, as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from galaxies_asp.board.answer import Natural, Part, PuzzleAnswer
from galaxies_asp.families.formats import fields
from galaxies_asp.families.making import Repair
from galaxies_asp.families.sheet import SheetResult
from galaxies_asp.solving.answers import SearchSeconds, SolveAnswer


def solve_answer(result: SheetResult) -> SolveAnswer:
    """Return the answer of `galaxies solve --json`."""
    family = result.puzzle.family
    return SolveAnswer.of(
        result,
        id=result.puzzle.name,
        family=family.name,
        count=len(result.solutions),
        solutions=[fields(family, position) for position in result.solutions],
        part=result.part or None,
        parts=result.different(),
        seconds=SearchSeconds.of_search(result.seconds),
    )


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
