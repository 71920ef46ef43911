#!/usr/bin/env bash
# CPMpy: "if p, then these successors form a circuit" loses solutions with p false when it is given
# to a linear solver: Exact finds 2 of 3, OR-Tools all. CPMpy writes the order of the nodes as
# constraints that hold whether or not p does, and the successors 0 -> 1, 1 -> 2, 2 -> 1 have none.
# Guess: what p implies is no constraint where p is false.
set -eu
. "$(dirname "$0")/packages.sh"
packages cpmpy==1.1.1 exact==2.2.1 ortools==9.15.6755
python - <<'END'
from itertools import product

import cpmpy as cp


def solutions(solver):
    p, successors = cp.boolvar(name="p"), [cp.intvar(1, 1), cp.intvar(2, 2), cp.intvar(0, 1)]
    model, found = cp.Model(p.implies(cp.Circuit(successors))), []
    show = [p, *successors]
    model.solveAll(solver=solver, display=lambda: found.append([int(x.value()) for x in show]))
    return sorted(found)


def circuit(successors):
    node, seen = 0, []
    while node not in seen:
        seen.append(node)
        node = successors[node]
    return node == 0 and len(seen) == len(successors)


right = [[p, 1, 2, x] for p, x in product((0, 1), (0, 1)) if not p or circuit((1, 2, x))]
print("p, successors: Exact", solutions("exact"), "OR-Tools", solutions("ortools"), "right", right)
assert right == solutions("ortools") == [[0, 1, 2, 0], [0, 1, 2, 1], [1, 1, 2, 0]]
assert solutions("exact") == [[0, 1, 2, 0], [1, 1, 2, 0]]
END
