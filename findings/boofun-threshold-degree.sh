#!/usr/bin/env bash
# boofun: the threshold degree of "and" of three variables is 3, though `is_ltf` says, rightly, that
# it is a threshold function: that is one of degree 1.
# Guess: 1, the least degree of a polynomial with the sign of the function, as documented.
set -eu
. "$(dirname "$0")/packages.sh"
packages boofun==1.3.0
cat > degrees.py <<'END'
import boofun
from boofun.analysis import ltf_analysis, query_complexity

for name, needed in (("and", 3), ("or", 1), ("majority", 2)):
    table = [int(x.bit_count() >= needed) for x in range(8)]
    # The polynomial "sum of the variables - needed + 1/2" has the sign of the function.
    assert all((x.bit_count() - needed + 0.5 > 0) == bool(value) for x, value in enumerate(table))
    function = boofun.create(table)
    degree, threshold = query_complexity.threshold_degree(function), ltf_analysis.is_ltf(function)
    print(name, "threshold degree:", degree, "threshold function:", threshold)
    assert threshold and degree == 3
END
python degrees.py 2> /dev/null
