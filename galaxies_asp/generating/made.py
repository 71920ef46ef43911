"""One form for all puzzles that are the same up to a turn or a reflection."""

import hashlib
import json
from collections.abc import Iterable, Iterator

from galaxies_asp.board.puzzle import Puzzle

Places = tuple[tuple[int, int], ...]
Form = tuple[int, int, Places, Places, Places, Places]
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
                    points: Iterable[tuple[int, int]],
                    swapped: bool = swapped,
                    left_right: bool = left_right,
                    top_bottom: bool = top_bottom,
                ) -> Places:
                    right = 2 * width if left_right else 0
                    bottom = 2 * height if top_bottom else 0
                    moved = [(abs(right - x), abs(bottom - y)) for x, y in points]
                    return tuple(
                        sorted([(y, x) for x, y in moved] if swapped else moved)
                    )

                size = (height, width) if swapped else (width, height)
                dots, black, holes, walls = map(image, parts)
                yield (*size, dots, black, holes, walls)
