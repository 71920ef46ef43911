"""Difficulties and rules as sentences for people; `figures` has the reasons."""

from collections.abc import Sequence

from galaxies_asp.board.puzzle import Position, Puzzle
from galaxies_asp.explaining.figures import figure
from galaxies_asp.explaining.findings import Hint, Reason
from galaxies_asp.explaining.grading import Difficulty
from galaxies_asp.explaining.levels import Level
from galaxies_asp.explaining.sentences import used
from galaxies_asp.fast.bitboard import Bitboard


def hint_in_words(position: Position, hint: Hint | Reason) -> str:
    """Return what follows or what is wrong, and why; several lines."""
    return "\n".join(figure(position, hint, ()).lines())


def rules_in_words(puzzle: Puzzle, reason: Reason) -> str:
    """Return the rules of a reason; several lines."""
    clauses = list(used(Bitboard(puzzle), reason))
    if not clauses:
        return "No rule is needed but which mirror images lie on the board."
    return "\n".join(["Rules used:", *(f"  - {clause.text}" for clause in clauses)])


def difficulty_in_words(measured: Difficulty) -> str:
    """Return the difficulty in a line."""
    steps = ", ".join(
        f"{count} {level_name(level)}"
        for level, count in measured.steps.items()
        if count
    )
    text = (
        f"{measured.grade}, effort {measured.effort:.2f}, largest reason "
        f"{measured.largest}; steps: {steps}"
    )
    above = [
        level
        for level, count in measured.steps.items()
        if count and level > measured.level
    ]
    return f"{text}\n{_above(above, measured)}" if above else text


def _above(levels: Sequence[Level], measured: Difficulty) -> str:
    """Say why steps are above the level of the puzzle."""
    names = " and ".join(level_name(level) for level in levels)
    return (
        f"The steps of level {names} can be avoided: deductions up to "
        f"{level_name(measured.level)} on the whole board decide their cells too, but "
        "with more rules."
    )


def level_name(level: Level) -> str:
    """Return the name of a level."""
    return level.name.lower().replace("_", " ")
