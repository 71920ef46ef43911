#!/usr/bin/env bash
# python-sat: enum_models leaves its blocking clauses in the solver, so a formula is
# unsatisfiable after its models were listed. Guess: listing changes nothing.
set -eu
. "$(dirname "$0")/packages.sh"
packages python-sat==1.9.dev17
python - <<'END'
from pysat.solvers import Solver

with Solver("g4", bootstrap_with=[[1, 2]]) as solver:
    before, models, after = solver.solve(), len(list(solver.enum_models())), solver.solve()
print("x1 or x2: solve, number of models, solve again:", before, models, after)
assert (before, models, after) == (True, 3, False)
END
