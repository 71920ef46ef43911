#!/usr/bin/env bash
# steinerpy: for the path x - a - b - y and the groups {x}, {a, b} and {y}, the minimum "tree" is the
# edges x - a and b - y, of cost 2: a and b are held together by a node of the library's own.
# Guess: a tree that has a node of each group, as documented: the path, of cost 12.
set -eu
. "$(dirname "$0")/packages.sh"
packages steinerpy==1.0.20 highspy==1.16.0 networkx==3.6.1
cat > groups.py <<'END'
import itertools
import logging

import networkx
import steinerpy

logging.disable(logging.CRITICAL)
graph = networkx.Graph()
graph.add_weighted_edges_from([("x", "a", 1), ("a", "b", 10), ("b", "y", 1)])
groups = [["x"], ["a", "b"], ["y"]]


def cost(edges):
    return sum(graph.edges[edge]["weight"] for edge in edges)


def trees():
    for size in range(1, 4):
        for edges in itertools.combinations(graph.edges, size):
            tree = networkx.Graph(edges)
            if networkx.is_tree(tree) and all(set(group) & set(tree) for group in groups):
                yield edges


solution = steinerpy.GroupSteinerProblem(graph, groups).get_solution()
found = networkx.Graph(solution.selected_edges)
print("found:", sorted(map(sorted, found.edges)), "cost:", solution.objective)
print("connected:", networkx.is_connected(found), "least cost of a tree:", min(map(cost, trees())))
assert solution.objective == cost(found.edges) == 2 and not networkx.is_connected(found)
assert min(map(cost, trees())) == 12
END
python groups.py > output 2> /dev/null
grep -vE "HiGHS|THIRD_PARTY" output
