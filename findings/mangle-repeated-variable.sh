#!/usr/bin/env bash
# mangle: the query `e(X, X)` is answered with all of `e`; in a rule, `e(X, X)` means loops alone.
# Guess: one variable has one value, in a query too, as in `e(1, X)`, which is answered rightly.
set -eu
. "$(dirname "$0")/packages.sh"
packages mangle-py==0.8.1
python - <<'END'
import mangle

program = "e(1, 2). e(2, 3). e(3, 3). loop(X) :- e(X, X)."
found = {query: mangle.eval(program, query=query) for query in ("e(X, X)", "e(1, X)", "loop(X)")}
for query, answers in found.items():
    print(query, answers)
assert found["e(X, X)"] == [[1, 2], [2, 3], [3, 3]]
assert found["e(1, X)"] == [[1, 2]] and found["loop(X)"] == [[3]]
END
