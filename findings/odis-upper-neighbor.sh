#!/usr/bin/env bash
# odis: `upper_neighbor` of the concept of "dog" is {cat, fish}: no extent at all, and without dog.
# Guess: an extent, "the extent of the concept directly above the given concept", as documented:
# {dog, fish} or {cat, dog}.
set -eu
. "$(dirname "$0")/packages.sh"
packages odis-python==2026.9.1
python - <<'END'
import odis

animals = {"cat": {"legs", "fur"}, "fish": {"moves"}, "dog": {"legs", "fur", "moves"}}
context = odis.FormalContext.from_dict(animals)
extents = [frozenset(extent) for extent, _ in context.concepts()]
wrong = 0
for extent in extents:
    larger = [other for other in extents if extent < other]
    above = [other for other in larger if not any(least < other for least in larger)]
    found = frozenset(context.upper_neighbor(sorted(extent)))
    print(sorted(extent), "->", sorted(found), "above it:", [sorted(other) for other in above])
    wrong += bool(above) and found not in above
assert frozenset(context.upper_neighbor(["dog"])) == {"cat", "fish"} not in extents
assert len(extents) == 4 and wrong == 3
END
