#!/usr/bin/env bash
# tididi-cnf: a formula with models is not `satisfiable` in a projected weighted count where the
# weight of its models is 0; in a weighted count of the same formula it is.
# Guess: "whether the formula has a model", as documented, whatever the weights are.
set -eu
. "$(dirname "$0")/packages.sh"
packages tididi-cnf==0.1.2
python - <<'END' 2> /dev/null
import tididi_cnf

clauses, weights = [[1, 2], [-1, 2]], {2: 0, -2: 1}
models = tididi_cnf.count(clauses, mode="mc")
weighted = tididi_cnf.count(clauses, mode="wmc", weights=weights)
projected = tididi_cnf.count(clauses, mode="pwmc", show=[2], weights=weights)
for answer in (models, weighted, projected):
    print(answer.mode, answer.count, "satisfiable:", answer.satisfiable)
assert (models.count, weighted.count, projected.count) == (2, 0, 0)
assert (models.satisfiable, weighted.satisfiable, projected.satisfiable) == (True, True, False)
END
