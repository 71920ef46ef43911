"""Files of the proof tutor LEGUP: XML with the numbers of cells (read only).

    <Legup version="3.0.0"><puzzle name="NAME"><board width="7" height="7">
    <cells><cell value="2" x="3" y="0"/> ...

The header of an encoding names the puzzle, and says with which word of `forms` a number
is read; others are themselves:

    Legup: NAME, -4 *, -3 _, -2 _, -1 #.

Cells may stand in elements `region`, and `puzzle_num` is a number of the whole board.
An `axis` has the numbers of the rows (`east`, from A) or columns (`south`, from 1).
Behind the board is a proof, which is not read.
"""

import re
from functools import cache
from string import ascii_uppercase
from typing import Any

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.notation.reading import Piece, read_size
from galaxies_asp.core.sheet import AnyFamily, AnySheet
from galaxies_asp.families.blocks import Word
from galaxies_asp.families.forms import SIZES, Form
from galaxies_asp.families.registry import declared, family_named

_ELEMENT = re.compile(r"<(\w+)([^<>]*)>")
_ATTRIBUTE = re.compile(r'\b(\w+)="([^"]*)"')


@cache
def _words() -> dict[str, tuple[str, dict[str, str]]]:
    """Return the family of each puzzle of LEGUP, and the words of numbers."""
    found = declared(r"Legup: (\w+)((?:, -?\d+ \S)*)")
    return {
        puzzle: (family, dict(re.findall(r"(-?\d+) (\S)", words)))
        for family, (puzzle, words) in found
    }


def read(text: str, wanted: AnyFamily | None = None) -> AnySheet:
    """Return the board of a file.

    Raises `NotationError` with the place of what cannot be meant, or if the board is of
    another family than the wanted one.
    """
    file = Piece(text.partition("</board>")[0])
    elements = [_Element(file, found) for found in _ELEMENT.finditer(file)]
    puzzle = next((one for one in elements if one.name == "puzzle"), None)
    board = next((one for one in elements if one.name == "board"), None)
    if puzzle is None or board is None:
        raise file.error("the file of LEGUP has no puzzle with a board")
    if (said := puzzle.text("name")) not in _words():
        known = ", ".join(_words())
        raise puzzle.error(f"{said!r} is none of the puzzles of LEGUP {known}")
    name, words = _words()[said]
    family: Any = family_named(name)
    if wanted and wanted.outputs != family.outputs:
        raise puzzle.error(f"this is a board of {name}, not {wanted.name}")
    sides = [board.values.get(side, board.values.get("size", "")) for side in SIZES]
    width, height = (side if re.fullmatch("[0-9]+", side) else "0" for side in sides)
    with file.located():
        size = read_size(width, height)
    atoms = [Atom(side, (n,)) for side, n in zip(SIZES, size, strict=True)]
    if family.form.counts and "puzzle_num" in board.values:
        atoms.append(Atom(family.form.counts[0], (board.number("puzzle_num"),)))
    region, axis = 0, ""
    for one in elements:
        if one.name == "region":
            region += 1
        elif one.name == "axis":
            axis = one.text("side")
        elif one.name == "clue":
            atoms.append(_beside(one, axis, family.form))
        elif one.name == "cell":
            at = Point(2 * one.number("x") + 1, 2 * one.number("y") + 1)
            if at.x > 2 * size[0] or at.y > 2 * size[1]:
                raise one.error("this cell is outside of the board")
            value = one.text("value")
            word = Word(words.get(value, value), *file.place(one.start))
            atoms += family.form.cell(word, at)
            if region and family.form.region:
                atoms.append(Atom(family.form.region, (at, region)))
    sheet: AnySheet = family.of_facts(atoms)
    return sheet


class _Element:
    """An element of a file, with its attributes."""

    def __init__(self, file: Piece, found: re.Match[str]) -> None:
        self._file, self.start, self.name = file, found.start(), found[1]
        self.values: dict[str, str] = dict(_ATTRIBUTE.findall(found[2]))

    def error(self, message: str) -> NotationError:
        """Return an error at the element."""
        return self._file.error(message, self.start)

    def text(self, attribute: str) -> str:
        """Return an attribute, or raise `NotationError`."""
        if attribute not in self.values:
            raise self.error(f"the element {self.name} has no {attribute}")
        return self.values[attribute]

    def number(self, attribute: str) -> int:
        """Return an attribute that is a number, or raise `NotationError`."""
        text = self.text(attribute)
        if not re.fullmatch("[0-9]{1,4}", text):
            raise self.error(f"{attribute} is {text[:20]!r}, not a number")
        return int(text)


def _beside(clue: _Element, axis: str, form: Form) -> Atom:
    """Return the number of a row or a column."""
    if not form.beside or axis not in ("east", "south"):
        raise clue.error("boards of this type have no such clue")
    index = clue.text("index")
    if axis == "east" and index in ascii_uppercase and len(index) == 1:
        at = Point(-1, 2 * ascii_uppercase.index(index) + 1)
    else:
        at = Point(2 * clue.number("index") - 1, -1)
    return Atom(form.beside_name(at), (at, clue.number("value")))
