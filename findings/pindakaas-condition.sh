#!/usr/bin/env bash
# Pindakaas: an integer variable that is used first in a conditional constraint is no integer where
# the condition is false: it is 0 and 2 at once. Used before, it is an integer.
# Guess: `conditions` are for the constraint alone, "literals whose conjunction implies" it.
set -eu
. "$(dirname "$0")/packages.sh"
packages pindakaas==0.6.1
python - <<'END'
from pindakaas.solver import CaDiCaL


def two_values(condition_holds, used_before):
    solver = CaDiCaL()
    condition, other, number = solver.new_var(), solver.new_var(), solver.new_int_var([0, 1, 2])
    if used_before:
        number.at_least(solver, 1)
    solver.add_encoding(number + other >= 2, conditions=[condition])
    solver.add_clause([condition if condition_holds else ~condition])
    for value in (0, 2):
        solver.add_clause([number.equals(solver, value)])
    with solver.solve() as result:
        return str(result.status)


found = {
    (holds, before): two_values(holds, before) for holds in (True, False) for before in (True, False)
}
for (holds, before), status in found.items():
    print(f"condition {holds}, used before {before}: 0 and 2 at once is {status}")
assert found.pop((False, False)).endswith(".SATISFIED")
assert all(status.endswith(".UNSATISFIABLE") for status in found.values())
END
