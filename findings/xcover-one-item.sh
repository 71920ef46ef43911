#!/usr/bin/env bash
# xcover: where all options cover the same one item, the empty list is called an exact cover, the
# right ones are not found, and the search ends with an IndexError.
# Guess: one cover for each option, as with an item more in one of them.
set -eu
. "$(dirname "$0")/packages.sh"
packages xcover==0.2.6
NUMBA_DISABLE_JIT=1 python -W ignore - <<'END'
from xcover import covers


def listed(*options):
    found = []
    try:
        for cover in covers([list(option) for option in options]):
            found.append(sorted(map(int, cover)))
    except IndexError as error:
        found.append(str(error))
    return found


one, two, more = listed("p"), listed("p", "p"), listed("p", "p", "q")
print("one option:", one, "two:", two, "with another item:", more)
assert sorted(more) == [[0, 2], [1, 2]]
assert one == two == [[], "pop from empty list"]
END
