#!/usr/bin/env bash
# asprin: a file whose last statement lacks its dot is read; its last atom gets another name,
# `a` is `a_end`, and the exit code is 0. clingo refuses the file.
# Guess: a syntax error, as of clingo, whose language it is.
set -eu
. "$(dirname "$0")/packages.sh"
packages asprin==3.1.2 clingo==5.8.3
printf 'b. a' > program.lp
clingo=$(python -m clingo program.lp 2>&1 || true)
asprin=$("$folder/venv/bin/asprin" 0 program.lp)
cat program.lp
echo; echo "clingo: $(echo "$clingo" | grep error)"; echo "asprin: $asprin"
case $clingo in *"syntax error"*) ;; *) exit 1 ;; esac
echo "$asprin" | grep -qx 'b a_end'
