#!/usr/bin/env bash
# balg: `expr_cmp` says that A equals B, that A & B equals A & C, and that A equals ~A + A.
# Guess: none of them: it is to "assert equality for expressions".
set -eu
. "$(dirname "$0")/packages.sh"
packages balg==0.0.6
python -W ignore - <<'END'
from balg.boolean import Boolean

same = Boolean().expr_cmp
found = {pair: same(list(pair)) for pair in (("A", "B"), ("A & B", "A & C"), ("A", "~A + A"))}
for (one, other), equal in found.items():
    print(one, "equals", other + ":", equal)
assert all(found.values()) and not same(["A", "~A"])
END
