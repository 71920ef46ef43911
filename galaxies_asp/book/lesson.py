"""The boards of the first pages: the cover and the example."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from galaxies_asp.asp.data import data_folder
from galaxies_asp.board.grid import Point, dot_name
from galaxies_asp.board.puzzle import NO_DOT, Labels, Position, Puzzle
from galaxies_asp.book.booklet import Design
from galaxies_asp.book.paging import RIM, Paper
from galaxies_asp.book.phrases import Phrases
from galaxies_asp.book.problems import Problem, prepare, task
from galaxies_asp.drawing.position import MARGIN, scene_of
from galaxies_asp.drawing.scene import Scene
from galaxies_asp.families.registry import family_named
from galaxies_asp.notation import parse_all

_LARGEST = 7.0
"""The largest cells of examples and on the cover, in millimeters."""
GUTTER = 6.0
"""The space between the panels, in millimeters."""
_WIDE = 150.0
"""The width in millimeters from which more than two panels stand in one row."""
_COVERED = 0.45
"""The largest share of the height of the title page for its picture."""
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

_STORY = ("puzzle", "touched", "corner", "rest")
"""The phrases below the steps of the example."""


class Panel(NamedTuple):
    """A picture with its caption."""

    scene: Scene
    caption: str


def cover(problems: Sequence[Problem], design: Design) -> tuple[Scene, float]:
    """Return the picture of a solved board that is not among the puzzles.

    Its cells have this many millimeters. Without puzzles of Galaxies it is that of the
    first puzzle.
    """
    boards = [p.puzzle for p in problems if isinstance(p.puzzle, Puzzle)]
    title = design.phrases("alt.cover")
    if boards:
        board = cover_board(boards)
        scene = scene_of(board, title=title, shading=design.shading)
    else:
        scene = problems[0].scene(title, design.phrases)
    ((_, cell),) = sizes([Panel(scene, "")], design.page)
    height = design.page.body[1] * _COVERED
    return scene, min(cell, height / (scene.box.height / 2 - MARGIN + RIM))


def cover_board(puzzles: Iterable[Puzzle]) -> Position:
    """Return a solved board for the cover that is not among the puzzles."""
    inside = set(puzzles)
    for name in _COVERS:
        text = (data_folder("puzzles") / f"{name}.txt").read_text(encoding="utf-8")
        (position,) = parse_all(text, "drawing")
        if position.puzzle not in inside:
            return position
    return Position(EXAMPLE, labels=_labels(_SOLVED))


def steps() -> tuple[Position, ...]:
    """Return the steps of the example, board by board."""
    boards = map(_labels, (_TOUCHED, _CORNER, _SOLVED))
    solved = (Position(EXAMPLE, labels=labels) for labels in boards)
    return Position(EXAMPLE), *solved


def panels(say: Phrases) -> Iterator[Panel]:
    """Yield the pictures of the example of Galaxies."""
    for position, key in zip(steps(), _STORY, strict=True):
        caption = say(f"example.{key}")
        yield Panel(scene_of(position, title=caption, shading="known"), caption)


def examples(name: str, say: Phrases) -> Iterator[Panel]:
    """Yield a puzzle of a variant or family and its solution, if one is shipped."""
    text = _examples().get(name)
    if text is None:
        return
    if text.startswith("{"):
        puzzle: Any = next(iter(parse_all(text, "json"))).puzzle
    else:
        from galaxies_asp.families.sheet import sheets  # loads clingo

        (puzzle,) = sheets(family_named(name), text, name)
    (problem,) = prepare([task(name, puzzle, {})])
    for key, is_solved in (("puzzle", False), ("solution", True)):
        caption = say(f"example.{key}")
        scene = problem.scene(caption, say, is_solved=is_solved, shading="known")
        yield Panel(scene, caption)


@cache
def _examples() -> dict[str, str]:
    text = files("galaxies_asp.book").joinpath("examples.toml").read_text("utf-8")
    return tomllib.loads(text)


def sizes(panels: Sequence[Panel], paper: Paper) -> list[tuple[float, float]]:
    """Return the width of each panel and of its cells in millimeters, in one row.

    On narrow paper four panels take two rows.
    """
    columns = len(panels) if paper.body[0] > _WIDE else min(len(panels), 2)
    width = (paper.body[0] - (columns - 1) * GUTTER) / max(columns, 1)
    across = [panel.scene.box.width / 2 - MARGIN + RIM for panel in panels]
    return [(width, min(_LARGEST, width / cells)) for cells in across]


def _labels(rows: str) -> Labels:
    """Return (H, W) labels; A is the first dot, a point a cell of no known dot."""
    numbers = {".": NO_DOT} | {
        dot_name(dot): dot for dot in range(len(EXAMPLE.centers))
    }
    cells = [[numbers[letter] for letter in row] for row in rows.split()]
    return np.array(cells, dtype=np.int32)
