#!/usr/bin/env bash
# pyscipopt: a cumulative constraint says nothing of times below 0: two jobs of capacity 1 may
# both start at -1, and the status is "optimal".
# Guess: at most one at each point in time, as documented, wherever time begins.
set -eu
. "$(dirname "$0")/packages.sh"
packages pyscipopt==6.3.0
cat > jobs.py <<'END'
from pyscipopt import Model

documented = " ".join(Model.addConsCumulative.__doc__.split())
assert "at every time point t the total demand of all jobs active at t" in documented
for times, expected in {(1, 1): "infeasible", (0, 0): "infeasible", (-1, -1): "optimal"}.items():
    model = Model()
    model.hideOutput()
    starts = [model.addVar(name, "I", -3, 3) for name in "ab"]
    model.addConsCumulative(starts, [1, 1], [1, 1], 1)
    for start, time in zip(starts, times):
        model.addCons(start == time)
    model.optimize()
    print("two jobs at", times[0], "of duration 1 and capacity 1:", model.getStatus())
    assert model.getStatus() == expected
END
python jobs.py
