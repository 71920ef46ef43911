#!/usr/bin/env bash
# SymPy: of "if x then false else y", `satisfiable` returns models with x, three in all, and so one of
# that formula and x, which has none.
# Guess: the one without x and with y, as by `to_cnf` of the same formula, and False.
set -eu
. "$(dirname "$0")/packages.sh"
packages sympy==1.14.0
python - <<'END'
from sympy import ITE, symbols
from sympy.logic.boolalg import to_cnf
from sympy.logic.inference import satisfiable

x, y = symbols("x y")
formula = ITE(x, False, y)


def values(some):
    return sorted((bool(model[x]), bool(model[y])) for model in satisfiable(some, all_models=True))


found, right = values(formula), values(to_cnf(formula))
print("models (x, y) of", formula, found, "and of", to_cnf(formula), right)
assert right == [(False, True)] and found == [(False, True), (True, False), (True, True)]
both = satisfiable(formula & x)
print("model of that formula and x:", both)
assert both == {x: True, y: True}
assert [bool(formula.subs({x: a, y: b})) for a, b in found] == [True, False, False]
END
