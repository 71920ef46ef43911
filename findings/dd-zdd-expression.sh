#!/usr/bin/env bash
# dd: `to_expr` of a zero-suppressed diagram leaves out that a variable is 0 where the diagram
# has no node: x ^ y (and z free) is written as ite(x, TRUE, y), which is x or y.
# Guess: `add_expr` of what `to_expr` writes is the same function, as for dd.autoref and dd.cudd.
set -eu
. "$(dirname "$0")/packages.sh"
packages dd==0.6.0
python - <<'END'
from dd import autoref, cudd, cudd_zdd

for module in (autoref.BDD, cudd.BDD, cudd_zdd.ZDD):
    manager = module()
    manager.declare("x", "y", "z")
    function = manager.add_expr("x ^ y")
    text = manager.to_expr(function)
    read = manager.add_expr(text)
    print(module.__module__, text, "same:", read == function)
    assert (read == function) == (module is not cudd_zdd.ZDD)
    assert (read == manager.add_expr("x | y")) == (module is cudd_zdd.ZDD)
END
