"""Hints, reasons and difficulties as JSON objects, for people and programs.

Each is a `Figure.answer` (sentences, marks, legend, what-ifs) with the target, the
premises and the level; under other rules than the standard ones, with the rules of the
encoding. Dots are counted from 0; their names stand beside.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from galaxies_asp.board.grid import Point, dot_name
from galaxies_asp.board.puzzle import Position
from galaxies_asp.explaining.facts import NO_SOLUTION, Fact, Kind
from galaxies_asp.explaining.findings import Finished, Hint, Mistake, Reason, Step
from galaxies_asp.explaining.grading import Difficulty, Sizes
from galaxies_asp.explaining.levels import Level, level_of
from galaxies_asp.explaining.pictures import Figure
from galaxies_asp.explaining.words import level_name
from galaxies_asp.fast.bitboard import Bitboard

Answer = dict[str, Any]


def hint_answer(hint: Hint, shown: Figure) -> Answer:
    """Return what `galaxies hint --json` prints, apart from schema and name."""
    if isinstance(hint, Step):
        return {"kind": "step"} | step_answer(hint, shown)
    answer = _shown(shown)
    if isinstance(hint, Finished):
        return {"kind": "solved" if hint.solved else "free"} | answer
    dots = _Dots(hint)
    named = _known if hint.reason.source else _premise
    wrong = [named(dots, fact) for fact in hint.wrong]
    return {"kind": "mistake", "wrong": wrong} | answer | _fields(dots, hint.reason)
