#!/usr/bin/env bash
# Exact: `toOptimum` returns the maximum 13 as -13, and a constant objective of 11 as 0.
# Guess: "optimal value", as documented, as `getBestSoFar` returns it.
set -eu
. "$(dirname "$0")/packages.sh"
packages exact==2.2.1
python - <<'END'
import exact


def optimum(lower, upper, coefficient, offset, minimize):
    def solver():
        made = exact.Exact([("verbosity", "0")])
        made.addVariable("x", lower, upper)
        made.setObjective([(coefficient, "x")], minimize, offset)
        return made

    full = solver()
    full.runFull(True)
    return solver().toOptimum()[1], full.getBestSoFar()


found = {
    "maximum of 3x + 1 for x from 1 to 4": optimum(1, 4, 3, 1, False),
    "minimum of 3x + 1 for x from 1 to 4": optimum(1, 4, 3, 1, True),
    "minimum of 2 - 3x for x = -3": optimum(-3, -3, -3, 2, True),
}
for what, (value, best) in found.items():
    print(what + ": toOptimum:", value, "getBestSoFar:", best)
assert list(found.values()) == [(-13, 13), (4, 4), (0, 11)]
END
