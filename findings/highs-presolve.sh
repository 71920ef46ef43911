#!/usr/bin/env bash
# HiGHS: an integer program of 12 bounded variables and 16 rows, with coefficients up to 5, is
# "infeasible"; without presolve it has a solution, which is checked here in integers.
# Guess: a small program with small integers is decided correctly.
set -eu
. "$(dirname "$0")/packages.sh"
packages highspy==1.16.0
cat > program.lp <<'END'
min
 obj:
st
 r0: + 1 c0 + 1 c1 = 1
 r1: + 1 c2 - 3 c3 >= -3
 r2: - 5 c1 + 1 c2 >= -6
 r3: + 1 c2 - 1 c4 - 4 c5 <= -1
 r4: + 1 c1 + 1 c5 <= 1
 r5: - 1 c0 + 1 c3 >= 0
 r6: - 1 c6 - 1 c7 >= -1
 r7: + 1 c4 - 5 c6 - 5 c8 <= -4
 r8: + 1 c4 - 1 c8 >= -3
 r9: + 1 c6 + 1 c8 <= 1
 r10: + 1 c2 + 5 c7 <= 3
 r11: + 1 c2 - 4 c7 - 4 c9 <= -4
 r12: + 1 c2 - 1 c9 >= -3
 r13: + 1 c7 + 1 c9 <= 1
 r14: + 1 c4 - 3 c10 - 4 c11 = -3
 r15: - 1 c7 - 1 c11 >= -1
bounds
 -3 <= c2 <= 0
 -3 <= c4 <= 1
bin
 c0 c1 c3 c5 c6 c7 c8 c9 c10 c11
gen
 c2 c4
end
END
cat > solve.py <<'END'
import re

import highspy


def solved(presolve):
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("presolve", presolve)
    highs.readModel("program.lp")
    highs.run()
    values = [round(value) for value in highs.getSolution().col_value]
    names = highs.getLp().col_names_
    return highs.modelStatusToString(highs.getModelStatus()), dict(zip(names, values))


default, (without, values) = solved("choose")[0], solved("off")
for row in re.findall(r"r\d+: (.*)", open("program.lp").read()):
    terms = re.sub(r"(\d+) (c\d+)", r"\1 * \2", row)
    assert eval(terms.replace(" = ", " == "), {}, values), row
assert -3 <= values["c2"] <= 0 and -3 <= values["c4"] <= 1
print("presolve as usual:", default)
print("without presolve:", without, values, "which all rows allow")
assert (default, without) == ("Infeasible", "Optimal")
END
python solve.py
