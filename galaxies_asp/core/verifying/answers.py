"""The answer to a check of an attempt, as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self

from galaxies_asp.core.board.answer import Natural, Part, PuzzleAnswer


@dataclass(frozen=True)
class Fault(Part):
    """A broken rule."""

    kind: Annotated[str, "Kind of the fault."]
    places: Annotated[Sequence[Sequence[int]], "Points of the fault."]
    message: Annotated[str, "The fault in words."]


@dataclass(frozen=True)
class CheckAnswer(PuzzleAnswer):
    """Answer of galaxies check --json."""

    correct: Annotated[bool, "Whether no rule is broken."]
    violations: Annotated[Sequence[Fault], "The faults."]
    complete: Annotated[
        Sequence[Natural] | None, "With --unfinished: dots whose regions are complete."
    ] = None
    solved: Annotated[
        bool | None, "With --unfinished: whether nothing is left to do."
    ] = None

    @classmethod
    def about(cls, name: str, violations: Sequence[Any], **more: Any) -> Self:
        """Return the answer about an attempt at a puzzle."""
        faults = [Fault.of(violation) for violation in violations]
        return cls(id=name, correct=not faults, violations=faults, **more)
