"""Figures with targets, as tables in Markdown.

A benchmark that fills a section of `docs/tables/performance.txt` has a function
`lines()` that yields the lines of its tables; see `performance.py`.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured value, and the value to reach.

    Attributes
    ----------
    measured, target, peer
        In the unit that `what` names; None where there is none.
    at_most
        Whether small values are good.
    note
        How the value came about, where this is not obvious.
    """

    what: str
    measured: float | None
    target: float | None = None
    peer: float | None = None
    at_most: bool = True
    note: str = ""

    @property
    def reached(self) -> str:
        """Whether the target is reached; empty if there is none."""
        if self.target is None:
            return ""
        if self.measured is None:
            return "no"
        ahead = self.target - self.measured
        return "yes" if (ahead if self.at_most else -ahead) >= 0 else "no"


def table(figures: Iterable[Figure], peer: str = "") -> Iterator[str]:
    """Yield the lines of a table of figures.

    Parameters
    ----------
    peer
        The name of the program whose values stand beside; empty if there is none.
    """
    names = ["figure", "measured", "target", "reached", *([peer] if peer else []), ""]
    yield row(*names)
    yield row("---", *("--:" for _ in names[1:-1]), "---")
    for one in figures:
        beside = [number(one.peer)] if peer else []
        values = number(one.measured, "-"), number(one.target), one.reached
        yield row(one.what, *values, *beside, one.note)


def row(*values: object) -> str:
    """Return a row of a table."""
    return "| " + " | ".join(map(str, values)) + " |"


def number(value: float | None, missing: str = "") -> str:
    """Return a value with three significant digits."""
    if value is None:
        return missing
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def least_cpu_seconds(works: Sequence[Callable[[], object]], runs: int) -> list[float]:
    """Return the least CPU time of each work; the works take turns.

    Other work on the machine only adds time, and turns spread it evenly.
    """
    least = [float("inf")] * len(works)
    for _ in range(runs):
        for i, work in enumerate(works):
            started = time.process_time()
            work()
            least[i] = min(least[i], time.process_time() - started)
    return least
