"""How difficult a puzzle is, by what it takes to deduce its solution.

The effort of a step is

    weight * facts * (1 + rounds)

where `weight` is that of its level in `WEIGHTS`, `facts` the size of its reason, and
`rounds` how many rounds of deductions follow the contrary before it fails
(`SEARCH_ROUNDS` where only a search refutes it). The effort of a puzzle is the mean
over its cells, which makes sizes comparable. A separation weighs as much as another
contradiction at once, as before it was a level, so that efforts remain what they were.

The level of a puzzle is not that of its hardest reason: a reason of few facts may
use a what-if where propagation on the whole board needs none. `outline` computes the
level without reasons.
"""

from collections import Counter
from dataclasses import dataclass

from galaxies_asp.explaining.findings import Source, Step, Walkthrough
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.outline import outline
from galaxies_asp.explaining.reasons import ROUNDS

SEARCH_ROUNDS = 2 * max(ROUNDS)

WEIGHTS = {
    Level.TOUCHED: 0,
    Level.ONLY_ONE: 1,
    Level.BLOCKED: 2,
    Level.CUT_OFF: 3,
    Level.CONTRARY: 4,
    Level.SEPARATION: 4,
    Level.TRIAL: 5,
    Level.SEARCH: 6,
}
"""The weight of a fact in the effort of a step of each level."""

GRADES = {
    Level.TOUCHED: "trivial",
    Level.ONLY_ONE: "very easy",
    Level.BLOCKED: "easy",
    Level.CUT_OFF: "moderate",
    Level.CONTRARY: "tricky",
    Level.SEPARATION: "hard",
    Level.TRIAL: "very hard",
    Level.SEARCH: "very hard",
}
"""The name of the level of the hardest step that a puzzle needs."""


@dataclass(frozen=True)
class Difficulty:
    """The difficulty of a puzzle.

    Attributes
    ----------
    level
        That of the hardest step that the puzzle needs.
    effort
        The mean over the cells; comparable between sizes.
    steps
        How many steps there are of each level, without those that draw walls.
    largest
        The number of premises in the largest reason, trivial steps aside.
    """

    level: Level
    effort: float
    steps: dict[Level, int]
    largest: int

    @property
    def grade(self) -> str:
        """The name of the level."""
        return GRADES[self.level]

    @property
    def rating(self) -> str:
        """The grade and the effort in words."""
        return f"{self.grade}, effort {self.effort:.2f}"

    def in_words(self) -> str:
        """Return the difficulty in a line, and why steps are above the level."""
        used = [level for level, count in self.steps.items() if count]
        steps = ", ".join(f"{self.steps[level]} {level.words}" for level in used)
        text = f"{self.rating}, largest reason {self.largest}; steps: {steps}"
        above = " and ".join(level.words for level in used if level > self.level)
        if not above:
            return text
        return (
            f"{text}\nThe steps of level {above} can be avoided: deductions up to "
            f"{self.level.words} on the whole board decide their cells too, but with "
            "more rules."
        )


def difficulty(way: Walkthrough) -> Difficulty:
    """Measure a walkthrough; walls, and cells that it leaves open, do not count."""
    cells = sum(1 for _ in way.puzzle.cells())
    steps = [step for step in way.steps if step.cells]
    count = Counter(Level(step.level) for step in steps)
    of_reasons = max(count, default=Level.TOUCHED)
    return Difficulty(
        outline(way.puzzle).level if way.solved else of_reasons,
        sum(map(effort, steps)) / max(cells, 1),
        {level: count[level] for level in Level},
        max((s.reason.size for s in steps if s.level > Level.TOUCHED), default=1),
    )


def effort(step: Step) -> int:
    """Return the effort of a step."""
    rounds = SEARCH_ROUNDS if step.reason.rounds is None else step.reason.rounds
    return WEIGHTS[Level(step.level)] * step.reason.size * (1 + rounds)


@dataclass(frozen=True)
class Sizes:
    """The sizes of the reasons of a walkthrough on an encoding."""

    source: Source
    steps: int
    largest: int
    mean: float

    def in_words(self) -> str:
        """Return the sizes in a line."""
        steps = "1 step" if self.steps == 1 else f"{self.steps} steps"
        return (
            f"{steps}, largest reason {self.largest}, on average {self.mean:.1f}; "
            f"rules of {self.source.encoding}{self.source.note}"
        )


def sizes(way: Walkthrough) -> Sizes:
    """Measure a walkthrough on an encoding that has steps."""
    found = [step.size for step in way.steps]
    assert way.source is not None
    return Sizes(way.source, len(found), max(found), sum(found) / len(found))
