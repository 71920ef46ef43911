#!/usr/bin/env bash
# pycsp3-solvers-extra: for OR-Tools, "all equal except 0" holds for 0, 1, 2, and of three variables
# up to 2 there are 345 solutions, which are all 27 lists, up to 120 times each.
# Guess: 15, as for Z3 and for the ACE of PyCSP3.
set -eu
. "$(dirname "$0")/packages.sh"
packages pycsp3-solvers-extra==0.7.11 pycsp3==2.6.1 ortools==9.15.6755 z3-solver==4.15.4.0
cat > model.py <<'END'
import itertools
import sys

from pycsp3 import *
from pycsp3_solvers_extra import solve

x = VarArray(size=3, dom=range(3))
satisfy(AllEqual(x, excepting=0))
solve(solver=sys.argv[1], sols=ALL)
found = [tuple(values(x, sol=number)) for number in range(n_solutions())]
right = {row for row in itertools.product(range(3), repeat=3) if len(set(row) - {0}) <= 1}
different = set(found)
print(sys.argv[1], "solutions:", len(found), "different:", len(different), "right:", len(right))
print("wrong ones:", sorted(different - right))
assert right <= different and len(right) == 15
assert (len(found), len(different)) == ((345, 27) if sys.argv[1] == "ortools" else (15, 15))
END
python model.py ortools 2> /dev/null
python model.py z3 2> /dev/null
