#!/usr/bin/env bash
# cdclkit: of the domain 3, 1, 2, at most 1 and at most 2 allow no value, and at least 3 allows all
# three; of 1, 2, 3 each allows what it says.
# Guess: the order in which a domain lists its values changes nothing.
set -eu
. "$(dirname "$0")/packages.sh"
packages cdclkit==0.1.7 dratify==0.1.10
python - <<'END'
from cdclkit.model import Model


def found(domain, relation, bound):
    model = Model()
    x = model.int_var(domain, "x")
    model.add(getattr(x, relation)(bound))
    return sorted(solution[x] for solution in model.solutions([x]))


for relation, bound, right in (("le", 1, [1]), ("le", 2, [1, 2]), ("ge", 3, [3])):
    ordered, other = (found(domain, relation, bound) for domain in ([1, 2, 3], [3, 1, 2]))
    print(relation, bound, "of 1, 2, 3:", ordered, "of 3, 1, 2:", other)
    assert ordered == right and other == ([] if relation == "le" else [1, 2, 3])
END
