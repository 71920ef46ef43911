#!/usr/bin/env bash
# clingo-dl: with `--rdl`, "support for real numbers", 0.1 and 0.7 are not 0.8: the differences are
# floats. In halves and quarters the same program has its answer set.
# Guess: decimal fractions are exact, as in clingo-lpx, or compared with a tolerance.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingo-dl==1.5.0.post1 clingo==5.8.3
for numbers in "0.1 0.7 0.8" "0.25 0.5 0.75"; do
    set -- $numbers
    echo "&diff{a-b} = \"$1\". &diff{b-c} = \"$2\". &diff{a-c} = \"$3\"." > sum.lp
    cat sum.lp
    output=$(python -m clingodl --rdl sum.lp 0 || true)
    echo "$output" | grep -E '^(UN)?SATISFIABLE'
    echo "$output" | grep -q "^$([ "$1" = 0.1 ] && echo UNSATISFIABLE || echo SATISFIABLE)"
done
