#!/usr/bin/env bash
# oxidd: counting the models of a zero-suppressed diagram halves them for each variable that its
# manager has above the number given: all 8 sets of three variables are 4 once a fourth is added;
# counted for more variables than there are, they are 0.0, or an error in exact numbers.
# Guess: the number given is the domain, as documented, and as for the other kinds of diagrams.
set -eu
. "$(dirname "$0")/packages.sh"
packages oxidd==0.13.0
python - <<'END'
from oxidd import bdd, zbdd

print(" ".join(zbdd.ZBDDFunction.sat_count.__doc__.split("Args:")[1].split()))
for kind, expected in {
    bdd.BDDManager: (8, 16.0, 8, 16),
    zbdd.ZBDDManager: (8, 0.0, 4, 8),
}.items():
    manager = kind(1000, 1000, 1)
    manager.add_vars(3)
    true = manager.true()
    found = [true.sat_count(3), true.sat_count_float(4)]
    manager.add_vars(1)
    found += [true.sat_count(3), true.sat_count(4)]
    print(kind.__name__, "of 3 variables, for 3 and 4:", *found[:2], "then of 4:", *found[2:])
    assert tuple(found) == expected, found
END
