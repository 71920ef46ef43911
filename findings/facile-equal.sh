#!/usr/bin/env bash
# facile: that two constraints have the same truth value is no constraint: `(x > 0) == (y > 0)` has all
# four solutions for x and y in 0 and 1. That they differ, with `!=`, is refused.
# Guess: two solutions each, as for the negation of `(x > 0) ^ (y > 0)`.
set -eu
. "$(dirname "$0")/packages.sh"
packages facile==1.6
python - <<'END'
import facile


def solutions(statement):
    x, y = facile.variable(0, 1), facile.variable(0, 1)
    try:
        facile.constraint(statement(x > 0, y > 0))
    except ValueError as error:
        return str(error)
    found = facile.solve_all([x, y])
    return sorted(tuple(one.solution) for one in found if one.solution is not None)


equal, differ = solutions(lambda a, b: a == b), solutions(lambda a, b: a != b)
print("equal:", equal, "differ:", differ)
assert solutions(lambda a, b: ~(a ^ b)) == [(0, 0), (1, 1)]
assert solutions(lambda a, b: a ^ b) == [(0, 1), (1, 0)]
assert equal == [(0, 0), (0, 1), (1, 0), (1, 1)]
assert differ == "The problem is overconstrained"
END
