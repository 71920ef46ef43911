"""Puzzles of any family, as commands take them, and their solutions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

from galaxies_asp.asp.atoms import facts_of, joined, place_of, signature
from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.asp.search import Outcome
from galaxies_asp.board.errors import AtomError, EncodingError, NotationError
from galaxies_asp.families.family import Family, family_of
from galaxies_asp.solving.result import Result
from galaxies_asp.verifying.answers import Fault

if TYPE_CHECKING:  # needs clingo, which a page may be without
    from galaxies_asp.families.engine import FamilyEngine


@dataclass(frozen=True, slots=True)
class Sheet:
    """A puzzle of a family, its name, and a position.

    The position is a puzzle, or a puzzle with what is drawn on it.
    """

    family: Family
    name: str
    position: Any

    @property
    def facts(self) -> str:
        """The facts of the puzzle."""
        return self.family.facts(self.position)

    @property
    def is_attempt(self) -> bool:
        """Whether something is drawn."""
        return not self.family.is_blank(self.position)

    @property
    def puzzle(self) -> "Sheet":
        """The puzzle with nothing drawn on it."""
        if not self.is_attempt:
            return self
        return replace(self, position=self.family.puzzle(self.facts))

    def engine(self, rules: Rules = STANDARD, part: str = "") -> "FamilyEngine":
        """Return the engine that answers questions about the puzzle."""
        from galaxies_asp.families.engine import FamilyEngine

        return FamilyEngine(self, rules, part)

    def result(
        self, solutions: tuple[Any, ...], outcome: Outcome, part: str
    ) -> "SheetResult":
        """Return the solutions that a search has found, and how it ended."""
        return SheetResult(solutions, outcome, self, part)

    def violations(self) -> Sequence[Any]:
        """Return the broken rules of what is drawn.

        Without a verifier, what is drawn must be an answer of the first encoding.

        Raises
        ------
        OptionError
            If the family has neither.
        """
        if self.family.violations is None:
            drawn = self.family.atoms(self.position) or frozenset()
            is_answer = self.engine().has_answer(drawn)
            return [] if is_answer else ["this is no solution of the encoding"]
        return [
            Fault("rule", (), broken) if isinstance(broken, str) else broken
            for broken in self.family.violations(self.position)
        ]


@dataclass(frozen=True)
class SheetResult(Result):
    """The answer to a request: positions that differ in a part of the output."""

    solutions: tuple[Any, ...]
    puzzle: Any
    part: str = ""

    def different(self) -> dict[str, int]:
        """Return the numbers of solutions that differ in each part of the output."""
        family = self.puzzle.family
        drawn = [family.atoms(position) or frozenset() for position in self.solutions]
        found = {}
        for part in [self.part] if self.part else family.parts:
            names = {signature.partition("/")[0] for signature in family.parts[part]}
            found[part] = len(
                {
                    frozenset(atom for atom in atoms if atom.partition("(")[0] in names)
                    for atoms in drawn
                }
            )
        return found

    def counted(self) -> str:
        """Return the number of solutions in words, also of different parts."""
        words = super().counted()
        if self.part:
            return f"{words} that differ in their {self.part}"
        parts = self.different() if len(self.solutions) > 1 else {}
        numbers = [f"different {part}: {number}" for part, number in parts.items()]
        return f"{words} ({', '.join(numbers)})" if numbers else words

    def _repr_html_(self) -> str:
        """Return the first solution, or the puzzle, as text."""
        board = self.solutions[0] if self.solutions else self.puzzle.position
        return f"<pre>{escape(self.puzzle.family.written(board))}</pre>"


def sheets(family: Family, text: str, label: str) -> Iterator[Sheet]:
    """Yield the puzzles of a text: of facts, or in a notation of a family.

    Parameters
    ----------
    label
        The name of a puzzle without a name of its own; numbered if there are more.

    Raises
    ------
    NotationError
        If the text is malformed.
    """
    positions = _positions(family, text)
    for number, position in enumerate(positions, 1):
        numbered = label if len(positions) == 1 else f"{label}#{number}"
        name, other = family.labels(position)
        of = family if other in ("", family.name) else family_of(family.module, other)
        yield Sheet(of, name or numbered, position)


def _positions(family: Family, text: str) -> Sequence[Any]:
    try:
        facts = facts_of(text)
    except EncodingError as error:
        if family.read is None:
            raise NotationError(str(error)) from None
        return family.read(text)
    outputs = frozenset(atom for atom in facts if signature(atom) in family.outputs)
    given = [atom for atom in facts if atom not in outputs]
    try:
        family.check(given)
        puzzle = family.puzzle(joined(given))
    except AtomError as error:
        raise NotationError(str(error), *place_of(text, error.fact)) from None
    except ValueError as error:
        raise NotationError(f"no facts of {family.name}: {error}") from None
    return [family.drawn(puzzle, outputs) if outputs else puzzle]
