#!/usr/bin/env bash
# aspmc: a constraint on a count is dropped: three atoms of which at most one may hold are
# counted as 8 answer sets, without a message.
# Guess: 4, or an error, as for choices of several atoms: "Currently no choice rules ...".
set -eu
. "$(dirname "$0")/packages.sh"
packages aspmc==1.1.1 clingo==5.8.3
echo '{ a(1..3) }. :- #count { X : a(X) } > 1.' > program.lp
cat program.lp
clingo=$(python -m clingo --quiet 0 program.lp | grep -oP '^Models +: \K\d+' || true)
python -W ignore "$folder/venv/bin/aspmc" -m asp -c program.lp > output 2>&1
aspmc=$(grep -oP 'overall weight of the program is \K.*' output)
echo "clingo: $clingo; aspmc: $aspmc"
test "$clingo" = 4 && test "$aspmc" = 8
