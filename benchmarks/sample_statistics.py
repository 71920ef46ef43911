"""Estimate properties of boards from uniform samples, with 95 % intervals, as JSON.

    python benchmarks/sample_statistics.py galaxies 7x7 1000
    python benchmarks/sample_statistics.py ring-ring 4x8 1000

The second line is about strips of 4 rows and 8 columns: their closed lines.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain

import numpy as np
from intervals import Interval, mean, ratio, share

from galaxies_asp.core.board.grid import Point, is_cell, is_vertex
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.counting.boards import matrices, sampling
from galaxies_asp.counting.boards.matrices import Ints
from galaxies_asp.counting.boards.shape import BoardShape
from galaxies_asp.counting.strips.automaton import means, samples
from galaxies_asp.counting.strips.puzzles import StripPuzzle
from galaxies_asp.counting.strips.sweep import (
    CHARACTERS,
    DOWN,
    LEFT,
    RIGHT,
    UP,
)
from galaxies_asp.solving.search import is_unique

_ALL = len(CHARACTERS) - 1

STEPS = {LEFT: (-1, 0), UP: (0, -1), DOWN: (0, 1), RIGHT: (1, 0)}
"""Where a line leads: (columns to the right, rows down)."""

OPPOSITE = {LEFT: RIGHT, UP: DOWN, DOWN: UP, RIGHT: LEFT}


def main() -> None:
    """Print the statistics of a kind of boards, or of a strip."""
    kind, size, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
    first, other = map(int, size.split("x"))
    if kind in ("partitions", "galaxies", "galaxies-toroidal"):
        boards = sampling.sampler_of(kind, BoardShape(other, first))
        drawn = list(sampling.draw(boards, number, 0))
        unique = None
        if kind == "galaxies":
            puzzles = (Puzzle(first, other, dots_of(labels)) for labels in drawn)
            unique = list(map(is_unique, puzzles))
        answer = asdict(summarize_boards(drawn, unique)) | {"total": boards.total}
    else:
        automaton = StripPuzzle(kind, first).automaton().minimal()
        exact = {name: str(value) for name, value in means(automaton, other).items()}
        lines = summarize_lines(samples(automaton, other, number, 0))
        answer = {"means": exact, "loops": asdict(lines)}
    print(json.dumps(answer, ensure_ascii=False))


@dataclass(frozen=True)
class BoardSummary:
    """Estimates from a sample; shares of dots are null if no region is symmetric."""

    boards: int
    regions: Interval
    sizes: Mapping[int, int]
    """The number of regions of each size."""
    on_cells: Interval | None
    on_edges: Interval | None
    on_vertices: Interval | None
    """Shares of the dots."""
    proper: Interval | None
    """The share of boards whose dots have one solution."""


def dots_of(labels: Ints) -> tuple[Point, ...]:
    """Return the centroids of the symmetric regions of an (H, W) matrix."""
    return tuple(filter(None, map(matrices.centroid, matrices.regions_of(labels))))


def summarize_boards(
    boards: Iterable[Ints], proper: Sequence[bool] | None = None
) -> BoardSummary:
    """Summarize a sample of at least two boards, (H, W) matrices.

    `proper`: for each board whether its dots are a proper puzzle, if that is known.
    """
    numbers: list[int] = []
    sizes: Counter[int] = Counter()
    per_board: list[tuple[int, int, int]] = []
    for labels in boards:
        numbers.append(int(labels.max()))
        sizes.update(np.bincount(labels.ravel())[1:].tolist())
        dots = dots_of(labels)
        counts = sum(map(is_cell, dots)), sum(map(is_vertex, dots))
        per_board.append((counts[0], len(dots) - sum(counts), counts[1]))
    totals = list(map(sum, per_board))
    cells, edges, vertices = (ratio(n, totals) for n in zip(*per_board, strict=True))
    rate = None if proper is None else share(sum(proper), len(proper))
    ordered = dict(sorted(sizes.items()))
    return BoardSummary(
        len(numbers), mean(numbers), ordered, cells, edges, vertices, rate
    )


@dataclass(frozen=True)
class LoopSummary:
    """Closed lines on a sample."""

    boards: int
    number: Interval
    """On a board."""
    length: Interval | None
    """In steps."""
    lengths: Mapping[int, int]


def lines_of(character: str) -> int:
    """Return the sum of a character's lines; 0 for one that draws none."""
    return max(CHARACTERS.find(character), 0)


def are_closed(rows: Sequence[str]) -> bool:
    """Return whether no line of a board has an end or a branch."""
    return all(lines_of(cell).bit_count() in (0, 2, 4) for row in rows for cell in row)


def lengths(rows: Sequence[str]) -> list[int]:
    """Return the lengths of the closed lines of a board without ends and branches.

    Two lines cross in a ┼, each going straight on.
    """
    # A line passes each cell on one of its sides; a ┼ is passed twice.
    unused = {
        (x, y, side)
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
        for side in STEPS
        if lines_of(cell) & side
    }
    loops = []
    while unused:
        x, y, side = start = min(unused)
        length = 0
        while length == 0 or (x, y, side) != start:
            unused.discard((x, y, side))
            dx, dy = STEPS[side]
            x, y, entered = x + dx, y + dy, OPPOSITE[side]
            unused.discard((x, y, entered))
            lines = lines_of(rows[y][x])
            side = OPPOSITE[entered] if lines == _ALL else lines - entered
            length += 1
        loops.append(length)
    return loops


def summarize_lines(boards: Iterable[Sequence[str]]) -> LoopSummary:
    """Summarize a sample of at least two boards without ends and branches."""
    samples = [lengths(rows) for rows in boards]
    numbers = [len(loops) for loops in samples]
    return LoopSummary(
        boards=len(samples),
        number=mean(numbers),
        length=ratio([sum(loops) for loops in samples], numbers),
        lengths=dict(sorted(Counter(chain.from_iterable(samples)).items())),
    )


if __name__ == "__main__":
    main()
