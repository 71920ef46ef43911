#!/usr/bin/env bash
# boofun: for `is_monotone` of its basic properties all 16 functions of two variables are monotone,
# xor among them, and for `is_unate` all are unate.
# Guess: 6 and 14, "for all x <= y, f(x) <= f(y)", as documented, and 6 as for the method `is_monotone`.
set -eu
. "$(dirname "$0")/packages.sh"
packages boofun==1.3.0
cat > tables.py <<'END'
import itertools

import boofun
from boofun.analysis import basic_properties

tables = list(itertools.product([0, 1], repeat=4))


def rises(table, mask=0):
    return all(table[x ^ mask] <= table[(x | bit) ^ mask] for x in range(4) for bit in (1, 2))


right = sum(map(rises, tables))
unate = sum(any(rises(table, mask) for mask in range(4)) for table in tables)
functions = [boofun.create(list(table)) for table in tables]
found = sum(bool(basic_properties.is_monotone(function)) for function in functions)
method = sum(bool(function.is_monotone()) for function in functions)
found_unate = sum(bool(basic_properties.is_unate(function)[0]) for function in functions)
print("monotone:", found, "by the method:", method, "right:", right)
print("unate:", found_unate, "right:", unate)
assert basic_properties.is_monotone(boofun.create([0, 1, 1, 0]))
assert (found, method, right) == (16, 6, 6) and (found_unate, unate) == (16, 14)
END
python tables.py 2> /dev/null
