#!/usr/bin/env bash
# clorm: parse_fact_string grounds its text, so intervals and rules are read; choices and
# constraints are dropped without a word. Guess: what is no fact is an error.
set -eu
. "$(dirname "$0")/packages.sh"
packages clorm==1.6.3 clingo==5.8.3
python - <<'END'
from clorm import Predicate, parse_fact_string

class P(Predicate, name="p"):
    a: int

for text, expected in (
    ("p(1..2). p(3) :- not p(4).", "p(1) p(2) p(3)"),
    ("p(1). 1 {p(5); p(6)} 1.", "p(1)"),
    ("p(1). :- p(1).", "p(1)"),
):
    found = " ".join(sorted(str(one) for one in parse_fact_string(text, [P])))
    print(f"{text:30} is read as {found}")
    assert found == expected
END
