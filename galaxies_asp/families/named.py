"""Boards below the name of their type: a character for each cell, then what is drawn.

    ring-ring           circuit-board       two-not-touch 1
    ....                ·╶·                 aabb
    .#..                ···                 aabb
    ....                                    ccdd
                        ╶┬╴                 ccdd
    ┌──┐                ╶┴╴
    │·┌┼                                    ·★··
    ...

`.`, `·` and a blank are empty. The characters are those of `rows`, the names of
regions, and lines that leave a cell on some of its sides, drawn from both ends or from
one. Numbers behind the name are those of the whole board.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.drawing.boxes import JUNCTIONS
from galaxies_asp.families.blocks import EMPTY, Word
from galaxies_asp.families.forms import Form

_BLANK = f"{EMPTY}· "

MAX_CELLS = 10_000
"""The most cells of a board."""


def read(text: str, form: Form) -> tuple[list[Atom], list[Atom] | None]:
    """Return the facts of a board, and what is drawn on it; None if nothing is.

    Raises `NotationError` with the place of what cannot be meant.
    """
    first, *lines = (line.rstrip() for line in text.strip("\n").splitlines())
    _, *numbers = first.split()
    if len(numbers) > len(form.counts) or not all(map(str.isdigit, numbers)):
        known = ", ".join(form.counts) or "no number"
        raise NotationError(f"the name is followed by {known}", 1)
    groups = groupby(enumerate(lines, 2), key=lambda line: bool(line[1]))
    blocks = [[*block] for is_filled, block in groups if is_filled]
    if not 1 <= len(blocks) <= 2:
        fault = f"{len(blocks)} blocks of rows: there are clues, and then an attempt"
        raise NotationError(fault, 1)
    width, height = len(blocks[0][0][1]), len(blocks[0])
    if width * height > MAX_CELLS:
        raise NotationError(f"over {MAX_CELLS} cells", blocks[0][0][0])
    counts = zip(form.counts, map(int, numbers), strict=False)
    facts = [Atom("width", (width,)), Atom("height", (height,))]
    facts += (Atom(name, (number,)) for name, number in counts)
    roles = ("Input", "Output")[: len(blocks)]
    found = [
        [*_atoms(form, block, width, height, role)]
        for role, block in zip(roles, blocks, strict=True)
    ]
    return facts + found[0], found[1] if found[1:] else None


def _atoms(
    form: Form,
    block: Sequence[tuple[int, str]],
    width: int,
    height: int,
    role: str,
) -> Iterator[Atom]:
    """Yield the atoms of a block, which are clues (`Input`) or drawn (`Output`)."""
    if len(block) != height:
        fault = f"{len(block)} rows, but the clues have {height}"
        raise NotationError(fault, block[-1][0])
    known = {one.name for one in form.known.values() if one.role == role}
    for y, (line, row) in enumerate(block):
        if len(row) != width:
            fault = f"{len(row)} cells, but the first row has {width}"
            raise NotationError(fault, line)
        for x, character in enumerate(row):
            word, at = Word(character, line, x + 1), Point(2 * x + 1, 2 * y + 1)
            if character in _BLANK:
                continue
            if character in JUNCTIONS:
                yield from form.lines(word, at, role, width, height)
            elif role == "Input" and form.region:
                yield from form.region_at(word, at)
            else:
                atoms = [*form.cell(word, at)]
                yield from (atom for atom in atoms if atom.name in known)
