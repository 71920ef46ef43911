#!/usr/bin/env bash
# reconfillion: a lower bound of 0 on the size of the states is a `ValueError`; None is taken.
# Guess: 0 is as no bound; "every intermediate state must have size within [lower, upper]".
set -eu
. "$(dirname "$0")/packages.sh"
packages reconfillion==1.1.0 graphillion==2.1
python - <<'END'
from graphillion import GraphSet, VertexSetSet
from reconfillion import reconf

path = [(1, 2), (2, 3), (3, 4)]
GraphSet.set_universe(path)
VertexSetSet.set_universe([1, 2, 3, 4])
states = VertexSetSet.independent_sets(path)


def sequence(lower):
    try:
        return reconf.get_reconf_seq([1], [4], states, model="tar", lower=lower, upper=1)
    except ValueError as error:
        return str(error)


found = {lower: sequence(lower) for lower in (None, 0)}
for lower, states in found.items():
    print("independent sets from {1} to {4}, of size", lower, "to 1:", states)
assert found == {None: [{1}, set(), {4}], 0: "not unsigned int"}
END
