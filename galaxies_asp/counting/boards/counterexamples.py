"""The smallest boards on which statements of the paper fail."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from galaxies_asp.counting.boards import matrices, symmetry


def all_walls(height: int, width: int) -> Iterator[matrices.Walls]:
    """Yield all sets of walls; there are two to the power of the gridlines."""
    upright, level = height * (width - 1), (height - 1) * width
    for bits in product((False, True), repeat=upright + level):
        walls = np.array(bits, dtype=bool)
        yield (
            walls[:upright].reshape(height, width - 1),
            walls[upright:].reshape(height - 1, width),
        )


def no_partitions(height: int, width: int) -> Iterator[matrices.Walls]:
    """Yield the arrangements without a lonely wall that are no partitions."""
    for walls in all_walls(height, width):
        if not matrices.silly_squares(walls).any() and not matrices.is_partition(walls):
            yield walls


def false_palindromes(height: int, width: int) -> Iterator[matrices.Ints]:
    """Yield the partitions that pass the palindrome test and are not symmetric."""
    for labels in partitions(height, width):
        regions = symmetry.regions_of(labels)
        if all(map(symmetry.passes_palindrome_test, regions)) and any(
            symmetry.centroid(region) is None for region in regions
        ):
            yield labels


def partitions(height: int, width: int) -> Iterator[matrices.Ints]:
    """Yield the matrices of all partitions, by trying all sets of walls."""
    for walls in all_walls(height, width):
        if not matrices.silly_squares(walls).any() and matrices.is_partition(walls):
            yield matrices.labels_of(walls)
