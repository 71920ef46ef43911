#!/usr/bin/env bash
# networkx: `minimum_spanning_arborescence` finds none in a graph of four nodes and five edges that has
# one, 3 to 2 to 0 to 1, of weight 8. The maximum is found, and is this one.
# Guess: this one, as the only one.
set -eu
. "$(dirname "$0")/packages.sh"
packages networkx==3.7
python - <<'END'
import itertools

import networkx

edges = [(3, 2, 2), (1, 0, 1), (0, 1, 3), (1, 2, 0), (2, 0, 3)]
graph = networkx.DiGraph()
graph.add_nodes_from(range(4))
graph.add_weighted_edges_from(edges)


def weight(search):
    try:
        return search(graph).size("weight")
    except networkx.NetworkXException as error:
        return str(error)


right = [
    sum(edge[2] for edge in chosen)
    for chosen in itertools.combinations(edges, 3)
    if {one for edge in chosen for one in edge[:2]} == set(range(4))
    and networkx.is_arborescence(networkx.DiGraph([edge[:2] for edge in chosen]))
]
least = weight(networkx.minimum_spanning_arborescence)
most = weight(networkx.maximum_spanning_arborescence)
print("weights of all spanning arborescences:", right, "minimum:", least, "maximum:", most)
assert right == [8] and most == 8 and least == "No minimum spanning arborescence in G."
END
