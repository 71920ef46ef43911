#!/usr/bin/env bash
# SciPy: for an infeasible program of two rows, `milp` ends with status 4, "Solve error", and a line
# of the solver is printed; without presolve it is status 2.
# Guess: "2 : Problem is infeasible", as documented; no value is outside of the bounds 0 and 2.
set -eu
. "$(dirname "$0")/packages.sh"
packages scipy==1.18.1 numpy==2.5.5
python - <<'END'
from itertools import product

from scipy.optimize import Bounds, LinearConstraint, milp

costs = [-3, 1, 3, -1]
rows = [[-2, -1, 1, 0], [-2, 2, 2, 3]]


def status(presolve):
    limits = LinearConstraint(rows, [float("-inf"), -3], [-3, -3])
    options = {"presolve": presolve}
    bounds = Bounds(0, 2)
    return milp(costs, constraints=limits, bounds=bounds, integrality=1, options=options).status


def value(row, point):
    return sum(map(int.__mul__, row, point))


points = product(range(3), repeat=4)
solutions = [p for p in points if value(rows[0], p) <= -3 and value(rows[1], p) == -3]
found = status(True), status(False)
print("solutions:", len(solutions), "status:", found[0], "without presolve:", found[1])
assert not solutions and found == (4, 2)
END
