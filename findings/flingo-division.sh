#!/usr/bin/env bash
# flingo: a quotient, a remainder or a power in a theory atom makes the program unsatisfiable,
# without a message; sums, differences and products of the same numbers have their value.
# Guess: `&sum{6/2} =: x` is 3, as `p(6/2)` is p(3), or an operator that is not known is an error.
set -eu
. "$(dirname "$0")/packages.sh"
packages flingo==1.0.2 clingo==5.8.3
result() {
    echo "$1" > program.lp
    "$folder/venv/bin/flingo" 0 program.lp 2>&1 | grep -E '^val|SATISFIABLE|[Ee]rror' | tr '\n' ' ' || true
}
for term in 1+5 8-2 2*3; do
    six=$(result "&sum{$term} =: x.")
    echo "$term: $six"
    test "$six" = "val(x,6) SATISFIABLE "
done
for term in 6/2 '7\4' 2**3; do
    none=$(result "&sum{$term} =: x.")
    echo "$term: $none"
    test "$none" = "UNSATISFIABLE "
done
