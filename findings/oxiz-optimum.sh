#!/usr/bin/env bash
# OxiZ: a sum is not maximized: of x and y from 0 to 3, 0 is the "optimal" x + y, and without upper
# bounds too. A variable that equals the sum is maximized, or unbounded.
# Guess: 6, and "unbounded"; "Optimal: optimal solution found", as documented.
set -eu
. "$(dirname "$0")/packages.sh"
packages oxiz==0.3.4
python - <<'END'
import oxiz


def largest_sum(upper, named):
    terms, optimizer = oxiz.TermManager(), oxiz.Optimizer()
    optimizer.set_logic("QF_LIA")
    x, y, z = (terms.mk_var(name, "Int") for name in "xyz")
    for number in (x, y):
        optimizer.assert_term(terms.mk_ge(number, terms.mk_int(0)))
        if upper is not None:
            optimizer.assert_term(terms.mk_le(number, terms.mk_int(upper)))
    total = terms.mk_add([x, y])
    optimizer.assert_term(terms.mk_eq(z, total))
    optimizer.maximize(z if named else total)
    result = optimizer.optimize(terms)
    model = optimizer.get_model(terms)
    return str(result), model and int(model["x"]) + int(model["y"])


found = {(upper, named): largest_sum(upper, named) for upper in (3, None) for named in (False, True)}
for (upper, named), result in found.items():
    print("x and y from 0 to", upper, "maximize", "z = x + y:" if named else "x + y:", *result)
assert found[3, False] == found[None, False] == ("optimal", 0)
assert found[3, True] == ("optimal", 6) and found[None, True][0] == "unbounded"
END
