#!/usr/bin/env bash
# BumbleBee DL: `q(X) :- p(X, Y)` derives one tuple twice where X has two values of Y.
# Guess: once: relations of Datalog are sets, as those of its recursive rules are.
set -eu
. "$(dirname "$0")/packages.sh"
packages bumbledl==0.4.0
cat > ask.py <<'END'
import sys

import bumbledl

engine = bumbledl.db()
engine.run(f"p(1, 2). p(1, 3). {sys.argv[1]} q(X)?")
print(sorted(engine.get_table("q", 1).tuples()))
END
for rules in 'q(X) :- p(X, Y).' 'q(X) :- p(X, Y). q(X) :- q(X).'; do
    found=$(python ask.py "$rules")
    echo "p(1, 2). p(1, 3). $rules $found"
    case $rules in *'- q'*) test "$found" = '[(1,)]' ;; *) test "$found" = '[(1,), (1,)]' ;; esac
done
