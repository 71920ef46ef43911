"""Judge many matrices of regions at once."""

import numpy as np

from galaxies_asp.counting.boards.matrices import Bools, Ints, boards_among


def are_galaxies_boards(labels: Ints) -> Bools:
    """Return (n,): which of (n, H, W) matrices are Galaxies boards."""
    verdicts = np.zeros(len(labels), dtype=bool)
    verdicts[[number for number, _ in boards_among(labels)]] = True
    return verdicts
