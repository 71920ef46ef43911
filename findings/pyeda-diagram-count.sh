#!/usr/bin/env bash
# pyeda: `satisfy_count` of a decision diagram counts its paths: 2 for `a | b`, whose truth table
# has 3 ones; `satisfy_all` gives as many points, of which some leave out variables.
# Guess: the number of models, as of the truth table of the same function. Needs a C compiler.
set -eu
. "$(dirname "$0")/packages.sh"
packages pyeda==0.29.0
python - <<'END'
from pyeda.inter import expr, expr2bdd, expr2truthtable

print(expr2bdd(expr("a")).satisfy_count.__doc__.strip())
for text, expected in {"a | b": (2, 3), "a & b | c": (3, 5), "a ^ b": (2, 2)}.items():
    diagram, table = expr2bdd(expr(text)), expr2truthtable(expr(text))
    found = diagram.satisfy_count(), table.satisfy_count()
    print(text, "diagram:", found[0], list(diagram.satisfy_all()), "truth table:", found[1])
    assert found == expected, found
END
