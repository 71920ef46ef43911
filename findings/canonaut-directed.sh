#!/usr/bin/env bash
# canonaut: the directed path a, b, c has an "automorphism" that swaps a and b, and two directed paths
# whose nodes come in another order are not isomorphic.
# Guess: the identity alone, and isomorphic: "equal iff the graphs are isomorphic".
set -eu
. "$(dirname "$0")/packages.sh"
packages canonaut==1.0.0
python - <<'END'
import canonaut

path = canonaut.canonize([("a", "b"), ("b", "c")], directed=True, generators=True)
print("path a b c: size of the group:", path.group_size1, "generators:", path.generators)
assert path.group_size1 == 2 and path.generators == [{"a": "b", "b": "a", "c": "c"}]

one, other = [(0, 1), (1, 2)], [(0, 2), (1, 0)]
same = canonaut.are_isomorphic(one, other, nodes1=range(3), nodes2=range(3), directed=True)
renamed = {0: 1, 1: 0, 2: 2}
assert sorted((renamed[a], renamed[b]) for a, b in one) == other
print(one, "and", other, "isomorphic:", same)
assert not same
END
