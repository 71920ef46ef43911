#!/usr/bin/env bash
# cdclkit: "a & True" has no solution, and "a & False" has one: a constant becomes a literal of the
# first variable, since True is the integer 1.
# Guess: a, and no solution.
set -eu
. "$(dirname "$0")/packages.sh"
packages cdclkit==0.1.7 dratify==0.1.10
python - <<'END'
import operator

from cdclkit.model import Model


def found(operation, constant):
    model = Model()
    a = model.bool_var("a")
    model.add(operation(a, constant))
    return sorted(solution[a] for solution in model.solutions([a]))


for operation in (operator.and_, operator.or_, operator.xor):
    for constant in (False, True):
        right = [value for value in (False, True) if operation(value, constant)]
        print(operation.__name__, constant, "found:", found(operation, constant), "right:", right)
assert found(operator.and_, True) == [] and found(operator.and_, False) == [True]
END
