"""Requirements on puzzles of other families than Galaxies, and how they are made."""

import hashlib
from dataclasses import dataclass
from functools import cached_property, partial
from random import Random
from typing import Any

from galaxies_asp.core.board.effort import Report, silent
from galaxies_asp.core.family import Family
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.explaining.grading import sizes
from galaxies_asp.explaining.questions import walkthrough
from galaxies_asp.families.making import GenerationError, generate
from galaxies_asp.generating.series import NotReachedError


@dataclass(frozen=True)
class MadeSheet:
    """A puzzle with its only solution drawn on it, its number, and its attempt."""

    sheet: Sheet[Any]
    index: int
    attempt: int

    @cached_property
    def canonical(self) -> str:
        """16 hexadecimal digits of a hash of the facts."""
        return hashlib.sha256(self.sheet.facts.encode("utf-8")).hexdigest()[:16]


@dataclass(frozen=True)
class SheetRecipe:
    """Which puzzles are made.

    Attributes
    ----------
    width, height
        The size, in the numbers of the family.
    seed
        The random seed of the first puzzle; it grows by one with each.
    reasons
        The smallest and the largest size of the largest reason in the walkthrough.
    attempts
        The limit of attempts per puzzle.
    """

    family: Family[Any]
    width: int
    height: int
    seed: int
    reasons: tuple[int, int] | None
    attempts: int

    @property
    def options(self) -> dict[str, object]:
        """The options other than size and seed."""
        return {"family": self.family.name, "reasons": self.reasons}

    @property
    def fields(self) -> dict[str, object]:
        """The options as text for JSON."""
        names = "width", "height", "seed"
        return self.options | {name: getattr(self, name) for name in names}

    def make(
        self, index: int = 0, attempt: int = 0, report: Report = silent
    ) -> MadeSheet:
        """Make the puzzle with this index, by the attempt with this number or later.

        Raises
        ------
        NotReachedError
            If no attempt makes such a puzzle.
        """
        rng, reason = Random(self.seed + index), ""
        for number in range(self.attempts):
            try:
                made = generate(self.family, (self.width, self.height), rng, report)
            except GenerationError as error:
                reason = f"; {error}"
                continue
            if number >= attempt and self._is_wanted(made, report):
                return MadeSheet(made, index, number)
        raise NotReachedError(
            f"puzzle {index + 1}: no attempt of {self.attempts} gave {self._wanted}"
            f"{reason}; ask for something else, or allow more attempts"
        )

    def _is_wanted(self, made: Sheet[Any], report: Report) -> bool:
        if self.reasons is None:
            return True
        least, most = self.reasons
        way = walkthrough(made, report=partial(report, "deducing"))
        return bool(way.steps) and least <= sizes(way).largest_reason <= most

    @property
    def _wanted(self) -> str:
        wanted = "a puzzle"
        if self.reasons is not None:
            wanted += " whose largest reason has a size of {} to {},".format(
                *self.reasons
            )
        return f"{wanted} different from those before it"
