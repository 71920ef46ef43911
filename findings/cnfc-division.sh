#!/usr/bin/env bash
# cnfc: "a or 1 // x = 1" has no solution with x = 0, and "if x is 0 then a, else 1 // x = 1" neither:
# a division anywhere in a formula says that the divisor is not 0.
# Guess: x = 0 with a is a solution of both, as in Python: what is not needed says nothing.
set -eu
. "$(dirname "$0")/packages.sh"
packages cnfc==2.1.0
python - <<'END' 2> /dev/null
from cnfc import Formula, If, Integer, Or


def encoded(build, value):
    formula = Formula()
    a, high, low = formula.AddVars("a high low")
    x = Integer(high, low)
    formula.Add(x == value)
    formula.Add(build(a, x))
    return formula.Solve() is not None


def either(a, x):
    return Or(a, Integer(1) // x == 1)


def guarded(a, x):
    return If(x == 0, a, Integer(1) // x == 1)


right = {
    either: [-2, -1, 0, 1],  # with a
    guarded: [value for value in (-2, -1, 0, 1) if value == 0 or 1 // value == 1],
}
for build, values in right.items():
    found = [value for value in (-2, -1, 0, 1) if encoded(build, value)]
    print(f"{build.__name__}: x may be {found}, in Python {values}")
    assert 0 in values and found == [value for value in values if value != 0]
END
