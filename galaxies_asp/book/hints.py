"""Hints for the pages of hints: where to look, and by which technique or rules."""

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from galaxies_asp.asp.rules import Rules
from galaxies_asp.board.grid import Point, is_cell, touched_cells
from galaxies_asp.board.puzzle import Puzzle
from galaxies_asp.explaining.facts import cells_about
from galaxies_asp.explaining.findings import Step
from galaxies_asp.explaining.levels import Level, Technique
from galaxies_asp.explaining.questions import deduce_steps, hint

if TYPE_CHECKING:  # it loads clingo
    from galaxies_asp.families.sheet import Sheet

_STEPS, _HINTS = 12, 3
"""The steps under other rules that are considered, and the hints that they give."""


class PrintedHint(NamedTuple):
    """The cells that a step decides, as columns and rows from 1, and its idea.

    The idea is a technique, or the headings of the rules from which the step follows.
    """

    cells: tuple[tuple[int, int], ...]
    idea: Technique | tuple[str, ...]


def printed_hints(puzzle: Puzzle, level: Level) -> tuple[PrintedHint, ...]:
    """Return the first step that is not trivial, and the first one of a level.

    The easier steps have been taken before. If both are the same there is one hint, and
    a puzzle that takes only trivial steps has its first one.
    """
    wanted = dict.fromkeys((Level.ONLY_ONE, max(level, Level.ONLY_ONE)))
    steps = [hint(puzzle, level=each) for each in wanted]
    if not any(isinstance(step, Step) for step in steps):
        steps = [hint(puzzle)]
    found = (
        PrintedHint(
            tuple(map(_place, cells_about(step.reason.targets))), step.technique
        )
        for step in steps
        if isinstance(step, Step) and step.technique is not None
    )
    return tuple(dict.fromkeys(found))


def hints_by_rules(puzzle: "Puzzle | Sheet", rules: Rules) -> tuple[PrintedHint, ...]:
    """Return the first steps that take new rules of an encoding, each by one cell."""
    from galaxies_asp.explaining.source_words import by_rule, heading_of

    place = _place
    if not isinstance(puzzle, Puzzle) and puzzle.family.column_and_row is not None:
        place = partial(puzzle.family.column_and_row, puzzle.position)
    found: dict[tuple[str, ...], PrintedHint] = {}
    for step in islice(deduce_steps(puzzle, rules=rules), _STEPS):
        if not isinstance(step, Step) or len(found) == _HINTS:
            break
        idea = tuple(dict.fromkeys(map(heading_of, by_rule(step.reason))))
        found.setdefault(idea, PrintedHint((place(step.target.at),), idea))
    return tuple(found.values())


def _place(point: Point) -> tuple[int, int]:
    """Return column and row of a cell, or of a cell beside an edge, from 1."""
    beside = (point,) if is_cell(point) else touched_cells(point)
    cell = next(cell for cell in beside if cell.x > 0 and cell.y > 0)
    return cell.x // 2 + 1, cell.y // 2 + 1
