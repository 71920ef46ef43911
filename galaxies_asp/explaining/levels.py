"""The levels of deductions, and the techniques with the names that solvers use."""

from enum import IntEnum, StrEnum


class Level(IntEnum):
    """How hard a deduction is to find."""

    TOUCHED = 1
    """A dot's own cells, the mirror image of a known cell, or a wall beside one."""
    ONLY_ONE = 2
    """Only one dot can ever reach the cell; none can reach both sides of the edge."""
    BLOCKED = 3
    """Mirror images of other regions or walls keep the other dots from the cell, or
    their regions are complete."""
    CUT_OFF = 4
    """The other dots are cut off from the cell, or it is a bottleneck of its region."""
    CONTRARY = 5
    """The contrary leaves a cell without a dot, or divides a region, at once."""
    SEPARATION = 6
    """The contrary makes two regions cross at once, or the only way of its region
    leaves a cell without a dot."""
    TRIAL = 7
    """The contrary leads to either after some rounds of propagation."""
    SEARCH = 8
    """Only a search refutes the contrary."""

    @property
    def words(self) -> str:
        """The name of the level."""
        return self.name.lower().replace("_", " ")


class Technique(StrEnum):
    """How a step is deduced; the easiest first. `docs/techniques.md` shows each."""

    TOUCHED = "touched cells"
    MIRROR = "mirror image"
    WALL = "wall between regions"
    MIRRORED_WALL = "mirrored wall"
    ONLY_DOT = "only dot in reach"
    WALLED = "wall in the way"
    BLOCKED = "blocked mirror image"
    CAPTURED = "captured cell"
    NEEDED = "needed cell"
    BOTTLENECK = "bottleneck"
    FORCED_WALL = "forced wall"
    CONTRADICTION = "contradiction"
    SEPARATION = "separation"
    ONLY_WAY = "only way"
    WHAT_IF = "what-if"
    SEARCH = "nested what-ifs"
