"""Repairs: the smallest changes that give a puzzle exactly one solution.

>>> from galaxies_asp import parse
>>> from galaxies_asp.repairing import repair, repair_in_words
>>> answer = repair(parse("6x4:bgqhhrhg"))
>>> answer.before.status, answer.best.puzzle == answer.puzzle, answer.minimal
('multiple', False, True)
>>> print(repair_in_words(answer.puzzle, answer.best))
add a dot at c4r1
add a dot at c6r4
"""

from galaxies_asp.repairing.answers import (
    RepairResult,
    RepairRun,
    answer_in_words,
    change_in_words,
    repair,
    repair_in_words,
)
from galaxies_asp.repairing.changes import WEIGHTS, Allowed, Change, Edit, Repair
from galaxies_asp.repairing.cheapest import RepairProgress, RepairTask

__all__ = [
    "WEIGHTS",
    "Allowed",
    "Change",
    "Edit",
    "Repair",
    "RepairProgress",
    "RepairResult",
    "RepairRun",
    "RepairTask",
    "answer_in_words",
    "change_in_words",
    "repair",
    "repair_in_words",
]
