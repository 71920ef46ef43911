"""The levels of deductions, and the techniques with the names that solvers use."""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Self


class Level(IntEnum):
    """How hard a deduction is to find."""

    weight: int
    """The weight of a fact in the effort of a step."""
    grade: str
    """What a puzzle is called whose hardest necessary step has this level."""

    def __new__(cls, value: int, weight: int = 0, grade: str = "") -> Self:
        """Make a member with its weight and its grade."""
        level = int.__new__(cls, value)
        level._value_, level.weight, level.grade = value, weight, grade
        return level

    TOUCHED = 1, 0, "trivial"
    """A dot's own cells, the partner of a known cell, or a wall beside one."""
    ONLY_ONE = 2, 1, "very easy"
    """Only one dot can ever reach the cell; none can reach both sides of the edge."""
    BLOCKED = 3, 2, "easy"
    """Partners of other regions or walls keep the other dots from the cell, or
    their regions are complete."""
    CUT_OFF = 4, 3, "moderate"
    """The other dots are cut off from the cell, or it is a bottleneck of its region."""
    CONTRARY = 5, 4, "tricky"
    """The contrary leaves a cell without a dot, or divides a region, at once."""
    SEPARATION = 6, 4, "hard"
    """The contrary makes two regions cross at once, or the only way of its region
    leaves a cell without a dot."""
    TRIAL = 7, 5, "very hard"
    """The contrary leads to either after some rounds of propagation."""
    SEARCH = 8, 6, "very hard"
    """Only a search refutes the contrary."""

    @property
    def words(self) -> str:
        """The name of the level."""
        return self.name.lower().replace("_", " ")


class Technique(StrEnum):
    """How a step is deduced; the easiest first. `docs/explanations.md` shows each."""

    level: Level
    """How hard it is to find."""
    idea: str
    """The question or the idea that leads to the step."""

    def __new__(cls, value: str, level: Level, idea: str) -> Self:
        """Make a member with its level and its idea."""
        technique = str.__new__(cls, value)
        technique._value_, technique.level, technique.idea = value, level, idea
        return technique

    @property
    def weight(self) -> int:
        """The weight of a rule at a place in the effort of a step."""
        return self.level.weight

    @property
    def grade(self) -> str:
        """What a puzzle is called whose hardest step is deduced so."""
        return self.level.grade

    def graded(self, _: int) -> Self:
        """Return the technique whose grade a step has: this one."""
        return self

    TOUCHED = "touched cells", Level.TOUCHED, "each dot has the cells that it touches"
    MIRROR = "partner", Level.TOUCHED, "a known cell has a partner"
    WALL = (
        "wall between regions",
        Level.TOUCHED,
        "two known cells beside each other belong to different dots",
    )
    MIRRORED_WALL = (
        "partner of a wall",
        Level.TOUCHED,
        "a wall or the border has a partner",
    )
    ONLY_DOT = "only dot in reach", Level.ONLY_ONE, "which dots can reach it?"
    WALLED = "wall in the way", Level.BLOCKED, "a wall keeps a dot from it"
    BLOCKED = (
        "blocked partner",
        Level.BLOCKED,
        "which partners would other dots need?",
    )
    CAPTURED = "captured cell", Level.CUT_OFF, "which dots can still get there?"
    BOTTLENECK = (
        "bottleneck",
        Level.CUT_OFF,
        "without it, a region would fall apart",
    )
    FORCED_WALL = (
        "forced wall",
        Level.CUT_OFF,
        "can any dot have both sides of an edge?",
    )
    CONTRADICTION = (
        "contradiction",
        Level.CONTRARY,
        "suppose another dot: something is impossible at once",
    )
    SEPARATION = (
        "separation",
        Level.SEPARATION,
        "suppose another dot: two regions would cross",
    )
    ONLY_WAY = (
        "only way",
        Level.SEPARATION,
        "suppose another dot: which way would its region take?",
    )
    WHAT_IF = "what-if", Level.TRIAL, "suppose another dot, and see what follows"
    SEARCH = (
        "nested what-ifs",
        Level.SEARCH,
        "suppose another dot; what follows takes what-ifs of its own",
    )


def hardest(some: Iterable[Technique]) -> Technique:
    """Return the hardest of some techniques."""
    return max(some, key=[*Technique].index)


class Method(StrEnum):
    """How a step is deduced by the rules of any encoding; the easiest first."""

    level: int
    """How hard it is to find, from 1."""
    weight: int
    """The weight of a rule at a place in the effort of a step."""
    grade: str
    """What a puzzle is called whose hardest step is deduced so."""
    idea: str
    """The question or the idea that leads to the step."""

    def __new__(
        cls, value: str, level: int, weight: int, grade: str, idea: str
    ) -> Self:
        """Make a member with how hard it is, and its idea."""
        method = str.__new__(cls, value)
        method._value_, method.level, method.weight = value, level, weight
        method.grade, method.idea = grade, idea
        return method

    GIVEN = "clues", 1, 0, "trivial", "what do the clues show at once?"
    RULE = "one rule", 2, 1, "very easy", "a rule at one place decides it"
    CHAIN = "some rules", 3, 2, "easy", "rules at neighboring places decide it together"
    CONNECTION = "connection", 4, 3, "moderate", "what would be cut off from the rest?"
    SUM = "counting", 4, 3, "moderate", "what do some rules need of what others leave?"
    SUPPOSITION = (
        "contradiction",
        5,
        4,
        "tricky",
        "suppose the contrary: some rules contradict it",
    )
    WHAT_IF = "what-if", 6, 5, "hard", "suppose the contrary, and see what follows"
    LONG = "many rules", 6, 5, "hard", "rules at many places decide it together"
    NESTED = (
        "nested what-if",
        8,
        6,
        "very hard",
        "suppose the contrary; what follows takes what-ifs of its own",
    )
    SEARCH = "search", 9, 6, "very hard", "only a search shows it"

    def graded(self, size: int) -> "Method":
        """Return the technique whose grade a step with a reason of this size has.

        A contradiction of at most two rules at places is easy, one of three moderate:
        solvers know them as patterns.
        """
        if self is not Method.SUPPOSITION or size > 3:
            return self
        return Method.CHAIN if size < 3 else Method.CONNECTION
