"""The standard rules on many solved boards of squares of one size, in numpy.

This states the rules of `rules.keeps_the_rules` again, for all boards at once: they lie
below each other, and nothing connects one with the next.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.verifying.regions import components

Numbers = NDArray[np.int32]


def keep_the_rules(dots: Numbers, first: Numbers, labels: Numbers) -> NDArray[np.bool_]:
    """Tell for each board whether its labels solve it.

    Parameters
    ----------
    dots
        (k, 2): x and y of each dot, inside the board, those of the first board first.
    first
        (n + 1,): the number of the first dot of each board; at last k.
    labels
        (n, H, W): for each cell its dot, counted from 0 on each board; -1 for holes.
    """
    number, height, width = labels.shape
    is_right: NDArray[np.bool_] = np.diff(first) > labels.max(axis=(1, 2))
    # Dots are numbered through from here on.
    owner = np.where(labels < 0, -1, labels + first[:-1, None, None])
    owner[~is_right] = -1
    board, row, column = np.nonzero(owner >= 0)
    owners = owner[board, row, column]
    x, y = dots[owners, 0] - column - 1, dots[owners, 1] - row - 1
    is_inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    images = owner[board, np.where(is_inside, y, 0), np.where(is_inside, x, 0)]
    is_right[board[~is_inside | (images != owners)]] = False
    of_board = np.repeat(np.arange(number), np.diff(first))
    for a, b in product((0, 1), repeat=2):  # the cells that dots touch
        columns, lines = (dots[:, 0] - a) // 2, (dots[:, 1] - b) // 2
        own = owner[of_board, lines, columns] == np.arange(len(dots))
        is_right[of_board[~own]] = False
    rows = owner.reshape(-1, width)
    below = (rows[1:] == rows[:-1]) & (rows[1:] >= 0)
    below[height - 1 :: height] = False
    beside = (rows[:, 1:] == rows[:, :-1]) & (rows[:, 1:] >= 0)
    root = components((beside, below)).ravel()
    is_root = (root == np.arange(root.size)) & (rows.ravel() >= 0)
    pieces = is_root.reshape(number, -1).sum(axis=1)
    # Each dot has a piece, so that there is no other one.
    is_right &= pieces == np.diff(first)
    return is_right
