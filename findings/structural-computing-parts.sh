#!/usr/bin/env bash
# structural-computing: to count the perfect matchings of two separate edges is a `ValueError` on the
# genus of embeddings; `witness` finds one, and `count_matchings_hybrid` counts it.
# Guess: 1; "exact, integer", and the product over the parts of the graph.
set -eu
. "$(dirname "$0")/packages.sh"
packages structural-computing==1.2.3 networkx==3.7
python - <<'END'
from structural_computing import StructuralComputer

computer, edges = StructuralComputer(), [(0, 1), (2, 3)]
try:
    computer.count_matchings(edges)
except ValueError as error:
    message = str(error)
print("count_matchings:", message)
witness, hybrid = computer.witness(edges), computer.count_matchings_hybrid(edges, [])
print("witness:", witness, "count_matchings_hybrid:", hybrid)
assert "disconnected graph" in message and sorted(witness) == edges and hybrid == 1
assert computer.count_matchings([*edges, (1, 2)]) == 1
END
