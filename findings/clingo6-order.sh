#!/usr/bin/env bash
# clingo 6: terms have another order: strings before constants, names before arities.
# Guess: an order that programs use to break symmetries stays.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingo==5.8.3 clingo-funasp==6.0.0.post16
echo 'a :- x < "x". b :- f(2) < (1,1). c :- x < f(1). d :- f < -f.' > program.lp
five=$(python - <<'END'
import clingo
control = clingo.Control(["0"])
control.add("base", [], open("program.lp").read())
control.ground([("base", [])])
control.solve(on_model=lambda model: print(*sorted(map(str, model.symbols(shown=True)))))
END
)
six=$(python - <<'END'
from clingo_funasp.control import Control
from clingo_funasp.core import Library
library = Library()
control = Control(library, ["0"])
control.parse_string(open("program.lp").read())
control.ground()
control.solve(on_model=lambda model: print("answer", *sorted(map(str, model.symbols(shown=True)))))
END
)
cat program.lp
echo "5.8.3: $five; 6.0.0: $six"
test "$five" = "a b c d" && test "$six" = "answer"
