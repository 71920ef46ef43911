"""Measure what it would take to derive the rules of `fast` from `grow.lp`.

    python benchmarks/derived_rules.py [PUZZLE ...]

CPU milliseconds, medians of nine runs: grounding `grow.lp`; grounding its part before
the choice; the same with an observer of clingo that keeps the ground rules; and what
`fast` takes for propagation and its ground rules.
"""

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import clingo

from galaxies_asp.cli.inputs import source_text
from galaxies_asp.core.asp.encodings import bundled
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.notation import parse_all
from galaxies_asp.solving.plan import solver

PUZZLES = ("idp-7x7", "random-hard-12x12", "idp-15x15", "random-sparse-30x30")
RUNS = 9
CHOICE = "% Generate: a region contains the cells"


class KeptRules(clingo.Observer):
    """Keeps the ground rules."""

    def __init__(self) -> None:
        self.rules: list[tuple[Any, ...]] = []

    def rule(self, *rule: Any) -> None:
        """Keep a rule."""
        self.rules.append(rule)


def ground(program: str, observer: clingo.Observer | None = None) -> None:
    """Ground a program."""
    control = clingo.Control(["1"], logger=lambda *_: None)
    if observer is not None:
        control.register_observer(observer)
    control.add("base", [], program)
    control.ground([("base", [])])


def propagate(puzzle: Puzzle) -> None:
    """Propagate a puzzle, and give clingo the ground rules of the rest."""
    solver(puzzle, Rules("fast")).ground(["1"])


def milliseconds(work: Callable[[], object]) -> float:
    """Return the median CPU time of several runs, after one more."""
    work()
    times = []
    for _ in range(RUNS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return 1000 * statistics.median(times)


def main() -> None:
    """Print a row for each puzzle."""
    grow = bundled("galaxies/grow.lp").text
    stratified = grow[: grow.index(CHOICE)].replace("#show galaxy/2.", "")
    print("| puzzle | `grow` | stratified part | with observer | `fast` |")
    print("| --- | --: | --: | --: | --: |")
    for name in sys.argv[1:] or PUZZLES:
        puzzle = parse_all(source_text(name)[1])[0].puzzle
        board = "\n" + facts.program(puzzle)
        works = (
            partial(ground, grow + board),
            partial(ground, stratified + board),
            partial(ground, stratified + board, KeptRules()),
            partial(propagate, puzzle),
        )
        times = map(milliseconds, works)
        print(f"| {name} | " + " | ".join(f"{each:.1f}" for each in times) + " |")


if __name__ == "__main__":
    main()
