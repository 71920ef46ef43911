"""What a book costs: `python benchmarks/books.py [COUNT]...`, by default 100 and 1000.

The puzzles are those of 10x10 of the collection, turned and mirrored, and with dots of
two colours, so that no two are equal. CPU milliseconds a puzzle, in this process, and
of rating for 20 of them.
"""

import resource
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from typing import TypeVar

from galaxies_asp.book import Design, compose, pdf, prepare, task
from galaxies_asp.book.problems import measured_grade
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.notation import parse_all

FILES = ("tatham-normal-10x10", "tatham-unreasonable-10x10")
MOST_RATED = 20

Done = TypeVar("Done")


def puzzles() -> Iterator[Puzzle]:
    """Yield different puzzles without end."""
    texts = [(data_folder("puzzles") / f"{file}.txt").read_text() for file in FILES]
    given = [position.puzzle for text in texts for position in parse_all(text)]
    for number in count():
        for puzzle in given:
            side = 2 * puzzle.width
            dots = [Point(*dot) for dot in puzzle.centers]
            if number & 1:
                dots = [Point(side - x, y) for x, y in dots]
            if number & 2:
                dots = [Point(x, side - y) for x, y in dots]
            if number & 4:
                dots = [Point(y, x) for x, y in dots]
            black = frozenset(
                dot for i, dot in enumerate(dots) if number >> (3 + i % 8) & 1
            )
            yield Puzzle(puzzle.width, puzzle.height, tuple(dots), black=black)


def measure(work: Callable[[], Done], puzzles: int) -> tuple[Done, float]:
    """Return what the work gives, and CPU milliseconds a puzzle."""
    started = time.process_time()
    done = work()
    return done, 1000 * (time.process_time() - started) / puzzles


def _grades(rated: list[Puzzle], with_effort: bool) -> None:
    for one in rated:
        measured_grade(one, with_effort=with_effort)


def main() -> None:
    counts = [int(argument) for argument in sys.argv[1:]] or [100, 1000]
    rated = list(islice(puzzles(), MOST_RATED))
    for way in (True, False):
        _, rating = measure(
            partial(_grades, rated, way),
            MOST_RATED,
        )
        name = "walkthrough" if way else "outline"
        print(f"rating by {name}: {rating:.1f} ms a puzzle")
    print()
    print("| puzzles | pages | solve | lay out | typeset | MB | peak MB |")
    print("| --: | --: | --: | --: | --: | --: | --: |")
    for number in counts:
        tasks = [
            task("", puzzle, {"difficulty": "easy"})
            for puzzle in islice(puzzles(), number)
        ]
        problems, solving = measure(partial(prepare, tasks), number)
        book, laying = measure(partial(compose, problems, Design()), number)
        document, typesetting = measure(partial(pdf, book), number)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        pages = 2 + len(book.puzzle_pages) + len(book.solution_pages)
        print(
            f"| {number} | {pages} | {solving:.1f} | {laying:.2f} "
            f"| {typesetting:.1f} | {len(document) / 1e6:.1f} | {peak:.0f} |"
        )


if __name__ == "__main__":
    main()
