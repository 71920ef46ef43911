#!/usr/bin/env bash
# polyominator: one square of four cells has four tilings of its own board, and two dominoes have 16
# tilings of it: symmetric pieces count once for each of the four rotations.
# Guess: 1, and 4 as the dominoes are told apart; without rotations the square has one.
set -eu
. "$(dirname "$0")/packages.sh"
packages polyominator==1.0.1 algorithm-x==0.1.0 numpy==2.5.5 scipy==1.18.1 pandas==3.1.1
python -W ignore - <<'END'
import numpy
from polyominator.solver import polyomino

board, square, domino = (numpy.ones(shape, bool) for shape in ((2, 2), (2, 2), (1, 2)))


def tilings(pieces, rotated=True):
    found = list(polyomino(pieces, board, rotated).solve(get_only_one_solve=False))
    return len(found), len({solution.tobytes() for solution in found})


one, two, fixed = tilings([square]), tilings([domino, domino]), tilings([square], False)
print("square: tilings, different:", *one, "two dominoes:", *two, "square without rotations:", *fixed)
assert (one, two, fixed) == ((4, 1), (16, 4), (1, 1))
END
