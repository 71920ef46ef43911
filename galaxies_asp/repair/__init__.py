"""Repairs: the smallest changes that give a puzzle exactly one solution.

>>> from galaxies_asp import parse
>>> from galaxies_asp.repair import repair, repair_in_words
>>> answer = repair(parse("6x6:pzizizcf"))
>>> [answer.before.status, answer.minimal, answer.best.cost]
['multiple', True, 2]
>>> print(repair_in_words(answer.puzzle, answer.best))
"""

from galaxies_asp.repair.answers import Answer, Running, repair
from galaxies_asp.repair.changes import WEIGHTS, Allowed, Change, Kind
from galaxies_asp.repair.search import Progress, Repair, Request
from galaxies_asp.repair.words import answer_in_words, change_in_words, repair_in_words

__all__ = [
    "WEIGHTS",
    "Allowed",
    "Answer",
    "Change",
    "Kind",
    "Progress",
    "Repair",
    "Request",
    "Running",
    "answer_in_words",
    "change_in_words",
    "repair",
    "repair_in_words",
]
