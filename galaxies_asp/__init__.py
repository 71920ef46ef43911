"""Galaxies (Tentai Show, Spiral Galaxies) in answer set programming.

>>> from galaxies_asp import parse, solve
>>> solve(parse("7x7:cghsppedzzaccdtce")).status
'unique'
"""

import galaxies_asp._start  # noqa: F401 (before other modules)

# isort: split
from typing import TYPE_CHECKING

from galaxies_asp import _shown
from galaxies_asp._lazy import offered
from galaxies_asp.core.board.board import Answered, Pictured

__version__ = "3.0.0"

if TYPE_CHECKING:
    from galaxies_asp._tables import frame as frame
    from galaxies_asp._tables import graph as graph
    from galaxies_asp.all_solutions.count import count as count
    from galaxies_asp.all_solutions.count import forced as forced
    from galaxies_asp.core.asp.rules import Rules as Rules
    from galaxies_asp.core.asp.search import SearchInterrupted as SearchInterrupted
    from galaxies_asp.core.board.errors import EncodingError as EncodingError
    from galaxies_asp.core.board.errors import GalaxiesError as GalaxiesError
    from galaxies_asp.core.board.errors import NotationError as NotationError
    from galaxies_asp.core.board.errors import PuzzleError as PuzzleError
    from galaxies_asp.core.board.grid import Point as Point
    from galaxies_asp.core.board.puzzle import Position as Position
    from galaxies_asp.core.board.puzzle import Puzzle as Puzzle
    from galaxies_asp.core.board.puzzle import Solution as Solution
    from galaxies_asp.core.drawing import render as render
    from galaxies_asp.core.result import Result as Result
    from galaxies_asp.core.verifying.rules import verify as verify
    from galaxies_asp.core.verifying.violations import Violation as Violation
    from galaxies_asp.explaining.answers.questions import explain as explain
    from galaxies_asp.explaining.answers.questions import hint as hint
    from galaxies_asp.families.sources import load as load
    from galaxies_asp.families.sources import load_all as load_all
    from galaxies_asp.generating.recipe import Recipe as Recipe
    from galaxies_asp.generating.series import generate as generate
    from galaxies_asp.notation import parse as parse
    from galaxies_asp.notation import parse_all as parse_all
    from galaxies_asp.notation import write as write
    from galaxies_asp.solving.search import Search as Search
    from galaxies_asp.solving.search import enumerate_solutions as enumerate_solutions
    from galaxies_asp.solving.search import is_unique as is_unique
    from galaxies_asp.solving.search import solve as solve
else:
    __all__, __getattr__, __dir__ = offered(__name__, __file__)
    __all__ += ["__version__"]

Pictured.painter = staticmethod(_shown.painted)
Answered.as_json = staticmethod(_shown.as_json)
Answered.as_text = staticmethod(_shown.as_text)
