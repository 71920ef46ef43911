"""CPU time of walkthroughs by the rules of encodings: the first step, and all steps."""

import time
from collections.abc import Iterator
from pathlib import Path

from galaxies_asp.core.asp.rules import STANDARD, Rules
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.sheet import AnySheet, Sheet
from galaxies_asp.explaining import Step
from galaxies_asp.explaining.questions import deduce_steps
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


def sheets() -> Iterator[tuple[str, AnySheet, Rules]]:
    """Yield the boards, each with its name and its rules."""
    for name in ("slitherlink/wikipedia", "nurikabe/six", "nurikabe/wikipedia"):
        family, _, instance = name.partition("/")
        path = FAMILIES / family / "instances" / f"{instance}.lp"
        yield name, _sheet(family, path.read_text(encoding="utf-8")), STANDARD
    yield "ring-ring, 6x6", _sheet("ring-ring", RINGS), STANDARD
    for encoding in ("grow", "assign", "choice", "walls", "idp"):
        yield f"Galaxies 7x7 by {encoding}", sheet_of(parse(PUZZLE)), Rules(encoding)


def _sheet(family: str, facts: str) -> AnySheet:
    found = family_named(family)
    return Sheet(found, family, found.puzzle(facts))


def main() -> None:
    """Print a table: CPU seconds, the number of steps, and the largest reason."""
    print("| puzzle | first step | all steps | steps | largest reason | by a search |")
    print("| --- | --: | --: | --: | --: | --: |")
    for name, sheet, rules in sheets():
        started, first, sizes, searched = time.process_time(), 0.0, [], 0
        for step in deduce_steps(sheet, rules=rules):
            first = first or time.process_time() - started
            if isinstance(step, Step):
                sizes.append(step.size)
                searched += not step.reason.minimal
        seconds = time.process_time() - started
        print(
            f"| {name} | {first:.1f} | {seconds:.1f} | {len(sizes)} | {max(sizes)} | "
            f"{searched} |"
        )


if __name__ == "__main__":
    main()
