r"""Puzzles of other families than Galaxies, and their solutions.

As JSON they are an object for each, usually one a line:

    {"schema": 1, "id": "corner", "family": "ring-ring", "facts": "width(4).\n..."}

Hexagonal and square fences have a form of their own, too; see `fences.notation`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

from galaxies_asp.core.asp.atoms import Atoms, facts_of, joined, place_of, signature
from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.asp.search import Outcome
from galaxies_asp.core.board.answer import Answer, Part
from galaxies_asp.core.board.errors import (
    AtomError,
    EncodingError,
    GalaxiesError,
    NotationError,
)
from galaxies_asp.core.drawing import painted
from galaxies_asp.core.drawing.scene import Scene, of_text
from galaxies_asp.core.notation import json_lines
from galaxies_asp.core.verifying.answers import Fault
from galaxies_asp.families.family import Family, family_of
from galaxies_asp.families.registry import family_named, is_shipped
from galaxies_asp.solving.result import Result

if TYPE_CHECKING:  # needs clingo, which a page may be without
    from galaxies_asp.core.drawing.text_style import TextStyle
    from galaxies_asp.families.engine import FamilyEngine, SheetResult
    from galaxies_asp.solving.answers import SolveAnswer


@dataclass(frozen=True)
class DrawnAtoms(Part):
    """What is drawn on a puzzle."""

    atoms: Annotated[Sequence[str], "Atoms of the output of the encoding."]


@dataclass(frozen=True, kw_only=True)
class JsonSheet(Answer):
    """A puzzle of another family than Galaxies."""

    id: Annotated[str, "Name."] = ""
    family: Annotated[str, "Name of the family, or its folder."]
    facts: Annotated[str, "The facts of the puzzle."]
    attempt: Annotated[DrawnAtoms | None, "What is drawn on the puzzle."] = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A puzzle of another family than Galaxies, its name, and a position.

    The position is a puzzle, or a puzzle with what is drawn on it.
    """

    family: Family
    name: str
    position: Any

    # What boards of Galaxies have besides.
    metadata: ClassVar[Mapping[str, Any]] = {}
    walls_in_words: ClassVar[str] = ""

    @property
    def family_name(self) -> str:
        """The name of the family."""
        return self.family.name

    @property
    def facts(self) -> str:
        """The facts of the puzzle."""
        facts: str = self.position.facts
        return facts

    @property
    def atoms(self) -> Atoms:
        """What is drawn, as atoms of the output."""
        return self.position.atoms or frozenset()

    @property
    def is_attempt(self) -> bool:
        """Whether something is drawn."""
        return not self.position.is_blank

    @property
    def puzzle(self) -> "Sheet":
        """The puzzle with nothing drawn on it."""
        if not self.is_attempt:
            return self
        return self.drawn(self.family.puzzle(self.facts))

    blank = puzzle

    @property
    def board(self) -> Any:
        """The sheet itself."""
        return self

    @property
    def remark(self) -> str:
        """A line about a solution for people; maybe empty."""
        return self.family.remark(self.position) if self.is_attempt else ""

    def drawn(self, position: Any) -> "Sheet":
        """Return the puzzle with what is drawn on it."""
        return replace(self, position=position)

    def with_atoms(self, atoms: Atoms) -> "Sheet":
        """Return the puzzle with these atoms drawn on it."""
        puzzle = self.puzzle
        if not atoms:
            return puzzle
        return puzzle.drawn(self.family.drawn(puzzle.position, atoms))

    def under(self, rules: Rules) -> "Sheet":
        """Return the sheet itself: it states its family, and all its clues."""
        return self

    declared = under

    def engine(self, rules: Rules = STANDARD, part: str = "") -> "FamilyEngine":
        """Return the engine that answers questions about the puzzle."""
        from galaxies_asp.families.engine import FamilyEngine

        return FamilyEngine(self, rules, part)

    def result(
        self, solutions: tuple[Any, ...], outcome: Outcome, part: str
    ) -> "SheetResult":
        """Return the solutions that a search has found, and how it ended."""
        from galaxies_asp.families.engine import SheetResult

        known = vars(outcome)
        return SheetResult(**known, puzzle=self, solutions=solutions, part=part)

    def violations(self, rules: Rules = STANDARD) -> Sequence[Any]:
        """Return the rules that are broken by what is drawn.

        Under other rules, or without a verifier, what is drawn must be an answer of
        the encoding.

        Raises
        ------
        OptionError
            If the family has neither.
        """
        verify = self.family.violations
        broken = verify(self.position) if verify else ()
        found = [Fault("rule", (), b) if isinstance(b, str) else b for b in broken]
        if found or (verify and rules == STANDARD):
            return found
        is_answer = self.engine(rules).has_answer(self.atoms)
        return [] if is_answer else ["this is no solution of the encoding"]

    def judgment(self) -> list[str]:
        """Return in words what is wrong, if anything."""
        return [*map(str, self.violations())] or ["correct"]

    def text(self, style: "TextStyle") -> str:
        """Return a drawing for people: of characters, or else facts and atoms."""
        return self.family.written(self.position, color=style.color)

    def text_with(self, solved: "Sheet", style: "TextStyle") -> str:
        """Return a drawing of a solution, which contains the puzzle."""
        return solved.text(style)

    def scene(self, title: str = "", **style: Any) -> Scene:
        """Return a drawing for paper, if need be of the characters of its text.

        Raises
        ------
        GalaxiesError
            If the family draws none.
        """
        if self.family.scene is not None:
            scene = self.family.scene(self.position)
        elif self.family.drawing is not None:
            scene = of_text(self.family.drawing(self.position, False))
        else:
            raise GalaxiesError(f"{self.family_name} draws no boards, only facts")
        return replace(scene, title=title or scene.title)

    def map_of(self, possible: Any) -> Scene:
        """Return a drawing of the atoms of all solutions."""
        return self.drawn(possible.position()).scene()

    def picture(
        self, format_: str, rules: Rules | None = None, width: int | None = None
    ) -> str | bytes:
        """Return a picture in one of the formats of `drawing`; see `scene`."""
        return painted(self.scene(), format_)

    @property
    def attempt(self) -> DrawnAtoms | None:
        """What is drawn, as JSON has it."""
        return DrawnAtoms(sorted(self.atoms)) if self.is_attempt else None

    def plain(self) -> dict[str, Any]:
        """Return the board as an object with facts, and atoms as its attempt."""
        return JsonSheet.of(self, id=self.name, family=self.family_name).plain()

    @property
    def size(self) -> tuple[int, int, int]:
        """The sort key by size."""
        return self.family.size(self.facts), 0, 0

    @property
    def notations(self) -> Sequence[str]:
        """The notations that may hold the board."""
        return (*dict.fromkeys((*self.family.notations, "text", "facts", "json")),)

    def written(self, notation: str) -> str:
        """Return the board in a notation of its family, as text or as facts.

        Raises
        ------
        GalaxiesError
            If the family has no such notation.
        """
        family = self.family
        if notation == "text":
            return family.written(self.position)
        if notation == "facts":
            return self.facts + joined(sorted(self.atoms))
        if notation in family.notations:
            return family.notations[notation](self.position)
        if notation == "json":
            return f"{json.dumps(self.plain())}\n"
        known = ", ".join(self.notations)
        raise GalaxiesError(f"{family.name} has no format {notation!r}; known: {known}")

    def omitted(self, notation: str) -> Sequence[str]:
        """Return what the notation leaves out: some write puzzles only."""
        bare = self.drawn(self.family.drawn(self.position, frozenset()))
        is_left_out = self.written(notation) == bare.written(notation)
        return ["what is drawn on it"] if self.is_attempt and is_left_out else []

    def fields(self, solution: Any) -> dict[str, Any]:
        """Return a solution in the form of the family."""
        fields = self.family.fields
        return {"solution": fields(solution) if fields else sorted(solution.atoms)}

    def answer(self, result: Result, confirmed_by: str | None) -> "SolveAnswer":
        """Return the answer to a search for solutions as JSON."""
        from galaxies_asp.solving.answers import SolveAnswer

        found = cast("SheetResult", result)
        return SolveAnswer.about(
            *(self.name, result),
            family=self.family_name,
            solutions=[self.fields(one)["solution"] for one in result.solutions],
            part=found.part or None,
            parts=found.different(),
        )


