#!/usr/bin/env bash
# CPMpy: how many words an automaton refuses depends on the names of its states. Of the words of
# length 3, 0*10* refuses 5. With the states 1, 2, 3 it is 3 of them: the state that CPMpy adds for
# words without a run gets the number of states as its name, which is then in use.
# Guess: 5 for any names, as each is "an integer or string".
set -eu
. "$(dirname "$0")/packages.sh"
packages cpmpy==1.1.1 ortools==9.15.6755
python - <<'END'
from itertools import product

import cpmpy as cp


def refused(a, b, c):
    word = cp.intvar(0, 1, shape=3)
    transitions = [(a, 0, a), (a, 1, b), (b, 0, c), (c, 0, c)]
    accepted = cp.Regular(list(word), transitions, start=a, accepting=[b, c])
    return cp.Model(~accepted).solveAll(solver="ortools")


right = sum(sum(word) != 1 for word in product((0, 1), repeat=3))
counts = [refused(*states) for states in ("ABC", (0, 1, 2), (1, 2, 3), (2, 3, 4))]
print("refused words with the states A B C, 0 1 2, 1 2 3, 2 3 4:", counts, "right:", right)
assert counts == [5, 5, 3, 2] and right == 5
END
