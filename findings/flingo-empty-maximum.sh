#!/usr/bin/env bash
# flingo: the maximum of an empty set is -1073741823, the minimum 1073741823, assigned and shown
# as any other value.
# Guess: x has no value, as flingo lets variables be undefined, or there is no answer.
set -eu
. "$(dirname "$0")/packages.sh"
packages flingo==1.0.2 clingo==5.8.3
result() {
    echo "$1" > program.lp
    "$folder/venv/bin/flingo" 0 program.lp | grep -E '^(a|c|val).*|SATISFIABLE' | tr '\n' ';'
}
most=$(result '{a}. &max{1:a} =: x. c :- &df{x}.') least=$(result '{a}. &min{1:a} =: x. c :- &df{x}.')
echo "max: $most"; echo "min: $least"
test "$most" = "c val(x,-1073741823);a c val(x,1);SATISFIABLE;"
test "$least" = "c val(x,1073741823);a c val(x,1);SATISFIABLE;"
