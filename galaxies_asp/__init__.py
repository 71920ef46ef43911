"""Galaxies (Tentai Show, Spiral Galaxies) in answer set programming.

>>> from galaxies_asp import parse, solve
>>> solve(parse("7x7:cghsppedzzaccdtce")).status
'unique'
"""

import galaxies_asp._start  # noqa: F401 (before libraries are imported)

# isort: split
from typing import TYPE_CHECKING, Any

from galaxies_asp._lazy import offered
from galaxies_asp.board.board import Pictured

if TYPE_CHECKING:
    from galaxies_asp.all_solutions.count import count
    from galaxies_asp.all_solutions.forced import forced
    from galaxies_asp.asp.rules import Rules
    from galaxies_asp.asp.search import SearchInterrupted
    from galaxies_asp.board.errors import (
        EncodingError,
        GalaxiesError,
        NotationError,
        PuzzleError,
    )
    from galaxies_asp.board.grid import Point
    from galaxies_asp.board.puzzle import Position, Puzzle, Solution
    from galaxies_asp.drawing import render
    from galaxies_asp.explaining.questions import explain, hint
    from galaxies_asp.generating.production import generate
    from galaxies_asp.generating.recipe import Recipe
    from galaxies_asp.notation import parse, parse_all, write
    from galaxies_asp.solving.result import Result
    from galaxies_asp.solving.search import (
        Search,
        enumerate_solutions,
        is_unique,
        solve,
    )
    from galaxies_asp.verifying.rules import verify
    from galaxies_asp.verifying.violations import Violation

__version__ = "1.0.0"

__all__ = [
    "EncodingError",
    "GalaxiesError",
    "NotationError",
    "Point",
    "Position",
    "Puzzle",
    "PuzzleError",
    "Recipe",
    "Result",
    "Rules",
    "Search",
    "SearchInterrupted",
    "Solution",
    "Violation",
    "__version__",
    "count",
    "enumerate_solutions",
    "explain",
    "forced",
    "generate",
    "hint",
    "is_unique",
    "parse",
    "parse_all",
    "render",
    "solve",
    "verify",
    "write",
]

__getattr__, __dir__ = offered(
    __name__,
    {
        "all_solutions.count": ("count",),
        "all_solutions.forced": ("forced",),
        "asp.rules": ("Rules",),
        "asp.search": ("SearchInterrupted",),
        "board.errors": (
            "EncodingError",
            "GalaxiesError",
            "NotationError",
            "PuzzleError",
        ),
        "board.grid": ("Point",),
        "explaining.questions": ("explain", "hint"),
        "generating.production": ("generate",),
        "generating.recipe": ("Recipe",),
        "notation": ("parse", "parse_all", "write"),
        "board.puzzle": ("Position", "Puzzle", "Solution"),
        "drawing": ("render",),
        "solving.result": ("Result",),
        "solving.search": ("Search", "enumerate_solutions", "is_unique", "solve"),
        "verifying.rules": ("verify",),
        "verifying.violations": ("Violation",),
    },
)


def _picture(board: Any) -> str:
    from galaxies_asp.drawing import render  # needed in notebooks only

    return str(render(board, "svg"))


Pictured.painter = _picture
