#!/usr/bin/env bash
# pysdd: model_count counts over the variables below a node, wmc over all of the manager.
# Guess: both count over the three variables that were declared: 4.
set -eu
. "$(dirname "$0")/packages.sh"
packages pysdd==1.0.6
python - <<'END'
from pysdd.sdd import SddManager

manager = SddManager(var_count=3)
literal = manager.vars[1]
found = (
    literal.model_count(),
    manager.global_model_count(literal),
    literal.wmc(log_mode=False).propagate(),
    manager.true().model_count(),
)
print("one literal of three variables: model_count, global_model_count, wmc:", *found[:3])
print("the constant true: model_count:", found[3])
assert found == (1, 4, 4.0, 1), found
END
