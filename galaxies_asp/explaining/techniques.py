"""The techniques of the steps, with the names that solvers use."""

from enum import StrEnum

from galaxies_asp.explaining.facts import Kind
from galaxies_asp.explaining.findings import Reason
from galaxies_asp.explaining.levels import Level


class Technique(StrEnum):
    """How a step is deduced; the easiest first. `docs/techniques.md` shows each."""

    TOUCHED = "touched cells"
    MIRROR = "mirror image"
    ONLY_DOT = "only dot in reach"
    WALL = "wall between regions"
    MIRRORED_WALL = "mirrored wall"
    FORCED_WALL = "forced wall"
    BLOCKED = "blocked mirror image"
    CAPTURED = "captured cell"
    NEEDED = "needed cell"
    BOTTLENECK = "bottleneck"
    CONTRADICTION = "contradiction"
    WHAT_IF = "what-if"
    SEARCH = "nested what-ifs"


_OF_LEVEL = {
    Level.TOUCHED: Technique.MIRROR,
    Level.ONLY_ONE: Technique.ONLY_DOT,
    Level.BLOCKED: Technique.BLOCKED,
    Level.CUT_OFF: Technique.CAPTURED,
    Level.CONTRARY: Technique.CONTRADICTION,
    Level.TRIAL: Technique.WHAT_IF,
    Level.SEARCH: Technique.SEARCH,
}


def technique_of(reason: Reason, level: Level) -> Technique:
    """Return the technique of a reason of some level."""
    rules = {fact.kind for fact in reason.premises}
    if level <= Level.CUT_OFF and reason.target.kind is Kind.WALL:
        return _of_wall(reason, level)
    if level is Level.TOUCHED and rules <= {Kind.CENTER}:
        return Technique.TOUCHED
    if level is Level.CUT_OFF and Kind.COVER not in rules:
        return Technique.BOTTLENECK
    covered = {i.at for i in reason.premises if i.kind is Kind.COVER}
    if level <= Level.CUT_OFF and covered and reason.target.at not in covered:
        return Technique.NEEDED
    return _OF_LEVEL[level]


def _of_wall(reason: Reason, level: Level) -> Technique:
    rules = [fact.kind for fact in reason.premises]
    if level > Level.TOUCHED or len(rules) < 2:
        return Technique.FORCED_WALL
    return Technique.MIRRORED_WALL if Kind.SYMMETRY in rules else Technique.WALL
