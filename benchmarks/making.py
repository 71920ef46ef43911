"""Puzzles made per CPU second, by side and difficulty, beside the C program.

    TATHAM_SOURCE=... python benchmarks/performance.py making

Game IDs, as `galaxies generate -f tatham` makes them, without the start and without
rating. The generator of Simon Tatham's collection (see `tatham.py`) makes Normal
puzzles beside moderate ones, and Unreasonable puzzles beside those from tricky on. All
take turns, so that other work on the machine affects them alike; a ratio is the median
of those of the rounds. `as hard` is the share of some puzzles of which its solver says
that they have the difficulty of those beside them. It takes part in the last ratio.
"""

import statistics
import time
from collections.abc import Iterator
from itertools import count

from figures import number, row
from tatham import NORMAL, UNREASONABLE, puzzles_per_second, verdict

from galaxies_asp.cli.recipe_options import RecipeOptions
from galaxies_asp.generating.recipe import OR_HARDER
from galaxies_asp.generating.series import game_ids

GRADES: dict[str | None, str] = {None: "n", "moderate": "n", OR_HARDER: "u"}
GRADES |= {"tricky": "u", "hard": "u", "very hard": "u"}
"""The grades, and the parameter of the C program for its own difficulty."""
SIDES = (7, 10, 15, 20, 30)
THEIRS = {"n": {7: 400, 10: 150, 15: 40, 20: 8}, "u": {7: 20, 10: 20, 15: 8, 20: 3}}
"""How many puzzles the C program makes in a round; it takes minutes for 30x30."""
VERDICTS = {"n": NORMAL, "u": UNREASONABLE}
JUDGED = {7: 60, 10: 60, 15: 30, 20: 12}
"""How many puzzles its solver judges."""
TARGETS: dict[tuple[str | None, int], float] = {
    (None, 7): 6,
    (None, 10): 8,
    (None, 15): 4,
    (None, 20): 5,
    **{
        (grade, side): ratio
        for grade in (OR_HARDER, "tricky", "hard", "very hard")
        for side, ratio in ((7, 5), (10, 8), (15, 5), (20, 4))
    },
}
"""How many times as many puzzles as the C program makes."""
ROUNDS = 3
SECONDS = 0.5
"""CPU seconds of a round, unless a single call takes longer."""


def rate(grade: str | None, side: int, seed: int) -> float:
    """Return the number of puzzles in a CPU second."""
    options = RecipeOptions(grade=grade, regions={}, required={}, seed=seed)
    recipe = options.recipe(side, side)
    started, made = time.process_time(), 0
    for at_once in map((1).__lshift__, count()):
        made += sum(map(len, game_ids(recipe, at_once)))
        spent = time.process_time() - started
        if spent > SECONDS:
            return made / spent
    raise AssertionError


def as_hard(grade: str | None, side: int, letter: str) -> float:
    """Return the share of puzzles that have a difficulty of the C program."""
    options = RecipeOptions(grade=grade, regions={}, required={}, seed=ROUNDS)
    (made,) = game_ids(options.recipe(side, side), JUDGED[side])
    return sum(verdict(one) == VERDICTS[letter] for one in made) / len(made)


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    titles = (
        *("difficulty", "side", "a second", "C", "times C", "as hard"),
        *("at equal difficulty", "target", "reached"),
    )
    yield row(*titles)
    yield row("---", *("--:" for _ in titles[1:]))
    for grade, letter in GRADES.items():
        for side in SIDES:
            ours, theirs = list[float](), list[float]()
            for seed in range(ROUNDS):
                ours.append(rate(grade, side, seed))
                wanted = THEIRS[letter].get(side, 0)
                params = f"{side}x{side}d{letter}"
                peer = puzzles_per_second(params, wanted, seed + 1) if wanted else None
                theirs += [peer] if peer else []
            ratios = [a / b for a, b in zip(ours, theirs, strict=False)]
            ratio = statistics.median(ratios) if ratios else None
            share = as_hard(grade, side, letter) if theirs else None
            equal = None if ratio is None or share is None else ratio * share
            target = TARGETS.get((grade, side))
            reached = ""
            if equal is not None and target is not None:
                reached = "yes" if equal >= target else "no"
            yield row(
                *(grade or "any", side, number(statistics.median(ours))),
                number(statistics.median(theirs)) if theirs else "",
                *(number(ratio), number(share), number(equal), number(target)),
                reached,
            )
