#!/usr/bin/env bash
# clingexplaid: the splitter of rules ends with an AttributeError at a comparison in a body, and makes
# a rule with an anonymous variable unsafe.
# Guess: "every rule" is split, as documented, and the program has the same answer sets.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingexplaid==1.5.1 clingo==5.8.3
python - <<'END' 2> /dev/null
from clingexplaid.transformers import RuleSplitter
from clingo import Control


def atoms(program):
    control, found = Control(["0"]), []
    control.add("base", [], program)
    control.ground()
    control.solve(on_model=lambda model: found.extend(map(str, model.symbols(atoms=True))))
    return sorted(atom for atom in found if not atom.startswith("_body"))


def split(program):
    try:
        return atoms(RuleSplitter().parse_string(program))
    except (AttributeError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}"


facts = " at(1,2). at(3,4)."
plain, less, anonymous = (
    f"{rule}{facts}"
    for rule in ("row(X) :- at(X,Y).", "row(X) :- at(X,Y), X < 2.", "row(X) :- at(X,_).")
)
for program in (plain, less, anonymous):
    print(program, "has", atoms(program), "split:", split(program))
assert split(plain) == atoms(plain) == atoms(anonymous)
assert split(less) == "AttributeError: no attribute: symbol"
assert split(anonymous).startswith("RuntimeError: grounding stopped")
END
