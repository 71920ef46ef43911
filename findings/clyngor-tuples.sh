#!/usr/bin/env bash
# clyngor: a shown tuple is told as an atom for each of its terms, and the argument `()` as no
# argument: `#show (1,2): a.` gives the atoms 1 and 2, and `a(())` is the same as `a`.
# Guess: one tuple, as for the tuples within atoms, and different atoms are told apart.
set -eu
. "$(dirname "$0")/packages.sh"
packages clyngor==1.0.0 clingo==5.8.3
export PATH="$folder/venv/bin:$PATH"
python - <<'END'
import clyngor

expected = {
    "a((1,2)).": {("a", (("", (1, 2)),))},
    "a. #show. #show (1,2): a.": {(1, ()), (2, ())},
    "a. #show. #show 1: a. #show 2: a.": {(1, ()), (2, ())},
    "a.": {("a", ())},
    "a(()).": {("a", ())},
}
for program, atoms in expected.items():
    (found,) = clyngor.solve(inline=program)
    print(program, sorted(map(str, found)))
    assert found == atoms, found
END
