#!/usr/bin/env bash
# steinerpy: the connected subgraph of maximum weight of a path with node weights 1, -2 and 1 is the
# whole path, of weight 0: nodes of negative weight cost nothing.
# Guess: one end, of weight 1, as with pc_transform=True: a connected subgraph "maximising the sum of
# node weights", as documented.
set -eu
. "$(dirname "$0")/packages.sh"
packages steinerpy==1.0.20 highspy==1.16.0 networkx==3.6.1
cat > heaviest.py <<'END'
import itertools
import logging

import networkx
import steinerpy

logging.disable(logging.CRITICAL)
graph = networkx.path_graph(3)
networkx.set_edge_attributes(graph, 0, "weight")
weights = {0: 1, 1: -2, 2: 1}


def total(nodes):
    return sum(map(weights.get, nodes))


connected = [
    nodes
    for size in (1, 2, 3)
    for nodes in itertools.combinations(graph, size)
    if networkx.is_connected(graph.subgraph(nodes))
]
heaviest = max(map(total, connected))
for transform in (False, True):
    problem = steinerpy.MaxWeightConnectedSubgraph(graph, weights)
    solution = problem.get_solution(pc_transform=transform)
    nodes = set(solution.selected_nodes) | {node for edge in solution.selected_edges for node in edge}
    print("pc_transform:", transform, "nodes:", nodes, "weight:", total(nodes))
    assert total(nodes) == (1 if transform else 0)
print("maximum:", heaviest)
assert heaviest == 1
END
python heaviest.py > output 2> /dev/null
grep -vE "HiGHS|THIRD_PARTY" output
