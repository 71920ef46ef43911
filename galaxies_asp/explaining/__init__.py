"""Reasons, hints, walkthroughs and the difficulty of puzzles.

>>> from galaxies_asp import Point, Position, parse
>>> from galaxies_asp.explaining import explain, figure, hint, hint_in_words
>>> puzzle = parse("7x7:cghsppedzzaccdtce")
>>> for instance in explain(puzzle, Point(11, 7)).instances:
...     print(instance.kind, instance.at)
symmetry (9,6)
connected (4,6)
cover (7,3)
cover (11,7)
>>> print(hint_in_words(Position(puzzle), hint(puzzle)))
c2r1 belongs to dot A (touched cells).
  - dot A touches it

`figure` returns a hint, a step or a reason as plain data: sentences, marks with roles,
a legend and what-ifs. Its methods draw it (`text`, `svg`) and convert it for JSON
(`answer`).

>>> shown = figure(Position(puzzle), hint(puzzle))
>>> shown.answer()["marks"][0]
{'at': [3, 1], 'role': 'target', 'text': ''}
"""

from typing import TYPE_CHECKING

from galaxies_asp._lazy import offered

if TYPE_CHECKING:
    from galaxies_asp.explaining.encoded_steps import hint_by, walkthrough_by
    from galaxies_asp.explaining.facts import Fact, Kind
    from galaxies_asp.explaining.figures import Figure, figure
    from galaxies_asp.explaining.grading import Difficulty, difficulty
    from galaxies_asp.explaining.hints import Hint, hint
    from galaxies_asp.explaining.levels import Level
    from galaxies_asp.explaining.mistakes import Mistake, find_mistake
    from galaxies_asp.explaining.pages import page
    from galaxies_asp.explaining.questions import explain
    from galaxies_asp.explaining.reasons import Reason
    from galaxies_asp.explaining.source_reasons import explain_by
    from galaxies_asp.explaining.steps import Finished, Step
    from galaxies_asp.explaining.techniques import Technique
    from galaxies_asp.explaining.walkthroughs import Walkthrough, walkthrough
    from galaxies_asp.explaining.words import hint_in_words

__all__ = [
    "Kind",
    "Difficulty",
    "Figure",
    "Finished",
    "Hint",
    "Fact",
    "Level",
    "Mistake",
    "Reason",
    "Kind",
    "Step",
    "Fact",
    "Technique",
    "Walkthrough",
    "difficulty",
    "explain",
    "explain_by",
    "figure",
    "find_mistake",
    "hint",
    "hint_by",
    "hint_in_words",
    "page",
    "walkthrough",
    "walkthrough_by",
]

__getattr__, __dir__ = offered(
    __name__,
    {
        "grading": (
            "Difficulty",
            "difficulty",
        ),
        "encoded": ("explain_by",),
        "encoded_steps": (
            "hint_by",
            "walkthrough_by",
        ),
        "figures": (
            "Figure",
            "figure",
        ),
        "hints": (
            "Hint",
            "hint",
        ),
        "instances": (
            "Kind",
            "Fact",
            "Kind",
            "Fact",
        ),
        "levels": ("Level",),
        "mistakes": (
            "Mistake",
            "find_mistake",
        ),
        "pages": ("page",),
        "questions": ("explain",),
        "reasons": ("Reason",),
        "steps": (
            "Finished",
            "Step",
        ),
        "techniques": ("Technique",),
        "walkthroughs": (
            "Walkthrough",
            "walkthrough",
        ),
        "words": ("hint_in_words",),
    },
)
