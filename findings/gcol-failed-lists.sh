#!/usr/bin/env bash
# gcol: where no list coloring of a graph exists, `node_list_coloring` leaves a node for each color and
# edges of its own in the graph: a star has 4 nodes before and 7 after, and its chromatic number is 4.
# Guess: a `ValueError` and the graph as it was, as where there is a coloring; 2.
set -eu
. "$(dirname "$0")/packages.sh"
packages gcol==2.2 networkx==3.6.1
cat > star.py <<'END'
import gcol
import networkx


def colored(lists):
    graph = networkx.star_graph(3)
    assert gcol.chromatic_number(graph) == 2
    try:
        coloring = gcol.node_list_coloring(graph, allowed_cols=lists, opt_alg=1)
    except ValueError:
        coloring = None
    number = gcol.chromatic_number(graph)
    print("coloring:", coloring, "nodes:", list(graph), "chromatic number:", number)
    return coloring is not None, graph.number_of_nodes(), number


leaves = {1: [0], 2: [1], 3: [2]}
assert colored({0: [3], **leaves}) == (True, 4, 2)
assert colored({0: [0, 1, 2], **leaves}) == (False, 7, 4)
END
python star.py 2> /dev/null
