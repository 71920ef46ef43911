"""What inferences take, as words tell it."""

from enum import Enum, auto


class How(Enum):
    """What an inference takes."""

    FREE = auto()
    """Nothing: a definition, or the growth of a region."""
    RULE = auto()
    """A rule of the puzzle at a place."""
    ONE = auto()
    """A rule, which excludes all atoms but one; as declared, nobody mentions it."""
    LEFT = auto()
    """The definition of an atom that has several reasons."""
    CUT = auto()
    """Foundedness: no way leads to some atoms."""
    APART = auto()
    """Foundedness: true atoms grow from one seed, so nothing lies between two parts."""
    ALONE = auto()
    """Foundedness: the last way to a true atom is needed."""
    FAR = auto()
    """Foundedness: a rule counts the atoms that grow, and there are too few."""
    ROOM = auto()
    """Foundedness: without an atom, fewer can grow than a rule that counts needs."""
    SUM = auto()
    """Rules at several places: some need all that others leave."""
