#!/usr/bin/env bash
# python-constraint2: spaces within a chain of comparisons, which is the format that its
# documentation prefers, change the solutions: "a <= b <= c" has 10 for 1 to 3, "a<=b<=c" none, "a<b<c"
# is a syntax error.
# Guess: the same with and without spaces, as in Python.
set -eu
. "$(dirname "$0")/packages.sh"
packages python-constraint2==2.9.0
python - <<'END'
from constraint import Problem


def solutions(restriction):
    problem = Problem()
    problem.addVariables("abc", [1, 2, 3])
    problem.addConstraint(restriction)
    try:
        return len(problem.getSolutions())
    except SyntaxError:
        return "SyntaxError"


expected = {
    "1 <= a <= b": 18,
    "1<=a<=b": 0,
    "3 >= a >= b": 18,
    "3>=a>=b": 27,
    "a <= b <= c": 10,
    "a<=b<=c": 0,
    "a < b < c": 1,
    "a<b<c": "SyntaxError",
}
for restriction, number in expected.items():
    print(restriction, "->", found := solutions(restriction))
    assert found == number
END
