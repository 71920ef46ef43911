"""What is found on a board: reasons, steps, mistakes and walkthroughs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from galaxies_asp.core.board.answer import Part
from galaxies_asp.core.board.board import Answered
from galaxies_asp.core.board.errors import counted
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.core.verifying.violations import Violation
from galaxies_asp.explaining.engine.facts import Fact, Kind
from galaxies_asp.explaining.words.clauses import Clause
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.explaining.words.levels import Method, Technique

if TYPE_CHECKING:  # clingo is loaded where an encoding is asked
    from galaxies_asp.explaining.engine.switched import GroundInstance
    from galaxies_asp.explaining.words.arguments import Argument, Inference


@dataclass(frozen=True)
class RulesSource(Part):
    """An encoding, and whether a verifier has judged its solutions."""

    encoding: Annotated[str, "The encoding whose rules are named."]
    verified: Annotated[
        bool, "Whether a verifier judged the solutions of the encoding."
    ]

    @property
    def note(self) -> str:
        """What to say about the verification; empty if the solutions are verified."""
        return "" if self.verified else " (not verified: no verifier for these rules)"


@dataclass(frozen=True, repr=False)
class BoardFinding(Answered):
    """Something found on a board; a notebook shows it."""

    known: Known | None = field(default=None, compare=False, kw_only=True)
    """What was known on the board before; None if nobody asked for it."""

    def __str__(self) -> str:
        return type(self).as_text(self, "text")

    def _repr_html_(self) -> str:
        return type(self).as_text(self, "html")


@dataclass(frozen=True, repr=False)
class Reason(BoardFinding):
    """What forces a fact."""

    target: Fact
    """What follows."""
    premises: tuple[Fact, ...]
    """What is known on the board from which it follows."""
    instances: tuple[GroundInstance, ...] = ()
    """The ground instances of the rules of an encoding from which it follows; of those
    of a rule at one place, the first."""
    cost: int = 0
    """The number of rules at places, definitions and cuts that it takes."""
    source: RulesSource | None = None
    """The encoding."""
    minimal: bool = True
    """Whether each premise and instance is known to be needed."""
    by_search: bool = False
    """Whether only a long search over an encoding shows it, so that nothing is
    named."""
    also: tuple[Fact, ...] = ()
    """Further facts that follow from the same premises."""
    arguments: tuple[Argument, ...] = ()
    """How it follows by an encoding; two of them where something holds or not."""
    notes: tuple[Inference, ...] = ()
    """What is noted before, as its inferences show."""
    lemmas: tuple[Reason, ...] = ()
    """Reasons of some of the premises, which an encoding forces, in their order."""
    earlier: tuple[Reason, ...] = ()
    """Reasons before these, of what `known` has already."""

    clauses: tuple[Clause, ...] = field(default=(), compare=False)
    """Why it follows, as the board shows it; otherwise the rules tell it."""
    technique: Technique | None = None
    """The technique of these words."""

    def in_brief(self) -> str:
        """Return what follows, and from how many facts or rules."""
        return (
            f"of {self.target.kind} at {self.target.at}, {counted(self.size, 'rule')}"
        )

    @property
    def targets(self) -> tuple[Fact, ...]:
        """All facts that follow from the premises."""
        return (self.target, *self.also)

    @property
    def size(self) -> int:
        """The number of rules at places, definitions and cuts."""
        return self.cost


@dataclass(frozen=True, repr=False)
class Step(BoardFinding):
    """Facts that follow at once."""

    reason: Reason
    level: int
    """How hard the step is, from 1: a `Level`, or that of a `Method`."""
    facts: tuple[Fact, ...]
    """What follows: first the targets of the reason. Under the standard rules, the
    partners of cells follow with them; then, unless only cells are drawn, walls
    beside known cells, their partners, and that regions are complete."""
    technique: Technique | Method | None = None
    """How it is deduced."""

    def in_brief(self) -> str:
        """Return how it is deduced, and what follows."""
        return f"{self.technique or self.level}, {counted(len(self.facts), 'fact')}"

    @property
    def target(self) -> Fact:
        """The target of the reason."""
        return self.reason.target

    @property
    def size(self) -> int:
        """The size of the reason."""
        return self.reason.size

    def _places(self, kind: Kind) -> tuple[Point, ...]:
        return tuple(fact.at for fact in self.facts if fact.kind is kind)

    @property
    def cells(self) -> tuple[Point, ...]:
        """The cells whose dots follow."""
        return self._places(Kind.CELL)

    @property
    def walls(self) -> tuple[Point, ...]:
        """The walls that follow."""
        return self._places(Kind.WALL)

    @property
    def complete(self) -> tuple[Point, ...]:
        """The dots whose regions are complete now."""
        return self._places(Kind.COMPLETE)


@dataclass(frozen=True, repr=False)
class Mistake(BoardFinding):
    """Something drawn that no solution contains."""

    wrong: tuple[Fact, ...]
    """What is drawn and is in no solution. If everything drawn is in some solution:
    drawn things that no solution contains together. Empty if the puzzle has no
    solution."""
    reason: Reason
    """Why there is no solution with them, or with one of them."""
    broken: Violation | None = None
    """A rule that the board breaks as it is drawn, where the reason would be long."""
    together: bool = False
    """Whether each of `wrong` alone is in some solution."""

    def in_brief(self) -> str:
        """Return the places of what is wrong."""
        return f"at {' '.join(map(str, self.places)) or 'the puzzle'}"

    @property
    def places(self) -> tuple[Point, ...]:
        """The places of the broken rule, or of what is wrong."""
        if self.broken is not None:
            return self.broken.places
        return tuple(fact.at for fact in self.wrong)


@dataclass(frozen=True, repr=False)
class Finished(BoardFinding):
    """The end of deductions: the board is `solved`, or the rest is not forced."""

    solved: bool

    def in_brief(self) -> str:
        """Return whether the board is solved."""
        return "solved" if self.solved else "not solved"


Hint = Step | Mistake | Finished


@dataclass(frozen=True, repr=False)
class Walkthrough(BoardFinding):
    """Steps from an empty board to the last forced fact."""

    sheet: AnySheet
    """The puzzle."""
    steps: tuple[Step, ...]
    end: Mistake | Finished
    """How the steps end. If the puzzle has no solution: why, without steps."""
    source: RulesSource | None = None
    """The encoding that was asked; None if it is not known."""

    def in_brief(self) -> str:
        """Return the number of steps, and how they end."""
        return f"{counted(len(self.steps), 'step')}, then {self.end.in_brief()}"

    @property
    def puzzle(self) -> Any:
        """The puzzle as the family has it, such as a `Puzzle`."""
        return self.sheet.position.puzzle

    @property
    def solved(self) -> bool:
        """Whether the steps lead to a solution, which is then the only one."""
        return isinstance(self.end, Finished) and self.end.solved

    @property
    def techniques(self) -> dict[Technique | Method, int]:
        """The number of steps of each technique, the easiest first."""
        count = Counter(step.technique for step in self.steps)
        return {one: count[one] for one in (*Technique, *Method) if count[one]}

    @property
    def is_told(self) -> bool:
        """Whether all steps have the techniques of people."""
        return all(isinstance(step.technique, Technique) for step in self.steps)

    @property
    def mistake(self) -> Mistake | None:
        """Why there is no solution, if there is none."""
        return self.end if isinstance(self.end, Mistake) else None

    def positions(self) -> list[Position]:
        """Return the board before the first step and after each one."""
        known = (found.known for found in (*self.steps, self.end))
        return [board.position for board in known if board is not None]
