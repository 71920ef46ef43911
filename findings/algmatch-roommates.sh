#!/usr/bin/env bash
# algmatch: three roommates, of whom two like one another most, have no stable matching.
# Guess: these two; who is left has nobody to block with, as in the marriages of the library.
set -eu
. "$(dirname "$0")/packages.sh"
packages algmatch==1.5.2
python -W ignore - <<'END'
from algmatch import SM, SR

roommates = {1: [2, 3], 2: [1, 3], 3: [1, 2]}
found = SR(dictionary=roommates).get_stable_matching()
marriage = SM(dictionary={"men": {1: [1], 2: [1]}, "women": {1: [1, 2]}}, optimised_side="men")
couples = marriage.get_stable_matching()["man_sided"]
print("roommates", roommates, "matching:", found)
print("two men and one woman:", couples)
assert found is None and couples == {"m1": "w1", "m2": ""}
END
