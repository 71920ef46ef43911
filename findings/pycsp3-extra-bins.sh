#!/usr/bin/env bash
# pycsp3-solvers-extra: items of sizes 2 and 1 go into the bins 2 and 1, of limits 2 and 1, if the
# domain is 0 to 2, and nowhere if it is 1 to 2: the least value of the domains is the first bin.
# Guess: a domain that leaves out what is not used changes nothing.
set -eu
. "$(dirname "$0")/packages.sh"
packages pycsp3-solvers-extra==0.7.11 pycsp3==2.6.1 ortools==9.15.6755 z3-solver==4.15.4.0
cat > model.py <<'END'
import itertools
import os

from pycsp3 import *
from pycsp3_solvers_extra import solve

solver, least = os.environ["SOLVER"], int(os.environ["LEAST"])
sizes, limits = [2, 1], [0, 1, 2]
x = VarArray(size=2, dom=range(least, 3))
satisfy(BinPacking(x, sizes=sizes, limits=limits))
solve(solver=solver, sols=ALL)
found = sorted(tuple(values(x, sol=number)) for number in range(n_solutions()))
right = [
    bins
    for bins in itertools.product(range(least, 3), repeat=2)
    if all(sum(s for s, b in zip(sizes, bins) if b == n) <= limits[n] for n in range(3))
]
print(solver, "domain from", least, "found:", found, "right:", right)
assert right == [(2, 1)] and found == ([] if least else right)
END
for solver in ortools z3; do
    for least in 0 1; do SOLVER=$solver LEAST=$least python model.py 2> /dev/null; done
done
