#!/usr/bin/env bash
# pychoco: the union of the sets with chosen indices leaves out the choice of an empty set, though its
# union, the empty set, is allowed: `set_union_indices` has two solutions.
# Guess: three, the choice of nothing for both values of the second set, and that of the second one.
set -eu
. "$(dirname "$0")/packages.sh"
packages pychoco==0.4.0
python - <<'END'
from pychoco import Model

model = Model()
first, second = model.setvar({0}, {0}), model.setvar(set(), {0})
chosen, union = model.setvar(set(), {1}), model.setvar(set(), {2})
model.set_union_indices([first, second], chosen, union).post()
solver, found = model.get_solver(), []
while solver.solve():
    found.append([sorted(variable.get_value()) for variable in (second, chosen, union)])
print("second set, chosen, union:", sorted(found))
right = [
    [list(a), list(b), list(c)]
    for a in ((), (0,))
    for b in ((), (1,))
    for c in ((), (2,))
    if {*c} == ({*a} if b else set())
]
print("right:", sorted(right))
assert [[], [1], []] in right and [[], [1], []] not in found and len(right) == 3
assert sorted(found) == [[[], [], []], [[0], [], []]]
END
