"""The engine for puzzles of any family: clingo, with the encodings of the family.

Its answers are about positions of the family, or about the atoms of its output.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

import clingo

from galaxies_asp.core.asp.atoms import Atoms
from galaxies_asp.core.asp.program import Assumptions, Program
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.search import GroundProgram
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.families.family import Family, projected_to
from galaxies_asp.solving.engine import Judge, SolveRequest
from galaxies_asp.solving.programs import ProgramEngine
from galaxies_asp.solving.result import Result


class Consequences(NamedTuple):
    """The atoms of the output in all, in no, and in some but not all solutions."""

    forced: Atoms
    excluded: Atoms
    free: Atoms


class SheetPossibilities(NamedTuple):
    """The consequences for a `Sheet`; see `Possibilities` for those of Galaxies."""

    sheet: Any
    shared: Consequences
    encoding: str
    decided_by: str = "search"

    def position(self) -> Any:
        """Return the position with all forced atoms drawn."""
        return self.sheet.with_atoms(self.shared.forced).position

    def in_words(self) -> str:
        """Return how much is the same in all solutions."""
        forced, excluded, free = map(len, self.shared)
        return (
            f"{forced} atoms are in all solutions, {excluded} in none, {free} in some"
        )

    def fields(self) -> dict[str, Any]:
        """Return the name of the family and the atoms as fields of an answer."""
        atoms = {name: sorted(atoms) for name, atoms in self.shared._asdict().items()}
        return {"family": self.sheet.family_name, **atoms}


@dataclass(frozen=True, kw_only=True)
class SheetResult(Result):
    """The answer to a request: positions that differ in a part of the output."""

    solutions: tuple[Any, ...]
    puzzle: Any
    part: str = ""

    @property
    def usual_encodings(self) -> tuple[str, ...]:
        """The encoding that answers if none is named."""
        return tuple(self.puzzle.family.encodings)[:1]

    def differences(self) -> str:
        """Return nothing: solutions are positions of the family."""
        return ""

    def different(self) -> dict[str, int]:
        """Return the numbers of solutions that differ in each part of the output."""
        family = self.puzzle.family
        drawn = [position.atoms or frozenset() for position in self.solutions]
        found = {}
        for part in [self.part] if self.part else family.parts:
            names = tuple(f"{one.partition('/')[0]}(" for one in family.parts[part])
            kept = {
                frozenset(a for a in atoms if a.startswith(names)) for atoms in drawn
            }
            found[part] = len(kept)
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


class FamilyEngine(ProgramEngine):
    """clingo with an encoding of a family; its solutions are positions of the family.

    Parameters
    ----------
    sheet
        The puzzle, a `Sheet`.
    part
        The part of the output in which two solutions differ; empty: anything.

    Raises
    ------
    OptionError
        If the family has no such part, or no encoding of its own.
    """

    at_random = ("--rand-freq=0.05",)

    def __init__(self, sheet: Any, rules: Rules, part: str = "") -> None:
        self.family: Family = sheet.family
        self._part = part
        if part and part not in self.family.parts:
            known = ", ".join(self.family.parts) or "none"
            raise OptionError(
                f"{self.family.name} has no part {part!r} of solutions; "
                f"there are: {known}"
            )
        super().__init__(sheet, rules, self.family.chosen(rules.encoding))
        self.verified = self.verified and self.family.violations is not None

    @cached_property
    def source(self) -> Text:
        """The text of the encoding."""
        return self.family.text(self.encoding)

    def ground(
        self, options: list[str], *, models: int | None = None, seed: int = 0
    ) -> GroundProgram[Any]:
        """Ground the encoding, unless the family sees that there is no solution."""
        family, position = self.family, self.puzzle.position
        if (reason := family.obstacle(position)) is not None:
            raise NoSolutionError(reason)
        program = self.program(options)
        program.ground()
        return GroundProgram(
            program, lambda model: family.drawn(position, family.shown(model))
        )

    def facts(self) -> str:
        """Return the facts of the puzzle, and what its solutions are projected to."""
        outputs = self.family.parts[self._part] if self._part else self.family.outputs
        return self.family.adjusted(self.puzzle.facts) + projected_to(outputs)

    def options(self) -> Sequence[str]:
        """Return the options of clingo for searches of the family."""
        family = self.family
        # The encodings of a family with options show its output and nothing else.
        is_own = self.encoding in family.encodings
        is_shown = family.options and is_own and not self._part
        return (*family.options, f"--project={'show' if is_shown else 'project'}")

    def _faults(self) -> Judge:
        violations = self.family.violations
        return violations if violations and self.verified else lambda raw: ()

    def possibilities(self, deadline: float | None = None) -> SheetPossibilities:
        """Return what all solutions share, by brave and cautious reasoning.

        Two solutions are verified before, which judges the encoding.
        """
        for _ in self.solutions(SolveRequest(self.puzzle, 2, self.rules)):
            pass
        shared = shared_atoms(self.whole(), self.family, deadline=deadline)
        if shared is None:
            raise NoSolutionError("a search shows that there is no solution")
        return SheetPossibilities(self.puzzle, shared, self.encoding)

    def whole(self) -> Program:
        """Return the ground program with all solutions, and no projection of models."""
        family = self.family
        options = ["0", *family.options]
        return ground(family, self.puzzle.facts, options, self.encoding, family.outputs)

    def has_answer(self, drawn: Atoms) -> bool:
        """Tell whether atoms are the output of a model."""
        program = self.whole()
        known = program.atoms(self.family.outputs)
        assumed = [(clingo.parse_term(atom), atom in drawn) for atom in known]
        return drawn <= known and any(True for _ in program.models(assumed))


def ground(
    family: Family,
    facts: str,
    options: Sequence[str],
    encoding: str = "",
    projected: Iterable[str] = (),
    more: str = "",
) -> Program:
    """Ground an encoding with the facts of a puzzle.

    Parameters
    ----------
    options
        Options of clingo.
    encoding
        The encoding; empty: the first one of the family.
    projected
        Signatures to project to.
    more
        Further rules.

    Raises
    ------
    OptionError
        If the family has no encoding of its own.
    EncodingError
        If clingo refuses the encoding.
    """
    encoding = family.chosen(encoding)
    name = f"the encoding {encoding}"
    program = Program(options, family.text(encoding), name=name)
    program.add(family.adjusted(facts) + projected_to(projected) + more)
    program.ground()
    return program


def shared_atoms(
    program: Program,
    family: Family,
    known: Assumptions = (),
    deadline: float | None = None,
) -> Consequences | None:
    """Return what the solutions with the known atoms share; None if there is none."""
    possible = program.shared("brave", family.shown, known, deadline)
    forced = program.shared("cautious", family.shown, known, deadline)
    if possible is None or forced is None:
        return None
    every = program.atoms(family.outputs)
    return Consequences(forced, every - possible, possible - forced)
