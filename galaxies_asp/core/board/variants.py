"""Variants of the rules, by name.

A variant is data: a puzzle names its variants, encodings take them as parts of a mix,
as in `choice+black-holes`, and the verifier judges by them.
"""

from collections.abc import Iterable
from enum import StrEnum

from galaxies_asp.core.board.errors import PuzzleError, check_collection


class RuleVariant(StrEnum):
    """Variants of the rules."""

    TOROIDAL = "toroidal"
    BLACK_HOLES = "black-holes"
    QUARTER_TURN = "quarter-turn"
    HIDDEN_DOTS = "hidden-dots"
    LOOSE_WALLS = "loose-walls"
    RECTANGULAR = "rectangular"
    THIN = "thin"


Variants = frozenset[RuleVariant]


def variants_named(names: Iterable[str]) -> Variants:
    """Return variants by their names, or raise `PuzzleError`."""
    named = frozenset(check_collection("variants", names))
    for unknown in sorted(named - frozenset(RuleVariant), key=str):
        known = ", ".join(RuleVariant)
        raise PuzzleError(f"no variant {str(unknown)!r}; there are {known}")
    return frozenset(map(RuleVariant, named))


PUZZLE: Variants = frozenset()
"""The rules of the puzzle itself."""

MEANING = {
    RuleVariant.TOROIDAL: (
        "A region need not contain its dot, but be connected and symmetric about it. "
        "Each dot has one region, and so it cannot be the center of a ring and of what "
        "the ring surrounds: the 3x3 ring around a single cell, the smallest toroidal "
        "region there is, answers no set of dots."
    ),
    RuleVariant.BLACK_HOLES: (
        "A cell may belong to no region: it is black. Every dot still has its region. "
        "The number of black cells may be a clue."
    ),
    RuleVariant.QUARTER_TURN: (
        "A quarter turn about its dot maps each region to itself, and so a half turn "
        "does. About a dot on an edge no quarter turn maps cells to cells: a puzzle "
        "with such a dot has no solution."
    ),
    RuleVariant.HIDDEN_DOTS: (
        "A region has at most one dot. One without is symmetric about a point in it, "
        "as if a dot were hidden there; where it is belongs to the answer. The number "
        "of hidden dots may be a clue."
    ),
    RuleVariant.LOOSE_WALLS: (
        "A wall may lie inside a region, unless walls cut the region in two: the rule "
        "of the sites of the pzpr family. The regions are those of the puzzle; what "
        "there is more of is drawings, so that drawings are counted. A given wall may "
        "lie inside a region."
    ),
    RuleVariant.RECTANGULAR: "Every region is a rectangle.",
    RuleVariant.THIN: "No region contains a square of 2x2 cells.",
}
"""The meaning of each variant."""

ON_ALL_LATTICES: Variants = frozenset({RuleVariant.TOROIDAL, RuleVariant.BLACK_HOLES})
"""The variants that do not depend on the shape of cells."""

MORE_THAN_LABELS: Variants = frozenset(
    {RuleVariant.HIDDEN_DOTS, RuleVariant.LOOSE_WALLS}
)
"""The variants in which the dots of the cells are not the whole answer."""
