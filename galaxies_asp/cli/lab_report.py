"""How the lab's verdicts read."""

import shutil

from galaxies_asp.cli.options import Look
from galaxies_asp.lab.answers import drawn
from galaxies_asp.lab.equivalence import Difference, Verdict
from galaxies_asp.render.text import side_by_side

_SHOWN = 3


def verdict_text(verdict: Verdict, one: str, other: str) -> str:
    """Say that no difference was found, and how far this goes."""
    if verdict.message:
        return f"{one} and {other} could not be compared: {verdict.message}"
    count = verdict.solutions
    plural = "solution" if count == 1 else "solutions"
    if verdict.complete:
        return f"{one} and {other} have the same {count} {plural}"
    return f"{one} and {other} have {count} {plural} in common; not all were compared"


def difference_text(difference: Difference, look: Look) -> str:
    """Draw what both encodings answer on the board, and say who is at fault."""
    puzzle = difference.puzzle
    left = look.draw(drawn(puzzle, difference.answer))
    if difference.instead is None:
        right = "nothing\n"
    else:
        right = look.draw(drawn(puzzle, difference.instead))
    lines = side_by_side(
        left,
        right,
        shutil.get_terminal_size((80, 24)).columns,
        (f"{difference.holder} answers", f"{difference.other} answers"),
    )
    if difference.faults:
        said = "; ".join(difference.faults[:_SHOWN])
        return f"{lines}{difference.holder} breaks a rule: {said}\n"
    return f"{lines}{difference.other} misses this solution\n"
