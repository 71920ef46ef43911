#!/usr/bin/env bash
# algmatch: three roommates of whom 1 and 2 put one another first have no stable matching (None).
# Guess: 1 with 2, and 3 alone, which no pair prefers to leave; the stable marriages of the package
# leave a man alone where there are fewer women.
set -eu
. "$(dirname "$0")/packages.sh"
packages algmatch==1.5.2
python - <<'END'
import itertools

from algmatch import SM, SR

orders = {1: [2, 3], 2: [1, 3], 3: [1, 2]}


def prefers(one, other, matching):
    return one not in matching or orders[one].index(other) < orders[one].index(matching[one])


def stable(matching):
    return not any(
        matching.get(one) != other and prefers(one, other, matching) and prefers(other, one, matching)
        for one, other in itertools.combinations(orders, 2)
    )


pairs = [{}, *({one: other, other: one} for one, other in itertools.combinations(orders, 2))]
right = [matching for matching in pairs if stable(matching)]
found = SR(dictionary={one: list(order) for one, order in orders.items()}).get_stable_matching()
couples = {"men": {1: [1], 2: [1]}, "women": {1: [1, 2]}}
married = SM(dictionary=couples).get_stable_matching()
print("roommates:", found, "stable:", right)
print("marriages:", married["man_sided"])
assert right == [{1: 2, 2: 1}] and found is None
assert married["man_sided"] == {"m1": "w1", "m2": ""}
END
