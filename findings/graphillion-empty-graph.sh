#!/usr/bin/env bash
# Graphillion: the empty graph is among the trees with a root (the root alone), among the
# connected components of one vertex, but not among the regular graphs of degree 0.
# Guess: no edge is the graph of degree 0 on all vertices.
set -eu
. "$(dirname "$0")/packages.sh"
packages graphillion==2.1
python - <<'END'
from graphillion import GraphSet

GraphSet.set_universe([(1, 2), (2, 3)])
kinds = {
    "trees(root=2)": GraphSet.trees(2),
    "trees()": GraphSet.trees(),
    "connected_components([1])": GraphSet.connected_components([1]),
    "regular_graphs(degree=0)": GraphSet.regular_graphs(degree=0),
    "graphs(degree_constraints: 0)": GraphSet.graphs(degree_constraints={1: 0, 2: 0, 3: 0}),
}
found = {name: (len(graphs), [] in graphs) for name, graphs in kinds.items()}
for name, (number, has_empty) in found.items():
    print(f"{name}: {number} graphs, the empty one {'is' if has_empty else 'is not'} among them")
assert list(found.values()) == [(4, True), (3, False), (3, True), (0, False), (1, True)], found
END
