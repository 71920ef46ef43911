"""Puzzles made per CPU second, by side and difficulty.

    python benchmarks/performance.py making

In process, with rating where a difficulty is asked for, without it by default. Each
figure is the best of three rounds, which take turns, so that other work on the machine
affects all of them alike.
"""

import time
from collections.abc import Iterator

from figures import Figure, table

from galaxies_asp.cli.recipe_options import RecipeOptions
from galaxies_asp.generating.made import Made
from galaxies_asp.generating.recipe import Requirements
from galaxies_asp.generating.series import generate

TARGETS: dict[tuple[str | None, int], float] = {
    (None, 7): 600,
    (None, 10): 300,
    (None, 15): 130,
    (None, 20): 60,
    (None, 30): 12,
    (None, 50): 2,
    ("easy", 10): 250,
    ("easy", 15): 90,
    ("moderate", 10): 250,
    ("moderate", 15): 90,
    ("hard", 10): 25,
    ("hard", 15): 10,
    ("hard", 20): 2,
    ("hard", 30): 0.3,
}
ROUNDS = 3
SECONDS = 2.0
"""CPU seconds of a round, unless a single puzzle takes longer."""


def puzzles(grade: str | None, side: int) -> Iterator[Made]:
    recipes = RecipeOptions(grade=grade, required=Requirements(seed=1))
    return generate(recipes.recipe(side, side))


def rate(made: Iterator[Made]) -> float:
    started = time.process_time()
    number, spent = 0, 0.0
    while spent < SECONDS:
        next(made)
        number += 1
        spent = time.process_time() - started
    return number / spent


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    sources = {key: puzzles(*key) for key in TARGETS}
    best = dict.fromkeys(TARGETS, 0.0)
    for _ in range(ROUNDS):
        for key, made in sources.items():
            best[key] = max(best[key], rate(made))
    yield from table(
        Figure(
            f"{grade or 'default'} {side}x{side}, puzzles per CPU second",
            best[grade, side],
            target,
            at_most=False,
        )
        for (grade, side), target in TARGETS.items()
    )
