"""The answers about all solutions, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from galaxies_asp.core.board import answer
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.possibilities import Count, Possibilities


@dataclass(frozen=True)
class CountAnswer(answer.PuzzleAnswer):
    """Answer of galaxies count --json."""

    count: Annotated[
        answer.Natural, "Number of solutions; a lower bound if not complete."
    ]
    complete: Annotated[bool, "Whether the number is exact."]
    encoding: answer.Encoding
    decided_by: answer.DecidedBy
    verified: Annotated[
        answer.Natural | None,
        "Number of models that were verified one by one; null: none were listed.",
    ]
    stopped_by: answer.StoppedBy
    components: Annotated[
        Sequence[answer.Natural], "Number of solutions of each independent component."
    ]
    forced_cells: Annotated[answer.Natural | None, "Cells with one possible dot."]
    open_cells: Annotated[answer.Natural | None, "Cells with several candidates."]
    decisions: Annotated[answer.Natural, "Nodes of the decision diagram."]
    seconds: answer.Seconds
    part: Annotated[str | None, "The part in which the solutions differ (--of)."] = None

    @classmethod
    def about(cls, name: str, result: Count, part: str = "") -> Self:
        """Return the answer about a puzzle; times are rounded to microseconds."""
        return cls.of(
            result,
            id=name,
            family=result.sheet.family.name,
            count=result.total,
            seconds=round(result.seconds, 6),
            part=part or None,
        )


@dataclass(frozen=True)
class ForcedAnswer(answer.PuzzleAnswer):
    """Answer of galaxies forced --json."""

    encoding: answer.Encoding
    decided_by: answer.DecidedBy
    dots: Annotated[
        Sequence[Sequence[Sequence[answer.Natural | None] | None]] | None,
        "The possible dots of each cell, row by row; null: a missing cell, or as a "
        "dot: no dot.",
    ] = None
    walls: Annotated[
        Sequence[Point] | None, "Edges that are walls in all solutions."
    ] = None
    no_walls: Annotated[
        Sequence[Point] | None, "Edges that are walls in no solution."
    ] = None
    open: Annotated[Sequence[Point] | None, "The other edges."] = None
    forced: Annotated[
        Sequence[str] | None, "Of other families: the atoms of all solutions."
    ] = None
    excluded: Annotated[Sequence[str] | None, "The atoms of no solution."] = None
    free: Annotated[
        Sequence[str] | None, "The atoms of some solutions, but not of all."
    ] = None

    @classmethod
    def about(cls, name: str, possible: Possibilities[object]) -> Self:
        """Return the answer about the consequences for a puzzle of any family."""
        family = possible.sheet.family.name
        fields = {"dots": None, "walls": None} | dict(possible.fields())
        return cls.of(possible, id=name, family=family, **fields)


@dataclass(frozen=True)
class SolutionLine(answer.Part):
    """A line of galaxies enumerate --json: a solution."""

    labels: answer.LabelRows | None = None
    hidden: Annotated[Sequence[Point] | None, "Hidden dots."] = None
    loose_walls: Annotated[Sequence[Point] | None, "Walls inside regions."] = None
    solution: Annotated[object, "Of other families: in a form of the family."] = None


@dataclass(frozen=True)
class EnumerateAnswer(answer.PuzzleAnswer):
    """The last line of galaxies enumerate --json: a summary."""

    count: Annotated[answer.Natural, "Number of solutions printed."]
    complete: Annotated[bool, "Whether these are all solutions."]
    stopped_by: Annotated[str | None, "Why the enumeration ended early."]
    encoding: answer.Encoding
    decided_by: answer.DecidedBy
    verified: Annotated[bool, "Whether the solutions were verified."]
    uniform: Annotated[bool, "Whether they were drawn uniformly (--sample)."]
