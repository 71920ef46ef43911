#!/usr/bin/env bash
# d4solver: a compiled formula is satisfiable under the assumptions x1 and not x1: the last one
# holds, so that the number of models depends on the order of the assumptions.
# Guess: no model, as of the formula with both unit clauses.
set -eu
. "$(dirname "$0")/packages.sh"
packages d4solver==1.0.0
cat > assumptions.py <<'END'
import py_d4

compiled = py_d4.Solver([[1, 2]], 2).compile()
for literals in [[1], [-1], [1, -1], [-1, 1]]:
    print("found", literals, compiled.isSAT(literals), compiled.count(literals))
print("found clauses", py_d4.Solver([[1, 2], [1], [-1]], 2).count().getResult())
END
python assumptions.py | grep ^found | tee output
diff output - <<'END'
found [1] True 2
found [-1] True 1
found [1, -1] True 1
found [-1, 1] True 2
found clauses 0
END
