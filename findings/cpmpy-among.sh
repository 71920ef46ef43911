#!/usr/bin/env bash
# CPMpy: a value that is named twice in `Among` counts twice for the solver, and once for `value`,
# so a solution does not satisfy its own model.
# Guess: "any value in a set", as documented, as for `InDomain`.
set -eu
. "$(dirname "$0")/packages.sh"
packages cpmpy==1.1.1 ortools==9.15.6755
python - <<'END'
import cpmpy as cp

cells = cp.intvar(0, 3, shape=2)
zeros = cp.Among(cells, [0, 0])
solved = cp.Model(zeros >= 2, cells[1] == 3).solve(solver="ortools")
found = [int(cell) for cell in cells.value()]
print("at least 2 of", found, "are in {0, 0}:", solved, "value:", zeros.value())
assert solved and found == [0, 3] and zeros.value() == 1
END
