#!/usr/bin/env bash
# cnfc: "at least three of a and b" is a `ValueError`, and so are "= 3" and "!= 3", where "<= 5" and
# "> -1" are true.
# Guess: false, false and true: a count beyond the number of literals is as any other one.
set -eu
. "$(dirname "$0")/packages.sh"
packages cnfc==2.1.0
python - <<'END' 2> /dev/null
import operator

from cnfc import Formula, NumTrue

RELATIONS = {
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def answer(relation, bound):
    formula = Formula()
    a, b = formula.AddVars("a b")
    try:
        formula.Add(RELATIONS[relation](NumTrue(a, b), bound))
        return formula.Solve() is not None
    except ValueError as error:
        return str(error)


for relation, bound in (("<=", 5), (">", -1), (">=", 3), ("==", 3), ("!=", 3)):
    right = any(RELATIONS[relation](count, bound) for count in range(3))
    found = answer(relation, bound)
    print(f"number of a and b {relation} {bound}: {found}, satisfiable: {right}")
    assert found == (right if bound != 3 else "n out of range")
END
