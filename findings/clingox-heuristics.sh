#!/usr/bin/env bash
# clingox: the text of a ground program has `True_` and `False_` for the modifiers of `#heuristic`,
# and `Level` for `level`: names of Python, which clingo refuses to read.
# Guess: the text of a program can be read by clingo.
set -eu
. "$(dirname "$0")/packages.sh"
packages clingox==1.2.1 clingo==5.8.3
python - <<'END'
import clingo
from clingox.program import Program, ProgramObserver


def text(source):
    program, control = Program(), clingo.Control(logger=lambda *_: None)
    control.register_observer(ProgramObserver(program))
    control.add("base", [], source)
    control.ground([("base", [])])
    return str(program)


for modifier in ("true", "false", "level", "sign"):
    written = text(f"{{a}}. #heuristic a. [1@2,{modifier}]")
    try:
        text(written)
        found = "read"
    except RuntimeError:
        found = "refused"
    print(written.replace("\n", " "), "=>", found)
    assert found == "refused"
END
