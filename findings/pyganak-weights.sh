#!/usr/bin/env bash
# pyganak: if one literal of a variable has the weight w, the other one has 1 - w, though the
# documentation says 1: for (x1 or x2) and the weight 3 of x1 alone the count is 4, not 7.
# Guess: 1, as the documentation says, and as other counters of weighted models have it.
set -eu
. "$(dirname "$0")/packages.sh"
packages pyganak==2.9.0
cat > weights.py <<'END'
from pyganak import WeightedCounter

print(" ".join(WeightedCounter.set_lit_weight.__doc__.split()))


def count(weights):
    counter = WeightedCounter()
    counter.add_clause([1, 2])
    for literal, weight in weights.items():
        counter.set_lit_weight(literal, weight)
    print(weights, found := counter.count())
    return found


assert count({1: 3.0, -1: 1.0}) == 7
assert count({1: 3.0}) == 4
assert count({-1: 3.0}) == -1
END
python weights.py > output
cat output
grep -q "unspecified literals default to weight 1" output
