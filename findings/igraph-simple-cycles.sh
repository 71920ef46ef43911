#!/usr/bin/env bash
# igraph: `simple_cycles` finds no cycle in the edges 0 2, 1 2 and 2 1, and the one of 1 and 2 where
# the edges are followed backwards. The documented modes "out" and "in" are a `TypeError`.
# Guess: the cycle; `is_dag` knows of it, and it is found without the first edge.
set -eu
. "$(dirname "$0")/packages.sh"
packages igraph==1.0.0
python - <<'END'
import igraph


def cycles(edges, **options):
    return igraph.Graph(3, edges, directed=True).simple_cycles(**options)


edges = [(0, 2), (1, 2), (2, 1)]
found = cycles(edges), cycles(edges, mode=igraph.IN), cycles(edges[1:])
print(edges, "cycles:", found[0], "backwards:", found[1], "without the first edge:", found[2])
assert not igraph.Graph(3, edges, directed=True).is_dag()
assert [list(map(set, some)) for some in found] == [[], [{1, 2}], [{1, 2}]]
try:
    cycles(edges, mode="out")
except TypeError as error:
    print('mode="out":', error)
else:
    raise AssertionError
END
