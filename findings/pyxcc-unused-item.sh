#!/usr/bin/env bash
# pyxcc: a secondary item that no option has ends the search with a `PanicException`.
# Guess: one solution: an item that is covered at most once may be left out, and the documentation
# wants an option for primary items alone.
set -eu
. "$(dirname "$0")/packages.sh"
packages pyxcc==0.1.1
python - <<'END' 2> /dev/null
import pyxcc


def covers(secondary):
    return pyxcc.solve(pyxcc.Problem(["a"], secondary, [pyxcc.Option("o", ["a"], [])]), True).all()


print("without secondary items:", covers([]))
assert covers([]) == [["o"]]
try:
    covers(["x"])
except BaseException as error:
    print("with one:", type(error).__name__, error)
    assert type(error).__name__ == "PanicException"
else:
    raise SystemExit("a secondary item without options is taken")
END
