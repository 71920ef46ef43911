"""Measure `--eq=0 --trans-ext=no` on the shipped sets: clasp simplifies programs less.

    python benchmarks/preprocessing.py [NUMBER]

For each set, the CPU time of `solve` with these options as a share of that without: the
median over its first puzzles, and the least and the greatest. `grow` is a single puzzle
on the default way; `pairs` gives clasp the open pairs after propagation.
"""

import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial

from figures import least_cpu_seconds, number, row
from solving import PROVED, puzzles_of

from galaxies_asp import Puzzle, solve
from galaxies_asp.core.asp.program import Program
from galaxies_asp.fast.kernel import Kernel
from galaxies_asp.fast.rules import rules

OPTIONS = ("--eq=0", "--trans-ext=no")
RUNS = 5


def by_pairs(rules: str, options: tuple[str, ...] = ()) -> None:
    """Let clasp prove that open pairs have one solution."""
    program = Program(["2", *options], short_searches=True)
    program.add_ground_rules(rules)
    assert sum(1 for _ in program.models()) == 1


def share(puzzle: Puzzle, what: str) -> float | None:
    """Return the share of the time; None if propagation leaves nothing."""
    work: Callable[..., object] = partial(solve, puzzle, rules="grow")
    if what == "pairs":
        pairs = Kernel.settled(puzzle).open_lists()
        if not pairs.dots:
            return None
        work = partial(by_pairs, rules(pairs))
    plain, less = least_cpu_seconds([work, partial(work, options=OPTIONS)], RUNS)
    return less / plain


def lines(most: int = 5) -> Iterator[str]:
    """Yield a table: a row for each set."""
    yield row("puzzles", "`grow`", "least", "greatest", "pairs", "least", "greatest")
    yield row("---", *6 * ["--:"])
    for name in PROVED:
        cells = []
        for what in ("grow", "pairs"):
            found = [share(puzzle, what) for puzzle in puzzles_of(name)[:most]]
            known = [one for one in found if one is not None]
            for figure in (statistics.median, min, max):
                cells.append(number(figure(known)) if known else "")
        yield row(name, *cells)


if __name__ == "__main__":
    for line in lines(*map(int, sys.argv[1:])):
        print(line, flush=True)
