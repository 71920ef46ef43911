#!/usr/bin/env bash
# permpy: the major index of 21 is 0: positions count from 0, so that it is not distributed as the
# number of inversions.
# Guess: 1, the sum of the positions of the descents; both have the same distribution.
set -eu
. "$(dirname "$0")/packages.sh"
packages permpy==0.2.12
python -W ignore - <<'END'
from collections import Counter
from itertools import permutations

from permpy import Permutation

every = [Permutation(numbers) for numbers in permutations((1, 2, 3))]
major = sorted(Counter(p.major_index() for p in every).items())
inversions = sorted(Counter(p.num_inversions() for p in every).items())
print("21:", Permutation(21).major_index(), "of length 3:", major, "inversions:", inversions)
assert Permutation(21).major_index() == 0
assert inversions == [(0, 1), (1, 2), (2, 2), (3, 1)] and major == [(0, 3), (1, 3)]
END
