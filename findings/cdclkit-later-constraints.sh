#!/usr/bin/env bash
# cdclkit: a model with "a or b" is solved, then gets "not a" and "not b", and is solved again: the
# solution has b. Constraints without new variables are not seen after the first `solve`.
# Guess: no solution, as `solutions`, which builds the solver anew, finds.
set -eu
. "$(dirname "$0")/packages.sh"
packages cdclkit==0.1.7 dratify==0.1.10
python - <<'END'
from cdclkit.model import Model

model = Model()
a, b = model.bool_vars(2)
model.add(a | b)
assert model.solve() is not None
model.add(~a)
model.add(~b)
solution = model.solve()
everything = [(each[a], each[b]) for each in model.solutions([a, b])]
print("solve:", solution and (solution[a], solution[b]), "solutions:", everything)
assert solution is not None and everything == []
END
