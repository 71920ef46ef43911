"""The sizes and grades of which a type, or a variant, has puzzles soon.

    python -m tests.harness.grades [NAMES...]

Makes puzzles of growing sizes, until one takes more than a few CPU seconds; the usual
size is the largest one of which each of some puzzles takes a third of this with its
grade. Then it makes puzzles of this size, and rates them. Writes the line `Made:` into
the header of the encoding of each folder, or of the part that states a variant, by
default of each shipped one.
"""

import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from time import process_time

from galaxies_asp.core.asp.encodings import AUTO
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.families.endings import StoppedError
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.generating.making import make
from galaxies_asp.generating.nearest import graded, with_boards
from galaxies_asp.generating.recipe import TARGETS, Recipe

VARIANTS = Path(__file__).parents[2] / "encodings/galaxies/parts/variants"
SECONDS = 3.0
SIDES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20)
USUAL = 7
"""No usual size is larger."""
LEAST = 4
"""No usual board of Galaxies has fewer columns: there is little to solve on it."""
PROBES = 3
"""The puzzles of a size that are rated before it is a usual one."""
RATED = 6.0


class LateError(Exception):
    """The time is over; unlike TimeoutError, no search for a puzzle handles it."""


ENDED = GalaxiesError, LateError, StoppedError, RuntimeError
"""How work ends without a puzzle, in a call of clingo by RuntimeError."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `LateError` when the process has used some CPU seconds more."""

    def end(*_: object) -> None:
        raise LateError

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def is_soon(work: Callable[[], object], limit: float) -> bool:
    """Tell whether some work succeeds within some CPU seconds."""
    with suppress(*ENDED), limited(limit):
        work()
        return True
    return False


def measured(wanted: Recipe) -> str:
    """Return the usual size, the largest size, and the grades of a type or variant."""
    wanted.family.made = None  # sizes are not limited by what was measured before
    usual = largest = None
    for side in SIDES:
        recipe = with_boards(replace(wanted, width=side, height=side))
        if is_soon(partial(make, recipe), SECONDS):
            largest = recipe
        elif largest:
            break
        if side <= USUAL and all(
            is_soon(partial(graded, recipe, index), SECONDS / 3)
            for index in range(PROBES)
        ):
            usual = recipe
    if largest is None:
        raise GalaxiesError(f"no puzzle is made in {SECONDS} s")
    if wanted.is_styled and (usual is None or usual.width < LEAST):
        usual = replace(wanted, width=LEAST, height=LEAST)
    usual, found, start = usual or largest, set[str](), process_time()
    for index in count():
        if process_time() - start > RATED:
            break
        with suppress(*ENDED), limited(SECONDS):
            if grade := graded(usual, index).grade:
                found.add(grade)
    grades = [grade for grade in TARGETS if grade in found]
    return ", ".join([f"{_size(usual)} to {_size(largest)}", *grades])


def _size(recipe: Recipe) -> str:
    """Return the size of a recipe, as a side if its boards have one."""
    frame = recipe.family.frame(recipe.width, recipe.height) or ""
    is_side = frame.startswith("side(")
    return f"{recipe.width}" if is_side else f"{recipe.width}x{recipe.height}"


def main(*names: str) -> None:
    for name in names or (*RuleVariant, *folders()):
        if name in {*RuleVariant}:
            wanted = Recipe(1, 1, rules=Rules(f"{AUTO}+{name}"), seed=1)
            file = VARIANTS / f"{name}.lp"
        else:
            wanted = Recipe(1, 1, family=family_named(name), seed=1)
            file = folders().get(name, Path(name)) / "encoding.lp"
        said = f"Made: {measured(wanted)}."
        print(name, said, flush=True)
        text = re.sub(r"(?m)^Made: .*\n", "", file.read_text("utf-8"))
        text = text.replace("\n*%", f"\n{said}\n*%", 1)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
