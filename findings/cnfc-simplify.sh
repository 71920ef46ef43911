#!/usr/bin/env bash
# cnfc: `Simplify` makes "a and b" of "a or b", so that the formula has no solution once "not a" is
# added.
# Guess: it "removes redundant clauses and propagates forced assignments", as documented, and what
# is left has the same solutions.
set -eu
. "$(dirname "$0")/packages.sh"
packages cnfc==2.1.0
python - <<'END' 2> /dev/null
import io

from cnfc import Formula, Or


def either(simplified):
    formula = Formula()
    a, b = formula.AddVars("a b")
    formula.Add(Or(a, b))
    if simplified:
        formula.Simplify()
    text = io.StringIO()
    formula.WriteCNF(text)
    lines = [line for line in text.getvalue().splitlines() if line[0] not in "cp"]
    formula.Add(~a)
    return sorted(lines), formula.Solve() is not None


for simplified in (False, True):
    clauses, solved = either(simplified)
    print("simplified:", simplified, "clauses:", clauses, "with not a:", solved)
assert either(False) == (["1 2 0"], True)
assert either(True) == (["1 0", "2 0"], False)
END
