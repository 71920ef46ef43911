"""The answers to a search for solutions, and to a check of an attempt, as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from galaxies_asp.core.board import answer
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.result import AnyResult
from galaxies_asp.core.verifying.violations import Violation

Time = Annotated[float, Range(0)]


@dataclass(frozen=True)
class SearchSeconds(answer.Part):
    """CPU seconds."""

    ground: Annotated[Time, "Grounding."]
    solve: Annotated[Time, "Solving."]
    total: Annotated[Time, "Both, with reading and verification."]


@dataclass(frozen=True, kw_only=True)
class SolveAnswer(answer.PuzzleAnswer):
    """Answer of galaxies solve --json."""

    width: answer.Width | None = None
    height: answer.Height | None = None
    status: Annotated[
        Literal["unique", "multiple", "none", "unknown"], "Whether there are solutions."
    ]
    count: Annotated[answer.Natural, "Number of solutions listed."]
    complete: Annotated[bool, "Whether the search was exhausted."]
    stopped_by: answer.StoppedBy
    encoding: answer.Encoding
    decided_by: answer.DecidedBy
    verified: Annotated[
        bool,
        "Whether the verifier accepted every solution; false: nothing verified them.",
    ]
    solutions: Annotated[
        Sequence[object],
        "The solutions found: the dot of each cell, row by row, counted from 0; null: "
        "the cell is missing or has no dot. Of other families, in a form of their own.",
    ]
    hidden: Annotated[
        Sequence[Sequence[Point]] | None,
        "With the variant hidden-dots: the hidden dots of each solution.",
    ] = None
    loose_walls: Annotated[
        Sequence[Sequence[Point]] | None,
        "With the variant loose-walls: the walls inside regions, of each solution.",
    ] = None
    reason: Annotated[
        str | answer.Absent | None,
        "Why there is no solution, if this is seen without a search.",
    ] = answer.ABSENT
    part: Annotated[str | None, "The part in which the solutions differ (--of)."] = None
    parts: Annotated[
        Mapping[str, answer.Natural] | None,
        "Different ones of each part of the solutions.",
    ] = None
    seconds: SearchSeconds
    confirmed_by: Annotated[
        str | None, "Second encoding that gave the same answer (--confirm)."
    ] = None

    @classmethod
    def about(cls, name: str, result: AnyResult, confirmed_by: str | None) -> Self:
        """Return the answer about a puzzle; times are rounded to microseconds."""
        sheet = result.sheet
        return cls.of(
            result,
            id=name,
            family=sheet.family.name,
            count=len(result.solutions),
            seconds=SearchSeconds(*(round(value, 6) for value in result.seconds)),
            reason=result.reason or answer.ABSENT,
            part=result.part or None,
            parts=result.different() or None,
            confirmed_by=confirmed_by,
            **sheet.family.listed(sheet.position, result.solutions),
        )


@dataclass(frozen=True)
class CheckAnswer(answer.PuzzleAnswer):
    """Answer of galaxies check --json."""

    correct: Annotated[bool, "Whether no rule is broken."]
    violations: Annotated[Sequence[Violation], "The faults."]
    complete: Annotated[
        Sequence[answer.Natural] | None,
        "With --unfinished: dots whose regions are complete.",
    ] = None
    solved: Annotated[bool | None, "--unfinished: whether nothing is left."] = None
