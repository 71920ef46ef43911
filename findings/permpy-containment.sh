#!/usr/bin/env bash
# permpy: `q <= p` compares lists of numbers: "12 <= 21" and "123 <= 321" hold.
# Guess: containment of patterns, as documented for `<=`, and as `involves` finds.
set -eu
. "$(dirname "$0")/packages.sh"
packages permpy==0.2.12
python -W ignore - <<'END'
from permpy import Permutation

for pattern, permutation in ((12, 21), (123, 321), (123, 1324)):
    one, other = Permutation(pattern), Permutation(permutation)
    found = one <= other, other.involves(one)
    print(f"{pattern} <= {permutation}:", found[0], "involves:", found[1])
    assert found == (True, permutation == 1324)
END
