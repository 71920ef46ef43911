#!/usr/bin/env bash
# chromatic-matroids: `Matroid` takes {12, 13, 24}, which are not the bases of a matroid, and 23 more
# of the 63 families of pairs of four elements; its rank function then is not submodular.
# Guess: an exception: "validates the basis exchange axiom and raises if the input is invalid".
set -eu
. "$(dirname "$0")/packages.sh"
packages chromatic-matroids==2.0.0
python - <<'END'
import itertools

from chromatic_matroids import Matroid

ground = frozenset({1, 2, 3, 4})
pairs = [frozenset(pair) for pair in itertools.combinations(sorted(ground), 2)]
families = [set(few) for size in range(1, 7) for few in itertools.combinations(pairs, size)]


def exchangeable(bases):
    return all(
        any(one - {old} | {new} in bases for new in other - one)
        for one in bases
        for other in bases
        for old in one - other
    )


def made(bases):
    try:
        return Matroid(ground, bases)
    except Exception:
        return None


taken = [bases for bases in families if made(bases)]
wrong = [bases for bases in taken if not exchangeable(bases)]
print("families:", len(families), "taken:", len(taken), "wrong:", len(wrong))
assert len(wrong) == 24 and len(taken) - len(wrong) == sum(map(exchangeable, families))

example = set(map(frozenset, ({1, 2}, {1, 3}, {2, 4})))
rank, one, other = made(example).rank, {1, 4}, {3, 4}
print("ranks of 14 and 34:", rank(one), rank(other))
print("ranks of 134 and 4:", rank(one | other), rank(one & other))
assert example in wrong
assert rank(one) + rank(other) < rank(one | other) + rank(one & other)
END
