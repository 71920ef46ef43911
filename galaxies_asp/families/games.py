"""Game IDs of Simon Tatham's collection for families, as their encodings describe them.

The header of an encoding names the game and the fields of its descriptions in their
order, in the kinds of `addresses`; maybe behind a parameter that its IDs have, and the
fewest columns and rows that the program takes, or its fewest cells:

    Game: loopy t0 from 3, few(number).
    Game: rect from 2 cells, numbers(number).

An ID may stand behind the name of the game, or behind the address of its page:

    loopy:5x5t0:3a122d2a1a2c2b02a3a    .../loopy.html#5x5t0:3a122d2a1a2c2b02a3a
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from galaxies_asp.core.asp.atoms import size_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.notation import codes
from galaxies_asp.core.notation.game_ids import ID, game_of
from galaxies_asp.core.notation.reading import Piece, read_lines, read_size
from galaxies_asp.families.address_kinds import KINDS
from galaxies_asp.families.fields import Fields, check_held, fields_in, line_in

_DECLARED = (
    r"([a-z]+)(?: ([a-z])(\d+))?(?: from (\d+)( cells)?)?"
    r"((?:,\s+\w+(?:\([\w,]+\))?)+)"
)


@dataclass(frozen=True)
class GameForm:
    """What descriptions of a game hold: its fields in order.

    `parameter`: a letter and a number, both empty without one. `least`: the fewest
    columns and rows of a board, or its fewest cells.
    """

    game: str
    parameter: tuple[str, str]
    least: int
    in_cells: bool
    fields: Fields

    def read(self, text: str) -> Iterator[Sequence[Atom] | NotationError] | None:
        """Return the facts of each game ID; None if the first line is none."""
        lines = (line for line in text.splitlines() if not line.startswith("#"))
        first = next(filter(str.strip, lines), "")
        is_id = ID.match(first) and game_of(first) in ("", self.game)
        return read_lines(text, self.read_line) if is_id else None

    def is_certain(self, text: str) -> bool:
        """Tell whether an ID has the parameter of the game, whatever its number is."""
        found, letter = ID.match(text), self.parameter[0]
        has_own = found and letter and re.search(rf"{letter}\d", found["parameters"])
        return bool(has_own)

    def read_line(self, line: Piece) -> list[Atom]:
        """Return the facts of a game ID."""
        found = ID.match(line)
        if found is None or game_of(line) not in ("", self.game):
            start = len(line) - len(line.lstrip())
            raise line.error(f"expected a game ID such as {self.game}:7x7:...", start)
        if found["kind"] == "#":
            fault = "this is a random seed, which only the generator of the game can "
            fault += "expand; there, copy the game ID with a ':' (by its description)"
            raise line.error(fault, found.start("kind"))
        letter, number = self.parameter
        other = re.search(rf"{letter}(\d+)", found["parameters"]) if letter else None
        if other and other[1] != number:
            fault = (
                f"the parameter {other[0]} is another puzzle; this is {letter}{number}"
            )
            raise line.error(fault, found.start("parameters") + other.start())
        left = found["parameters"].replace("".join(self.parameter), "")
        if not game_of(line) and re.search(r"\d", left):
            fault = f"the parameters {found['parameters']!r} are those of another game"
            raise line.error(fault, found.start("parameters"))
        with line.behind(found.start("size")).located():
            size = read_size(found["width"], found["height"] or found["width"])
        kinds = (KINDS[field.kind].game for field in self.fields)
        values = codes.read_codes(line.behind(found.end()), kinds, *size)
        return self.fields.atoms(values, *size)

    def caveat(self, facts: Collection[Atom]) -> str:
        """Return that the program refuses a board that is too small; maybe empty."""
        width, height = size_of(facts)
        given = width * height if self.in_cells else min(width, height)
        least = f"{self.least} cells" if self.in_cells else f"{self.least}x{self.least}"
        fault = f"Simon Tatham's {self.game} refuses boards under {least}"
        return fault if given < self.least else ""

    def write(self, facts: Collection[Atom]) -> str:
        """Return a game ID, without the name of the game.

        Raises `NotationError` if it cannot hold the facts.
        """
        check_held(self.fields.others(facts), "tatham")
        width, height = size_of(facts)
        try:
            wanted = self.fields.values(facts)
            text = f"{width}x{height}{''.join(self.parameter)}:"
            for field, values in zip(self.fields, wanted, strict=True):
                text += KINDS[field.kind].game.write(values, width, height)
            back = self.read_line(Piece(text))
        except (ValueError, LookupError) as error:
            fault = f"the notation tatham cannot hold this puzzle: {error}"
            raise NotationError(fault) from None
        if wanted != self.fields.values(back):
            raise NotationError("the notation tatham cannot hold this puzzle")
        return f"{text}\n"


def game_in(text: str, names: Collection[str] = ()) -> GameForm | None:
    """Return what the text of an encoding declares; None if it declares nothing.

    `names`: see `fields_in`. Raises `DeclarationError` if it cannot be meant.
    """
    if (declared := line_in(text, "Game", _DECLARED)) is None:
        return None
    line = text.count("\n", 0, declared.start(1)) + 1
    known = [kind for kind, one in KINDS.items() if one.game]
    parameter = declared[2] or "", declared[3] or ""
    fields = fields_in(declared[6], "Game", line, known, names)
    least = int(declared[4] or 1)
    return GameForm(declared[1], parameter, least, bool(declared[5]), fields)
