#!/usr/bin/env bash
# CPMpy: in a MaxSAT file with a header `p wcnf VARIABLES CLAUSES TOP`, clauses of the weight TOP are
# read as soft ones, so a file with contradictory hard clauses has a solution.
# Guess: they are hard, as in python-sat and as the clauses with `h` of newer files.
set -eu
. "$(dirname "$0")/packages.sh"
packages cpmpy==1.1.1 ortools==9.15.6755 python-sat==1.9.dev24
python - <<'END'
from cpmpy.tools.io.wcnf import load_wcnf
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

older, newer = "p wcnf 1 3 9\n9 1 0\n9 -1 0\n2 1 0\n", "h 1 0\nh -1 0\n2 1 0\n"


def cpmpy(text):
    model = load_wcnf(text)
    return model.solve(solver="ortools"), len(model.constraints), model.objective_value()


def pysat(text):
    return RC2(WCNF(from_string=text)).compute() is not None


print("CPMpy: solved, hard clauses, cost: TOP", cpmpy(older), "h", cpmpy(newer))
print("python-sat: solved: TOP", pysat(older), "h", pysat(newer))
assert not pysat(older) and not pysat(newer)
assert cpmpy(newer)[:2] == (False, 2)
assert cpmpy(older) == (True, 0, 9)
END
