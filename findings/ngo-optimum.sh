#!/usr/bin/env bash
# ngo: with its default traits a maximum of sums, one for each of two groups, becomes a sum over
# the union of the groups: the optimum is 3 with nine answer sets, not 5 with two.
# Guess: the optimum stays; sums are inlined "if it is safe to change set semantics".
set -eu
. "$(dirname "$0")/packages.sh"
packages ngo==1.0.2 clingo==5.8.3
cat > program.lp <<'END'
group(1..2). d(1..2).
{ p(X,G) : d(X) } :- group(G).
sum(G,S) :- S = #sum { X : p(X,G) }, group(G).
#maximize { S : sum(G,S) }.
#show p/2.
END
"$folder/venv/bin/ngo" --log error < program.lp > written.lp
cat written.lp
for file in program written; do
    python -m clingo --opt-mode=optN --quiet=1,2,2 0 $file.lp > $file.txt || true
    echo "$file: $(grep -E 'Optimization|Optimal' $file.txt | tr -s ' \n' ' ')"
done
grep -q '^Optimization : -5' program.txt && grep -q 'Optimal  *: 2$' program.txt
grep -q '^Optimization : -3' written.txt && grep -q 'Optimal  *: 9$' written.txt
