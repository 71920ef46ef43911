"""Reasons, hints, walkthroughs and the difficulty of puzzles.

>>> from galaxies_asp import Point, Position, parse
>>> from galaxies_asp.explaining import explain, figure, hint, hint_in_words
>>> puzzle = parse("7x7:cghsppedzzaccdtce")
>>> for premise in explain(puzzle, Point(11, 7)).premises:
...     print(premise.kind, premise.at)
symmetry (9,6)
connected (4,6)
cover (7,3)
cover (11,7)
>>> print(hint_in_words(Position(puzzle), hint(puzzle)))
The 27 cells that dots touch belong to these dots (touched cells).
  - each dot has the cells that it touches
  > 29 walls follow
  > the regions of dots A, H, K, M and N are complete

`figure` returns a hint, a step or a reason as plain data: sentences, marks with roles,
a legend and what-ifs. Its methods draw it (`text`, `svg`) and convert it for JSON
(`answer`).

>>> shown = figure(Position(puzzle), hint(puzzle))
>>> shown.answer()["marks"][0]
{'at': [1, 5], 'role': 'target', 'text': ''}
"""

from typing import TYPE_CHECKING

from galaxies_asp._lazy import offered

if TYPE_CHECKING:
    from galaxies_asp.explaining.facts import Fact, Kind
    from galaxies_asp.explaining.figures import figure, hint_in_words
    from galaxies_asp.explaining.findings import (
        Finished,
        Hint,
        Mistake,
        Reason,
        Step,
        Walkthrough,
    )
    from galaxies_asp.explaining.grading import Difficulty, difficulty
    from galaxies_asp.explaining.levels import Level, Technique
    from galaxies_asp.explaining.pages import page
    from galaxies_asp.explaining.pictures import Figure
    from galaxies_asp.explaining.questions import (
        deduce_steps,
        explain,
        find_mistake,
        hint,
        walkthrough,
    )

_MODULES = {
    "facts": ("Fact", "Kind"),
    "figures": ("figure", "hint_in_words"),
    "findings": ("Finished", "Hint", "Mistake", "Reason", "Step", "Walkthrough"),
    "grading": ("Difficulty", "difficulty"),
    "levels": ("Level", "Technique"),
    "pages": ("page",),
    "pictures": ("Figure",),
    "questions": ("deduce_steps", "explain", "find_mistake", "hint", "walkthrough"),
}

__all__ = [
    "Difficulty",
    "Fact",
    "Figure",
    "Finished",
    "Hint",
    "Kind",
    "Level",
    "Mistake",
    "Reason",
    "Step",
    "Technique",
    "Walkthrough",
    "deduce_steps",
    "difficulty",
    "explain",
    "figure",
    "find_mistake",
    "hint",
    "hint_in_words",
    "page",
    "walkthrough",
]

__getattr__, __dir__ = offered(__name__, _MODULES)
