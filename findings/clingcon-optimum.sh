#!/usr/bin/env bash
# clingcon: a minimum that is proven is printed as SATISFIABLE, not as OPTIMUM FOUND, which
# clingo prints for #minimize. Guess: the same words mean that the search has ended.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingcon==5.2.1.post2 clingo==5.8.3
echo '&dom{1..3} = x. &minimize{x}.' > theory.lp
echo '1 {x(1..3)} 1. #minimize{X: x(X)}.' > plain.lp
result() { python -m "$@" 0 | grep -E '^(SATISFIABLE|OPTIMUM FOUND)$' || true; }
theory=$(result clingcon theory.lp) plain=$(result clingcon plain.lp)
echo "&minimize: $theory; #minimize: $plain"
test "$theory, $plain" = "SATISFIABLE, OPTIMUM FOUND"
