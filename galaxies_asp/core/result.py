"""Results: the solutions that were found, and whether there are others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from galaxies_asp.core.asp.search import STOPPED, Ending
from galaxies_asp.core.board.board import Answered, Brief
from galaxies_asp.core.board.errors import GalaxiesError, counted
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.core.sheet import AnySheet

P = TypeVar("P")

Status = Literal["unique", "multiple", "none", "unknown"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Result(Answered, Ending, Generic[P]):
    """The answer to a request: the solutions found, each verified, and the end."""

    solutions: tuple[P, ...]
    sheet: AnySheet
    """The puzzle."""
    part: str = ""
    """The part of the output in which the solutions differ; empty: anything."""

    @property
    def puzzle(self) -> Any:
        """The puzzle as the family has it, such as a `Puzzle`."""
        return self.sheet.position.puzzle

    @property
    def complete(self) -> bool:
        """Whether the search was exhausted: there are no other solutions."""
        return self.exhausted

    @property
    def status(self) -> Status:
        """What is known about the number of solutions."""
        if len(self.solutions) > 1:
            return "multiple"
        if not self.complete:
            return "unknown"
        return "unique" if self.solutions else "none"

    def differences(self) -> str:
        """Return in words where two solutions differ; empty if there are not two."""
        two = len(self.solutions) == 2
        return self.sheet.family.differences(self.solutions) if two else ""

    def different(self) -> dict[str, int]:
        """Return the numbers of solutions that differ in each part of the output."""
        family = self.sheet.family
        parts = [self.part] if self.part else family.parts
        drawn = [family.atoms(one) or frozenset() for one in self.solutions if parts]
        found = {}
        for part in parts:
            names = family.parts[part]
            kept = {
                frozenset(a for a in atoms if a.signature in names) for atoms in drawn
            }
            found[part] = len(kept)
        return found

    def counted(self) -> str:
        """Return the number of solutions in words, also of different parts."""
        words = counted(len(self.solutions), "solution")
        if self.part:
            return f"{words} that differ in their {self.part}"
        parts = self.different() if len(self.solutions) > 1 else {}
        numbers = [f"different {part}: {number}" for part, number in parts.items()]
        return f"{words} ({', '.join(numbers)})" if numbers else words

    def verdict(self) -> str:
        """Return the number of solutions in words, and whether it is exact."""
        count, usual = len(self.solutions), self.sheet.family.usual_encodings
        is_usual = self.encoding in ("", *usual)
        where = "" if is_usual else f" under the encoding {self.encoding}"
        verified = "verified"
        if not self.verified:
            verified = "not verified: no verifier for these rules"
        if self.complete and not count:
            return f"no solution{where}" + (f": {self.reason}" if self.reason else "")
        if self.complete:
            return f"exactly {self.counted()}{where}, {verified}"
        why = STOPPED[self.stopped_by]
        if not count:
            return f"no solution found: {why}"
        return f"at least {self.counted()}{where}, {verified}; {why}"

    def in_brief(self) -> str:
        """Return the status, and what is known about the board."""
        known = self.sheet.blank.position
        board = known.in_brief() if isinstance(known, Brief) else self.sheet.in_brief()
        return f"{self.status}, {board}"

    def __str__(self) -> str:
        name = f"{self.sheet.name}: " if self.sheet.name else ""
        blank, drawing = self.sheet.blank, ""
        for number, solution in enumerate(self.solutions):
            shown = self.sheet.drawn(solution)
            drawing += shown.text(PLAIN) if number else blank.text_with(shown, PLAIN)
        return f"{name}{self.verdict()}\n{drawing or blank.text(PLAIN)}".rstrip()

    def _repr_html_(self) -> str:
        """Draw the first solution, or the puzzle, below what is known about others."""
        from html import escape

        shown = self.sheet.drawn(self.solutions[0]) if self.solutions else self.sheet
        return f"<p>{escape(self.verdict())}</p>{html_of(shown)}"


AnyResult = Result[Any]
"""The answer to a request about a board of any family."""


def html_of(sheet: AnySheet) -> str:
    """Return a board for a notebook: a picture, or text where the family draws none."""
    from html import escape

    from galaxies_asp.core.drawing import painted

    try:
        return str(painted(sheet.scene(), "svg"))
    except GalaxiesError:
        return f"<pre>{escape(sheet.family.text(sheet.position))}</pre>"
