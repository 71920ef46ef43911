"""Puzzles with exactly one solution, made at random.

>>> from galaxies_asp import solve
>>> from galaxies_asp.generating import Recipe, Style, make
>>> made = make(Recipe(7, 7, style=Style(mean_size=4), seed=1))
>>> solve(made.solution.puzzle).status
'unique'
"""

from galaxies_asp.generating.made import Made
from galaxies_asp.generating.making import NotReachedError, make
from galaxies_asp.generating.recipe import Recipe, Style
from galaxies_asp.generating.series import generate, generate_with

__all__ = [
    "Made",
    "NotReachedError",
    "Recipe",
    "Style",
    "generate",
    "generate_with",
    "make",
]
