#!/usr/bin/env bash
# CPMpy: of the words over 0, 1 and 2 of length 2, 0*10* refuses 7. When the constraint is given to a
# linear solver, 3 are found, by Exact. Values without a transition are left out when the state for
# words without a run is added.
# Guess: a solver changes no solutions.
set -eu
. "$(dirname "$0")/packages.sh"
packages cpmpy==1.1.1 exact==2.2.1 ortools==9.15.6755
python - <<'END'
from itertools import product

import cpmpy as cp


def refused(solver):
    word, found = cp.intvar(0, 2, shape=2), []
    transitions = [("A", 0, "A"), ("A", 1, "B"), ("B", 0, "B")]
    accepted = cp.Regular(list(word), transitions, start="A", accepting=["B"])
    cp.Model(~accepted).solveAll(solver=solver, display=lambda: found.append((*word.value(),)))
    return sorted({tuple(map(int, word)) for word in found})


right = [word for word in product(range(3), repeat=2) if sorted(word) != [0, 1]]
print("Exact:", refused("exact"), "OR-Tools:", refused("ortools"), "right:", right)
assert refused("ortools") == right and len(right) == 7
assert refused("exact") == [(0, 0), (1, 1), (2, 2)]
END
