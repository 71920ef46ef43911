"""One form for all puzzles that are the same up to a turn or a reflection."""

import hashlib
import json
from collections.abc import Iterable, Iterator

from galaxies_asp.grid import Point
from galaxies_asp.puzzle import Puzzle

Form = tuple[
    int, int, tuple[Point, ...], tuple[Point, ...], tuple[Point, ...], tuple[Point, ...]
]
"""Width, height, dots, black dots, holes and given walls; points in order."""


def canonical_form(puzzle: Puzzle) -> Form:
    """Return the first of the eight forms of a puzzle."""
    return min(_forms(puzzle))


def canonical_hash(puzzle: Puzzle) -> str:
    """Return 16 hexadecimal digits that are the same for all eight forms."""
    text = json.dumps(canonical_form(puzzle), separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _forms(puzzle: Puzzle) -> Iterator[Form]:
    width, height = puzzle.width, puzzle.height
    parts = (puzzle.centers, puzzle.black, puzzle.holes, puzzle.walls)
    for swapped in (False, True):
        for left_right in (False, True):
            for top_bottom in (False, True):

                def image(
                    points: Iterable[Point],
                    swapped: bool = swapped,
                    left_right: bool = left_right,
                    top_bottom: bool = top_bottom,
                ) -> tuple[Point, ...]:
                    found = []
                    for x, y in points:
                        x = 2 * width - x if left_right else x
                        y = 2 * height - y if top_bottom else y
                        found.append(Point(y, x) if swapped else Point(x, y))
                    return tuple(sorted(found))

                size = (height, width) if swapped else (width, height)
                dots, black, holes, walls = map(image, parts)
                yield (*size, dots, black, holes, walls)
