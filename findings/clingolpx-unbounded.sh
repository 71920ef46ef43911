#!/usr/bin/env bash
# clingo-lpx: the maximum of an unbounded objective is a feasible value, without a message:
# 5 for a >= 5; with --objective=global an answer set with a = 9 is then left out.
# Guess: "unbounded", as of solvers of linear programs, or at least no smaller value than 9.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingo-lpx==1.3.0.post1 clingo==5.8.3
cat > program.lp <<'END'
{ x }.
&sum { a } >= 5.
&sum { a } <= 9 :- x.
&maximize { a }.
END
for objective in local global; do
    python -m clingolpx --objective=$objective 0 program.lp > $objective || true
    echo "$objective:"; grep -vE "^(Reading|Solving|Calls|Time|CPU)|version" $objective | sed 's/^/    /'
    grep '^a=' $objective > values.$objective
done
test "$(sort values.local | tr '\n' ' ')" = "a=5 a=9 "
test "$(cat values.global)" = "a=5" && grep -q '^Models *: 1$' global
