#!/usr/bin/env bash
# steinerpy: "b is a leaf of a tree with a, b and c" is met by the path a - b - c, where the graph has
# no edges but a - b, b - c and a - d, b - d.
# Guess: "an infeasible instance raises RuntimeError", as documented: b is the only neighbor of c.
set -eu
. "$(dirname "$0")/packages.sh"
packages steinerpy==1.0.20 highspy==1.16.0 networkx==3.6.1
cat > leaves.py <<'END'
import itertools
import logging

import networkx
import steinerpy

logging.disable(logging.CRITICAL)
graph = networkx.Graph()
graph.add_weighted_edges_from([("a", "b", 3), ("b", "c", 6), ("a", "d", 1), ("b", "d", 4)])
terminals = ["a", "b", "c"]
trees = [
    tree
    for size in range(1, 5)
    for tree in map(networkx.Graph, itertools.combinations(graph.edges, size))
    if networkx.is_tree(tree) and set(terminals) <= set(tree)
]
right = [tree for tree in trees if tree.degree("b") == 1]
problem = steinerpy.PartialTerminalSteinerProblem(graph, [terminals], ["b"], preprocess=False)
solution = problem.get_solution()
found = networkx.Graph(solution.selected_edges)
print("trees:", len(trees), "with b as a leaf:", len(right))
print("found:", sorted(map(sorted, found.edges)), "cost:", solution.objective)
assert len(trees) == 4 and not right
assert solution.objective == 9 and found.degree("b") == 2
END
python leaves.py > output 2> /dev/null
grep -vE "HiGHS|THIRD_PARTY" output
