#!/usr/bin/env bash
# CPMpy: `solveAll` counts a solution once for each value of the variables that CPMpy adds. Of "if p,
# then x and y are a path of a decision diagram", it finds 291 solutions; 12 of them differ.
# Guess: 12, "the number of solutions".
set -eu
. "$(dirname "$0")/packages.sh"
packages cpmpy==1.1.1 ortools==9.15.6755
python - <<'END'
import cpmpy as cp

p, (x, y), found = cp.boolvar(name="p"), cp.intvar(0, 2, shape=2, name=("x", "y")), []
arcs = [("r", 0, "a"), ("r", 1, "b"), ("a", 1, "t"), ("b", 0, "t"), ("b", 1, "t")]
model = cp.Model(p.implies(cp.MDD([x, y], arcs)))
count = model.solveAll(
    solver="ortools",
    display=lambda: found.append((bool(p.value()), int(x.value()), int(y.value()))),
)
right = {(False, a, b) for a in range(3) for b in range(3)}
right |= {(True, a, b) for a, b in ((0, 1), (1, 0), (1, 1))}
print("solutions:", count, "different ones:", len(set(found)))
assert set(found) == right and len(right) == 12
assert count == len(found) == 291
END
