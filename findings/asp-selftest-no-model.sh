#!/usr/bin/env bash
# asp-selftest: a test whose program has no answer set passes, and so does one whose first answer set
# is right and whose second one is wrong.
# Guess: the test fails: nothing was checked, and "cannot" is for each answer set.
set -eu
. "$(dirname "$0")/packages.sh"
packages asp-selftest==0.1.19 clingo==5.8.3
says() {
    printf '{a}.\n#program test_it(base).\n%s\n' "$1" > test.lp
    if venv/bin/clingoy test.lp --run-asp-tests > /dev/null 2>&1; then said=passes; else said=fails; fi
    echo "{a}. $1 $said"
    test $said = "$2"
}
says 'a. cannot("a") :- a.' fails
says 'a. cannot("a") :- a. :- a.' passes
says 'cannot("a") :- a.' passes
says 'cannot("a") :- not a.' fails
