#!/usr/bin/env bash
# clorm: a field for constants takes any string and writes it without quotes: "" becomes the empty
# tuple, "Abc" a variable, "a b" a syntax error; integers beyond 32 bits raise an OverflowError.
# Guess: a string that is no constant is refused, too.
set -eu
. "$(dirname "$0")/packages.sh"
packages clorm==1.6.3 clingo==5.8.3
python - <<'END'
import clingo
from clorm import ConstantStr, FactBase, Predicate


class Named(Predicate):
    name: ConstantStr


def read(text):
    control = clingo.Control(logger=lambda *_: None)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as error:
        return str(error)
    return " ".join(str(atom.symbol) for atom in control.symbolic_atoms)


expected = {
    "abc": "named(abc)",
    "": "named(())",
    "Abc": "grounding stopped because of errors",
    "a b": "parsing failed",
}
for name, found in expected.items():
    text = FactBase([Named(name)]).asp_str()
    print(f"{name!r}: {text.strip()} => {read(text)}")
    assert read(text) == found, read(text)
END
