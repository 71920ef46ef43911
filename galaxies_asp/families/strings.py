"""Strings of boards with regions and a number: a size, the number, the borders.

    44 1 W 0G4...    without blanks: columns and rows, the number of the board, `W`

The size stands twice, as digits to base 36, so that `AA` is 10x10. The borders are
bits, six in a character of `_DIGITS`, with zeros before them: those to the right of
cells, row by row, and then those below cells, column by column. Marks behind them are
not read.
"""

import re
from collections.abc import Iterator

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.families.drawings import regions_of
from galaxies_asp.families.forms import Form

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
_STRING = re.compile(r"\s*([2-9A-Z])\1([1-9])W([\w-]+)\s*", re.ASCII)


def recognizes(text: str, form: Form) -> bool:
    """Tell whether each line is such a string, and boards have what it tells."""
    lines = [line for line in text.splitlines() if line.strip()]
    has_regions = bool(form.region) and len(form.counts) == 1
    return has_regions and bool(lines) and all(map(_STRING.fullmatch, lines))


def read(text: str, form: Form) -> Iterator[list[Atom]]:
    """Yield the facts of each string.

    Raises `NotationError` with the line of one that is too short.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not (found := _STRING.fullmatch(line)):
            continue
        size = int(found[1], 36)
        needed = 2 * size * (size - 1)
        digits = found[3][: -(-needed // 6)]
        bits = "".join(f"{_DIGITS.index(digit):06b}" for digit in digits)
        if len(bits) < needed:
            fault = f"{len(found[3])} characters of borders, which take"
            raise NotationError(f"{fault} {-(-needed // 6)}", number)
        bits = bits[len(bits) - needed :]
        pairs = [divmod(n, size - 1) for n in range(needed // 2)]
        ways = [(2 * c + 2, 2 * r + 1) for r, c in pairs]
        ways += [(2 * c + 1, 2 * r + 2) for c, r in pairs]
        walls = [Point(*at) for at, bit in zip(ways, bits, strict=True) if bit == "1"]
        cells = [cell for row in form.rows_of(size, size) for cell in row]
        yield [
            Atom("width", (size,)),
            Atom("height", (size,)),
            Atom(form.counts[0], (int(found[2]),)),
            *regions_of(form.region, cells, walls),
        ]
