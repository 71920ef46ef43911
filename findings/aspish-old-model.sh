#!/usr/bin/env bash
# aspish: after a constraint makes a program unsatisfiable, `solve` returns False, and `get` still
# returns the atoms of the answer set that was found before.
# Guess: "AttributeError", as documented for an unsatisfiable program, and as without the first call.
set -eu
. "$(dirname "$0")/packages.sh"
packages aspish==0.9.0
python - <<'END'
from aspish import Solver, constraint, function_

light = function_("light", ("number",))


def answer(solve_before):
    solver = Solver().add(light(1))
    if solve_before:
        assert solver.solve()
    solved = solver.add(constraint(light(1))).solve()
    try:
        return solved, solver.get(light)
    except AttributeError as error:
        return solved, type(error).__name__


first, second = answer(solve_before=False), answer(solve_before=True)
print("solved once:", first, "solved before, too:", second)
assert first == (False, "AttributeError")
assert second == (False, [light(1)])
END
