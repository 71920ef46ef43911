"""Families whose boards are read from and written in the notations of their header."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain

from galaxies_asp.core.asp.atoms import facts_of, size_of
from galaxies_asp.core.asp.clues import legal
from galaxies_asp.core.board.atoms import Atom, joined
from galaxies_asp.core.board.declarations import clues_of
from galaxies_asp.core.board.errors import NotationError
from galaxies_asp.core.board.grid import SQUARE, Point
from galaxies_asp.core.notation import valid
from galaxies_asp.core.notation.reading import read_lines
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.families import drawings, penpa_boards, rows, strings
from galaxies_asp.families.addresses import AddressForm
from galaxies_asp.families.drawn import SIZE, DrawnFamily
from galaxies_asp.families.facts import FactPosition
from galaxies_asp.families.forms import Form
from galaxies_asp.families.games import GameForm
from galaxies_asp.families.registry import recognized
from galaxies_asp.families.rows_written import written
from galaxies_asp.notation import penpa, pzprv3

_FACT = re.compile(r"\b[a-z]\w*\(")
"""How facts begin, which are no rows."""
_SMALL = 3, 3
"""A board that shows where clues may be."""


class WrittenFamily(DrawnFamily):
    """A family with rows, drawings, addresses, files and game IDs."""

    instances: Mapping[str, str]
    address: AddressForm | None = None
    """What addresses and files of puzz.link hold; None if there are none."""
    game: GameForm | None = None
    """What game IDs of Simon Tatham's collection hold; None if there are none."""

    @cached_property
    def form(self) -> Form:
        """How boards are written in rows.

        Numbers are beside boards where their domains allow it, or instances have some.
        """
        numbers = [o for o in clues_of(self.declarations) if o.drawing == "number"]
        frame = self.frame_of(*_SMALL) if numbers and self.is_sized else None
        facts = [facts_of(text) for text in self.instances.values()]
        if frame:
            facts.append(facts_of(joined(legal(self.encoding, numbers, frame))))
        beside = frozenset(
            atom.name
            for atom in chain.from_iterable(facts)
            if isinstance(at := atom.arguments[0], Point) and min(at) < 0
        )
        lattice, has_side = self.drawn_lattice, self.has_side
        return Form(self.declarations, beside, lattice, has_side, self._settings)

    @property
    def _settings(self) -> dict[str, str]:
        """The value of each predicate that a flag of addresses stands for."""
        flags = self.address.flags.values() if self.address else ()
        return {name: str(arguments[0]) for name, arguments in flags}

    def read_notation(self, text: str) -> Iterable[Sheet[FactPosition]] | None:
        """Return the boards of game IDs, drawings of characters, or rows of words."""
        match self.form_of(text):
            case "tatham" if self.game:
                return map(self.of_facts, map(valid, self.game.read(text) or ()))
            case "penpa":
                read_line = partial(penpa_boards.read_line, form=self.form)
                return map(self.of_facts, map(valid, read_lines(text, read_line)))
            case "rows below a name":
                return [self._of_board(rows.read_below_name(text, self.form))]
            case "strings of borders":
                return map(self.of_facts, strings.read(text, self.form))
            case "drawings":
                return map(self._of_drawing, drawings.read(text, self.form))
            case "rows":
                return map(self._of_board, rows.read(text, self.form))
        return None

    def caveat(self, position: FactPosition, notation: str) -> str:
        """Return that a program of the collection refuses a board; maybe empty."""
        if notation != "tatham" or self.game is None:
            return ""
        return self.game.caveat(facts_of(position.facts))

    @property
    def has_editor(self) -> bool:
        """Whether links of Penpa+ can have boards of the type."""
        is_square = self.drawn_lattice == SQUARE and not self.has_side
        return is_square and self.is_drawn

    def form_of(self, text: str) -> str:
        """Return the form of a text that has no facts of its own; empty without one.

        A text with a name and a parenthesis has facts.
        """
        if self.game and self.game.read(text):
            return "tatham"
        named = recognized(text)
        if not self.is_sized:
            return ""
        if self.has_editor and penpa.recognizes(text):
            return "penpa"
        if named == self.name and text.split(maxsplit=1)[:1] == [named]:
            return "rows below a name"
        if strings.recognizes(text, self.form):
            return "strings of borders"
        if drawings.recognizes(text, self.form):
            return "drawings"
        is_other = text.lstrip().startswith(named or "\0")
        return "" if is_other or _FACT.search(text) else "rows"

    def _of_board(self, board: rows.Board) -> Sheet[FactPosition]:
        """Return the board of rows, which may have a name."""
        sheet = self.of_facts(
            board.atoms, is_attempt=board.is_attempt, places=board.places
        )
        return replace(sheet, name=board.name)

    def is_certain(self, text: str) -> bool:
        """Tell whether a text of rows has only clues, in words of the type."""
        if any(one.recognizes(text, self.form) for one in (strings, drawings)):
            return True
        if not re.search(r"[\n\[]", text.strip()):
            return False
        try:
            boards = rows.read(text, replace(self.form, is_strict=True))
        except NotationError:
            return False
        atoms = (atom for board in boards for atom in board.atoms)
        return not any(atom.signature in self.outputs for atom in atoms)

    def _of_drawing(self, atoms: Sequence[Atom]) -> Sheet[FactPosition]:
        """Return the board that a drawing shows, which has a width and a height."""
        if self.has_side:
            width, _ = size_of(atoms)
            others = (atom for atom in atoms if atom.signature not in SIZE)
            atoms = [Atom("side", (width // 2,)), *others]
        return self.of_facts(atoms)

    def read_addresses(
        self, text: str
    ) -> Iterator[Sheet[FactPosition] | NotationError] | None:
        """Return the boards of addresses or files of puzz.link, and errors in lines.

        None if the text has none.
        """
        found = self.address.read(text) if self.address else None
        if found is None:
            return None
        is_file = pzprv3.recognizes(text) is not None
        return (
            board
            if isinstance(board, NotationError)
            else self.of_facts(board, is_attempt=is_file)
            for board in found
        )

    def write(self, sheet: Sheet[FactPosition], notation: str) -> str:
        """Return a board in a notation.

        Raises `GalaxiesError` if the family has no such notation, or it cannot hold the
        board.
        """
        given, drawn = facts_of(sheet.facts), sorted(sheet.atoms or ())
        match notation:
            case "rows" if self.is_sized:
                return written(self.form, (*given, *drawn))
            case "puzzlink" if self.address:
                return self.address.write(given, notation)
            case "pzprv3" if self.address:
                return self.address.write((*given, *drawn), notation)
            case "penpa" if self.has_editor:
                return penpa_boards.write(self.form, (*given, *drawn))
            case "tatham" if self.game:
                return self.game.write(given)
        return super().write(sheet, notation)
