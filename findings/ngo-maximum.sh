#!/usr/bin/env bash
# ngo: with its default traits the domain of a predicate is used without the rule that defines it,
# where the predicate is chosen from facts: of 6 answer sets with a maximum of at least 2, there
# are 4, the empty one among them.
# Guess: the answer sets stay, as with the one trait for maxima.
set -eu
. "$(dirname "$0")/packages.sh"
packages ngo==1.0.2 clingo==5.8.3
cat > program.lp <<'END'
d(1..3). { p(X) : d(X) }.
max(M) :- M = #max { X : p(X) }.
:- max(M), M < 2.
#show p/1.
END
models() { python -m clingo --verbose=0 --warn=none 0 "$1" | grep -v SATISFIABLE | sed 's/^$/(empty)/' | sort; }
for traits in "" "--enable minmax_chains"; do
    "$folder/venv/bin/ngo" --log error $traits < program.lp > written.lp
    echo "ngo $traits: rules for __dom_p: $(grep -c '^__dom_p' written.lp || true)"
    models written.lp > "models$traits"
    sed 's/^/    /' "models$traits"
done
models program.lp > expected
diff expected "models--enable minmax_chains"
diff - models <<'END'
(empty)
p(2)
p(2) p(3)
p(3)
END
