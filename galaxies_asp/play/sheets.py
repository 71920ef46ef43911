"""Puzzles of other families: shown, drawn on, solved, judged and explained."""

from dataclasses import replace
from math import dist
from pathlib import Path
from typing import Any

from galaxies_asp.all_solutions.count import count as counted
from galaxies_asp.asp.atoms import value
from galaxies_asp.board.errors import NotationError, OptionError
from galaxies_asp.drawing.svg import paint
from galaxies_asp.explaining.figures import figure
from galaxies_asp.explaining.findings import Mistake, Step
from galaxies_asp.explaining.questions import hint, reasons
from galaxies_asp.families import formats
from galaxies_asp.families.registry import (
    BUILT_IN,
    family_named,
    folders,
    recognized,
)
from galaxies_asp.families.sheet import Sheet, sheets
from galaxies_asp.play.board import Answer
from galaxies_asp.play.request import Request
from galaxies_asp.solving.search import solve

_NEAR = 1.5
"""How far, in units of the scene, a click may be from the points of an atom."""

_MOST_SECONDS = 60.0

Place = tuple[float, ...]


def show(request: Request) -> Answer:
    """Return a puzzle with its picture, and whether it can be drawn on."""
    return _shown(_sheet(request))


def toggle(request: Request) -> Answer:
    """Draw the atom whose points are nearest to the ends of a stroke, or remove it."""
    sheet = _sheet(request)
    atom = _atom_at(sheet, request)
    drawn = sheet.family.atoms(sheet.position) or frozenset()
    return _shown(_with(sheet, drawn ^ {atom}))


def clear(request: Request) -> Answer:
    """Remove what is drawn."""
    return _shown(_sheet(request).puzzle)


def solution(request: Request) -> Answer:
    """Return a solution, which the verifier has passed."""
    sheet = _sheet(request).puzzle
    result = solve(sheet, time_limit=_MOST_SECONDS)
    if not result.solutions:
        why = f": {result.reason}" if result.reason else ""
        return _shown(sheet) | {"say": f"No solution{why}."}
    said = "Exactly 1 solution." if result.status == "unique" else "One of several."
    return _shown(replace(sheet, position=result.solutions[0])) | {"say": said}


def count(request: Request) -> Answer:
    """Return the number of solutions."""
    found = counted(_sheet(request).puzzle, time_limit=_MOST_SECONDS)
    least = "" if found.complete else "At least "
    noun = "solution" if found.total == 1 else "solutions"
    return {"say": f"{least}{found.total:,} {noun}."}


def check(request: Request) -> Answer:
    """Return whether the verifier accepts what is drawn, or what is wrong so far."""
    sheet = _sheet(request)
    if sheet.is_attempt and not sheet.violations():
        return {"say": "Solved.", "solved": True}
    found = hint(sheet)
    if isinstance(found, Mistake):
        return {"say": _words(sheet, found), "wrong": True}
    return {"say": "Nothing is wrong so far.", "wrong": False}


def next_hint(request: Request) -> Answer:
    """Return the mistake, or the next step and the puzzle with its atoms drawn."""
    sheet = _sheet(request)
    found = hint(sheet)
    answer: Answer = {"say": _words(sheet, found)}
    if isinstance(found, Step):
        new = {fact.atom for fact in found.facts if str(fact.kind) == "atom"}
        drawn = sheet.family.atoms(sheet.position) or frozenset()
        answer |= {"next": _shown(_with(sheet, drawn | new))} if new else {}
    return answer


def why(request: Request) -> Answer:
    """Return why the atom at a place holds, or does not hold, in each solution."""
    sheet = _sheet(request).puzzle
    found = reasons(sheet, atom=_atom_at(sheet, request))
    words = [_words(sheet, reason) for reason in found]
    return {"say": "\n".join(words) or "Nothing is forced there: solutions differ."}


def _sheet(request: Request) -> Sheet:
    """Return the puzzle of a request; no Python file of a family is run."""
    text = request.text("text")
    name = request.text("family", recognized(text) or "")
    is_folder = name in folders() or (name != "" and Path(name).is_dir())
    if name.partition("+")[0] not in BUILT_IN[1:] and not is_folder:
        raise OptionError("the page plays puzzles of built-in families and of folders")
    for sheet in sheets(family_named(name), text, "puzzle"):
        return sheet
    raise NotationError("there is no puzzle")


def _with(sheet: Sheet, atoms: frozenset[str]) -> Sheet:
    puzzle = sheet.puzzle
    drawn = puzzle.family.drawn(puzzle.position, atoms) if atoms else puzzle.position
    return replace(sheet, position=drawn)


def _shown(sheet: Sheet) -> Answer:
    family = sheet.family
    return {
        "family": family.name,
        "name": sheet.name,
        "text": formats.written(family, sheet.position, "facts"),
        "svg": paint(formats.scene_of(family, sheet.position)),
        "drawable": bool(_places(sheet)),
        "solved": sheet.is_attempt and not sheet.violations(),
    }


def _places(sheet: Sheet) -> dict[str, list[Place]]:
    """Return the points of the atoms of the output that have no other arguments."""
    program = sheet.puzzle.engine().whole()
    found: dict[str, list[Place]] = {}
    for atom in sorted(program.atoms(sheet.family.outputs)):
        _, *arguments = value(atom)
        if all(isinstance(one, tuple) and len(one) == 2 for one in arguments):
            found[atom] = arguments
    return found


def _atom_at(sheet: Sheet, request: Request) -> str:
    """Return the atom whose points are nearest to the ends of a stroke.

    Raises
    ------
    OptionError
        If there is none near them.
    """
    names = ("x", "y", "to_x", "to_y")
    x, y, to_x, to_y = (request.number(name, -1e6, 1e6) for name in names)
    ends = ((x, y), (to_x, to_y))

    def distance(points: list[Place]) -> float:
        first, last = points[0], points[-1]
        ways = ((first, last), (last, first))
        return min(max(map(dist, way, ends)) for way in ways)

    places = _places(sheet)
    atom = min(places, key=lambda name: distance(places[name]), default="")
    if not atom or distance(places[atom]) > _NEAR:
        raise OptionError("nothing can be drawn there")
    return atom


def _words(sheet: Any, found: Any) -> str:
    return "\n".join(figure(sheet, found).lines())
