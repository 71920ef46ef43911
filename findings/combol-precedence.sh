#!/usr/bin/env bash
# CombOL: "z * z + z" is read as z * (z + z), two structures of size 2.
# Guess: one of size 1 and one of size 2: products come first, as in arithmetic.
set -eu
. "$(dirname "$0")/packages.sh"
packages combol==0.2.0 symbolica==3.0.2
python -W ignore - <<'END' 2> /dev/null | grep '^counts'
import combol


def counts(specification):
    found = list(combol.parse(f"Y = {specification}").enumerate(4).get_coefficients())
    print("counts by size of", specification, found)
    return found


assert counts("z * z + z") == counts("z * (z + z)") == [0, 0, 2]
assert counts("z + z * z") == counts("(z * z) + z") == [0, 1, 1]
END
