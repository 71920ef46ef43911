#!/usr/bin/env bash
# Graphillion: a GraphSet holds numbers of edges, so after set_universe an older set has
# other graphs, without a word. Guess: it keeps its graphs, or is refused.
set -eu
. "$(dirname "$0")/packages.sh"
packages graphillion==2.1
python - <<'END'
from graphillion import GraphSet

GraphSet.set_universe([(1, 2), (2, 3), (1, 3), (3, 4)])
paths = GraphSet.paths(1, 4)
before = sorted(paths)
GraphSet.set_universe([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")])
after = sorted(paths)
print("paths from 1 to 4:", before)
print("the same object after set_universe:", after)
assert before == [[(1, 2), (2, 3), (3, 4)], [(1, 3), (3, 4)]]
assert after == [[("a", "b"), ("b", "c"), ("c", "d")], [("a", "c"), ("c", "d")]]
END
