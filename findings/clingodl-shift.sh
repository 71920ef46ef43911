#!/usr/bin/env bash
# clingo-dl: `--shift-constraints` drops an answer set, one of two without `x`.
# Guess: an option that rewrites constraints keeps the number of answer sets.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingo-dl==1.5.0.post1 clingo==5.8.3
echo '{x}. :- x, &diff{a-b} <= 3.' > shift.lp
cat shift.lp
models() { python -m clingodl shift.lp 0 "$@" | sed -n 's/^Models *: //p'; }
without=$(models) with=$(models --shift-constraints)
echo "answer sets: $without, with --shift-constraints: $with"
test "$without" = 3 && test "$with" = 2
