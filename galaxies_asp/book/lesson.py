"""The boards of the first pages: the cover and the example."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from galaxies_asp.asp.data import data_folder
from galaxies_asp.board.grid import Point, dot_name
from galaxies_asp.board.puzzle import NO_DOT, Labels, Position, Puzzle
from galaxies_asp.book.paging import Paper
from galaxies_asp.book.problems import Problem
from galaxies_asp.drawing.palette import Shading
from galaxies_asp.drawing.position import scene_of
from galaxies_asp.drawing.scene import Scene
from galaxies_asp.notation import parse_all

COVER_CELL = 7.0
"""The size of a cell on the cover, in millimeters."""
GUTTER = 6.0
"""The space between the panels, in millimeters."""
_COVERS = ("idp-15x15", "idp-10x10")

EXAMPLE = Puzzle(
    5,
    5,
    (Point(7, 1), Point(4, 2), Point(1, 3), Point(6, 5), Point(1, 7), Point(7, 8)),
)
_SOLVED = """
    BBBAD
    CBBBD
    EDDDD
    EDFFF
    EDFFF
"""
_TOUCHED = """
    .BBA.
    CBB..
    ..DD.
    E..F.
    ...F.
"""
_CORNER = """
    .BBAD
    CBB..
    ..DD.
    E..F.
    .D.F.
"""

STORY = (
    "The puzzle.",
    "Each dot gets the cells that it touches.",
    "From the corner at the top right, a half turn about the dot beside it ends in a "
    "cell that is taken. Only the dot in the middle can have the corner; so it gets "
    "the opposite cell, too.",
    "Its region hangs together, so there is a way to the corner. What remains is "
    "shared out in the same manner.",
)
"""Captions of `panels`."""


def cover_scene(problems: Sequence[Problem], shading: Shading) -> Scene:
    """Return the picture of a solved board that is not among the puzzles.

    Without puzzles of Galaxies it is that of the first puzzle.
    """
    boards = [p.puzzle for p in problems if isinstance(p.puzzle, Puzzle)]
    if not boards:
        return problems[0].scene("A puzzle")
    return scene_of(cover(boards), title="A solved puzzle", shading=shading)


def cover(puzzles: Iterable[Puzzle]) -> Position:
    """Return a solved board for the cover that is not among the puzzles."""
    inside = set(puzzles)
    for name in _COVERS:
        text = (data_folder("puzzles") / f"{name}.txt").read_text(encoding="utf-8")
        (position,) = parse_all(text, "drawing")
        if position.puzzle not in inside:
            return position
    return Position(EXAMPLE, labels=_labels(_SOLVED))


def panels() -> tuple[Position, ...]:
    """Return the steps of the example, board by board."""
    steps = map(_labels, (_TOUCHED, _CORNER, _SOLVED))
    solved = (Position(EXAMPLE, labels=labels) for labels in steps)
    return Position(EXAMPLE), *solved


def panel_scenes(problems: Sequence[Problem]) -> Iterator[Scene]:
    """Yield the pictures of the example with their captions; none without Galaxies."""
    if any(isinstance(problem.puzzle, Puzzle) for problem in problems):
        for position, caption in zip(panels(), STORY, strict=True):
            yield scene_of(position, title=caption, shading="known")


def panel_width(paper: Paper) -> float:
    """Return the width of a panel in millimeters, with all panels in one row."""
    return (paper.body[0] - (len(STORY) - 1) * GUTTER) / len(STORY)


def _labels(rows: str) -> Labels:
    """Return (H, W) labels; A is the first dot, a point a cell of no known dot."""
    numbers = {".": NO_DOT} | {
        dot_name(dot): dot for dot in range(len(EXAMPLE.centers))
    }
    cells = [[numbers[letter] for letter in row] for row in rows.split()]
    return np.array(cells, dtype=np.int32)
