#!/usr/bin/env bash
# NuCS: of the placements of three rectangles, `ALG_DIFFN` lets through some in which the first two
# lie on one another, among them with both at the origin.
# Guess: "no two rectangles overlap", as documented. The code is interpreted here, to save the time
# to compile it; compiled, it finds the same.
set -eu
. "$(dirname "$0")/packages.sh"
packages nucs==19.0.0
NUMBA_DISABLE_JIT=1 python - <<'END' 2> /dev/null
from itertools import combinations, product

from nucs.problems.problem import Problem
from nucs.propagators.propagators import ALG_DIFFN
from nucs.solvers.backtrack_solver import BacktrackSolver

widths, heights, coordinates = (1, 1, 2), (2, 2, 3), range(3)


def covered(place, rectangle):
    x, y = place[rectangle], place[3 + rectangle]
    columns, rows = range(x, x + widths[rectangle]), range(y, y + heights[rectangle])
    return set(product(columns, rows))


def apart(place):
    return all(not covered(place, a) & covered(place, b) for a, b in combinations(range(3), 2))


problem = Problem([(0, 2)] * 6)
problem.add_propagator(ALG_DIFFN, range(6), [*widths, *heights])
found = {tuple(map(int, place)) for place in BacktrackSolver(problem).solve()}
right = {place for place in product(coordinates, repeat=6) if apart(place)}
print(len(found), "placements, right:", len(right), "overlapping:", sorted(found - right))
assert right < found and len(right) == 118
assert sorted(found - right) == [(0, 0, 0, 0, 0, 2), (1, 1, 0, 0, 0, 2), (1, 1, 1, 0, 0, 2)]
END
