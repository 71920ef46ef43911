#!/usr/bin/env bash
# pyapproxmc: a variable all of whose clauses are satisfied by a unit clause is not counted: "x" and
# three clauses with "x" have 1 model, also projected to all four variables.
# Guess: 8, or a count within the tolerance of that.
set -eu
. "$(dirname "$0")/packages.sh"
packages pyapproxmc==4.4.0
python - <<'END'
import pyapproxmc


def count(clauses, *projection):
    counter = pyapproxmc.Counter()
    counter.add_clauses(clauses)
    cells, hashes = counter.count(*projection)
    return cells * 2**hashes


clauses = [[1], [1, 2], [1, 3], [1, 4]]
found = count(clauses), count(clauses, [1, 2, 3, 4]), count(clauses, [2])
print(clauses, "models:", found[0], "over 1 to 4:", found[1], "over 2:", found[2])
assert found == (1, 1, 1)
assert count([[1, 2], [1, 3], [1, 4]]) == 9
END
