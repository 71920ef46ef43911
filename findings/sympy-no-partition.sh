#!/usr/bin/env bash
# SymPy: `partitions` yields one partition, of 0, where none fits: 5 as at most two parts up to 2.
# Guess: no partition, so that to count them gives 0.
set -eu
. "$(dirname "$0")/packages.sh"
packages sympy==1.14.0
python - <<'END'
from sympy.utilities.iterables import partitions


def found(number, **limits):
    return [dict(parts) for parts in partitions(number, **limits)]


for limits in ({"m": 2, "k": 2}, {"m": 2, "k": 3}):
    print("5 as at most", limits["m"], "parts up to", limits["k"], found(5, **limits))
assert found(5, m=2, k=2) == [{}]
assert found(5, m=2, k=3) == [{3: 1, 2: 1}]
END
