#!/usr/bin/env bash
# NuCS: `ALG_VALUE_PRECEDE` of 3 before 1 admits the list 1, 3 if the 3 is fixed from the start.
# Guess: a violation "is detected as soon as the variable is fixed", as documented, and as where
# the second variable still has two values.
set -eu
. "$(dirname "$0")/packages.sh"
packages nucs==19.0.0
NUMBA_DISABLE_JIT=1 python - <<'END' 2> /dev/null
from nucs.problems.problem import Problem
from nucs.propagators.propagators import ALG_VALUE_PRECEDE
from nucs.solvers.backtrack_solver import BacktrackSolver


def lists(second):
    problem = Problem([(0, 2), second])
    problem.add_propagator(ALG_VALUE_PRECEDE, [0, 1], [3, 1])
    return sorted(tuple(map(int, values)) for values in BacktrackSolver(problem).solve())


fixed, open_ = lists((3, 3)), lists((2, 3))
print("second is 3:", fixed)
print("second is 2 or 3:", open_)
assert fixed == [(0, 3), (1, 3), (2, 3)]
assert open_ == [(0, 2), (0, 3), (2, 2), (2, 3)]
END
