"""Puzzles of other families than Galaxies: a series that a later run continues."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version

from galaxies_asp.explaining.grading import sizes
from galaxies_asp.explaining.questions import walkthrough
from galaxies_asp.families.family import Family, GenerationError
from galaxies_asp.families.making import generate
from galaxies_asp.families.sheet import Sheet
from galaxies_asp.generating.answers import GeneratedSheet
from galaxies_asp.generating.lines import name_in, recipe_hash
from galaxies_asp.processes.progress import Report, silent


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
        Puzzles that are made until one has such a reason.
    """

    family: Family
    width: int
    height: int
    seed: int
    reasons: tuple[int, int] | None
    attempts: int

    @property
    def fields(self) -> dict[str, object]:
        """The options as text for JSON."""
        return {"family": self.family.name, "reasons": self.reasons} | {
            name: getattr(self, name) for name in ("width", "height", "seed")
        }

    def puzzles(self, start: int = 0, report: Report = silent) -> Iterator[Sheet]:
        """Yield the puzzles from a number on, each with its solution drawn.

        Raises
        ------
        GenerationError
            If the next puzzle cannot be made.
        """
        index = start
        while True:
            yield self._made(random.Random(self.seed + index), report)
            index += 1

    def _made(self, rng: random.Random, report: Report) -> Sheet:
        size = self.width, self.height
        if self.reasons is None:
            return generate(self.family, size, rng, report)
        least, most = self.reasons
        for _ in range(self.attempts):
            made = generate(self.family, size, rng, report)
            way = walkthrough(made.puzzle, report=partial(report, "deducing"))
            if way.steps and least <= sizes(way).largest <= most:
                return made
        raise GenerationError(
            f"the largest reason of none of {self.attempts} puzzles has a size of "
            f"{least} to {most}; ask for something else, or allow more --attempts"
        )


def line(recipe: SheetRecipe, index: int, made: Sheet, *, with_solution: bool) -> str:
    """Return the line of a puzzle, with its end."""
    facts = made.facts
    canonical = hashlib.sha256(facts.encode("utf-8")).hexdigest()
    answer = GeneratedSheet(
        id=name_in(recipe, index, canonical),
        family=made.family_name,
        facts=facts,
        index=index,
        seed=recipe.seed,
        recipe=recipe_hash(recipe),
        canonical=canonical,
        version=version("galaxies-asp"),
        solution=made.fields(made.position)["solution"] if with_solution else None,
    )
    return answer.json(is_compact=True) + "\n"
