#!/usr/bin/env bash
# posets: of a < b, `isAntichain` says that [a, b] is none, and that [b, a] is one.
# Guess: neither is: "whether the given set is an antichain (i is not less than j for all i and j)".
set -eu
. "$(dirname "$0")/packages.sh"
packages posets==1.0.4
python - <<'END'
from posets import Poset

chain = Poset(relations={"a": ["b"]})
print("a < b:", chain.less("a", "b"))
for elements in (["a", "b"], ["b", "a"]):
    print(elements, "antichain:", chain.isAntichain(elements))
assert chain.less("a", "b") and not chain.isAntichain(["a", "b"])
assert chain.isAntichain(["b", "a"])
END
