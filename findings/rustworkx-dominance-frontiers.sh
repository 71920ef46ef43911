#!/usr/bin/env bash
# rustworkx: in the cycle 0, 1, 2 no node has a dominance frontier, from 0: nodes with one predecessor
# are skipped, the start too.
# Guess: {0} for each: it dominates 2, the predecessor of 0, and does not strictly dominate 0.
set -eu
. "$(dirname "$0")/packages.sh"
packages rustworkx==0.18.1
python - <<'END'
import rustworkx


def frontiers(edges):
    size = max(map(max, edges)) + 1
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(one, other, None) for one, other in edges])

    def reached(avoided):
        seen, left = set(), [0]
        while left:
            node = left.pop()
            if node != avoided and node not in seen:
                seen.add(node)
                left += [other for one, other in edges if one == node]
        return seen

    # A node dominates those that cannot be reached without it.
    dominated = {node: set(range(size)) - reached(node) for node in range(size)}
    right = {
        node: {other for one, other in edges if one in below and other not in below - {node}}
        for node, below in dominated.items()
    }
    found = rustworkx.dominance_frontiers(graph, 0)
    print(edges, "found:", found, "right:", right)
    return found, right


found, right = frontiers([(0, 1), (0, 2), (1, 3), (2, 3)])
assert found == right == {0: set(), 1: {3}, 2: {3}, 3: set()}
found, right = frontiers([(0, 1), (1, 2), (2, 0)])
assert right == {0: {0}, 1: {0}, 2: {0}} and found == {0: set(), 1: set(), 2: set()}
END
