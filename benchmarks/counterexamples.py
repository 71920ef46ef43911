"""Draw the smallest boards that refute statements of Morris (2023).

    python benchmarks/counterexamples.py

On the first ones no vertex touches exactly one wall, but a region borders itself. On
the others all regions pass the palindrome test, but one is not symmetric.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np
from board_walls import (
    drawn_of,
    gridlines,
    is_partition,
    silly_squares,
    walls_from,
    walls_of,
)

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing.text_style import PLAIN
from galaxies_asp.counting.boards.matrices import (
    Bools,
    Ints,
    Walls,
    centroid,
    labels_of,
    regions_of,
)


def main() -> None:
    """Draw the counterexamples."""
    for walls in no_partitions(3, 3):
        print(drawn(walls))
    for labels in false_palindromes(2, 2):
        print(drawn(walls_of(labels)))


def drawn(walls: Walls) -> str:
    """Return a drawing of walls."""
    height, width = walls[0].shape[0], walls[1].shape[1]
    points = gridlines(height, width)[drawn_of(walls)].tolist()
    puzzle = Puzzle(width, height)
    return PLAIN.draw(Position(puzzle, walls=frozenset(Point(*at) for at in points)))


def all_walls(height: int, width: int) -> Iterator[Walls]:
    """Yield all sets of walls; there are two to the power of the gridlines."""
    number = height * (width - 1) + (height - 1) * width
    for bits in product((False, True), repeat=number):
        yield walls_from(np.array(bits, dtype=bool), height, width)


def no_partitions(height: int, width: int) -> Iterator[Walls]:
    """Yield the arrangements without a lonely wall that are no partitions."""
    for walls in all_walls(height, width):
        if not silly_squares(walls).any() and not is_partition(walls):
            yield walls


def false_palindromes(height: int, width: int) -> Iterator[Ints]:
    """Yield the partitions that pass the palindrome test and are not symmetric."""
    for labels in partitions(height, width):
        regions = regions_of(labels)
        is_symmetric = None not in map(centroid, regions)
        if all(map(passes_palindrome_test, regions)) and not is_symmetric:
            yield labels


def partitions(height: int, width: int) -> Iterator[Ints]:
    """Yield the matrices of all partitions, by trying all sets of walls."""
    for walls in all_walls(height, width):
        if not silly_squares(walls).any() and is_partition(walls):
            yield labels_of(walls)


def passes_palindrome_test(region: Bools) -> bool:
    """Tell whether the region's one-dimensional form is a palindrome.

    Every symmetric region passes, but so do others, as the rows of the board are put
    one behind the other: three cells around a corner of a 2 x 2 board do.
    """
    index = np.flatnonzero(region)
    sums = index + index[::-1]
    return bool((sums == sums[0]).all())


if __name__ == "__main__":
    main()
