#!/usr/bin/env bash
# CPMpy: a soft clause without literals, of weight 5, makes the cost of a MaxSAT file 5 less.
# Guess: 5 more, as no clause without literals holds.
set -eu
. "$(dirname "$0")/packages.sh"
packages cpmpy==1.1.1 ortools==9.15.6755
python - <<'END'
from cpmpy.tools.io.wcnf import load_wcnf


def cost(text):
    model = load_wcnf(text)
    assert model.solve(solver="ortools")
    return model.objective_value()


clauses = "h 1 2 0\n3 -1 0\n2 -2 0\n"
without, empty, false = (cost(clauses + more) for more in ("", "5 0\n", "h -3 0\n5 3 0\n"))
print("cost:", without, "with an empty clause:", empty, "with one that cannot hold:", false)
assert (without, false) == (2, 7)
assert empty == -3
END
