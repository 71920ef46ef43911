#!/usr/bin/env bash
# clausal: of `r :- \+ r`, tabled, the command says that r is true, and of a position that is neither
# won nor lost, that it is won, and that it is not.
# Guess: undefined: "well-founded semantics for negation over tabled predicates".
# Needs Python 3.13.
set -eu
. "$(dirname "$0")/packages.sh"
packages clausal==1.2.0
cat > game.clausal <<'END'
:- module(game, [r/0, win/1]).
:- table(r/0).
:- table(win/1).
r :- \+ r.
move(1, 2). move(2, 3). move(4, 4).
win(X) :- move(X, Y), \+ win(Y).
:- end_module(game).
END
grep -v '^:-' game.clausal
said() { venv/bin/clausal game.clausal -g "$1" | tr -d '\n'; }
for goal in 'r' '\+ r' 'win(X)' 'win(4)' '\+ win(4)'; do
    answer=$(said "$goal" || true)
    echo "$goal: $answer"
    case $goal in '\+ r') expected=false. ;; 'win(X)') expected='X = 2.X = 4.' ;; *) expected=true. ;; esac
    test "$answer" = "$expected"
done
