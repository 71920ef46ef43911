#!/usr/bin/env bash
# pgass: of a choice between a cost at priority 1 and one at priority 2, the optimum takes the cost
# at priority 1: higher levels come first, as for clingo.
# Guess: "lower levels are more important", as the documentation of `minimize` says.
set -eu
. "$(dirname "$0")/packages.sh"
packages pgass==1.0.4 clingo==5.8.0
cat > priorities.py <<'END'
import clingo
import pgass


class Low(pgass.Predicate):
    number: int


class High(pgass.Predicate):
    number: int


assert "lower levels are more important" in " ".join(pgass.Program.minimize.__doc__.split())
program = pgass.Program()
program.add(Low(1) | High(1))
program.minimize(Low(1), priority=1)
program.minimize(High(1), priority=2)
found = [[str(atom) for atom in answer_set] for answer_set in program.solve(models=0)]
control = clingo.Control(["--opt-mode=opt"])
control.add("base", [], str(program))
control.ground([("base", [])])
last = []
control.solve(on_model=lambda model: last.append(str(model)))
print("pgass:", found, "clingo on the same text:", last[-1])
assert found == [["low(1)"]] and last[-1] == "low(1)"
END
python priorities.py
