#!/usr/bin/env bash
# telingo: 0 models asks for all models of the shortest length that has one; longer traces
# are not listed. Guess: 0 lists all traces up to --imax.
set -eu
. "$(dirname "$0")/packages.sh"
packages telingo==2.1.3 clingo==5.8.3
printf '%s\n' '#program always.' '{a}.' '#program final.' ':- not a.' > program.lp
number() { python -m telingo program.lp 0 --imax=3 "$@" | sed -n 's/^Models *: //p'; }
shortest=$(number) all=$(number --istop=UNKNOWN)
echo "models up to length 3: $shortest; with --istop=UNKNOWN: $all"
test "$shortest $all" = "1 7"
