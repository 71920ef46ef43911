"""The object that the notation JSON writes for a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from galaxies_asp.board.answer import Answer, Height, LabelRows, Natural, Part, Width
from galaxies_asp.board.grid import SQUARE, Point, in_reading_order
from galaxies_asp.board.puzzle import Position, label_rows


@dataclass(frozen=True)
class Attempt(Part):
    """What is drawn on the puzzle."""

    walls: Annotated[
        Sequence[Point] | None, "Drawn edges; vertices too if they matter."
    ] = None
    labels: LabelRows | None = None


@dataclass(frozen=True, kw_only=True)
class JsonPuzzle(Answer):
    """A puzzle, as it is written; it is read with further fields, which are ignored."""

    id: Annotated[str, "Name."] = ""
    source: Annotated[str, "Where the puzzle is from."] = ""
    width: Width
    height: Height
    centers: Annotated[Sequence[Point], "The dots."]
    black: Annotated[Sequence[Natural], "Numbers of the black dots."] = ()
    holes: Annotated[
        Sequence[tuple[int, int]], "Missing cells as [column, row], not doubled."
    ] = ()
    walls: Annotated[Sequence[Point], "Edges that are given as walls."] = ()
    lattice: Annotated[str, "Lattice of the cells: square or hexagonal."] = SQUARE.name
    variants: Annotated[Sequence[str], "Variants of the rules."] = ()
    clues: Annotated[Sequence[str], "Facts that an encoding declares."] = ()
    attempt: Annotated[Attempt | None, "What is drawn on the puzzle."] = None

    @classmethod
    def about(cls, position: Position) -> Self:
        """Return the object for a position."""
        puzzle = position.puzzle
        numbers = {dot: number for number, dot in enumerate(puzzle.centers)}
        holes = in_reading_order(puzzle.holes)
        walls, rows = position.walls, position.rows()
        attempt = Attempt(
            None if walls is None else in_reading_order(walls),
            None if rows is None else label_rows(rows),
        )
        return cls.of(
            puzzle,
            id=puzzle.name,
            black=tuple(sorted(numbers[dot] for dot in puzzle.black)),
            holes=tuple((x // 2, y // 2) for x, y in holes),
            walls=tuple(in_reading_order(puzzle.walls)),
            lattice=puzzle.lattice.name,
            variants=tuple(sorted(puzzle.variants)),
            attempt=attempt if attempt != Attempt() else None,
        )
