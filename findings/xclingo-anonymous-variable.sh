#!/usr/bin/env bash
# xclingo: a rule with an anonymous variable is refused as unsafe, and the command still ends
# with 0; it also asks for clingo 5.8 exactly. Guess: what clingo reads is explained, and an
# error has another exit code.
set -eu
. "$(dirname "$0")/packages.sh"
packages xclingo==2.0b24 clingo==5.8
printf '%s\n' 'p(1).' 'a :- p(_).' '%!show_trace {a}.' > anonymous.lp
printf '%s\n' 'p(1).' 'a :- p(X).' '%!show_trace {a}.' > named.lp
for file in anonymous named; do
    code=0
    "$folder/venv/bin/xclingo" -n 0 0 $file.lp > $file.txt 2>&1 || code=$?
    echo "$file: exit code $code, $(grep -cE 'is unsafe' $file.txt || true) unsafe variables"
    echo $code > $file.code
done
grep -q "'#Anon0' is unsafe" anonymous.txt
! grep -q "is unsafe" named.txt
test "$(cat anonymous.code named.code)" = "0
0"
