"""Marks on a board, each with a role that the legend explains."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from galaxies_asp.board.grid import Point
from galaxies_asp.drawing.palette import BLUE, DARK, RED

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
    COVER = "cover"
    PLACE = "place"
    USED = "used"
    RIVAL = "rival"
    DOT = "dot"


class Look(NamedTuple):
    """How a role is drawn: its color, the characters around a name, its meaning."""

    color: str
    before: str
    after: str
    meaning: str
    dashes: str = ""


STYLES = {
    Role.WRONG: Look(RED, "!", "!", "wrong"),
    Role.TARGET: Look(RED, "[", "]", "follows in this step"),
    Role.WALL: Look(RED, "", "", "wall that follows"),
    Role.OPEN: Look(RED, "", "", "no wall here: follows", "0.3"),
    Role.USED_WALL: Look(BLUE, "", "", "wall that is used here"),
    Role.FAILS: Look(PURPLE, "*", "*", "contradiction"),
    Role.SUPPOSED: Look(
        *(PURPLE, "", "", "what-if: ? supposed, 1, 2, ... in this order, - not"),
        dashes="0.12 0.2",
    ),
    Role.EMPTY: Look(DARK, "", "", "cell of no region"),
    Role.BLOCKED: Look(ORANGE, "x", "x", "mirror image that a dot cannot have"),
    Role.KNOWN: Look(BLUE, "(", ")", "known, and used here"),
    Role.COVER: Look(BLUE, "{", "}", "must belong to some dot", "0.3"),
    Role.PLACE: Look(BLUE, "{", "}", "look here", "0.3"),
    Role.USED: Look(BLUE, "{", "}", "place that the reason names", "0.3"),
    Role.RIVAL: Look(ORANGE, "<", ">", "dot that cannot have the cell", "0.2"),
    Role.DOT: Look(BLUE, "(", ")", "dot whose region is used here"),
}


EDGES = {
    Role.WRONG: ("!", "!"),
    Role.WALL: ("═", "║"),
    Role.OPEN: ("≈", "≈"),
    Role.USED_WALL: ("╪", "╫"),
}
"""The characters of a marked edge: level, and upright."""


class Mark(NamedTuple):
    """A marked point: a cell, an edge or a dot.

    Attributes
    ----------
    text
        What the cell shows instead of its letter, such as `b?` or `b1` in a what-if.
    """

    at: Point
    role: Role
    text: str = ""


_RANK = {role: rank for rank, role in enumerate(Role)}


def visible(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return one mark for each point, the one with the first role."""
    chosen: dict[Point, Mark] = {}
    for mark in sorted(marks, key=lambda mark: (_RANK[mark.role], mark.at)):
        chosen.setdefault(mark.at, mark)
    return tuple(chosen.values())


def legend(marks: Iterable[Mark]) -> list[tuple[Role, str]]:
    """Return the roles that occur, each with its meaning."""
    used = {mark.role for mark in marks}
    return [(role, STYLES[role].meaning) for role in Role if role in used]


def legend_text(marks: Sequence[Mark]) -> str:
    """Return the legend of a printed board, one role per line."""
    lines = [f"  {sample(role):3}  {meaning}" for role, meaning in legend(marks)]
    return "".join(f"{line}\n" for line in lines)


def sample(role: Role) -> str:
    """Return a mark as the legend of a printed board shows it."""
    if role is Role.SUPPOSED:
        return "a?"
    if role is Role.EMPTY:
        return "\N{BLACK SQUARE}"
    if role in EDGES and role is not Role.WRONG:
        return "".join(EDGES[role])
    inside = {
        Role.RIVAL: "A",
        Role.DOT: "A",
        Role.COVER: " ",
        Role.PLACE: " ",
        Role.USED: " ",
        Role.BLOCKED: " ",
    }
    return STYLES[role].before + inside.get(role, "a") + STYLES[role].after
