#!/usr/bin/env bash
# clingo 6: an anonymous variable below `not` is unsafe; clingo 5 projects it away.
# Guess: `not p(_)` means that no p holds, as in clingo 5.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingo==5.8.3 clingo-funasp==6.0.0.post16
echo 'p(1). a :- not p(_). b :- not a.' > program.lp
python - <<'END'
import clingo
control = clingo.Control(["0"])
control.add("base", [], open("program.lp").read())
control.ground([("base", [])])
found = []
control.solve(on_model=lambda model: found.append(" ".join(sorted(map(str, model.symbols(shown=True))))))
print("clingo", clingo.__version__, found)
assert found == ["b p(1)"], found
END
python - <<'END'
from clingo_funasp.control import Control
from clingo_funasp.core import Library, version
said = []
library = Library(logger=lambda _, message: said.append(message))
control = Control(library, ["0"])
try:
    control.parse_string(open("program.lp").read())
    control.ground()
except RuntimeError as error:
    print("clingo", *version(), error, said[0].split("\n")[0])
assert "unsafe variables" in said[0]
END
