#!/usr/bin/env bash
# clingo 6: `f(1)` and `-f(1)` are different, but neither is less than the other one; each is
# at most the other one, and #min of both is the one that comes first.
# Guess: terms have a total order, as in clingo 5: X < Y holds for one of each two.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingo==5.8.3 clingo-funasp==6.0.0.post16
cat > program.lp <<'END'
differ :- f(1) != -f(1).
less :- f(1) < -f(1).
greater :- f(1) > -f(1).
less_or_equal :- f(1) <= -f(1).
greater_or_equal :- f(1) >= -f(1).
first(X) :- X = #min { f(1); -f(1) }.
second(X) :- X = #min { -f(1); f(1) }.
END
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
control.solve(on_model=lambda model: print(*sorted(map(str, model.symbols(shown=True)))))
END
)
cat program.lp
echo "5.8.3: $five"; echo "6.0.0: $six"
test "$five" = "differ first(f(1)) less less_or_equal second(f(1))"
test "$six" = "differ first(f(1)) greater_or_equal less_or_equal second(-f(1))"
