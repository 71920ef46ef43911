#!/usr/bin/env bash
# pychoco: the smallest component of a graph is said to have 2 nodes or 3, never 1, where node 0 may
# join the edge 1-2 alone or with the edge 0-1: the graph with 0 alone is lost.
# Guess: all graphs, each with the size of its smallest component, as where node 0 has to be there.
set -eu
. "$(dirname "$0")/packages.sh"
packages pychoco==0.4.0
python - <<'END'
from pychoco import Model
from pychoco.objects.graphs.undirected_graph import create_undirected_graph


def graphs(required):
    model = Model()
    least = create_undirected_graph(model, 3, required, [[1, 2]])
    most = create_undirected_graph(model, 3, [0, 1, 2], [[0, 1], [1, 2]])
    graph, size = model.graphvar(least, most, "graph"), model.intvar(1, 3)
    model.graph_size_min_connected_components(graph, size).post()
    solver, found = model.get_solver(), []
    while solver.solve():
        value = graph.get_value()
        found.append((sorted(value.get_nodes()), value.contains_edge(0, 1), size.get_value()))
    return sorted(found)


print("nodes, edge 0-1, smallest component:")
optional, required = graphs([1, 2]), graphs([0, 1, 2])
print("node 0 optional:", optional)
print("node 0 required:", required)
assert required == [([0, 1, 2], False, 1), ([0, 1, 2], True, 3)]
assert optional == [([0, 1, 2], True, 3), ([1, 2], False, 2)]
END
