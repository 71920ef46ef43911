#!/usr/bin/env bash
# BumbleBee DL: a disjunction is read as its first atom, and a constraint and a choice have no effect.
# Guess: an error, as for negation in a cycle, or answer sets.
set -eu
. "$(dirname "$0")/packages.sh"
packages bumbledl==0.4.0
cat > ask.py <<'END'
import sys

import bumbledl

engine = bumbledl.db()
engine.run(sys.argv[1] + " p(X)?")
print(sorted(engine.get_table("p", 1).tuples()))
END
for program in 'p(1) | p(2).' 'p(1). :- p(1).' 'p(1). {p(2)}.'; do
    found=$(python ask.py "$program")
    echo "$program $found"
    test "$found" = '[(1,)]'
done
