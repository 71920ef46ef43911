"""The sizes and grades of which each type, variant and lattice has puzzles soon.

    python -m tests.harness.grades [FILE] [TYPES...]

Makes puzzles of growing sizes, until one takes more than a few CPU seconds; the default
size is the largest one that takes a third of this. Then it makes puzzles of this size,
and rates them. The page offers what the FILE has (by default the one of the package).
"""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.played import TYPES

from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.generating.nearest import graded
from galaxies_asp.generating.recipe import TARGETS
from galaxies_asp.play.making import MADE, recipe_of
from galaxies_asp.play.request import Request

SECONDS = 3.0
SIZES = ((1, 1), (2, 2), (3, 2), *((n, n) for n in (3, 4, 5, 6, 7, 9)))
USUAL = 7
"""No default size is larger."""
RATED = 4.0
ENDED = GalaxiesError, TimeoutError, RuntimeError
"""How work ends without a puzzle, in a call of clingo by RuntimeError."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TimeoutError when the process has used some CPU seconds more."""

    def end(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def seconds_of(work: Callable[[], object], limit: float) -> float | None:
    """Return the CPU seconds of some work; None if it fails or takes longer."""
    start = process_time()
    with suppress(*ENDED), limited(limit):
        work()
        return process_time() - start
    return None


def measured(rules: str) -> dict[str, Any]:
    """Return the default size, the largest size, and the grades of a type."""
    usual = largest = SIZES[0]
    is_made = False
    for size in SIZES:
        recipe = recipe_of(fields(rules, size))
        taken = seconds_of(partial(graded, recipe, 0), SECONDS)
        if taken is None:
            if is_made:
                break
            continue
        largest = size
        if not is_made or (taken < SECONDS / 3 and max(size) <= USUAL):
            usual = size
        is_made = True
    found, start, random = set[str](), process_time(), Random(1)
    while process_time() - start < RATED:
        recipe = recipe_of(fields(rules, usual, seed=random.randrange(2**31)))
        with suppress(*ENDED), limited(SECONDS):
            if grade := graded(recipe, 0).grade:
                found.add(grade)
    grades = [grade for grade in TARGETS if grade in found]
    return {"size": usual, "largest": largest, "grades": grades}


def fields(rules: str, size: tuple[int, int], seed: int = 1) -> Request:
    width, height = size
    return Request({"rules": rules, "width": width, "height": height, "seed": seed})


def main(path: str = str(MADE), *types: str) -> None:
    file = Path(path)
    known = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for rules in types or TYPES:
        known[rules] = measured(rules)
        print(rules, known[rules], flush=True)
        lines = [f"{json.dumps(n)}: {json.dumps(one)}" for n, one in known.items()]
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
