#!/usr/bin/env bash
# aspish: a tab and a backslash before a t are one string: two facts become one, which is returned with
# the tab.
# Guess: two facts, returned as they were given, as with a line break and a backslash before an n.
set -eu
. "$(dirname "$0")/packages.sh"
packages aspish==0.9.0
python - <<'END'
from aspish import Solver, function_

text = function_("text", ("value",))


def returned(*values):
    solver = Solver().add(*map(text, values))
    assert solver.solve()
    return sorted(fact.value for fact in solver.get(text))


tabs, breaks = returned("a\tb", r"a\tb"), returned("a\nb", r"a\nb")
print("tab:", tabs, "line break:", breaks)
assert breaks == ["a\nb", r"a\nb"]
assert tabs == ["a\tb"]
END
