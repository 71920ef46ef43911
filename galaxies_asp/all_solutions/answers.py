"""The answers about all solutions, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self

from galaxies_asp.board import answer
from galaxies_asp.board.grid import Point, in_reading_order
from galaxies_asp.board.labels import NO_DOT
from galaxies_asp.solving.summaries import Possibilities


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
    def about(cls, name: str, possible: Possibilities) -> Self:
        """Return the answer about a puzzle."""
        puzzle, dots = possible.puzzle, possible.dots
        rows = [
            [
                [None if dot == NO_DOT else dot for dot in dots[Point(x, y)]]
                if Point(x, y) in dots
                else None
                for x in range(1, 2 * puzzle.width, 2)
            ]
            for y in range(1, 2 * puzzle.height, 2)
        ]
        return cls.of(
            possible,
            id=name,
            dots=rows,
            walls=in_reading_order(possible.walls),
            no_walls=in_reading_order(possible.passages),
            open=in_reading_order(possible.open_edges),
        )

    @classmethod
    def about_atoms(cls, sheet: Any, shared: Any, encoding: str) -> Self:
        """Return the answer about a `Sheet` and the consequences for its atoms."""
        atoms = {name: sorted(atoms) for name, atoms in shared._asdict().items()}
        name, family = sheet.name, sheet.family.name
        return cls(
            id=name, family=family, encoding=encoding, decided_by="search", **atoms
        )


@dataclass(frozen=True)
class SolutionLine(answer.Part):
    """A line of galaxies enumerate --json: a solution."""

    labels: answer.LabelRows | None = None
    hidden: Annotated[Sequence[Point] | None, "Hidden dots."] = None
    loose_walls: Annotated[Sequence[Point] | None, "Walls inside regions."] = None
    solution: Annotated[Any, "Of other families: in a form of the family."] = None


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
