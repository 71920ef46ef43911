#!/usr/bin/env bash
# exact-cover: `get_all_solutions` returns the solution with all rows as an empty one.
# Guess: rows 0 and 1, as by `get_exact_cover`, and as where a row is left over.
set -eu
. "$(dirname "$0")/packages.sh"
packages exact-cover==1.5.0
python - <<'END'
import exact_cover
import numpy


def solutions(rows):
    matrix = numpy.array(rows, dtype=bool)
    first = exact_cover.get_exact_cover(matrix).tolist()
    found = exact_cover.get_all_solutions(matrix)
    return first, sorted(tuple(map(int, solution)) for solution in found)


both, three = solutions([[1, 0], [0, 1]]), solutions([[1, 0], [0, 1], [1, 1]])
print("two rows: one solution", both[0], "all", both[1])
print("three rows: one solution", three[0], "all", three[1])
assert both == ([0, 1], [()])
assert three[1] == [(0, 1), (2,)]
END
