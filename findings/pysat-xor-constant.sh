#!/usr/bin/env bash
# python-sat: an exclusive or of two variables and a constant is an `AttributeError` when clauses are
# made, and one of a variable and two constants an `AssertionError`.
# Guess: clauses, as for "and", "or" and equality, and for a variable and one constant.
set -eu
. "$(dirname "$0")/packages.sh"
packages python-sat==1.9.dev24
python - <<'END'
from pysat.formula import PYSAT_FALSE, PYSAT_TRUE, And, Atom, Equals, Formula, Or, XOr


def clauses(kind, *operands):
    Formula.cleanup()
    formula = kind(*(Atom(x) if isinstance(x, str) else x for x in operands))
    try:
        return [sorted(clause) for clause in formula]
    except (AssertionError, AttributeError) as error:
        return type(error).__name__


for kind in (And, Or, Equals, XOr):
    print(kind.__name__, "of x, y and true:", clauses(kind, "x", "y", PYSAT_TRUE))
assert all(isinstance(clauses(kind, "x", "y", PYSAT_TRUE), list) for kind in (And, Or, Equals))
assert clauses(XOr, "x", "y", PYSAT_TRUE) == "AttributeError"
assert clauses(XOr, "x", PYSAT_FALSE, PYSAT_FALSE) == "AssertionError"
assert clauses(XOr, "x", PYSAT_TRUE) == [[-1]]
END
