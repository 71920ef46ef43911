#!/usr/bin/env bash
# pychoco: no subset of {0, 2} with 2 in it is at most {1}, by `set_le`, though {0, 2} is.
# Guess: the "lexicographic order of the sorted lists of elements", as documented, where 0, 2 comes
# before 1; with {0, 2} fixed it does.
set -eu
. "$(dirname "$0")/packages.sh"
packages pychoco==0.4.0
python - <<'END'
from pychoco import Model


def at_most_one(least):
    model = Model()
    left, right = model.setvar(least, {0, 2}), model.setvar({1}, {1})
    model.set_le(left, right).post()
    solver, found = model.get_solver(), []
    while solver.solve():
        found.append(sorted(left.get_value()))
    return sorted(found)


for least, seen in (({0, 2}, [[0, 2]]), ({0}, [[0], [0, 2]]), ({2}, [])):
    found = at_most_one(least)
    print("between", least, "and {0, 2}:", found)
    assert found == seen
END
