#!/usr/bin/env bash
# CPMpy: a pseudo-Boolean file with a constraint of one variable, "+1 x1 >= 1", cannot be read, though
# CPMpy wrote it.
# Guess: what `write_opb` writes, `load_opb` reads.
set -eu
. "$(dirname "$0")/packages.sh"
packages cpmpy==1.1.1
python -W ignore - <<'END'
import cpmpy as cp
from cpmpy.tools.io.opb import load_opb, write_opb

x, y = cp.boolvar(shape=2)
texts = [write_opb(cp.Model(x + y >= 1, *extra)) for extra in ((), (x,))]
models = []
for text in texts:
    print(text)
    try:
        models.append(str(load_opb(text)))
    except AssertionError as error:
        models.append(f"AssertionError: {error}")
    print(models[-1])
assert texts[1].splitlines()[-1] == "+1 x1 >= 1;" and len(texts[0].splitlines()) == 2
assert models[0].startswith("Constraints:") and models[1] == "AssertionError: x1"
END
