#!/usr/bin/env bash
# boofun: "not x" and the constant 1 are not linear.
# Guess: they are, "affine over GF(2)", as documented, and as for `is_linear_over_gf2`: 8 of the 16
# functions of two variables, not 4.
set -eu
. "$(dirname "$0")/packages.sh"
packages boofun==1.3.0
cat > tables.py <<'END'
import itertools

import boofun
from boofun.analysis import gf2

affine = {
    tuple(one ^ first & (x & 1) ^ second & (x >> 1) for x in range(4))
    for one, first, second in itertools.product([0, 1], repeat=3)
}
linear, degree = set(), set()
for table in itertools.product([0, 1], repeat=4):
    function = boofun.create(list(table))
    if function.is_linear():
        linear.add(table)
    if gf2.is_linear_over_gf2(function):
        degree.add(table)
print("is_linear:", sorted(linear))
print("is_linear_over_gf2:", sorted(degree))
assert not boofun.create([1, 0]).is_linear()
assert degree == affine and linear == {table for table in affine if table[0] == 0}
END
python tables.py 2> /dev/null
