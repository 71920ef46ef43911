#!/usr/bin/env bash
# clingexplaid: no minimal correction set is found. `mcs` returns None, and what `multiple` calls a
# `MinimalCorrectionSet`, if it is asked for maximal satisfiable subsets, is that subset once more.
# Guess: a minimal set of assumptions without which the others have an answer set; here {a} or {b}.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingexplaid==1.5.1 clingo==5.8.3
python - <<'END'
from clingexplaid.unsat import SubsetComputer
from clingexplaid.unsat.sets import MaximalSatisfiableSubset, MinimalCorrectionSet
from clingo import Control, Function

control = Control(["0"])
control.add("base", [], "{a; b; c}. :- a, b.")
control.ground()
assumptions = [(Function(name), True) for name in "abc"]


def satisfiable(names):
    chosen = [(symbol, sign) for symbol, sign in assumptions if symbol.name in names]
    return control.solve(assumptions=chosen).satisfiable


computer = SubsetComputer(control, assumptions)
one, asked = computer.mcs(), list(computer.multiple(types={MinimalCorrectionSet}))
found = list(computer.multiple(types={MaximalSatisfiableSubset}))
called = {
    kind: sorted("".join(sorted(one.symbol_strings)) for one in found if isinstance(one, kind))
    for kind in (MaximalSatisfiableSubset, MinimalCorrectionSet)
}
print("mcs:", one, "multiple:", asked, {kind.__name__: sets for kind, sets in called.items()})
assert one is None and asked == []
assert called == {MaximalSatisfiableSubset: ["ac", "bc"], MinimalCorrectionSet: ["ac", "bc"]}
assert not satisfiable("ab") and not satisfiable("abc")
assert satisfiable("ac") and satisfiable("bc")
END
