"""Reasons, hints, walkthroughs and the difficulty of puzzles.

>>> from galaxies_asp import Point, parse
>>> from galaxies_asp.explaining import explain, figure, hint, hint_in_words
>>> puzzle = parse("7x7:cghsppedzzaccdtce")
>>> print(figure(explain(puzzle, Point(11, 7))).head)
c6r4 belongs to dot I
>>> print(hint_in_words(hint(puzzle)))
Begin with the 27 cells that dots touch: they belong to these dots (touched cells).
  - each dot has the cells that it touches
  > the regions of dots A, H, K, M and N are complete

`figure` returns a hint, a step or a reason as plain data: sentences, marks with roles,
a legend and what-ifs. Its methods draw it (`text`, `svg`) and convert it for JSON
(`answer`).

>>> shown = figure(hint(puzzle))
>>> shown.answer()["marks"][0]
{'at': [1, 5], 'role': 'target', 'text': ''}
"""

from typing import TYPE_CHECKING

from galaxies_asp._lazy import offered

if TYPE_CHECKING:
    from galaxies_asp.explaining.answers.figures import figure as figure
    from galaxies_asp.explaining.answers.figures import hint_in_words as hint_in_words
    from galaxies_asp.explaining.answers.grading import Difficulty as Difficulty
    from galaxies_asp.explaining.answers.grading import difficulty as difficulty
    from galaxies_asp.explaining.answers.pages import page as page
    from galaxies_asp.explaining.answers.pictures import Figure as Figure
    from galaxies_asp.explaining.answers.questions import deduce_steps as deduce_steps
    from galaxies_asp.explaining.answers.questions import explain as explain
    from galaxies_asp.explaining.answers.questions import find_mistake as find_mistake
    from galaxies_asp.explaining.answers.questions import hint as hint
    from galaxies_asp.explaining.answers.questions import walkthrough as walkthrough
    from galaxies_asp.explaining.engine.facts import Fact as Fact
    from galaxies_asp.explaining.engine.facts import Kind as Kind
    from galaxies_asp.explaining.words.findings import Finished as Finished
    from galaxies_asp.explaining.words.findings import Hint as Hint
    from galaxies_asp.explaining.words.findings import Mistake as Mistake
    from galaxies_asp.explaining.words.findings import Reason as Reason
    from galaxies_asp.explaining.words.findings import Step as Step
    from galaxies_asp.explaining.words.findings import Walkthrough as Walkthrough
    from galaxies_asp.explaining.words.levels import Level as Level
    from galaxies_asp.explaining.words.levels import Technique as Technique
else:
    __all__, __getattr__, __dir__ = offered(__name__, __file__)
