"""The forms of a puzzle: how the symmetries of its lattice turn it."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import product

from galaxies_asp.core.board.grid import SQUARE
from galaxies_asp.core.board.puzzle import Puzzle

Form = tuple[int | list[tuple[int, int]], ...]


def hashed(text: str) -> str:
    """Return 16 hexadecimal digits of a hash of a text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def canonical_form(puzzle: Puzzle) -> str:
    """Return a text that is the same for all forms of a puzzle, and for no other."""
    forms = _forms(puzzle) if puzzle.lattice == SQUARE else _hexagonal_forms(puzzle)
    return json.dumps(min(forms), separators=(",", ":"))


def _forms(puzzle: Puzzle) -> Iterator[Form]:
    """Yield the forms: size, dots, black dots, holes and given walls, in order."""
    width, height = puzzle.width, puzzle.height
    parts = (puzzle.centers, puzzle.black, puzzle.holes, puzzle.walls)
    for across, down in product((0, 2 * width), (0, 2 * height)):
        images = [[(abs(across - x), abs(down - y)) for x, y in part] for part in parts]
        yield width, height, *map(sorted, images)
        turned = ([(y, x) for x, y in points] for points in images)
        yield height, width, *map(sorted, turned)


def _hexagonal_forms(puzzle: Puzzle) -> Iterator[Form]:
    """Yield the forms: cells, dots, black dots and given walls, in order."""
    parts: list[Iterable[tuple[int, int]]]
    parts = [puzzle.cells(), puzzle.centers, puzzle.black, puzzle.walls]
    for _ in range(6):
        turned = [[(-y, x + y) for x, y in part] for part in parts]
        for images in turned, [[(y, x) for x, y in part] for part in turned]:
            left, top = map(min, zip(*images[0], strict=True))
            yield tuple(
                sorted((x - left, y - top) for x, y in points) for points in images
            )
        parts = [*turned]
