#!/usr/bin/env bash
# facile: the negation of a comparison of two variables is no constraint. For x and y up to 2,
# `~(x > y)` has 9 solutions, x = 1 and y = 0 among them, and "one of x > y and y > z" has one
# in which both hold.
# Guess: `~` is "not", as documented, and as x <= y, which has 6.
set -eu
. "$(dirname "$0")/packages.sh"
packages facile==1.6
python - <<'END'
from itertools import product

import facile


def solutions(count, statement):
    variables = [facile.variable(0, 2) for _ in range(count)]
    facile.constraint(statement(*variables))
    found = facile.solve_all(variables)
    return {tuple(one.solution) for one in found if one.solution is not None}


negated, opposite = (
    solutions(2, statement) for statement in (lambda x, y: ~(x > y), lambda x, y: x <= y)
)
one = solutions(3, lambda x, y, z: (x > y) ^ (y > z))
right = {(x, y) for x, y in product(range(3), repeat=2) if not x > y}
right_one = {(x, y, z) for x, y, z in product(range(3), repeat=3) if (x > y) != (y > z)}
print("~(x > y) has", sorted(negated - right), "besides the", len(right), "of not x > y")
print("(x > y) ^ (y > z) has", sorted(one - right_one), "besides", len(right_one))
assert opposite == right and len(right) == 6
assert negated == {*product(range(3), repeat=2)}
assert one - right_one == {(2, 1, 0)} and right_one < one
END
