#!/usr/bin/env bash
# clingo 6: `#project a : b.` is a syntax error; clingo 5 projects to a where b holds.
# Guess: statements of the language stay readable.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingo==5.8.3 clingo-funasp==6.0.0.post16
echo '{a; b}. #project a : b.' > program.lp
python - <<'END'
import clingo
control = clingo.Control(["0", "--project=project"])
control.add("base", [], open("program.lp").read())
control.ground([("base", [])])
number = []
control.solve(on_model=lambda model: number.append(1))
print("clingo", clingo.__version__, "finds", len(number), "models")
assert len(number) == 2
END
python - <<'END'
from clingo_funasp.control import Control
from clingo_funasp.core import Library
said = []
library = Library(logger=lambda _, message: said.append(message))
control = Control(library, ["0"])
try:
    control.parse_string(open("program.lp").read())
except RuntimeError:
    print("clingo 6:", said[0])
assert "but got ':'" in said[0]
END
