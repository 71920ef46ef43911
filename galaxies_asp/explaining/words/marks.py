"""Marks on a board, each with a role that the legend explains."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple

from galaxies_asp.core.board.answer import Part
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.drawing.palette import BLUE, DARK, RED

ORANGE, PURPLE = "#b45000", "#7a1fa2"


class Role(StrEnum):
    """What a mark says about its place; the first role hides the others there."""

    WRONG = "wrong"
    TARGET = "target"
    WALL = "wall"
    OPEN = "open"
    USED_WALL = "used wall"
    FAILS = "fails"
    SUPPOSED = "supposed"
    EMPTY = "empty"
    BLOCKED = "blocked"
    KNOWN = "known"
    PLACE = "place"
    USED = "used"
    RIVAL = "rival"
    DOT = "dot"


class MarkStyle(NamedTuple):
    """How a role is drawn: its color, a sample of characters, its meaning."""

    color: str
    sample: str
    meaning: str
    dashes: str = ""

    def around(self, name: str) -> str:
        """Return the characters of a mark around a name, which the sample shows."""
        shown = self.sample
        return f"{shown[0]}{name}{shown[2]}" if len(shown) == 3 else name


STYLES = {
    Role.WRONG: MarkStyle(RED, "!a!", "wrong"),
    Role.TARGET: MarkStyle(RED, "[a]", "new"),
    Role.WALL: MarkStyle(RED, "═║", "new wall"),
    Role.OPEN: MarkStyle(RED, "≈≈", "nothing here: follows", "0.3"),
    Role.USED_WALL: MarkStyle(BLUE, "╪╫", "wall that is used here"),
    Role.FAILS: MarkStyle(PURPLE, "*a*", "contradiction"),
    Role.SUPPOSED: MarkStyle(
        PURPLE,
        "a?",
        "what-if: ? supposed, 1, 2, ... in this order, - not",
        dashes="0.12 0.2",
    ),
    Role.EMPTY: MarkStyle(DARK, "\N{BLACK SQUARE}", "cell of no region"),
    Role.BLOCKED: MarkStyle(ORANGE, "x x", "partner that a dot cannot have"),
    Role.KNOWN: MarkStyle(BLUE, "(a)", "known, and used here"),
    Role.PLACE: MarkStyle(BLUE, "{ }", "look here", "0.3"),
    Role.USED: MarkStyle(BLUE, "{ }", "place that the reason names", "0.3"),
    Role.RIVAL: MarkStyle(ORANGE, "<A>", "dot that cannot have the cell", "0.2"),
    Role.DOT: MarkStyle(BLUE, "(A)", "dot whose region is used here"),
}

EDGES = {role: STYLES[role].sample for role in (Role.WALL, Role.OPEN, Role.USED_WALL)}
EDGES[Role.WRONG] = "!!"
"""The characters of a marked edge: level, and upright."""


@dataclass(frozen=True)
class Mark(Part):
    """A highlighted point: a cell, an edge or a dot."""

    has_defaults = True

    at: Annotated[Point, "The point."]
    role: Annotated[Role, "Why the point is highlighted."]
    text: Annotated[
        str, "Text instead of the letter there, such as b? or b1; empty: none."
    ] = ""


@dataclass(frozen=True)
class LegendEntry(Part):
    """The meaning of a role."""

    role: Annotated[Role, "Role of marks."]
    meaning: Annotated[str, "Its meaning."]


def visible(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return one mark for each point, the one with the first role."""
    chosen: dict[Point, Mark] = {}
    rank = list(Role).index
    for mark in sorted(marks, key=lambda mark: (rank(mark.role), mark.at)):
        chosen.setdefault(mark.at, mark)
    return tuple(chosen.values())


def legend(marks: Iterable[Mark]) -> list[tuple[Role, str]]:
    """Return the roles that occur, each with its meaning."""
    used = {mark.role for mark in marks}
    return [(role, STYLES[role].meaning) for role in Role if role in used]


def legend_text(marks: Iterable[Mark], told: Collection[Role] = ()) -> str:
    """Return the legend of a printed board, one role per line, without some roles."""
    some = ((role, said) for role, said in legend(marks) if role not in told)
    return "".join(f"  {STYLES[role].sample:3}  {said}\n" for role, said in some)
