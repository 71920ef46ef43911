#!/usr/bin/env bash
# python-constraint2: a restriction in text that divides a variable by a number is solved for the
# variable: "a // 2 == 1" has the solution 1 alone, and "a // 2 >= 1" has 1, 2 and 3.
# Guess: floor division, as of the same restriction as a function: 2 and 3 in both.
set -eu
. "$(dirname "$0")/packages.sh"
packages python-constraint2==2.9.0
python - <<'END'
from constraint import Problem


def solutions(*restriction):
    problem = Problem()
    problem.addVariable("a", [1, 2, 3])
    problem.addConstraint(*restriction)
    return sorted(solution["a"] for solution in problem.getSolutions())


for text, expected in {"a // 2 == 1": [1], "a // 2 >= 1": [1, 2, 3]}.items():
    function = eval(f"lambda a: {text}")
    found = solutions(text), solutions(function, ["a"])
    print(text, "as text:", found[0], "as a function:", found[1])
    assert found == (expected, [2, 3])
END
