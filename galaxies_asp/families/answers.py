"""Answers about puzzles of families other than Galaxies, as JSON and in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self

from galaxies_asp.board.answer import (
    Encoding,
    Natural,
    Part,
    PuzzleAnswer,
    Seconds,
    StoppedBy,
)
from galaxies_asp.families.family import Sheet
from galaxies_asp.families.formats import fields
from galaxies_asp.families.making import Repair
from galaxies_asp.families.search import (
    Consequences,
    FamilyResult,
    Status,
    encoding_of,
)

AtomList = Sequence[Annotated[str, "An atom of the output."]]


@dataclass(frozen=True)
class SearchTime(Part):
    """CPU seconds of a search."""

    ground: Seconds
    solve: Seconds
    total: Seconds


@dataclass(frozen=True)
class FamilySolveAnswer(PuzzleAnswer):
    """Answer of galaxies solve --json."""

    status: Annotated[Status, "What is known about the number of solutions."]
    count: Annotated[Natural, "Number of solutions found."]
    part: Annotated[str, "The part in which they differ; empty: anything."]
    parts: Annotated[Mapping[str, Natural], "Different ones of each part of solutions."]
    complete: Annotated[bool, "Whether there are no others."]
    stopped_by: StoppedBy
    reason: Annotated[str | None, "Why there is none, if it is seen without a search."]
    encoding: Encoding
    verified: Annotated[bool, "Whether a verifier has judged the solutions."]
    solutions: Annotated[Sequence[Any], "The solutions, in a form of the family."]
    seconds: SearchTime

    @classmethod
    def about(cls, result: FamilyResult) -> Self:
        """Return the answer about a result."""
        request, family = result.request, result.request.sheet.family
        spent = {name: round(s, 6) for name, s in result.seconds._asdict().items()}
        return cls.of(
            result,
            id=request.sheet.name,
            family=family.name,
            count=len(result.solutions),
            part=request.of,
            parts={
                name: result.different(name)
                for name in family.parts
                if request.of in ("", name)
            },
            encoding=encoding_of(family, request.encoding),
            verified=result.outcome.verified,
            solutions=[fields(family, position) for position in result.solutions],
            seconds=SearchTime(**spent),
        )


@dataclass(frozen=True)
class FamilyCountAnswer(PuzzleAnswer):
    """Answer of galaxies count --json."""

    count: Annotated[Natural, "Number of solutions; a lower bound if incomplete."]
    part: Annotated[str, "The part in which they differ; empty: anything."]
    complete: Annotated[bool, "Whether the number is exact."]
    verified: Annotated[bool, "Whether a verifier has judged the solutions."]
    stopped_by: StoppedBy


@dataclass(frozen=True)
class FamilyForcedAnswer(PuzzleAnswer):
    """Answer of galaxies forced --json."""

    forced: Annotated[AtomList, "Atoms of all solutions."]
    excluded: Annotated[AtomList, "Atoms of no solution."]
    free: Annotated[AtomList, "Atoms of some solutions, but not of all."]

    @classmethod
    def about(cls, sheet: Sheet, shared: Consequences) -> Self:
        """Return the answer for the consequences."""
        atoms = {name: sorted(atoms) for name, atoms in shared._asdict().items()}
        return cls(id=sheet.name, family=sheet.family.name, **atoms)


@dataclass(frozen=True)
class FamilyRepair(Part):
    """Changes of the clues, after which there is exactly one solution."""

    cost: Annotated[Natural, "Number of changes."]
    removed: Annotated[Sequence[str], "Clues to remove."]
    added: Annotated[Sequence[str], "Clues to add."]
    facts: Annotated[str, "The repaired puzzle."]

    @classmethod
    def about(cls, repair: Repair) -> Self:
        """Return a repair."""
        return cls(
            repair.cost,
            sorted(repair.removed),
            sorted(repair.added),
            repair.solved.facts,
        )


@dataclass(frozen=True)
class FamilyRepairAnswer(PuzzleAnswer):
    """Answer of galaxies repair --json."""

    repairs: Annotated[Sequence[FamilyRepair], "The cheapest repairs."]
