"""CPU time of walkthroughs by the rules of encodings: the first step, and all steps.

Galaxies by `auto` is explained by the engine of the standard rules. Drawing a step,
which gives its words, is part of the time.

python benchmarks/encoded_steps.py                     all boards
python benchmarks/encoded_steps.py nurikabe fences     those with such a name
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.explaining import Step, figure
from galaxies_asp.explaining.answers.questions import deduce_steps
from galaxies_asp.families.making import generate
from galaxies_asp.families.registry import family_named
from galaxies_asp.notation import parse

FAMILIES = Path(__file__).parents[1] / "encodings" / "families"
PUZZLE = "7x7:cghsppedzzaccdtce"
RINGS = "width(6). height(6). " + " ".join(
    f"black(({x},{y}))."
    for x, y in (
        *((11, 1), (3, 3), (5, 3), (11, 7), (1, 9), (11, 9), (1, 11)),
        *((3, 11), (5, 11), (11, 11)),
    )
)
INSTANCES = (
    "slitherlink/wikipedia",
    "nurikabe/six",
    "nurikabe/wikipedia",
    "hitori/wikipedia",
    "shikaku/catalog",
)
GENERATED = {
    "star-battle": ((10, 10),),
    "hitori": ((10, 10),),
    "shikaku": ((10, 10),),
    "slitherlink": ((7, 7), (10, 10)),
    "nurikabe": ((7, 7), (10, 10)),
    "two-not-touch": ((8, 8), (10, 10)),
    "ring-ring": ((8, 8),),
    "circuit-board": ((7, 6),),
    "square-fences": ((3, 3), (4, 4)),
    "hexagonal-fences": ((3, 3), (4, 4)),
}
"""Sizes of generated boards, those of seed 1."""

LATE = 120.0
"""The CPU seconds after which a walkthrough is given up."""

Board = tuple[str, Callable[[], AnySheet], Rules]


def boards() -> Iterator[Board]:
    """Yield the boards, each with its name and its rules."""
    for name in INSTANCES:
        family, _, instance = name.partition("/")
        path = FAMILIES / family / "instances" / f"{instance}.lp"
        facts = path.read_text(encoding="utf-8")
        yield name, partial(_sheet, family, facts), STANDARD
    yield "ring-ring, 6x6", partial(_sheet, "ring-ring", RINGS), STANDARD
    for encoding in ("auto", "grow", "assign", "choice", "walls", "idp"):
        rules = Rules(encoding)
        yield f"Galaxies 7x7 by {encoding}", lambda: sheet_of(parse(PUZZLE)), rules
    for family, sizes in GENERATED.items():
        for size in sizes:
            name = f"{family}, {size[0]}x{size[1]}"
            yield name, partial(_made, family, size), STANDARD


def _made(family: str, size: tuple[int, int]) -> AnySheet:
    return generate(family_named(family), size, random.Random(1)).blank


def _sheet(family: str, facts: str) -> AnySheet:
    found = family_named(family)
    return Sheet(found, family, found.puzzle(facts))


def main() -> None:
    """Print a table: CPU seconds, the number of steps, and the largest reason."""
    print("| puzzle | first step | all steps | steps | largest reason | words ", end="")
    print("| by a search |")
    print("| --- | --: | --: | --: | --: | --: | --: |")
    for name, make, rules in boards():
        if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
            continue
        sheet = make()
        started, first, sizes, searched = time.process_time(), 0.0, [0], 0
        words = [0]
        for step in deduce_steps(sheet, rules=rules):
            seconds = time.process_time() - started
            first = first or seconds
            if isinstance(step, Step):
                sizes.append(step.size)
                searched += not step.reason.minimal
                assert step.known is not None
                shown = figure(step)
                words.append(sum(len(line.split()) for line in shown.lines()))
            if seconds > LATE:
                break
        is_late = "more than " * (seconds > LATE)
        print(
            f"| {name} | {first:.1f} | {is_late}{seconds:.1f} | {len(sizes) - 1} | "
            f"{max(sizes)} | {sum(words) / max(len(words) - 1, 1):.0f} | {searched} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
