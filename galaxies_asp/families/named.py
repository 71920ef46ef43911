"""Boards below the name of their type: a character for each cell, then what is drawn.

    ring-ring           circuit-board       two-not-touch 1
    ....                ·╶·                 aabb
    .#..                ···                 aabb
    ....                                    ccdd
                        ╶┬╴                 ccdd
    ┌──┐                ╶┴╴
    │·┌┼                                    ·★··
    ...

They are `rows` in which a blank is empty. Numbers behind the name are those of the
whole board.
"""

import re
from dataclasses import replace

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.families import rows
from galaxies_asp.families.forms import Form


def read(text: str, form: Form) -> rows.Board:
    """Return the board of a text.

    Raises `NotationError` with the place of what cannot be meant.
    """
    first, _, rest = text.strip("\n").partition("\n")
    _, *numbers = first.split()
    if len(numbers) > len(form.counts) or not all(map(str.isdigit, numbers)):
        known = ", ".join(form.counts) or "no number"
        raise NotationError(f"the name is followed by {known}", 1)
    told = "\n".join(line.rstrip().replace(" ", ".") for line in rest.splitlines())
    told = re.sub(r"(?<=.)\n(\n*)\n(?=.)", r"\n\1[attempt]\n", told)
    title = "[regions]" if form.region else "[clues]"
    boards = rows.read(f"{title}\n{told}", form)
    if len(boards) != 1:
        fault = "expected a block of rows, and maybe another one with what is drawn"
        raise NotationError(fault, 1)
    counts = zip(form.counts, map(int, numbers), strict=False)
    given = (Atom(name, (number,)) for name, number in counts)
    return replace(boards[0], atoms=[*boards[0].atoms, *given])
