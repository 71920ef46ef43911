#!/usr/bin/env bash
# canonaut: an undirected path of three nodes with a loop at both ends has no automorphism but the
# identity.
# Guess: two, as it can be reversed, and as a path with a loop at each node has.
set -eu
. "$(dirname "$0")/packages.sh"
packages canonaut==1.0.0
python - <<'END'
import canonaut

path = [(0, 1), (1, 2)]
found = {}
for loops in ((), (0, 1, 2), (0, 2)):
    graph = canonaut.canonize(path + [(node, node) for node in loops], nodes=range(3))
    found[loops] = graph.group_size1, graph.num_orbits
    print("path of three nodes, loops:", loops, "group:", found[loops][0], "orbits:", found[loops][1])
assert found[()] == found[0, 1, 2] == (2, 2) and found[0, 2] == (1, 3)
END