def sheets(family: Family, text: str) -> Iterator[Sheet]:
    """Yield the puzzles of a text: JSON, facts, or in a notation of a family.

    Their names may be empty.

    Raises
    ------
    NotationError
        If the text is malformed.
    """
    if json_lines.recognizes(text):
        yield from json_lines.read_objects(
            text, partial(sheet_of_object, family=family)
        )
    else:
        yield from (labeled(family, each) for each in _positions(family, text))


def sheet_of(family: Family, facts: str, name: str) -> Sheet:
    """Return the puzzle of facts; raise NotationError if they are malformed."""
    (position,) = _positions(family, facts)
    return Sheet(family, name, position)


def labeled(family: Family, position: Any) -> Sheet:
    """Return a position under its own name, and with its own family of the module."""
    name, other = family.labels(position)
    is_other = other not in ("", family.name)
    return Sheet(
        family_of(family.module, other) if is_other else family, name, position
    )


def sheet_of_object(fields: dict[str, Any], family: Family | None = None) -> Sheet:
    """Return the puzzle of an object of JSON, also of fences in their own form.

    Parameters
    ----------
    family
        That of an object that names no shipped one.

    Raises
    ------
    NotationError
        If it is malformed, or its family is neither shipped nor given.
    """
    if "side" in fields:
        from galaxies_asp.families.fences import notation  # not for others

        fences = family_named("hexagonal-fences")
        return labeled(fences, notation.position_of(fields))
    name, named = (json_lines.text_of(fields, key) for key in ("id", "family"))
    if is_shipped(named):
        family = family_named(named)
    elif family is None:
        raise NotationError(
            f"a puzzle of the family {named!r}; name its folder with --family"
        )
    if "facts" not in fields:
        raise NotationError('the field "facts" is missing')
    attempt = fields.get("attempt") or {}
    atoms = attempt.get("atoms", []) if isinstance(attempt, dict) else None
    if not isinstance(atoms, list) or not all(isinstance(a, str) for a in atoms):
        raise NotationError('"attempt" is not an object with a list "atoms" of texts')
    try:
        drawn = joined(atom for text in atoms for atom in facts_of(f"{text}."))
        facts = json_lines.text_of(fields, "facts") + drawn
        position = _position(family, facts, facts_of(facts))
    except NotationError as error:  # its line is that of the facts
        raise NotationError(error.message) from None
    except EncodingError as error:
        raise NotationError(str(error)) from None
    return Sheet(family, name, family.named(position, name))


def _positions(family: Family, text: str) -> Sequence[Any]:
    try:
        facts = facts_of(text)
    except EncodingError as error:
        if family.read is None:
            raise NotationError(str(error)) from None
        return family.read(text)
    return [_position(family, text, facts)]


def _position(family: Family, text: str, facts: list[str]) -> Any:
    """Return the position of facts, some of which may be drawn."""
    outputs = frozenset(atom for atom in facts if signature(atom) in family.outputs)
    given = [atom for atom in facts if atom not in outputs]
    try:
        for fact in given:
            if signature(fact) not in family.inputs:
                known = ", ".join(sorted(family.inputs))
                message = f"unknown predicate; {family.name} has {known}"
                raise AtomError(fact, message)
        family.check(facts)
        puzzle = family.puzzle(joined(given))
        return family.drawn(puzzle, outputs) if outputs else puzzle
    except AtomError as error:
        raise NotationError(str(error), *place_of(text, error.fact)) from None
    except ValueError as error:
        raise NotationError(f"no facts of {family.name}: {error}") from None
