#!/usr/bin/env bash
# clintest: without arguments its solver stops at the first model, so Exact(1) holds for a
# program with two answer sets. Guess: a test of uniqueness sees all models.
set -eu
. "$(dirname "$0")/packages.sh"
packages clintest==0.5.0 clingo==5.8.3
python - <<'END'
from clintest.assertion import True_
from clintest.quantifier import Exact
from clintest.solver import Clingo
from clintest.test import Assert

def outcome(number, **arguments):
    test = Assert(Exact(number), True_())
    Clingo(program="{a}. b.", **arguments).solve(test)
    return str(test.outcome())

found = [outcome(1), outcome(2), outcome(1, arguments=["0"]), outcome(2, arguments=["0"])]
print("{a}. b. has exactly 1, 2 models; the same with arguments=['0']:", *found)
assert found == ["T!", "F!", "F!", "T!"], found
END
