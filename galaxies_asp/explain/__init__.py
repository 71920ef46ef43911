"""Reasons, hints, walkthroughs and the difficulty of puzzles.

>>> from galaxies_asp import Point, parse
>>> from galaxies_asp.explain import explain, hint, hint_in_words
>>> puzzle = parse("7x7:cghsppedzzaccdtce")
>>> for instance in explain(puzzle, Point(11, 7)).instances:
...     print(instance.rule, instance.at)
symmetry (9,6)
connected (4,6)
cover (7,3)
cover (11,7)
>>> print(hint_in_words(puzzle, hint(puzzle)))
The cell c2r1 belongs to dot A at (3,1).
Why: a region contains all cells that its dot touches.
"""

from typing import TYPE_CHECKING

from galaxies_asp._lazy import import_on_use

if TYPE_CHECKING:
    from galaxies_asp.explain.difficulty import Difficulty, difficulty
    from galaxies_asp.explain.hints import Hint, hint
    from galaxies_asp.explain.instances import Asked, Instance, Rule, Target
    from galaxies_asp.explain.levels import Level
    from galaxies_asp.explain.mistakes import Mistake, find_mistake
    from galaxies_asp.explain.pictures import page, picture
    from galaxies_asp.explain.questions import explain
    from galaxies_asp.explain.reasons import Reason
    from galaxies_asp.explain.steps import Finished, Step
    from galaxies_asp.explain.walkthrough import Walkthrough, walkthrough
    from galaxies_asp.explain.words import hint_in_words, reason_in_words

__all__ = [
    "Asked",
    "Difficulty",
    "Finished",
    "Hint",
    "Instance",
    "Level",
    "Mistake",
    "Reason",
    "Rule",
    "Step",
    "Target",
    "Walkthrough",
    "difficulty",
    "explain",
    "find_mistake",
    "hint",
    "hint_in_words",
    "page",
    "picture",
    "reason_in_words",
    "walkthrough",
]

import_on_use(
    __name__,
    {
        "difficulty": (
            "Difficulty",
            "difficulty",
        ),
        "hints": (
            "Hint",
            "hint",
        ),
        "instances": (
            "Asked",
            "Instance",
            "Rule",
            "Target",
        ),
        "levels": ("Level",),
        "mistakes": (
            "Mistake",
            "find_mistake",
        ),
        "pictures": (
            "page",
            "picture",
        ),
        "questions": ("explain",),
        "reasons": ("Reason",),
        "steps": (
            "Finished",
            "Step",
        ),
        "walkthrough": (
            "Walkthrough",
            "walkthrough",
        ),
        "words": (
            "hint_in_words",
            "reason_in_words",
        ),
    },
)
