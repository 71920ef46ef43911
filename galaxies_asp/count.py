"""The exact number of solutions, without going through them."""

import time
from dataclasses import dataclass
from typing import Literal

from galaxies_asp.diagram import Diagram
from galaxies_asp.fixpoint import NoSolutionError, open_pairs
from galaxies_asp.possible import possible_pairs
from galaxies_asp.puzzle import NO_DOT, Puzzle


@dataclass(frozen=True)
class Count:
    """A number of solutions, and how it came about.

    Attributes
    ----------
    total
        The number; a lower bound unless `complete`.
    components
        The numbers for the independent components, largest first; their product is the
        total.
    forced_cells, open_cells
        How many cells belong to the same dot in all solutions, and how many do not.
        None as long as this is not known.
    decisions
        How many different components were decided.
    """

    puzzle: Puzzle
    total: int
    complete: bool
    stopped_by: Literal["time", "interrupt"] | None
    components: tuple[int, ...]
    forced_cells: int | None
    open_cells: int | None
    decisions: int
    seconds: float


def count(puzzle: Puzzle, *, time_limit: float | None = None) -> Count:
    """Count the solutions of a puzzle.

    First what no solution has is found and left out. The rest is compiled into a
    diagram (see `diagram`), from which the number is read.

    Parameters
    ----------
    time_limit
        Wall-clock seconds; with a lower bound as the answer where they do not suffice.
    """
    started = time.process_time()
    deadline = None if time_limit is None else time.monotonic() + time_limit
    diagram, stopped_by = _compiled(puzzle, deadline)
    if diagram is None:
        known = stopped_by is None
        return Count(
            puzzle,
            total=0,
            complete=known,
            stopped_by=stopped_by,
            components=(),
            forced_cells=None,
            open_cells=None,
            decisions=0,
            seconds=time.process_time() - started,
        )
    cells = int(puzzle.cell_mask().sum())
    forced = int((diagram.base != NO_DOT).sum())
    # No pair is left that is in no solution, so that every component has one at least.
    components = sorted(max(1, diagram.count(root)) for root in diagram.roots or ())
    total = 1
    for number in components:
        total *= number
    return Count(
        puzzle,
        total=total,
        complete=stopped_by is None,
        stopped_by=stopped_by,
        components=tuple(reversed(components)),
        forced_cells=forced,
        open_cells=cells - forced,
        decisions=diagram.size,
        seconds=time.process_time() - started,
    )


def _compiled(
    puzzle: Puzzle, deadline: float | None
) -> tuple[Diagram | None, Literal["time", "interrupt"] | None]:
    """Return the diagram as far as it came, and what stopped it."""
    diagram = None
    try:
        diagram = reduced_diagram(puzzle, deadline)
        return diagram, None if diagram.expand(deadline) else "time"
    except NoSolutionError:
        return None, None
    except TimeoutError:
        return None, "time"
    except KeyboardInterrupt:
        return diagram, "interrupt"


def reduced_diagram(puzzle: Puzzle, deadline: float | None = None) -> Diagram:
    """Return the diagram, not expanded, without the pairs that no solution takes.

    Raises
    ------
    NoSolutionError
        If there is no solution.
    TimeoutError
        If `time.monotonic()` passes the deadline.
    """
    pairs = open_pairs(puzzle)
    possible = possible_pairs(pairs, deadline)
    if possible is None:
        raise NoSolutionError("the search has found that there is no solution")
    return Diagram(puzzle, pairs, possible)
