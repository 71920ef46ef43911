#!/usr/bin/env bash
# CNFgen: `cnfgen iso G1 -e G2` leaves G2 out, and writes the formula of the automorphisms of G1: a
# triangle and three nodes without edges are "isomorphic"; in Python, `nontrivial` has no effect.
# Guess: "test if G1 and G2 are isomorphic", and "forbid identical mapping", as documented.
set -eu
. "$(dirname "$0")/packages.sh"
packages cnfgen==0.9.6
cat > count.py <<'END'
import sys
from itertools import product

import networkx
from cnfgen import GraphIsomorphism


def models(count, clauses):
    points = product((False, True), repeat=count)
    return sum(all(any(p[abs(x) - 1] == (x > 0) for x in c) for c in clauses) for p in points)


head, *lines = [line for line in sys.stdin if line[0] != "c"]
command = models(int(head.split()[2]), [list(map(int, line.split()[:-1])) for line in lines])
triangle, empty = networkx.complete_graph(3), networkx.empty_graph(3)


def library(*graphs, **options):
    formula = GraphIsomorphism(*graphs, **options)
    return models(formula.number_of_variables(), list(formula.clauses()))


print("triangle and empty graph: command:", command, "Python:", library(triangle, empty))
twice = [library(triangle, triangle, nontrivial=value) for value in (False, True)]
print("triangle twice, nontrivial or not:", *twice)
assert command == 5 and library(triangle, empty) == 0 and twice == [6, 6]
END
venv/bin/cnfgen iso complete 3 -e empty 3 > formula.cnf
python count.py < formula.cnf
