"""Families whose notation is facts, and JSON with facts."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from galaxies_asp.core.asp.atoms import facts_of, place_of
from galaxies_asp.core.asp.encodings import AUTO
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.search import GroundProgram
from galaxies_asp.core.asp.symbols import atom_of
from galaxies_asp.core.board.answer import Answer, Fields, Part
from galaxies_asp.core.board.atoms import Atom, Atoms, joined, texts_of
from galaxies_asp.core.board.errors import (
    AtomError,
    EncodingError,
    GalaxiesError,
    NotationError,
    OptionError,
    did_you_mean,
)
from galaxies_asp.core.sheet import Family, Sheet
from galaxies_asp.families.registry import recognized

if TYPE_CHECKING:
    from galaxies_asp.core.asp.program import Program


@dataclass(frozen=True, slots=True)
class FactPosition:
    """A position of a type of a folder: facts, and drawn atoms; None if nothing is."""

    facts: str
    atoms: Atoms | None = None


@dataclass(frozen=True)
class DrawnAtoms(Part):
    """What is drawn on a puzzle."""

    atoms: Annotated[Sequence[str], "Atoms of the output of the encoding."]
    excluded: Annotated[Sequence[str], "Atoms that are marked as false."] = ()


@dataclass(frozen=True, kw_only=True)
class JsonSheet(Answer):
    """A puzzle of another family than Galaxies."""

    id: Annotated[str, "Name."] = ""
    family: Annotated[str, "Name of the family, or its folder."]
    facts: Annotated[str, "The facts of the puzzle."]
    attempt: Annotated[DrawnAtoms | None, "What is drawn on the puzzle."] = None


class FactFamily(Family[FactPosition]):
    """A family whose positions are facts and drawn atoms."""

    def puzzle(self, facts: str) -> FactPosition:
        """Return the position with these facts, and nothing drawn on it."""
        return FactPosition(facts)

    def drawn(self, position: FactPosition, atoms: Atoms) -> FactPosition:
        """Return the puzzle of a position with atoms."""
        return FactPosition(position.facts, atoms)

    def facts(self, position: FactPosition) -> str:
        """Return the facts of a puzzle."""
        return position.facts

    def atoms(self, position: FactPosition) -> Atoms | None:
        """Return what is drawn as atoms of the output; None if nothing is."""
        return position.atoms

    # Text

    def read(self, text: str) -> Iterator[Sheet[FactPosition]]:
        """Yield the boards of a text: facts, or in a notation of the family.

        Their names may be empty.

        Raises `NotationError` if the text is malformed.
        """
        try:
            facts = facts_of(text)
        except EncodingError as error:
            boards = self.read_notation(text)
            if boards is None:
                other = recognized(text)
                hint = f"; this is a board of {other}" if other else ""
                known = ", ".join(sorted(self.inputs))
                message = f"no facts of {self.name}, which has {known}: {error}{hint}"
                if re.search(r"^(?!\s*%).*[─-╿]", text, re.MULTILINE):
                    message = f"drawings of {self.name} are for people"
                    message += "; write puzzles with --json or -o x.lp"
                raise NotationError(message) from None
            yield from boards
        else:
            yield self.board_of(text, facts)

    def of_facts(
        self,
        facts: Sequence[Atom],
        *,
        is_attempt: bool = False,
        places: Mapping[str, tuple[int, int]] | None = None,
    ) -> Sheet[FactPosition]:
        """Return the board of facts, without a name.

        `is_attempt`: it is one even if nothing is drawn. `places`: the line and the
        column of each fact, for the place of an error.
        """
        board = self.board_of("", facts, places)
        if is_attempt and board.position.atoms is None:
            return board.drawn(self.drawn(board.position, frozenset()))
        return board

    def board_of(
        self,
        text: str,
        facts: Sequence[Atom],
        places: Mapping[str, tuple[int, int]] | None = None,
    ) -> Sheet[FactPosition]:
        """Return the board of facts, of which `-atom` excludes an atom of the output.

        See `position_of`.
        """
        marked = {
            atom: Atom(atom.name[1:], atom.arguments)
            for atom in facts
            if atom.name[:1] == "-" and atom.signature[1:] in self.outputs
        }
        given = [atom for atom in facts if atom not in marked]
        position = self.position_of(text, given, places)
        excluded = frozenset(marked.values())
        if excluded:
            self.position_of(text, [*given, *excluded])  # checks their places
        if both := sorted(excluded.intersection(given)):
            raise NotationError(f"{both[0]} is drawn, and -{both[0]} excludes it")
        return Sheet(self, "", position, excluded=excluded)

    def read_notation(self, text: str) -> Iterable[Sheet[FactPosition]] | None:
        """Return the boards of a text that are no facts; None without a notation.

        They may be of another family of the same notation.
        """
        return None

    def position_of(
        self,
        text: str,
        facts: Sequence[Atom],
        places: Mapping[str, tuple[int, int]] | None = None,
    ) -> FactPosition:
        """Return the position of facts, some of which may be drawn.

        `text`: where they were read, for the place of an error. Raises `NotationError`
        if they are no facts of the family.
        """
        outputs = frozenset(atom for atom in facts if atom.signature in self.outputs)
        given = [atom for atom in facts if atom not in outputs]
        try:
            for fact in given:
                if fact.signature not in self.inputs:
                    known = ", ".join(sorted(self.inputs))
                    message = f"unknown predicate; {self.name} has {known}"
                    message += did_you_mean(fact.signature, self.inputs)
                    raise AtomError(str(fact), message)
            self.check(facts)
            puzzle = self.puzzle(joined(given))
            return self.drawn(puzzle, outputs) if outputs else puzzle
        except AtomError as error:
            place = (places or {}).get(error.fact) or place_of(text, error.fact)
            raise NotationError(str(error), *place) from None
        except ValueError as error:
            raise NotationError(f"no facts of {self.name}: {error}") from None

    def write(self, sheet: Sheet[FactPosition], notation: str) -> str:
        """Return a board in a notation.

        Raises `GalaxiesError` if the family has no such notation, or it cannot hold the
        board.
        """
        match notation:
            case "text" | "facts":
                out = [f"-{atom}" for atom in texts_of(sheet.excluded)]
                return sheet.facts + joined([*texts_of(sheet.atoms), *out])
            case "json":
                return f"{json.dumps(self.plain(sheet))}\n"
        known = ", ".join(name for name in self.notations if name != "text")
        raise GalaxiesError(f"{self.name} has no format {notation!r}; known: {known}")

    def plain(self, sheet: Sheet[FactPosition]) -> Fields:
        """Return a board as an object of JSON."""
        drawn = None
        if sheet.is_attempt or sheet.excluded:
            out = texts_of(sheet.excluded) or ()
            drawn = DrawnAtoms(texts_of(sheet.atoms), out)
        board = JsonSheet(
            id=sheet.name, family=self.name, facts=sheet.facts, attempt=drawn
        )
        return board.plain()

    def omitted(self, sheet: Sheet[FactPosition], notation: str) -> Sequence[str]:
        """Return what a notation leaves out: some write puzzles only."""
        parts = {
            "what is drawn on it": (sheet.atoms, (frozenset(), sheet.excluded)),
            "what is excluded": (sheet.excluded, (sheet.atoms, frozenset())),
        }
        return [
            name
            for name, (part, rest) in parts.items()
            if part
            and sheet.written(notation) == sheet.with_atoms(*rest).written(notation)
        ]

    # Encodings

    def chosen(self, position: FactPosition, rules: Rules = STANDARD) -> str:
        """Return the encoding that rules name, or else the first one."""
        if rules.encoding not in ("", AUTO):
            return rules.encoding
        for own in self.encodings:
            return own
        raise OptionError(f"{self.name} has no encoding of its own; name one with -e")

    def paths(self, encoding: str) -> tuple[Path, ...]:
        """Return the files of a built-in encoding, or a file of the user."""
        if encoding in self.encodings:
            return self.encodings[encoding]
        if Path(encoding).is_file():
            return (Path(encoding),)
        known = ", ".join(self.encodings) or "none"
        raise EncodingError(
            f"no encoding {encoding!r}: neither a file nor a built-in one ({known})"
        )

    # Models

    def reader(
        self, position: FactPosition, program: "Program", encoding: str
    ) -> GroundProgram[object]:
        """Return a ground program with what reads solutions from its models.

        They may be read in a short form that `solution` takes.
        """

        def assumptions(solved: FactPosition) -> list[int] | None:
            known = {
                atom_of(atom.symbol): atom.literal
                for signature in self.outputs
                for atom in program.occurring(signature)
            }
            drawn = self.atoms(solved) or frozenset()
            if not drawn <= known.keys():
                return None
            return [n if atom in drawn else -n for atom, n in known.items()]

        return GroundProgram(
            program,
            lambda model: self.drawn(position, self.shown(model)),
            assumptions=assumptions,
        )
