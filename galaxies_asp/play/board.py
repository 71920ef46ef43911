"""Boards as JSON objects, with what the page needs to draw them.

A board of Galaxies is an object of the notation `json`. One of another family has the
fields `family`, `id` and `facts`, and as its `attempt` the atoms that are drawn.
"""

from collections.abc import Generator, Iterable
from dataclasses import replace
from typing import Any

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.board.grid import dot_name
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.drawing.scene import Shape
from galaxies_asp.core.drawing.svg import element
from galaxies_asp.core.galaxies import Board, is_galaxies, sheet_of
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.core.verifying.progress import Progress, progress
from galaxies_asp.play.in_play import Extras, board_in_play, drawing_in_play

Answer = dict[str, Any]
Work = Generator[Answer, None, Answer]
"""Work that takes time: it yields its progress, and returns the answer."""

_NO_EXTRAS = Extras()

_UNDER = ("ground", "hole")
"""The roles of shapes of a board that stay under what a player draws."""


def shown(
    board: Board[Any], extras: Extras = _NO_EXTRAS, rules: Rules = STANDARD
) -> Answer:
    """Return a board with its picture, its progress, and how it can be drawn on."""
    drawn: Sheet[Any] = sheet_of(board)
    about: Answer = {"names": [], "lattice": None, "size": "", "board": drawn.plain()}
    if not is_galaxies(drawn):
        about["rules"] = drawn.family.rules_in_words()
    else:
        puzzle = drawn.position.puzzle
        names = ("name", "axes", "outline", "steps", "corners")
        about["names"] = [dot_name(dot) for dot in range(len(puzzle.centers))]
        about["size"] = f"{puzzle.width}×{puzzle.height}"
        about["lattice"] = {name: getattr(puzzle.lattice, name) for name in names}
    return about | judged(drawn, extras, rules)


def judged(
    drawn: Sheet[Any],
    extras: Extras = _NO_EXTRAS,
    rules: Rules = STANDARD,
    *,
    is_brief: bool = False,
) -> Answer:
    """Return the picture and the progress of a board, and what is drawn on it.

    Only the verifier says how far a board is; under a program that it does not know,
    a board is solved if it is a model. A brief answer contains the part of the picture
    that drawing changes.
    """
    attempt = drawn.plain().get("attempt", {})
    if not is_galaxies(drawn):
        from galaxies_asp.solving.judging import judge  # loads clingo

        found = Progress((), [], solved=drawn.is_attempt and not judge(drawn, rules))
        scene = drawn.scene()
        picture = {"box": scene.box, "under": [], "over": []}
        picture["drawn"] = _elements(scene.shapes)
    else:
        position = drawn.position
        if rules != STANDARD:
            position = drawn.under(rules).position
        found = _progress(rules, position)
        picture = {"drawn": _elements(drawing_in_play(position, found, extras))}
        if not is_brief:
            scene = board_in_play(position.puzzle, extras)
            under = [shape for shape in scene.shapes if shape.role in _UNDER]
            over = [shape for shape in scene.shapes if shape.role not in _UNDER]
            picture |= {"under": _elements(under), "over": _elements(over)}
            picture["box"] = scene.box
    progress_ = {
        "faults": list(found.faults),
        "complete": found.complete,
        "solved": found.solved,
    }
    return {"attempt": attempt, "picture": picture, "progress": progress_}


def _progress(rules: Rules, position: Position) -> Progress:
    """Return the progress of a position under rules."""
    found = progress(position)
    if rules == STANDARD:
        return found
    from galaxies_asp.solving.judging import judge  # loads clingo
    from galaxies_asp.solving.plan import solver

    if not solver(position, rules).verified:
        regions = position.puzzle.empty_rows()
        found = Progress((), regions, solved=position.is_attempt)
    return replace(found, solved=found.solved and not judge(sheet_of(position), rules))


def _elements(shapes: Iterable[Shape]) -> list[Any]:
    """Return shapes as SVG: role, name, attributes, and what is in the element."""
    pairs = ((shape.role, element(shape)) for shape in shapes)
    return [[role, *part] for role, part in pairs if part is not None]
