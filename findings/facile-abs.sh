#!/usr/bin/env bash
# facile: the equation |x| = -1 has the solutions -1 and 1.
# Guess: none, as with a variable from -2 to 2 for the absolute value.
set -eu
. "$(dirname "$0")/packages.sh"
packages facile==1.6
python - <<'END'
import facile


def solutions(*domain):
    x, y = facile.variable(-2, 2), facile.variable(*domain)
    facile.constraint(abs(x) == y)
    found = facile.solve_all([x, y])
    return sorted(tuple(one.solution) for one in found if one.solution is not None)


fixed, free = solutions(-1, -1), solutions(-2, 2)
print("|x| = y for y = -1:", fixed, "for y from -2 to 2:", free)
assert free == [(x, abs(x)) for x in range(-2, 3)]
assert fixed == [(-1, -1), (1, -1)]
END
